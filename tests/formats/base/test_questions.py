"""The questions of a set in the language of an export."""

import pytest

from authoring.formats.base.questions import exported_question
from authoring.records.bundle import AdmittedSet, TranslatedQuestion, Translation

TEXT = '# %%\n"""\nquestion: |\n  Count the rows.\n"""\nlen(df)\n'


def a_set(text: str = "数一数。", *, reviewer: str = "Ada", original: str = "Count the rows.\n") -> AdmittedSet:
    """Return a set of one question with a translation."""
    question = TranslatedQuestion(number=1, original=original, text=text, reviewer=reviewer)
    return AdmittedSet(
        name="tiny", text=TEXT, inputs=(), translations=(Translation(language="zh", questions=(question,)),)
    )


def test_original_needs_no_translation() -> None:
    """English is what is written."""
    assert exported_question(a_set(), 1, "en") == ("Count the rows.", ())


def test_reviewed_translation_is_used() -> None:
    """A translation that fits and that somebody looked at is the question."""
    assert exported_question(a_set(), 1, "zh") == ("数一数。", ())


@pytest.mark.parametrize(
    ("problemset", "code", "passing"),
    [
        (a_set(text=" "), "DS771", "Count the rows."),
        (AdmittedSet(name="tiny", text=TEXT, inputs=()), "DS771", "Count the rows."),
        (a_set(reviewer=""), "DS772", "数一数。"),
        (a_set(original="Count the columns."), "DS773", "Count the rows."),
    ],
)
def test_anything_else_is_an_error(problemset: AdmittedSet, code: str, passing: str) -> None:
    """What is missing, unreviewed or stale is an error at the question, with the way out; let pass, it is as told."""
    question, [finding] = exported_question(problemset, 1, "zh")

    assert question == passing
    assert (finding.code, finding.severity, finding.path) == (code, "error", "tiny.py")
    assert (finding.line, finding.problem, finding.source_line) == (3, 1, "question: |")
    assert "authoring translate tiny --language zh" in finding.hint
