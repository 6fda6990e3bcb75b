"""A session elsewhere is a row of requests: each names the session, and answers are held against what was asked.

That it behaves as a session of this machine does is proven by the contract in test_port and by test_command.
"""

from collections.abc import Mapping
from typing import Any, cast

import pytest
from pydantic import TypeAdapter

from authoring.errors import SandboxError
from authoring.records.certificate.trial import RewriteTrial
from authoring.records.evidence import CellRun, Limits, Outcome
from authoring.sandbox.fake import FakeSandbox
from authoring.sandbox.remote.session import CLOSED_TEXT, CommandSession

LIMITS = Limits(max_output=10)
PATIENCE = 5.0
RUN = {"outcome": "ok", "seconds": 0, "peak_memory": 0, "stream": "ok"}


class ScriptedConnection:
    """Answers each command from a table, and notes what was asked and how long one would have waited."""

    def __init__(self, **answers: Any) -> None:
        self.answers = answers
        self.requests: list[tuple[dict[str, Any], float]] = []
        self.ended = ""

    def request(self, header: Mapping[str, Any], kind: TypeAdapter[Any], body: bytes = b"", *, seconds: float) -> Any:
        """Answer from the table."""
        del body
        self.requests.append((dict(header), seconds))
        return kind.validate_python(self.answers.get(header["command"]))

    def end(self, reason: str) -> None:
        """Note why the line was ended."""
        self.ended = reason

    def failure(self) -> SandboxError:
        """Say why there are no answers."""
        return SandboxError(self.ended, hint="")


def session_of(connection: ScriptedConnection, number: int = 7) -> CommandSession:
    """Return a session over a line of the test's own."""
    return CommandSession(cast("Any", connection), number, PATIENCE)


def test_a_cell_travels_with_what_judges_it() -> None:
    """Code, limits and the validator that was prepared go in one request; the wait is bounded by the limit."""
    connection = ScriptedConnection(run=RUN)
    session = session_of(connection)
    session.prepare({"result": {}})
    run = session.run("1 + 1", limits=LIMITS, forbid_names=["x"])
    ((header, seconds),) = connection.requests

    assert run == CellRun.model_validate(RUN)
    assert (header["session"], header["code"], header["forbid_names"]) == (7, "1 + 1", ["x"])
    assert header["validator"] == {"result": {}}
    assert Limits.model_validate(header["limits"]) == LIMITS
    assert seconds == LIMITS.max_time + PATIENCE


def test_more_output_than_allowed_is_a_lie() -> None:
    """A far side that does not hold the limits is not listened to any more."""
    connection = ScriptedConnection(run={**RUN, "stream": "x" * 11})
    with pytest.raises(SandboxError, match="more output than the limits allow"):
        session_of(connection).run("1", limits=LIMITS)

    assert connection.ended


def test_a_branch_is_another_session_of_the_same_line() -> None:
    """Its number is what the far side says; an answer without one ends the line."""
    connection = ScriptedConnection(branch={"session": 8}, judge={"correct": "yes", "category": "and"})
    session = session_of(connection)
    branch = session.branch()

    assert session.judge(branch).correct == "yes"
    assert (connection.requests[-1][0]["session"], connection.requests[-1][0]["submission"]) == (7, 8)
    silent = ScriptedConnection(branch={"session": None})
    with pytest.raises(SandboxError, match="an answer that is none"):
        session_of(silent).branch()


def test_sessions_of_different_places_are_not_judged() -> None:
    """Nothing is sent about a session that the far side does not know."""
    connection = ScriptedConnection()
    for stranger in (session_of(ScriptedConnection()), FakeSandbox().session()):
        with pytest.raises(SandboxError, match="different places"):
            session_of(connection).judge(stranger)

    assert connection.requests == []


def test_a_closed_session_asks_nothing() -> None:
    """It is closed once; later cells are killed, and everything else is an error."""
    connection = ScriptedConnection()
    session = session_of(connection)
    session.close()
    session.close()
    run = session.run("1", limits=LIMITS)

    assert [header["command"] for header, _ in connection.requests] == ["close"]
    assert (run.outcome, run.detail, session.memory) == (Outcome.KILLED, CLOSED_TEXT, None)
    with pytest.raises(SandboxError, match=CLOSED_TEXT):
        session.variables()


def test_rewritten_values_are_judged_elsewhere() -> None:
    """The words of the form travel, and the trials come back as records."""
    trial = RewriteTrial(
        side="right", operator="as-list", subject="value", description="a list", text="[1]", judgement="refused"
    )
    connection = ScriptedConnection(**{"judge rewrites": [trial.model_dump()]})
    trials = session_of(connection).judge_rewrites({"table", "container"})
    ((header, _),) = connection.requests

    assert trials == (trial,)
    assert header["matters"] == ["container", "table"]
