"""A person's edit makes the next revision."""

from datetime import UTC, datetime

import pytest

from authoring.errors import UsageError
from authoring.records import Action, Decision, Draft, ProblemOrigin
from authoring.stages.revise import revise_draft

ONE = '# %%\n"""\nquestion: How many rows?\n"""\n1\n\n'
TWO = '# %%\n"""\nquestion: How many columns?\n"""\n2\n'
DRAFT = Draft(
    name="s",
    seed="s",
    revision=1,
    text=ONE + TWO,
    origins=(ProblemOrigin(origin="template:a"), ProblemOrigin(origin="template:b")),
)


def edited(text: str | None) -> Decision:
    """Return the decision of a person who wrote this text."""
    time = datetime(2026, 1, 1, tzinfo=UTC)
    return Decision(draft=DRAFT.sha256, action=Action.REVISE, reviewer="ada", time=time, text=text)


def test_untouched_problems_keep_their_origin() -> None:
    """What a person changed is the person's; what was left alone, or only moved, keeps its template."""
    changed = TWO.replace("columns", "numeric columns")
    revised = revise_draft(DRAFT, edited(changed + "\n" + ONE))

    assert revised.revision == 2
    assert [origin.origin for origin in revised.origins] == ["person", "template:a"]


def test_dropped_problem_takes_its_origin_along() -> None:
    """There is one origin per problem."""
    revised = revise_draft(DRAFT, edited(TWO))

    assert [origin.origin for origin in revised.origins] == ["template:b"]


def test_decision_without_a_text_makes_no_revision() -> None:
    """A comment alone changes nothing."""
    with pytest.raises(UsageError, match="holds no text"):
        revise_draft(DRAFT, edited(None))
