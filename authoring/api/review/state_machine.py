"""The review as a state machine without a terminal: a key gives the next state and what is to be done.

`press_key` takes a key, `take_answer` the line that an `AskLine` asked for, `take_edit` what came back from the editor.
What they return besides the new state are effects, plain values that are carried out in order.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from authoring.api.decisions import carry_over
from authoring.dseal import drop_cell, move_cell, parse, replace_cell
from authoring.dseal.analysis.dependencies import effects_of
from authoring.dseal.diagnostic import Diagnostic, errors_in
from authoring.dseal.model import Cell, CellKind, Problem, ProblemSet
from authoring.records.certificate.problem import Certificate, ProblemCertificate
from authoring.records.decision import Action, Comment, Decision
from authoring.records.draft import Draft
from authoring.records.evidence import Evidence, ProblemRun, VariableChange
from authoring.records.pilot import PilotProblem, PilotRecord

_FIGURE_TYPES = ("matplotlib.", "mpl_toolkits.", "seaborn.")
"""How the types of figures, of their axes and of what is drawn on them begin."""


class PendingAnswer(StrEnum):
    """What the next answer is about."""

    COMMENT = "comment"
    DROP = "drop"
    MOVE = "move"
    REJECT = "reject"
    ADMIT = "admit"
    REASON = "reason"
    """Why the set is admitted although findings stand that take a reason."""


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
    pending: PendingAnswer | None = None
    certificate: Certificate | None = None
    """What trying answers on the validators of this text gave; None where none were tried."""
    pilot: PilotRecord | None = None
    """The part of the last pilot that counts for this text; None where there is none."""
    early: tuple[ProblemRun, ...] = ()
    """What cells gave while the dry run is under way; the evidence has it when all of them have run."""
    rejected: str = ""
    """What came back from the editor last, where it is no problem any more; empty where it was taken."""

    @property
    def is_under_way(self) -> bool:
        """Whether the dry run has not ended, so that nobody can decide yet."""
        return self.evidence.dry_run is None and not self.evidence.errors

    @property
    def trials(self) -> ProblemCertificate | None:
        """What was tried on the problem that is looked at; None where nothing was."""
        tried = self.certificate.problems if self.certificate else ()
        return next((problem for problem in tried if problem.cell == self.cells[self.position]), None)

    @property
    def piloted(self) -> PilotProblem | None:
        """What solvers answered to the problem that is looked at; None where nobody did."""
        problems = self.pilot.problems if self.pilot and self.problem else ()
        return next((problem for problem in problems if self.problem and problem.number == self.problem.number), None)

    @property
    def cell(self) -> Cell:
        """The cell that is looked at."""
        return self.problemset.cells[self.cells[self.position]]

    @property
    def problem(self) -> Problem | None:
        """The problem that is looked at; None for context and for a cell that cannot be read."""
        return self.cell.problem

    @property
    def is_context(self) -> bool:
        """Whether the cell that is looked at runs without being asked."""
        return self.cell.kind is CellKind.CONTEXT

    @property
    def run(self) -> ProblemRun | None:
        """What the dry run found of this cell."""
        runs = self.evidence.dry_run.cells if self.evidence.dry_run else self.early
        return next((run for run in runs if run.cell == self.cells[self.position]), None)

    @property
    def changes(self) -> tuple[VariableChange, ...]:
        """What the cell did to the names of its session.

        A figure is another object of memory after every look at it, so that DSEval's measure has it updated by each
        cell. Here it is by cells that name it or draw.
        """
        if self.run is None:
            return ()
        effects, run = effects_of(self.cell.code), self.run.run
        names = effects.loaded | effects.reads | effects.mutates
        return tuple(
            change
            for change in run.changes
            if change.change != "updated"
            or change.name in names
            or run.figures
            or not change.type.startswith(_FIGURE_TYPES)
        )

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """The findings about this cell."""
        return tuple(finding for finding in self.evidence.diagnostics if _is_about(finding, self.cell))

    @property
    def elsewhere(self) -> tuple[Diagnostic, ...]:
        """The findings about no cell that is shown: about the whole set, or what stands before the first cell."""
        cells = [self.problemset.cells[index] for index in self.cells]
        return tuple(
            finding for finding in self.evidence.diagnostics if not any(_is_about(finding, cell) for cell in cells)
        )

    @property
    def left(self) -> tuple[int, ...]:
        """Numbers of the problems that are not accepted yet."""
        return tuple(problem.number for _, problem in self.problemset.problems if problem.number not in self.accepted)


def _is_about(finding: Diagnostic, cell: Cell) -> bool:
    # A finding about a problem keeps to it wherever its line lies.
    if finding.problem is not None:
        return cell.problem is not None and finding.problem == cell.problem.number
    begin = cell.span.line
    # A cell without a line break is one line.
    return begin <= finding.line < begin + max(cell.source.count("\n"), 1)


@dataclass(frozen=True, slots=True)
class ShowCell:
    """Show the cell that is looked at."""


@dataclass(frozen=True, slots=True)
class ShowKeys:
    """Show what the keys do."""


@dataclass(frozen=True, slots=True)
class ShowMessage:
    """Show a message of one line."""

    message: str


@dataclass(frozen=True, slots=True)
class AskLine:
    """Ask for a line; it goes to `take_answer`."""

    question: str


@dataclass(frozen=True, slots=True)
class OpenEditor:
    """Open the cell's text in the person's editor; what comes back goes to `take_edit`."""

    source: str


@dataclass(frozen=True, slots=True)
class RecordDecision:
    """Record what was said of the draft, with all that is accepted and commented so far."""

    action: Action
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Record a new text and examine it; the review goes on at cell `cell` of it."""

    text: str
    cell: int


