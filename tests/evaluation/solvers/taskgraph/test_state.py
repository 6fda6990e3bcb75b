"""Code runs behind that of the finished tasks and behind nothing else, in a real session too."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from authoring.evaluation.evaluate.scratchpad import ForkedScratchpad
from authoring.evaluation.solvers.taskgraph.state import FinishedState
from authoring.records.evidence import Outcome
from authoring.records.results import EvaluationOptions
from authoring.sandbox.client.local import LocalSandbox
from tests.evaluation.solvers.scene import problem_of


@pytest.fixture
def state() -> Iterator[FinishedState]:
    """Return the state of a real session in which nothing has run."""
    with (
        closing(LocalSandbox()) as sandbox,
        sandbox.session() as session,
        ForkedScratchpad(session, problem_of(), EvaluationOptions(max_time=20), separates=False) as scratchpad,
    ):
        yield FinishedState(scratchpad)


def value(state: FinishedState, code: str, *finished: str, is_look: bool = False) -> str:
    """Return the value of code that runs behind finished code; the exception's name where it raises one."""
    run = state.run(code, finished, is_look=is_look)
    if run.error is not None:
        return run.error.type
    return run.value.text if run.value is not None else run.outcome.value


def test_what_is_finished_stays_and_nothing_else(state: FinishedState) -> None:
    """A failure, a look, a task that was planned away and the end of a process all leave what is finished."""
    assert value(state, "a = [1]") == "ok"
    assert value(state, "a.append(2); a", "a = [1]") == "[1, 2]"
    # The second task was accepted, and the third fails after it changed something.
    finished = ("a = [1]", "a.append(2); a")
    assert state.rebuilds == 0
    assert value(state, "a.append(3); b = 1; no_such_name", *finished) == "NameError"
    assert value(state, "a, 'b' in globals()", *finished) == "([1, 2], False)"
    assert state.rebuilds == 1
    assert value(state, "a.clear(); a", *finished, is_look=True) == "[]"
    assert value(state, "a", *finished) == "[1, 2]"
    assert state.run("import os; os._exit(3)", finished).outcome is Outcome.KILLED
    assert value(state, "a", *finished) == "[1, 2]"
    # The second task was planned away.
    assert value(state, "a", "a = [1]") == "[1]"
    # Every look of this test runs in a state that the one before it had spoilt.
    assert state.rebuilds == 6
