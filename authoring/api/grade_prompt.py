"""What a model is asked about a figure that an agent drew."""

import re

from authoring.drafting.prompts.rendering import render
from authoring.errors import TemplateError
from authoring.llm.fence import fenced
from authoring.llm.port import Message, Request, Schema
from authoring.records.sketch import Guide

_PART = re.compile(r"^---\n", re.MULTILINE)


def grade_request(
    prompt: Guide, schema: Schema, *, question: str, picture: str, subject: str, sample: int = 0
) -> Request:
    """Ask for the grade of a figure.

    Args:
        prompt: the page `judge` of templates/prompts: rules, then the question.
        schema: of the reply.
        question: what was to be drawn.
        picture: a PNG in base64.
        subject: the dataset, for the ledger.
        sample: the number of the try.

    Raises:
        TemplateError: the page is no template, or has no line ``---`` between its parts.
    """
    system, cut, asked = (part.strip() for part in _PART.sub("\0", prompt.text, count=1).partition("\0"))
    if not cut:
        raise TemplateError(
            f"templates/prompts/{prompt.name}.md: has no line --- between the rules and the question",
            hint="mend it; or remove the file and restore the one that comes with the toolkit: authoring init .",
        )
    text = render(Guide(name=prompt.name, text=asked), question=fenced("question", question))
    messages = (
        Message(role="system", content=render(Guide(name=prompt.name, text=system))),
        Message(role="user", content=text, pictures=(picture,)),
    )
    return Request(
        purpose="judge",
        subject=subject,
        messages=messages,
        stable=1,
        schema_=schema,
        sample=sample,
    )
