"""A review as it is carried out: the run, what its reviewer decides, and edits that are proved at once."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, overload

from authoring.api.decisions import (
    AdmissionResult,
    admit_waiting,
    carry_over,
    certified_state,
    pilot_of_draft,
    revise_by_model,
    settle,
)
from authoring.api.models import ModelAccess
from authoring.api.review.screen_clock import ScreenClock
from authoring.api.review.state_machine import (
    EndReview,
    RecordDecision,
    Review,
    Rewrite,
    ShowMessage,
    Transition,
    continue_with,
    start_review,
    take_certificate,
)
from authoring.api.runs.lifecycle import OpenRun, make_decision, open_run
from authoring.api.verification import lint_with
from authoring.dseal import parse
from authoring.dseal.diagnostic import errors_in
from authoring.errors import AuthoringError
from authoring.evaluation.pilot.validity import with_pilot_trials
from authoring.gate.certificate.lookup import recorded_certificate
from authoring.gate.dry_run import Rehearsal, dry_run
from authoring.gate.dry_run_findings import check_inputs
from authoring.records.base import Record, sha256_of
from authoring.records.decision import Action, Admission, ScreenTime, Waiting
from authoring.records.evidence import ProblemRun
from authoring.records.progress import NOBODY, Reporter, reporting
from authoring.records.run import RunState
from authoring.workspace import Workspace

if TYPE_CHECKING:
    from authoring.records.evidence import DryRun


class ReviewResult(Record):
    """Where a draft stands after a review."""

    state: RunState
    admission: AdmissionResult | None = None
    """The set in the benchmark, where the draft was admitted."""
    accepted: int = 0
    """Problems that are marked as good."""
    problems: int = 0
    is_revisable: bool = False
    """Whether there are comments, and a model that can carry them out."""


def examine_draft(
    workspace: Workspace, name: str, *, access: ModelAccess = ModelAccess(), reporter: Reporter = NOBODY
) -> RunState:
    """Take a run as far as it goes without a person, and return where it stands.

    Raises:
        UsageError: there is no draft of this name.
        ModelError: the run's model gave no usable reply.
    """
    with open_run(workspace, name, access=access, reporter=reporter) as run:
        return run.advance()


@overload
def review(
    workspace: Workspace, name: str, *, access: ModelAccess = ModelAccess(), reporter: Reporter = NOBODY
) -> RunState: ...
@overload
def review(
    workspace: Workspace,
    name: str,
    *,
    reviewer: str,
    conduct: Callable[["ReviewSession"], RunState],
    access: ModelAccess = ModelAccess(),
    reporter: Reporter = NOBODY,
) -> ReviewResult: ...
@overload
def review(
    workspace: Workspace,
    name: str,
    *,
    reviewer: str,
    conduct: Callable[["ReviewSession"], RunState] | None,
    access: ModelAccess = ModelAccess(),
    reporter: Reporter = NOBODY,
) -> ReviewResult | RunState: ...
def review(
    workspace: Workspace,
    name: str,
    *,
    reviewer: str = "",
    conduct: Callable[["ReviewSession"], RunState] | None = None,
    access: ModelAccess = ModelAccess(),
    reporter: Reporter = NOBODY,
) -> ReviewResult | RunState:
    """Put a draft before a reviewer, and carry an admission out; without a reviewer, only examine the draft.

    `conduct` goes through the draft with the reviewer, under whose name decisions are kept; it returns where the run
    stands when they leave, which is what `ReviewSession.end` gives. A draft that is admitted or rejected already is not
    put before anybody.

    Raises:
        UsageError: there is no draft of this name.
    """
    if conduct is None:
        return examine_draft(workspace, name, access=access, reporter=reporter)
    with open_run(workspace, name, access=access, reporter=reporter) as run:
        # Where the dry run is missing, the reviewer reads while it is made.
        state = run.advance(defer=True)
        if isinstance(state, Waiting):
            with closing(Recheck(run)) as recheck:
                session = ReviewSession(run, reviewer, recheck, state)
                try:
                    state = conduct(session)
                finally:
                    # Who only read has spent that time, too.
                    session.note_screen_time()
        if isinstance(state, Admission):
            return ReviewResult(state=state, admission=settle(run, state))
        if not isinstance(state, Waiting):
            return ReviewResult(state=state)
        decision = run.journal.decision(state.draft)
        return ReviewResult(
            state=state,
            accepted=len(decision.accepted) if decision else 0,
            problems=len(parse(state.draft.text).problems),
            is_revisable=bool(decision and decision.comments and run.journal.settings.model.name),
        )


@dataclass(frozen=True, slots=True)
class ReviewSession:
    """A reviewer in front of a draft, until they leave or the draft is admitted or rejected."""

    run: OpenRun
    reviewer: str
    recheck: "Recheck"
    waiting: Waiting
    clock: ScreenClock = field(default_factory=ScreenClock)
    """Adds up the time in which the screen is used; whoever holds the review says when it is."""

    def start(self, *, wait: bool = True) -> Review:
        """Return the state that the review begins with, and begin to warm the draft's states.

        Where the draft's dry run is not in the journal, it is waited for, unless `wait` is false: `look` and `settled`
        then give what it finds.

        Raises:
            SandboxError: the sandbox failed.
        """
        draft = self.waiting.draft
        self.recheck.warm(draft.text)
        review = start_review(draft, self.waiting.evidence, self.run.journal.decision(draft))
        review = self._with_trials(review)
        return self.settled(review) if wait else review

    def look(self, review: Review) -> Review:
        """Return the review with what the dry run that is under way has found by now, without waiting for more.

        Raises:
            SandboxError: the sandbox failed.
        """
        if not self.recheck.is_warming:
            return self.settled(review)
        runs = self.recheck.results
        return review if len(runs) == len(review.early) else replace(review, early=runs)

    def settled(self, review: Review) -> Review:
        """Return the review with all its evidence; wait for the dry run where it is under way.

        Raises:
            SandboxError: the sandbox failed.
        """
        if not review.is_under_way:
            return review
        self.recheck.run(review.draft.text)
        state = self.run.advance()
        return replace(review, evidence=state.evidence, early=()) if isinstance(state, Waiting) else review

    def end(self) -> RunState:
        """Return where the run stands."""
        return self.run.advance(defer=True)

    def record(self, review: Review, action: Action, reason: str = "", *, text: str | None = None) -> None:
        """Record what was decided of the draft, with all that is accepted and commented so far.

        An admission is carried out at once, and recorded when the set stands in the benchmark.

        Raises:
            WorkspaceError: a set of another origin has the draft's name, or a file cannot be written.
        """
        self.note_screen_time()
        decide = partial(make_decision, review.draft.sha256, action, self.reviewer, reason=reason, text=text)
        decision = decide(comments=review.comments, accepted=review.accepted)
        if action is Action.ADMIT:
            admit_waiting(self.run, Waiting(draft=review.draft, evidence=review.evidence), decision)
        else:
            self.run.journal.decide(decision)

    def note_screen_time(self) -> None:
        """Record the time at the screen that is not in the journal yet, so that a crash loses none of what led here."""
        seconds = round(self.clock.read_out(), 1)
        if seconds:
            noted = ScreenTime(reviewer=self.reviewer, time=datetime.now(UTC).replace(microsecond=0), seconds=seconds)
            self.run.journal.note_screen_time(noted)

    def rewrite(self, review: Review, rewrite: Rewrite) -> Transition:
        """Record a new text, examine it, and return the review of it."""
        accepted, comments = carry_over(review.problemset, parse(rewrite.text), review.accepted, review.comments)
        # What is carried over is said of the new text before the old text leads there: a person who edits back to an
        # earlier text would otherwise leave two texts in the journal that lead to each other.
        successor = sha256_of(rewrite.text)
        decide = partial(make_decision, successor, Action.REVISE, self.reviewer)
        self.run.journal.decide(decide(comments=comments, accepted=accepted))
        self.record(review, Action.REVISE, text=rewrite.text)
        self.recheck.run(rewrite.text)
        state = self.run.advance()
        if not isinstance(state, Waiting):
            return review, (EndReview(),)
        edited, effects = continue_with(review, state.draft, state.evidence, rewrite.cell)
        return self._with_trials(edited), effects

    def try_answers(self, review: Review) -> Transition:
        """Try answers on the validators of a draft that runs well, and go on to admit it.

        Raises:
            SandboxError: the sandbox failed.
        """
        certified = certified_state(self.run, Waiting(draft=review.draft, evidence=review.evidence))
        return take_certificate(review, certified.evidence, self._with_trials(review).certificate)

    def _with_trials(self, review: Review) -> Review:
        """Return a review with what the journal knows of the draft's validators, and what counts of its pilot."""
        draft, pilot = review.draft, pilot_of_draft(self.run, review.draft)
        recorded = recorded_certificate(self.run.journal, draft, self.run.files, sandbox=self.run.sandbox)
        return replace(review, certificate=with_pilot_trials(recorded, draft.text, pilot), pilot=pilot)

    def revise(self, review: Review) -> Transition:
        """Have the model carry the comments out; where it cannot, they are kept."""
        if not self.run.journal.settings.model.name:
            return review, (ShowMessage("templates wrote this draft, and no model: e edits a problem"),)
        try:
            state = revise_by_model(self.run, review.draft, self.reviewer)
        except AuthoringError as error:
            return review, (ShowMessage(f"not revised, the comments are kept: {error.message}"),)
        if not isinstance(state, Waiting):
            return review, (EndReview(),)
        cells = review.problemset.cells
        changed = [number for number, cell in enumerate(cells) if cell.source not in state.draft.text]
        revised, effects = continue_with(review, state.draft, state.evidence, changed[0] if changed else 0)
        revised = self._with_trials(revised)
        # What was asked for is done; a comment that is still meant is made again.
        return replace(revised, comments=()), (RecordDecision(Action.REVISE), *effects)


