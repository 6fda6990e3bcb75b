"""A session of a sandbox elsewhere: every call is a request to the far side."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import TypeAdapter

from authoring.dseal.model import Json
from authoring.errors import SandboxError
from authoring.records.certificate.trial import RewriteTrial
from authoring.records.evidence import EXACT, CellRun, Judgement, Limits, Outcome, Patience, Variable
from authoring.sandbox.port import Memory, Session
from authoring.sandbox.remote.connection import Connection
from authoring.sandbox.remote.transport import OpenReply

STARTING_TIME = 180.0
"""Seconds for starting a program far away, or for importing there what a set needs."""
JUDGING_TIME = 300.0
"""Seconds for a judgement; the far side ends one much earlier."""
CLOSED_TEXT = "its session was closed"
T = TypeVar("T")
OPENED, CELL, JUDGED = TypeAdapter(OpenReply), TypeAdapter(CellRun), TypeAdapter(Judgement)
REWRITES: TypeAdapter[tuple[RewriteTrial, ...]] = TypeAdapter(tuple[RewriteTrial, ...])
VARIABLES: TypeAdapter[tuple[Variable, ...]] = TypeAdapter(tuple[Variable, ...])
MEMORY: TypeAdapter[Memory | None] = TypeAdapter(Memory | None)
NO_ANSWER: TypeAdapter[None] = TypeAdapter(None)
JSON: TypeAdapter[Any] = TypeAdapter(Any)


class CommandSession(Session):
    """A session of the far side; see `Session`."""

    def __init__(self, connection: Connection, number: int, patience: float) -> None:
        self._connection = connection
        self._number = number
        self._patience = patience
        self._validator: Mapping[str, Json] | None = None
        self._is_last = False
        self._closed = False

    def run(
        self,
        code: str,
        *,
        limits: Limits,
        forbid_names: Sequence[str] = (),
        trace: bool = False,
        figures: bool = False,
        patience: Patience = EXACT,
    ) -> CellRun:
        """Execute one cell; see `Session.run`.

        Raises:
            SandboxError: the far side failed, is gone, or does not end code that took too long.
        """
        if self._closed:
            return CellRun(outcome=Outcome.KILLED, seconds=0, peak_memory=0, detail=CLOSED_TEXT)
        details = {
            "validator": self._validator,
            "is_last": self._is_last,
            "code": code,
            "limits": limits.model_dump(),
            "forbid_names": list(forbid_names),
            "trace": trace,
            "figures": figures,
            "patience": patience.model_dump(),
        }
        run = self._request("run", CELL, patience.wall_factor * limits.max_time + self._patience, **details)
        # The far side may be hostile, and need not hold to the limits it was given.
        if len(run.stream) > limits.max_output:
            self._connection.end("it sent more output than the limits allow")
            raise self._connection.failure()
        return run

    def prepare(self, validator: Mapping[str, Json] | None, *, is_last: bool = False) -> None:
        """Say which validator will judge the next cell; see `Session.prepare`."""
        self._validator, self._is_last = validator, is_last

    def judge(self, submission: Session) -> Judgement:
        """Judge the last cell that `submission` ran; see `Session.judge`.

        Raises:
            SandboxError: one of the two is closed, elsewhere, or has run nothing; or the far side failed.
        """
        if not isinstance(submission, CommandSession) or submission._connection is not self._connection:  # noqa: SLF001 - of the same class
            raise SandboxError("two sessions of different places cannot be judged", hint="Open both in one sandbox.")
        return self._request("judge", JUDGED, JUDGING_TIME + self._patience, submission=submission._number)  # noqa: SLF001 - as above

    def judge_rewrites(self, matters: Collection[str], *, quick: bool = False) -> tuple[RewriteTrial, ...]:
        """Judge rewritten values of the last cell; see `Session.judge_rewrites`."""
        arguments = {"matters": sorted(matters), "quick": quick}
        return self._request("judge rewrites", REWRITES, JUDGING_TIME + self._patience, **arguments)

    def variables(self) -> tuple[Variable, ...]:
        """Return the session's variables; see `Session.variables`."""
        return self._request("variables", VARIABLES, JUDGING_TIME + self._patience)

    def separate(self) -> None:
        """Copy every variable on its own; see `Session.separate`."""
        if not self._closed:
            self._request("separate", NO_ANSWER, JUDGING_TIME + self._patience)

    @property
    def memory(self) -> Memory | None:
        """What this session holds now; see `Session.memory`."""
        return None if self._closed else self._request("memory", MEMORY, self._patience)

    def confine(self) -> None:
        """Keep this session away from those it branched from; see `Session.confine`."""
        self._request("confine", NO_ANSWER, self._patience)

    def branch(self) -> "CommandSession":
        """Fork; see `Session.branch`.

        Raises:
            SandboxError: this session ended, or the far side failed.
        """
        opened = self._request("branch", OPENED, STARTING_TIME + self._patience)
        if opened.session is None:
            self._connection.end("it sent an answer that is none")
            raise self._connection.failure()
        return CommandSession(self._connection, opened.session, self._patience)

    def call(self, function: str, arguments: Mapping[str, Json], *, limits: Limits) -> Json:
        """Call one of our own functions inside; see `Session.call`.

        Raises:
            SeedError: the function refused the data, or a limit did.
            SandboxError: the function failed, or the far side did.
        """
        details = {"function": function, "arguments": dict(arguments), "limits": limits.model_dump()}
        answer: Json = self._request("call", JSON, limits.max_time + self._patience, **details)
        return answer

    def close(self) -> None:
        """End the session; safe to call twice, and when the far side is gone."""
        if self._closed:
            return
        try:
            if not self._connection.ended:
                self._request("close", NO_ANSWER, self._patience)
        except SandboxError:
            if not self._connection.ended:
                raise
        finally:
            self._closed = True

    def _request(self, command: str, kind: TypeAdapter[T], seconds: float, **details: object) -> T:
        if self._closed:
            raise SandboxError(f"an ended session cannot do this: {CLOSED_TEXT}", hint="Open a new session.")
        header = {"command": command, "session": self._number, **details}
        return self._connection.request(header, kind, seconds=seconds)
