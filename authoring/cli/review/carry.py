"""What a reviewer said of one revision, carried over to the next."""

from collections.abc import Iterable

from authoring.dseal.model import ProblemSet
from authoring.records.decision import Comment


def carried(
    old: ProblemSet, new: ProblemSet, accepted: Iterable[int], comments: Iterable[Comment]
) -> tuple[frozenset[int], tuple[Comment, ...]]:
    """Return the accepted problems and the comments under their numbers in the new text.

    A mark stays with a problem whose cell is word for word the same. A comment also follows a problem that was edited;
    that of a problem that is gone is left behind with the old revision.
    """
    same = unchanged(old, new)
    follows = same | _edited(old, new, same)
    return (
        frozenset(same[number] for number in accepted if number in same),
        tuple(
            comment.model_copy(update={"problem": None if comment.problem is None else follows[comment.problem]})
            for comment in comments
            if comment.problem is None or comment.problem in follows
        ),
    )


def unchanged(old: ProblemSet, new: ProblemSet) -> dict[int, int]:
    """Return the new number of every problem whose cell stayed the same, by its old number."""
    waiting: dict[str, list[int]] = {}
    for cell, problem in new.problems:
        waiting.setdefault(cell.source.strip(), []).append(problem.number)
    return {
        problem.number: waiting[cell.source.strip()].pop(0)
        for cell, problem in old.problems
        if waiting.get(cell.source.strip())
    }


def _edited(old: ProblemSet, new: ProblemSet, same: dict[int, int]) -> dict[int, int]:
    """Return old and new number of the one problem that was edited, where exactly one was."""
    gone = [problem.number for _, problem in old.problems if problem.number not in same]
    come = [problem.number for _, problem in new.problems if problem.number not in same.values()]
    return {gone[0]: come[0]} if len(gone) == len(come) == 1 else {}