@dataclass(frozen=True, slots=True)
class ReviseByModel:
    """Have the run's model carry the comments out; the review goes on with what it wrote."""


@dataclass(frozen=True, slots=True)
class TryAnswers:
    """Try answers on the validators; what that finds goes to `take_certificate`."""


@dataclass(frozen=True, slots=True)
class EndReview:
    """Close the screen; the decisions so far are kept."""


Effect: TypeAlias = (
    ShowCell
    | ShowKeys
    | ShowMessage
    | AskLine
    | OpenEditor
    | RecordDecision
    | Rewrite
    | ReviseByModel
    | TryAnswers
    | EndReview
)
Transition: TypeAlias = tuple[Review, tuple[Effect, ...]]
UNSAID = {
    PendingAnswer.REJECT: "not rejected",
    PendingAnswer.REASON: "not admitted; n and p lead to the problems, A asks again",
}
"""What is shown where no reason was given for what takes one."""
SHOWN_KINDS = {CellKind.PROBLEM, CellKind.CONTEXT, CellKind.BROKEN}
FREE_KEYS = frozenset("npc?q")
"""Keys that may be pressed while the dry run is under way."""
KEYS = {
    "a": "accept this problem",
    "e": "edit this cell in $EDITOR",
    "c": "comment on it",
    "r": "have the model revise what was commented on",
    "d": "drop it",
    "m": "move it to another number",
    "n": "next",
    "p": "previous",
    "A": "admit the set, when every problem is accepted",
    "x": "reject the set",
    "?": "show the keys",
    "q": "quit; go on later where you stopped",
}


def start_review(draft: Draft, evidence: Evidence, decision: Decision | None) -> Review:
    """Return the state that a review begins with: at the first problem that is not accepted yet."""
    problemset = parse(draft.text)
    cells = tuple(index for index, cell in enumerate(problemset.cells) if cell.kind in SHOWN_KINDS)
    review = Review(
        draft=draft,
        evidence=evidence,
        problemset=problemset,
        cells=cells,
        position=0,
        accepted=frozenset(decision.accepted if decision else ()),
        comments=decision.comments if decision else (),
    )
    # A first review begins at the top, with what stands before the first problem.
    if not review.accepted:
        return review
    return replace(review, position=_first_left(review, behind=-1))


def first_effects(review: Review) -> tuple[Effect, ...]:
    """Return what is done at the beginning of a review."""
    if not review.cells:
        return (ShowMessage("there is no problem in this draft"), EndReview())
    return (ShowCell(),)


def continue_with(review: Review, draft: Draft, evidence: Evidence, cell: int) -> Transition:
    """Return the review of the new revision, at a cell of it."""
    accepted, comments = carry_over(review.problemset, parse(draft.text), review.accepted, review.comments)
    new = start_review(draft, evidence, None)
    # Where the cell is gone, the one behind it is shown.
    position = next((place for place, index in enumerate(new.cells) if index >= cell), len(new.cells) - 1)
    new = replace(new, position=position, comments=comments, accepted=accepted)
    # A cell may be unchanged and give another output now, which nobody has accepted.
    changed = _changed_outputs(review, new)
    if not changed:
        return new, (ShowCell(),)
    numbers = ", ".join(str(number) for number in sorted(changed))
    message = ShowMessage(f"accepted before, but the output is another now: problem {numbers}")
    return replace(new, accepted=accepted - changed), (RecordDecision(Action.REVISE), message, ShowCell())


