"""The session that a solver goes on in is there for each answer, whatever the last one did."""

from contextlib import closing

from authoring.evaluation.evaluate.answer_states import ContinuedSession
from authoring.records.evidence import Limits
from authoring.records.results import EvaluationOptions
from authoring.sandbox.client.local import LocalSandbox

LIMITS = Limits(max_time=20)
DEATH = "import os\nos._exit(1)"


def test_a_session_is_made_again(sandbox: LocalSandbox) -> None:
    """What ended it leaves nothing; where it ends behind a cell, that cell's work is done again; none is left twice."""
    state = ContinuedSession(sandbox.session, EvaluationOptions())

    def names() -> list[str]:
        return [variable.name for variable in state.variables()]

    with closing(state):
        state.run(DEATH, LIMITS)
        assert names() == []
        state.run("a = 1", LIMITS)
        state.run(DEATH, LIMITS)
        assert names() == ["a"]
        run = state.session().run("b = a + 1", limits=LIMITS)
        # As if judging what the answer left had ended its process.
        state.session().run(DEATH, limits=LIMITS)
        state.note("b = a + 1", run, LIMITS)
        assert names() == ["a", "b"]
    state.end()


def test_a_cell_that_ends_its_session_the_second_time_is_left_out(sandbox: LocalSandbox) -> None:
    """The state is made without it, in a bounded number of rounds."""
    state = ContinuedSession(sandbox.session, EvaluationOptions())
    run = state.session().run("a = 1", limits=LIMITS)
    state.note("a = 1", run, LIMITS)
    # Noted as well as it ended where it ran first.
    state.note(DEATH, run, LIMITS)
    state.run("c = 3", LIMITS)
    state.run(DEATH, LIMITS)

    assert [variable.name for variable in state.variables()] == ["a", "c"]
    state.end()
