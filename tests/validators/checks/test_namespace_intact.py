"""`namespace_intact` beside its cases."""

from collections.abc import Callable

from authoring.validators import build
from authoring.validators.base import CollectedItems, Verdict


def test_reason_names_the_variable(judge: Callable[..., Verdict]) -> None:
    """The first change that is not allowed is named."""
    verdict = judge("1", "x.append(1)", {"template": "empty", "namespace_intact": None}, "x = []")

    assert verdict.parts[0].reason == "Variable `x` was updated, and should not be"


def test_unheard_of_changes_are_refused() -> None:
    """A change of a kind that does not exist is not allowed."""
    validator = build({"template": "empty", "namespace_intact": None})

    verdict = validator.judge(
        CollectedItems({"namespace_intact.changes": {}}), CollectedItems({"namespace_intact.changes": {"x": "melted"}})
    )

    assert verdict.correct == "no"
