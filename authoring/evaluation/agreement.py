"""How far two lists of verdicts agree: recorded ones against ours, or one run's against another's."""

from collections.abc import Iterable, Mapping

from authoring.records.results import Agreement, Evaluation, RecordedResult, Submission, VerdictChange, VerdictPair

AttemptKey = tuple[str, int, int]
"""Set, number of the problem, attempt."""


def compare_verdicts(old: Mapping[AttemptKey, VerdictPair], new: Mapping[AttemptKey, VerdictPair]) -> Agreement:
    """Hold verdicts against earlier ones."""
    # A verdict that is missing now is a change to None; one that is new has nothing to agree with, and is only counted.
    changes = tuple(
        VerdictChange(problemset=key[0], index=key[1], attempt=key[2], old=pair, new=new.get(key))
        for key, pair in old.items()
        if new.get(key) != pair
    )
    added = sum(key not in old for key in new)
    return Agreement(pairs=len(old), same=len(old) - len(changes), changes=changes, added=added)


def recorded_pairs(results: Iterable[Submission]) -> dict[AttemptKey, VerdictPair]:
    """Return the verdicts that a file of submissions carries; none where it holds submissions only."""
    return {
        (result.problemset, result.index, result.attempt): (result.verdict, result.subverdict)
        for result in results
        if isinstance(result, RecordedResult)
    }


def judged_pairs(evaluation: Evaluation) -> dict[AttemptKey, VerdictPair]:
    """Return the verdicts of an evaluation."""
    return {
        (problem.problemset, problem.index, attempt.submission.attempt): (attempt.verdict, attempt.subverdict)
        for set_result in evaluation.sets
        for problem in set_result.problems
        for attempt in problem.attempts
    }
