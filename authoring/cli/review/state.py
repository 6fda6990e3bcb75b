"""Where a review stands, and what can be asked of whoever sits at the terminal."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Cell, Problem, ProblemSet
from authoring.records.decision import Action, Comment
from authoring.records.draft import Draft
from authoring.records.evidence import Evidence, ProblemRun


class Pending(StrEnum):
    """What the next answer is about."""

    COMMENT = "comment"
    DROP = "drop"
    MOVE = "move"
    REJECT = "reject"
    ADMIT = "admit"


@dataclass(frozen=True, slots=True)
class Review:
    """Where a review stands."""

    draft: Draft
    evidence: Evidence
    problemset: ProblemSet
    cells: tuple[int, ...]
    """Indexes of the cells that are shown: problems, context, and what could not be read."""
    position: int
    """Index into `cells`."""
    accepted: frozenset[int]
    """Numbers of the problems marked as good."""
    comments: tuple[Comment, ...]
    pending: Pending | None = None

    @property
    def cell(self) -> Cell:
        """The cell that is looked at."""
        return self.problemset.cells[self.cells[self.position]]

    @property
    def problem(self) -> Problem | None:
        """The problem that is looked at; None for context and for a cell that cannot be read."""
        return self.cell.problem

    @property
    def run(self) -> ProblemRun | None:
        """What the dry run found of this cell."""
        runs = self.evidence.dry_run.cells if self.evidence.dry_run else ()
        return next((run for run in runs if run.cell == self.cells[self.position]), None)

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """The findings about this cell."""
        return tuple(finding for finding in self.evidence.diagnostics if _is_about(finding, self.cell))

    @property
    def elsewhere(self) -> tuple[Diagnostic, ...]:
        """The findings about no cell that is shown: about the whole set, or what stands before the first cell."""
        shown = [self.problemset.cells[index] for index in self.cells]
        return tuple(
            finding for finding in self.evidence.diagnostics if not any(_is_about(finding, cell) for cell in shown)
        )

    @property
    def left(self) -> tuple[int, ...]:
        """Numbers of the problems that are not accepted yet."""
        return tuple(problem.number for _, problem in self.problemset.problems if problem.number not in self.accepted)


def _is_about(finding: Diagnostic, cell: Cell) -> bool:
    if finding.problem is not None:
        return cell.problem is not None and finding.problem == cell.problem.number
    begin = cell.span.line
    return begin <= finding.line < begin + max(cell.source.count("\n"), 1)


@dataclass(frozen=True, slots=True)
class Show:
    """Show the cell that is looked at."""


@dataclass(frozen=True, slots=True)
class ShowKeys:
    """Show what the keys do."""


@dataclass(frozen=True, slots=True)
class Tell:
    """Say something in one line."""

    message: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask for a line; it goes to `answer`."""

    question: str


@dataclass(frozen=True, slots=True)
class OpenEditor:
    """Open the cell's text in the person's editor; what comes back goes to `edited`."""

    source: str


@dataclass(frozen=True, slots=True)
class Keep:
    """Record what was said of the draft, with all that is accepted and commented so far."""

    action: Action
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Record a new text and examine it; the review goes on at cell `cell` of it."""

    text: str
    cell: int


@dataclass(frozen=True, slots=True)
class CarryOut:
    """Have the run's model carry the comments out; the review goes on with what it wrote."""


@dataclass(frozen=True, slots=True)
class Leave:
    """End the sitting."""


Effect: TypeAlias = Show | ShowKeys | Tell | Ask | OpenEditor | Keep | Rewrite | CarryOut | Leave
Step: TypeAlias = tuple[Review, tuple[Effect, ...]]
