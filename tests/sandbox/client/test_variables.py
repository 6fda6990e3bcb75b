"""A session's variables are told by a fork, with their values' own methods and then without."""

import pytest

from authoring.errors import SandboxError
from authoring.records.evidence import Limits
from authoring.sandbox.client.session import LocalSession


def test_a_value_that_breaks_the_fork_is_told_by_its_type(session: LocalSession, limits: Limits) -> None:
    """What ends the process that shows it costs its text, and neither its type nor the session."""
    code = "import os\nclass Thing:\n    def __repr__(self):\n        os._exit(3)\nthing, number = Thing(), 5"
    session.run(code, limits=limits)

    assert {variable.name: variable.type for variable in session.variables()} == {"thing": "Thing", "number": "int"}
    assert session.run("number", limits=limits).outcome == "ok"


def test_an_ended_session_has_none(session: LocalSession, limits: Limits) -> None:
    """It is said that the session ended, and how."""
    session.run("import os\nos._exit(3)", limits=limits)

    with pytest.raises(SandboxError, match="an ended session has no variables"):
        session.variables()
