"""Verdicts are held against earlier ones, problem by problem and attempt by attempt."""

from authoring.evaluation.agreement import compare_verdicts, recorded_pairs
from authoring.records.results import RecordedResult, Submission, VerdictPair
from authoring.validators.verdicts import SubverdictName, VerdictName

CORRECT: VerdictPair = (VerdictName.CORRECT, SubverdictName.UNCATEGORIZED)
CRASH: VerdictPair = (VerdictName.CRASH, SubverdictName.UNCATEGORIZED)


def test_verdicts_that_differ_or_are_missing() -> None:
    """A change has the new verdict, or none where nothing was judged; what is new is counted."""
    old = {("a", 1, 1): CORRECT, ("a", 2, 1): CORRECT, ("a", 3, 1): CRASH}
    new = {("a", 1, 1): CORRECT, ("a", 2, 1): CRASH, ("a", 4, 1): CORRECT}

    agreement = compare_verdicts(old, new)

    assert (agreement.pairs, agreement.same, agreement.added, agreement.unjudged) == (3, 1, 1, 1)
    assert [(change.index, change.new) for change in agreement.changes] == [(2, CRASH), (3, None)]


def test_only_recorded_results_carry_verdicts() -> None:
    """A submission alone says nothing of how it was judged."""
    verdict, subverdict = CORRECT
    recorded = RecordedResult(problemset="a", index=1, code="x", verdict=verdict, subverdict=subverdict)

    assert recorded_pairs([Submission(problemset="a", index=2, code="x"), recorded]) == {("a", 1, 1): CORRECT}