def _changed_outputs(old: Review, new: Review) -> frozenset[int]:
    """Return the accepted problems of `new` that gave other evidence when they were accepted."""
    before = {old.problemset.cells[run.cell].source.strip(): run.run.digest for run in _runs(old) if _is_steady(run)}
    after = {run.number: (new.problemset.cells[run.cell].source.strip(), run.run.digest) for run in _runs(new)}
    return frozenset(
        number
        for number in new.accepted
        # A cell that was not steady, or not there, has no output that could be another now.
        if number in after and before.get(after[number][0], after[number][1]) != after[number][1]
    )


def _is_steady(run: ProblemRun) -> bool:
    """Say whether a cell gave the same evidence twice, so that other evidence means another output."""
    return run.repeat is not None and run.repeat.digest == run.run.digest


def _runs(review: Review) -> tuple[ProblemRun, ...]:
    return review.evidence.dry_run.cells if review.evidence.dry_run else ()


def press_key(review: Review, key: str) -> Transition:
    """Take a key."""
    if review.is_under_way and key not in FREE_KEYS:
        return review, (ShowMessage("the dry run is under way; nothing can be decided before it has ended"),)
    plain: dict[str, Effect] = {"e": OpenEditor(review.cell.source), "?": ShowKeys(), "q": EndReview()}
    steps = {"a": _accept, "c": _comment, "d": _drop, "m": _move, "r": _revise, "A": _admit, "x": _reject}
    if key in steps:
        return steps[key](review)
    if key in {"n", "p"}:
        return _go(review, 1 if key == "n" else -1)
    return review, (plain.get(key, ShowMessage("no such key; ? shows them all")),)


def _go(review: Review, by: int) -> Transition:
    position = review.position + by
    if not 0 <= position < len(review.cells):
        return review, (ShowMessage("this is the last one" if by > 0 else "this is the first one"),)
    return replace(review, position=position), (ShowCell(),)


def _accept(review: Review) -> Transition:
    if review.problem is None:
        return _go(review, 1)  # context needs no mark: whoever presses "a" all the way down has read it
    if errors_in(review.findings):
        return review, (ShowMessage("this problem has an error: edit or drop it first"),)
    accepted = replace(review, accepted=review.accepted | {review.problem.number})
    record = (RecordDecision(Action.REVISE), ShowMessage(f"problem {review.problem.number} accepted"))
    if accepted.left:
        return replace(accepted, position=_first_left(accepted, behind=review.position)), (*record, ShowCell())
    # With the last problem accepted, the question that comes next is asked at once.
    admitting, effects = _admit(accepted)
    return admitting, (*record, *effects)


def _first_left(review: Review, *, behind: int) -> int:
    """Return the position of the first problem not accepted, behind a position if there is one, else from the top."""
    positions = [
        position
        for position, index in enumerate(review.cells)
        if (problem := review.problemset.cells[index].problem) is not None and problem.number not in review.accepted
    ]
    return next(
        (position for position in positions if position > behind), positions[0] if positions else len(review.cells) - 1
    )


def _comment(review: Review) -> Transition:
    about = f"problem {review.problem.number}" if review.problem else "the set"
    return replace(review, pending=PendingAnswer.COMMENT), (AskLine(f"comment on {about} (empty: none)"),)


def _revise(review: Review) -> Transition:
    return review, (ReviseByModel(),) if review.comments else (ShowMessage("nothing was commented on; c comments"),)


def _drop(review: Review) -> Transition:
    # A set without a problem is none.
    if review.problem is not None and len(review.problemset.problems) == 1:
        return review, (ShowMessage("this is the only problem; x rejects the set"),)
    subject = f"problem {review.problem.number}" if review.problem else "this cell"
    return replace(review, pending=PendingAnswer.DROP), (AskLine(f"drop {subject}? [y/N]"),)


def _move(review: Review) -> Transition:
    if review.problem is None:
        return review, (ShowMessage("only a problem can be moved"),)
    count = len(review.problemset.problems)
    question = f"move problem {review.problem.number} to which number, 1 to {count}? (empty: nowhere)"
    return replace(review, pending=PendingAnswer.MOVE), (AskLine(question),)


