"""Templates of prompts: jinja2 in a sandbox, every name known, nothing escaped."""

import re
from functools import lru_cache
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateError, TemplateSyntaxError
from jinja2.sandbox import SandboxedEnvironment

from authoring import errors
from authoring.llm.port import Message
from authoring.records.sketch import Guide

_SEPARATOR = re.compile(r"^---\n", re.MULTILINE)

_ENVIRONMENT = SandboxedEnvironment(
    undefined=StrictUndefined,
    autoescape=False,
    trim_blocks=True,
    lstrip_blocks=True,
)


def render(prompt: Guide, **values: Any) -> str:
    """Return a prompt with its values filled in. Values are text, never templates.

    Raises:
        TemplateError: when the prompt is no template, or asks for a value that this stage does not have.
    """
    template = _compiled(prompt.name, prompt.text)
    try:
        return template.render(values).strip("\n")
    except (TemplateError, TypeError, ValueError, ArithmeticError, LookupError) as error:
        raise _broken(prompt.name, str(error), 0) from error


def render_messages(prompt: Guide, **values: Any) -> tuple[Message, ...]:
    """Return the parts of a page as messages: the first the system's, the others a user's; lines ``---`` separate them.

    The first part is the same for every subject, so that a provider's cache keeps it; what changes comes last. A page
    is split before its values are filled in, so that no value can end a part.

    Raises:
        TemplateError: as for `render`.
    """
    system, *parts = [render(Guide(name=prompt.name, text=part), **values) for part in _SEPARATOR.split(prompt.text)]
    return (Message(role="system", content=system), *(Message(role="user", content=part) for part in parts))


def check_prompt(prompt: Guide) -> None:
    """Raise a TemplateError when a prompt is no template."""
    _compiled(prompt.name, prompt.text)


@lru_cache(maxsize=64)
def _compiled(name: str, text: str) -> Template:
    try:
        return _ENVIRONMENT.from_string(text)
    except TemplateSyntaxError as error:
        raise _broken(name, str(error.message), error.lineno) from error


def _broken(name: str, reason: str, line: int) -> errors.TemplateError:
    place = f"templates/prompts/{name}.md{f':{line}' if line else ''}"
    hint = "mend it; or remove the file and restore the one that comes with the toolkit: authoring init ."
    return errors.TemplateError(f"{place}: {reason}", hint=hint)