class _ClosedError(Exception):
    """The reviewer left while the states were still being warmed."""


class Recheck:
    """Keeps the states of a draft at hand while its reviewer reads, so that an edit is proved in no time.

    A review begins with evidence out of the journal and no session at all. `warm` walks the draft's cells in the
    background; `run` then starts from the state before the first cell that changed. Whoever makes it closes it.
    """

    def __init__(self, run: OpenRun) -> None:
        self._journal = run.journal
        self._files = run.files
        self._sandbox = run.sandbox
        self._reporter = run.reporter
        pinned = run.journal.settings
        self._rehearsal = Rehearsal(
            inputs=self._files, limits=pinned.limits, sandbox=run.sandbox, dialect=pinned.dialect
        )
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="warm")
        self._warming: Future[DryRun] | None = None
        self._closed = Event()

    def warm(self, text: str) -> None:
        """Begin to walk the cells of a draft in the background; a text that lint refuses has no states."""
        if not self._is_refused(text):
            # Not waited for: the reviewer reads meanwhile.
            self._warming = self._thread.submit(self._rehearsal.run, text, progress=self._check_closed)

    @property
    def is_warming(self) -> bool:
        """Whether cells are being walked in the background."""
        return self._warming is not None and not self._warming.done()

    @property
    def results(self) -> tuple[ProblemRun, ...]:
        """What the cells gave that have run so far."""
        return self._rehearsal.results

    def run(self, text: str) -> None:
        """Run what changed and record the whole, as if the pipeline had run all of it.

        Raises:
            SandboxError: the sandbox failed.
        """
        if self._is_refused(text):
            return
        with reporting(self._reporter, "running what changed") as progress:
            if self._warming is not None:
                # Whatever broke the warming shows up again, and in the open, in the run that follows.
                self._warming.exception()
            result = self._rehearsal.run(text, progress=progress)
        self._journal.record(
            dry_run,
            result,
            text,
            inputs=self._files,
            limits=self._journal.settings.limits,
            sandbox=self._sandbox,
            dialect=self._journal.settings.dialect,
        )

    def close(self) -> None:
        """Stop warming after the cell that runs, and let go of every state; safe to call twice."""
        # Set first: warming looks at it after every cell, and the next line waits for warming.
        self._closed.set()
        self._thread.shutdown(wait=True)
        self._rehearsal.close()

    def _is_refused(self, text: str) -> bool:
        pinned = self._journal.settings
        findings = (*lint_with(text, pinned.seed, self._files), *check_inputs(self._files, pinned.limits))
        return bool(errors_in(findings))

    def _check_closed(self, cells: int, total: int) -> None:
        if self._closed.is_set():
            raise _ClosedError(f"after {cells} of {total}")