def _admit(review: Review) -> Transition:
    if review.left:
        numbers = ", ".join(str(number) for number in review.left)
        return review, (ShowMessage(f"not accepted yet: problem {numbers}"),)
    # What has not run cannot be admitted, even where nothing was found.
    if review.evidence.errors or review.evidence.dry_run is None:
        first = review.evidence.errors[0] if review.evidence.errors else None
        detail = f": line {first.line}, {first.message}" if first else ""
        return review, (ShowMessage(f"the draft has errors{detail}"),)
    if review.certificate is None or not review.certificate.is_whole:
        return review, (ShowMessage("trying wrong and right answers on every validator"), TryAnswers())
    return _ask_for_admission(review)


def _ask_for_admission(review: Review) -> Transition:
    against = review.evidence.objections
    if against:
        first_objection = f"{against[0].code} {against[0].message}, problem {against[0].problem}"
        more = f", and {len(against) - 1} more" if len(against) > 1 else ""
        question = f"{first_objection}{more}: why admit the set all the same? (empty: do not admit)"
        return replace(review, pending=PendingAnswer.REASON), (AskLine(question),)
    count = len(review.problemset.problems)
    return replace(review, pending=PendingAnswer.ADMIT), (
        AskLine(f"all {count} problems are accepted: admit the set? [y/N]"),
    )


def take_certificate(review: Review, evidence: Evidence, certificate: Certificate | None) -> Transition:
    """Take the certificate, and the evidence with what it found, and go on to admit."""
    return _ask_for_admission(replace(review, evidence=evidence, certificate=certificate))


def _reject(review: Review) -> Transition:
    return replace(review, pending=PendingAnswer.REJECT), (
        AskLine("reject the whole set: why? (empty: do not reject)"),
    )


def take_answer(review: Review, line: str) -> Transition:
    """Take the line that was asked for."""
    pending, answer = review.pending, line.strip()
    # Whatever the answer is, the next key is a key again.
    review = replace(review, pending=None)
    if pending is PendingAnswer.COMMENT:
        return _add_comment(review, answer)
    if pending is PendingAnswer.MOVE:
        return _move_to(review, answer)
    if pending in UNSAID:
        action = Action.REJECT if pending is PendingAnswer.REJECT else Action.ADMIT
        return review, (RecordDecision(action, answer), EndReview()) if answer else (ShowMessage(UNSAID[pending]),)
    agreed = answer.lower() in {"y", "yes"}
    if pending is PendingAnswer.ADMIT:
        return review, (RecordDecision(Action.ADMIT), EndReview()) if agreed else (
            ShowMessage("not admitted; A asks again"),
        )
    if not agreed:
        return review, (ShowMessage("nothing dropped"),)
    index = review.cells[review.position]
    return review, (Rewrite(drop_cell(review.problemset, index), index),)


def _add_comment(review: Review, text: str) -> Transition:
    if not text:
        return review, (ShowMessage("no comment"),)
    comment = Comment(problem=review.problem.number if review.problem else None, text=text)
    return replace(review, comments=(*review.comments, comment)), (
        RecordDecision(Action.REVISE),
        ShowMessage("comment kept"),
    )


def _move_to(review: Review, answer: str) -> Transition:
    problems = review.problemset.problems
    current = review.problem.number if review.problem else 0
    # `isdigit` would let superscripts pass, which `int` refuses.
    if not answer.isdecimal() or not 1 <= int(answer) <= len(problems) or int(answer) == current:
        return review, (ShowMessage("nothing moved"),)
    # Numbers count problems only; cells between them are context.
    target = review.problemset.cells.index(problems[int(answer) - 1][0])
    return review, (Rewrite(move_cell(review.problemset, review.cells[review.position], target), target),)


def take_edit(review: Review, source: str | None, problem: str = "") -> Transition:
    """Take what came back from the editor; None, and why, where nothing did."""
    if source is None:
        return review, (ShowMessage(f"nothing changed: {problem}"),)
    if source == review.cell.source or not source.removeprefix("# %%").strip():
        return review, (ShowMessage("nothing changed"),)
    if source == review.rejected:
        return replace(review, rejected=""), (ShowMessage("nothing changed: it was saved with the same error"),)
    index = review.cells[review.position]
    text = replace_cell(review.problemset, index, source)
    rewritten = parse(text)
    errors = errors_in(rewritten.diagnostics)
    if errors and len(rewritten.problems) < len(review.problemset.problems):
        # What is no problem any more has no place for its comment, its level and its number.
        line = errors[0].line - review.cell.span.line + 1
        message = (
            f"line {line} of the cell: {errors[0].message}; it is open again: mend it, or save it as it is to give up"
        )
        return replace(review, rejected=source), (ShowMessage(message), OpenEditor(source))
    return replace(review, rejected=""), (Rewrite(text, index),)
