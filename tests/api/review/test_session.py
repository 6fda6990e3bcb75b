"""A review is carried out without a terminal: decisions are recorded, edits proved, admissions written."""

import json
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from authoring.api.reports import report_yield
from authoring.api.review.screen_clock import ScreenClock
from authoring.api.review.session import Recheck, ReviewSession, review
from authoring.api.review.state_machine import RecordDecision, press_key, take_answer, take_edit
from authoring.api.runs.lifecycle import OpenRun
from authoring.drafting.drafter import write_draft
from authoring.drafting.templates.drafter import TemplateDrafter
from authoring.gate.dry_run import dry_run
from authoring.records.decision import Action, Admission, Waiting
from authoring.records.draft import Draft
from authoring.records.evidence import CellRun, Pins
from authoring.records.profile import Profile
from authoring.records.run import RunSettings, RunState
from authoring.sandbox.fake import FakeSandbox, FakeSession
from authoring.validators.base import Dialect
from authoring.workspace import Workspace
from authoring.workspace.journal import Journal, read_screen_times


def test_examined_draft_is_what_the_command_prints(cli: Callable[..., Any], drafted: Workspace) -> None:
    """The record is the document of --json."""
    state = review(drafted, "penguins")

    assert state.model_dump(mode="json") == cli("review", "penguins", "--json", "--workspace", drafted.root).json


@pytest.mark.exhaustive
def test_edit_is_proved_and_marks_are_kept(drafted: Workspace) -> None:
    """An accepted problem stays accepted when another one is edited; what was decided is there afterwards."""

    def edit_second(session: ReviewSession) -> RunState:
        state, _ = press_key(session.start(), "n")
        accepted, effects = press_key(state, "a")
        session.record(accepted, Action.REVISE)
        assert isinstance(effects[0], RecordDecision)
        source = accepted.cell.source.replace("1 decimal", "2 decimals").replace(", 1)", ", 2)")
        _, (rewrite,) = take_edit(accepted, source)
        revised, _ = session.rewrite(accepted, rewrite)  # type: ignore[arg-type]
        assert (revised.accepted, revised.draft.revision) == (frozenset({1}), 2)
        return session.end()

    result = review(drafted, "penguins", reviewer="ada", conduct=edit_second)

    assert isinstance(result.state, Waiting)
    assert "2 decimals" in result.state.draft.text
    assert (result.accepted, result.problems, result.is_revisable) == (1, 3, False)


@pytest.mark.exhaustive
def test_admission_is_written(drafted: Workspace) -> None:
    """A reviewer who admits the set finds it in the benchmark."""

    def admit_all(session: ReviewSession) -> RunState:
        state = session.start()
        state, _ = press_key(state, "n")
        for _ in range(3):
            state, _ = press_key(state, "a")
        state, _ = session.try_answers(state)
        state, (effect, _) = take_answer(state, "y")
        assert effect == RecordDecision(Action.ADMIT)
        session.record(state, Action.ADMIT)
        return session.end()

    result = review(drafted, "penguins", reviewer="ada", conduct=admit_all)

    assert isinstance(result.state, Admission)
    assert result.admission is not None
    assert drafted.problemsets() == ("penguins",)


class Gate(FakeSandbox):
    """A sandbox in which the last problem of the draft runs when a test lets it."""

    opened = threading.Event()

    def session(
        self,
        *,
        inputs: Sequence[Path] = (),
        modules: Sequence[str] = (),
        pins: Pins = Pins(),  # noqa: B008 - frozen
        dialect: Dialect = "dseval",
    ) -> FakeSession:
        """Open a session that waits."""
        del inputs, modules, dialect
        return Waiter(self, pins.hash_seed)


class Waiter(FakeSession):
    """A session of a `Gate`."""

    def run(self, code: str, **options: Any) -> CellRun:
        """Wait before the last problem."""
        if "tail" in code:
            assert isinstance(self.sandbox, Gate)
            assert self.sandbox.opened.wait(60)
        return super().run(code, **options)


def test_reviewer_reads_before_the_dry_run_ends(seeded: Workspace, draft: Draft) -> None:
    """The first card comes before any reference runs; results come in as they are there, and are those of a dry run."""
    sandbox, seed = Gate(answers={"profile_tables": {"tables": []}}), seeded.read_seed("penguins")
    settings = RunSettings(
        name="penguins", seed=seed, templates=(), examples=(), limits=seeded.settings.limits, random_seed=0
    )
    with Journal.open(seeded.journal_path("penguins"), settings) as journal:
        run = OpenRun(seeded, journal, sandbox)
        about = {"drafter": TemplateDrafter(()), "name": "penguins", "examples": (), "random_seed": 0}
        journal.record(write_draft, draft, seed, Profile(seed="penguins", tables=()), **about)  # type: ignore[arg-type]
        waiting = run.advance(defer=True)
        assert isinstance(waiting, Waiting)
        with closing(Recheck(run)) as recheck:
            session = ReviewSession(run, "ada", recheck, waiting)
            review = session.start(wait=False)
            assert review.is_under_way
            assert press_key(review, "a")[0] == review
            while not review.run:
                review = session.look(review)
            assert review.is_under_way
            commented, effects = take_answer(press_key(review, "c")[0], "a fair start")
            assert isinstance(effects[0], RecordDecision)
            session.record(commented, Action.REVISE)
            still_waiting = session.end()
            sandbox.opened.set()
            settled = session.settled(commented)

        assert isinstance(still_waiting, Waiting)
        assert still_waiting.evidence.dry_run is None
        assert settled.evidence.dry_run == dry_run(
            draft.text, inputs=run.files, limits=settings.limits, sandbox=sandbox
        )
        assert (settled.early, settled.comments, settled.is_under_way) == ((), commented.comments, False)


def test_time_at_the_screen_is_in_the_journal(drafted: Workspace) -> None:
    """It is noted before what it led to, and when the reviewer leaves; who did nothing leaves no line."""
    path = drafted.journal_path("penguins")

    def comment(session: ReviewSession) -> RunState:
        watched = replace(session, clock=ScreenClock(iter([0.0, 40.0, 100.0, 120.0]).__next__))
        review = watched.start(wait=False)
        with watched.clock.running():
            commented, _ = take_answer(press_key(review, "c")[0], "a fair start")
        watched.record(commented, Action.REVISE)
        assert json.loads(path.read_text().splitlines()[-2])["kind"] == "screen-time"
        with watched.clock.running():
            watched.note_screen_time()
        watched.note_screen_time()
        return watched.end()

    review(drafted, "penguins", reviewer="ada", conduct=comment)

    assert [(spent.reviewer, spent.seconds) for spent in read_screen_times(path)] == [("ada", 40), ("ada", 20)]
    assert report_yield(workspace=drafted.root).total.minutes == 1


def test_review_begins_without_running_anything(drafted: Workspace) -> None:
    """A draft whose dry run is not in the journal is put before the reviewer at once."""

    def leave(session: ReviewSession) -> RunState:
        assert session.run.journal.ran == []
        assert session.waiting.evidence.dry_run is None
        return session.end()

    assert review(drafted, "penguins", reviewer="ada", conduct=leave).accepted == 0
