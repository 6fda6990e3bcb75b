"""The request for rules that follow from reviewers' comments."""

from collections.abc import Sequence
from dataclasses import dataclass

from authoring.llm.port import Request
from authoring.llm.prompt import commented, cut, cut_middle, fenced, render_messages
from authoring.records.lesson import Lessons, ReviewComment
from authoring.records.sketch import Guide, Schema

MOST_COMMENT = 2_000
"""Characters of a comment that are shown."""
MOST_PROBLEM = 1_500
"""Characters of a question, and of a code, that are shown."""


@dataclass(frozen=True, slots=True)
class RenderedComment:
    """A comment as the prompt shows it."""

    number: int
    about: str
    text: str
    problem: str


def lessons_request(comments: Sequence[ReviewComment], lessons: Lessons, *, prompt: Guide, schema: Schema) -> Request:
    """Ask for rules that follow from comments, which the prompt numbers from 1; `lessons` holds the existing rules."""
    # What stands behind a line `---` of the page changes from call to call, and comes last for the prompt cache.
    rules = fenced("rules", "\n".join(f"{rule.number}. {rule.text}" for rule in lessons.rules)) if lessons.rules else ""
    rendered = [_render_comment(number, comment) for number, comment in enumerate(comments, 1)]
    messages = render_messages(prompt, rules=rules, comments=rendered)
    return Request(purpose="lessons", subject="lessons", messages=messages, stable=1, schema_=schema)


def _render_comment(number: int, comment: ReviewComment) -> RenderedComment:
    parts = (cut(comment.question.strip(), MOST_PROBLEM), cut_middle(comment.code.strip(), MOST_PROBLEM))
    problem = "\n---\n".join(part for part in parts if part)
    return RenderedComment(
        number=number,
        about="a whole set" if comment.problem is None else "one problem",
        text=commented(cut(comment.text.strip(), MOST_COMMENT)),
        problem=fenced("problem", problem) if problem else "",
    )
