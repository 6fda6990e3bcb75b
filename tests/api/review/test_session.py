"""A review is carried out without a terminal: decisions are recorded, edits proved, admissions written."""

from collections.abc import Callable
from typing import Any

import pytest

from authoring.api.review.session import ReviewSession, examine, review
from authoring.api.review.state_machine import RecordDecision, press_key, take_answer, take_edit
from authoring.records.decision import Action, Admission, Waiting
from authoring.records.run import RunState
from authoring.workspace import Workspace


def test_examined_draft_is_what_the_command_prints(cli: Callable[..., Any], drafted: Workspace) -> None:
    """The record is the document of --json."""
    state = examine(drafted, "penguins")

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
        state, (effect, _) = take_answer(state, "y")
        assert effect == RecordDecision(Action.ADMIT)
        session.record(state, Action.ADMIT)
        return session.end()

    result = review(drafted, "penguins", reviewer="ada", conduct=admit_all)

    assert isinstance(result.state, Admission)
    assert result.admission is not None
    assert drafted.problemsets() == ("penguins",)
