"""The problems of a set, one by one, with where they come from and what their dry run showed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from authoring.dseal import parse
from authoring.records.draft import ProblemOrigin
from authoring.records.evidence import DryRun, ProblemRun


@dataclass(frozen=True, slots=True)
class ProblemLine:
    """One problem of a set with what is known of it."""

    number: int
    level: str
    question: str
    run: ProblemRun | None


def problem_lines(text: str, origins: Sequence[ProblemOrigin], run: DryRun | None) -> Iterator[ProblemLine]:
    """Yield the problems of a text in order.

    Args:
        text: DSEAL.
        origins: where problems come from, in order; it may be shorter than the text has problems.
        run: the dry run, if there was one.
    """
    runs = {cell.number: cell for cell in run.cells} if run else {}
    for _, problem in parse(text).problems:
        origin = origins[problem.number - 1] if problem.number <= len(origins) else None
        level = (origin.level or "") if origin else ""
        yield ProblemLine(problem.number, level, problem.question, runs.get(problem.number))
