"""How far two lists of verdicts agree: recorded ones against ours, or one run's against another's."""

from collections.abc import Iterable, Mapping

from rich.console import RenderableType
from rich.text import Text

from authoring.cli.views.render import counted, heading, plain, table
from authoring.records.base import Record
from authoring.records.results import Evaluation, RecordedResult, Submission
from authoring.validators.verdicts import SubverdictName, VerdictName

SHOWN = 8
"""Disagreements that are listed."""

NAME_WIDTH = 32
"""Columns for a set's name."""

Key = tuple[str, int, int]
"""Set, number of the problem, attempt."""

Pair = tuple[VerdictName, SubverdictName]


class Change(Record):
    """One verdict that is not what it was."""

    problemset: str
    index: int
    attempt: int
    old: Pair
    new: Pair | None
    """None where there is none."""


class Agreement(Record):
    """How far verdicts agree with earlier ones."""

    pairs: int
    """Earlier (verdict, sub-verdict) pairs."""
    same: int
    changes: tuple[Change, ...] = ()
    """What differs, or was not judged."""
    added: int = 0
    """Verdicts that have no earlier one."""

    @property
    def unjudged(self) -> int:
        """How many earlier verdicts have none against them."""
        return sum(change.new is None for change in self.changes)


def compare(old: Mapping[Key, Pair], new: Mapping[Key, Pair]) -> Agreement:
    """Hold verdicts against earlier ones."""
    changes = tuple(
        Change(problemset=key[0], index=key[1], attempt=key[2], old=pair, new=new.get(key))
        for key, pair in old.items()
        if new.get(key) != pair
    )
    added = sum(key not in old for key in new)
    return Agreement(pairs=len(old), same=len(old) - len(changes), changes=changes, added=added)


def recorded_pairs(results: Iterable[Submission]) -> dict[Key, Pair]:
    """Return the verdicts that a file of submissions carries; none where it holds submissions only."""
    return {
        (result.problemset, result.index, result.attempt): (result.verdict, result.subverdict)
        for result in results
        if isinstance(result, RecordedResult)
    }


def judged_pairs(evaluation: Evaluation) -> dict[Key, Pair]:
    """Return the verdicts of an evaluation."""
    return {
        (problem.problemset, problem.index, attempt.submission.attempt): (attempt.verdict, attempt.subverdict)
        for each in evaluation.sets
        for problem in each.problems
        for attempt in problem.attempts
    }


def agreement_view(agreement: Agreement, *, old: str = "recorded", new: str = "now") -> tuple[RenderableType, ...]:
    """Return how far verdicts agree, and the first few that do not.

    Args:
        agreement: what was compared.
        old: what the earlier verdicts are called.
        new: what the later ones are called.
    """
    said = f"{agreement.same:,} of {counted(agreement.pairs, 'verdict')} agree with what was {old}"
    style = "bold green" if agreement.same == agreement.pairs else "bold"
    parts: list[RenderableType] = [heading(said, style)]
    changes = [change for change in agreement.changes if change.new is not None]
    if changes:
        made = table("problem", f"{old}", f"{new}")
        for change in changes[:SHOWN]:
            place = plain(change.problemset)
            place.truncate(NAME_WIDTH, overflow="ellipsis")
            place.append(f" {change.index}" + (f", attempt {change.attempt}" if change.attempt > 1 else ""))
            made.add_row(place, Text(pair_words(change.old)), Text(pair_words(change.new)))
        parts.append(made)
    if len(changes) > SHOWN:
        parts.append(Text(f"… and {len(changes) - SHOWN} more; all of them with --json", "dim"))
    if agreement.unjudged:
        parts.append(Text(f"{counted(agreement.unjudged, 'verdict')} {old} for what was not judged {new}", "dim"))
    if agreement.added:
        parts.append(Text(f"{counted(agreement.added, 'verdict')} {new} for what was not judged before", "dim"))
    return (*parts, Text())


def pair_words(pair: Pair | None) -> str:
    """Return a verdict and its sub-verdict in words: ``wrong output, value mismatch``."""
    if pair is None:
        return "not judged"
    verdict, subverdict = (words(name) for name in pair)
    return verdict if pair[1] is SubverdictName.UNCATEGORIZED else f"{verdict}, {subverdict}"


def words(name: str) -> str:
    """Return DSEval's name of a verdict or sub-verdict as words."""
    return name.replace("_", " ").lower()
