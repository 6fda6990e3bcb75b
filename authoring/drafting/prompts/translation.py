"""The request for questions in another language."""

from collections.abc import Sequence
from dataclasses import dataclass

from authoring.llm.port import Request
from authoring.llm.prompt import commented, cut, fenced, render_messages
from authoring.records.sketch import Guide, Schema

MOST_COMMENT = 2_000
"""Characters of a reviewer's comment that are shown; questions are never cut."""
MOST_FINDINGS = 1_000


@dataclass(frozen=True, slots=True)
class QuestionState:
    """A question of a set that is translated, with all that is known of its translation."""

    number: int
    original: str
    translation: str = ""
    """As it stands; empty where there is none."""
    findings: tuple[str, ...] = ()
    """What is wrong with it."""
    comments: tuple[str, ...] = ()
    """A reviewer's words."""


@dataclass(frozen=True, slots=True)
class _RenderedQuestion:
    number: int
    original: str
    translation: str
    findings: str
    comments: tuple[str, ...]


def translate_request(
    subject: str,
    questions: Sequence[QuestionState],
    numbers: Sequence[int],
    *,
    language: str,
    prompt: Guide,
    schema: Schema,
    sample: int = 0,
) -> Request:
    """Ask for questions in another language, in words such as ``Simplified Chinese``.

    `numbers` are those of the wanted questions, at least one; the sample counts earlier requests for the same
    questions.
    """
    # All questions of the set are shown: a translation is better for knowing what stands before and behind.
    messages = render_messages(
        prompt,
        language=language,
        questions=[_render_question(question) for question in questions],
        numbers=", ".join(f"question {number}" for number in numbers),
    )
    return Request(purpose="translate", subject=subject, messages=messages, stable=1, schema_=schema, sample=sample)


def _render_question(question: QuestionState) -> _RenderedQuestion:
    return _RenderedQuestion(
        number=question.number,
        original=fenced("question", question.original),
        translation=fenced("translation", question.translation) if question.translation else "",
        findings=fenced("findings", cut("\n".join(question.findings), MOST_FINDINGS)) if question.findings else "",
        comments=tuple(commented(cut(comment, MOST_COMMENT)) for comment in question.comments),
    )
