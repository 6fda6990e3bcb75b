"""One comparison and its verdict."""

import pandas as pd
import pytest

from authoring.validators.base import Difference, ValidatorError, Verdict
from authoring.validators.comparison import Comparison


def test_reasons_are_sentences() -> None:
    """Each verdict says of what it is, and why."""
    comparison = Comparison.read(None, "x")

    assert comparison.judge(1, 1, "c", "the sum") == Verdict("yes", "c", "The sum matches")
    assert comparison.judge(1, 2, "c", "the sum") == Verdict(
        "no",
        "c",
        "The sum is wrong: 2 instead of 1",
        kind="value",
        differences=(Difference("value", "1", "2"),),
    )
    assert comparison.judge([1, 2], [2, 1], "c", "the sum").reason == (
        "The sum matches, but only loosely: element 0: 2 instead of 1"
    )


def test_the_kind_is_the_loose_comparisons() -> None:
    """DSEval keeps the loose comparison's reason alone, so its kind counts; the differences are the strict one's."""
    reference = pd.DataFrame({"a": [1, 2]})
    submission = pd.DataFrame({"b": [1, 2], "c": [3, 4]})

    verdict = Comparison.read(None, "x").judge(reference, submission, "c")

    assert (verdict.kind, verdict.differences[0]) == ("columns", Difference("shape", "(2, 1)", "(2, 2)"))
    assert Comparison.read({"type_only": True}, "x").judge(1, "1", "c").kind == ""


def test_partial_matches_say_so() -> None:
    """A part of what was given is another partial match than one in another order."""
    frame = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
    comparison = Comparison.read(None, "x")

    assert comparison.judge(frame[["a"]], frame, "c").how == ("part",)
    assert comparison.judge([1, 2], [2, 1], "c").how == ()


def test_compare_fn_gets_copies() -> None:
    """Code that compares cannot change what it compares."""
    text = """
def compare_fn(reference, submission):
    reference.clear()
    submission.clear()
    return {"match": reference == submission}
"""
    one, other = [1], [2]

    assert Comparison.read(text, "x").judge(one, other, "c").correct == "yes"
    assert (one, other) == ([1], [2])


def test_compare_fn_is_not_run_when_read() -> None:
    """Reading a block runs none of its code; what is wrong with it shows when it judges."""
    comparison = Comparison.read("1 / 0", "variable `x`")

    with pytest.raises(ValidatorError, match="compare_fn of variable `x` failed: ZeroDivisionError"):
        comparison.judge(1, 1, "c")


def test_compare_fn_has_no_kind() -> None:
    """What code says is for people: its words decide nothing."""
    text = 'def compare_fn(one, other): return {"match": False, "reason": "Wrong value: shape mismatch"}'

    verdict = Comparison.read(text, "x").judge(1, 1, "c")

    assert (verdict.kind, verdict.reason) == ("", "The value is wrong: Wrong value: shape mismatch")


def test_compare_fn_may_leave_the_interpreter() -> None:
    """Code that exits refuses, and does not end the judge."""
    text = "def compare_fn(reference, submission): raise SystemExit"

    assert Comparison.read(text, "x").judge(1, 1, "c").correct == "no"


def test_brief_comparison_knows_yes_and_no_alone() -> None:
    """What matches loosely is refused without a grade, and what matches is accepted as ever."""
    comparison = Comparison.read({}, "x").brief()

    assert comparison.judge([1, 2], (1, 2), "result").correct == "yes"
    assert comparison.judge([1, 2], [2, 1], "result").correct == "no"
    assert Comparison.read({}, "x").judge([1, 2], [2, 1], "result").correct == "partial"
