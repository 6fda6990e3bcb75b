"""Programs run in forks, bind no name there, and are not believed."""

from collections.abc import Iterator

import pytest

from authoring.gate.probes.fork_programs import SURROUNDINGS, call_in_fork, change_fork
from authoring.records.evidence import Limits, Outcome
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.port import Session


@pytest.fixture
def session() -> Iterator[Session]:
    """Open a session with a table."""
    sandbox = LocalSandbox()
    with sandbox.session() as opened:
        opened.run("import pandas as pd\ndf = pd.DataFrame({'a': [3, 1, 2], 'b': list('xyz')})", limits=Limits())
        yield opened
    sandbox.close()


def test_state_is_told(session: Session) -> None:
    """Tables are told with their columns, and no name is there that was not there before."""
    names = session.variables()
    state, run = change_fork(session, "reversed", (), 1)

    assert run.outcome is Outcome.OK
    assert state is not None
    assert state.tables == {"df": ("a", "b")}
    assert state.changed == 1
    assert [variable.name for variable in session.variables()] == [variable.name for variable in names]
    assert session.run("df['a'].tolist()", limits=Limits()).value.text == "[2, 1, 3]"  # type: ignore[union-attr]


def test_answer_of_another_shape_is_no_answer(session: Session) -> None:
    """What a session prints in the program's stead is refused."""
    session.run("print = lambda *_, **__: None", limits=Limits())
    state, run = call_in_fork(session, SURROUNDINGS, "noted_warnings", {})

    assert run.outcome is Outcome.OK
    assert state is None


def test_program_that_fails_is_told(session: Session) -> None:
    """An unknown change is an error in the fork, with its run to say why."""
    state, run = change_fork(session, "unknown", (), 1)

    assert state is None
    assert run.outcome is Outcome.ERROR
