"""The sandbox elsewhere: any program that starts ``authoring serve`` and passes its standard streams on."""

import threading
import weakref
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter

from authoring.errors import SandboxError, UsageError
from authoring.records.evidence import Pins
from authoring.records.protection import Level, Protection
from authoring.sandbox.remote.connection import Connection, Program
from authoring.sandbox.remote.file_transfer import pack_inputs
from authoring.sandbox.remote.server import own_version
from authoring.sandbox.remote.session import NO_ANSWER, OPENED, STARTING_TIME, CommandSession
from authoring.sandbox.remote.transport import PROTOCOL, ServerInfo
from authoring.validators.base import Dialect

SLACK = 90.0
"""Seconds for what the far side does besides running code, on a machine that is very busy; then it is given up."""
MAX_ATTEMPTS = 3
"""Times that inputs are sent again because other sessions' took their place."""
BEGUN_ADAPTER = TypeAdapter(ServerInfo)
VERSIONS_ADAPTER: TypeAdapter[tuple[tuple[str, str], ...]] = TypeAdapter(tuple[tuple[str, str], ...])


class CommandSandbox:
    """Opens sessions elsewhere; use it from any thread. Close it, or let the interpreter's end do so.

    Args:
        command: the program and its arguments; it must not ask for anything.
        minimum_level: the level that the far side must reach.
        python: the interpreter there that runs cells and validators; None for the one that runs this tool there.
        patience: seconds over what the far side allows itself, after which it is given up.
    """

    kind = "command"

    def __init__(
        self,
        command: Sequence[str],
        *,
        minimum_level: Level = Level.LIMITS,
        python: Path | None = None,
        patience: float = SLACK,
    ) -> None:
        if not command:
            raise UsageError("the command that starts the sandbox is empty", hint="See sandbox.command.")
        self._command = tuple(command)
        self._least = minimum_level
        self._python = python
        self._patience = patience
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._server_info: ServerInfo | None = None
        self._finalizer: weakref.finalize[[], CommandSandbox] | None = None

    @property
    def fingerprint(self) -> str:
        """The kind of this sandbox, and the fingerprint of the far side."""
        return f"{self.kind}/1 {self._connected()[1].fingerprint}"

    @property
    def protection(self) -> Protection:
        """What stands between the code and the far machine, as the far side says; see `Sandbox.protection`."""
        return self._protection_from(self._connected()[1])

    def session(
        self,
        *,
        inputs: Sequence[Path] = (),
        modules: Sequence[str] = (),
        pins: Pins = Pins(),  # noqa: B008 - frozen
        dialect: Dialect = "dseval",
    ) -> CommandSession:
        """Open a session; see `Sandbox.session`.

        Raises:
            SandboxError: the program cannot be started or is gone, or an input cannot be copied.
        """
        connection, _ = self._connected()
        with pack_inputs(inputs) as package:
            header = {
                "command": "open",
                "entries": [entry.model_dump() for entry in package.entries],
                "modules": list(modules),
                "pins": pins.model_dump(),
                "dialect": dialect,
            }
            # The far side keeps inputs by their hashes and says which it lacks; when those are sent, opening is tried
            # again.
            for _ in range(MAX_ATTEMPTS):
                opened = connection.request(header, OPENED, seconds=STARTING_TIME + self._patience)
                if opened.session is not None:
                    return CommandSession(connection, opened.session, self._patience)
                for sha256 in opened.missing:
                    # The far side may be hostile: it gets the files of this session's inputs and no others.
                    if sha256 not in package.files:
                        connection.end("it asked for a file that is no input")
                        raise connection.failure()
                    content = package.files[sha256].read_bytes()
                    connection.request({"command": "keep", "sha256": sha256}, NO_ANSWER, content, seconds=STARTING_TIME)
        connection.end("it does not keep the inputs it is sent")
        raise connection.failure()

    def prepare(self, pins: Sequence[Pins]) -> None:
        """Do nothing: the far side starts with the first session."""

    def versions(self, packages: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return (name, version) of each importable package among `packages`; see `Sandbox.versions`."""
        connection, _ = self._connected()
        return connection.request(
            {"command": "versions", "packages": list(packages)}, VERSIONS_ADAPTER, seconds=STARTING_TIME
        )

    def close(self) -> None:
        """End the far side; safe to call twice."""
        if self._finalizer is not None:
            self._finalizer()

    def _program(self) -> Program:
        """Return the program to start; called again whenever the far side has to be restarted."""
        return Program(self._command)

    def _level_required_there(self) -> Level:
        """Return the level that the far side itself must reach."""
        return self._least

    def _protection_from(self, begun: ServerInfo) -> Protection:
        """Return the protection as a whole."""
        return begun.protection

    def _connected(self) -> tuple[Connection, ServerInfo]:
        """Return the running far side; start one where there is none."""
        with self._lock:
            if self._connection is None or self._server_info is None or self._connection.ended:
                self.close()
                self._connection = Connection(self._program())
                # Whoever forgets to close leaves no process behind.
                self._finalizer = weakref.finalize(self, self._connection.close)
                self._server_info = self._begin(self._connection)
            return self._connection, self._server_info

    def _begin(self, connection: Connection) -> ServerInfo:
        """Request version, protection and fingerprint of the far side.

        Raises:
            SandboxError: it is another version, or does not reach the level that is demanded.
            UsageError: there is no such interpreter there.
        """
        header = {
            "command": "begin",
            "least": self._level_required_there().value,
            "python": str(self._python) if self._python else "",
        }
        try:
            begun = connection.request(header, BEGUN_ADAPTER, seconds=STARTING_TIME)
            self._refuse_unfit(begun)
        except (SandboxError, UsageError):
            connection.close()
            raise
        return begun

    def _refuse_unfit(self, begun: ServerInfo) -> None:
        # Evidence of another version may say the same in other words, and digests would differ for no reason of the
        # code.
        if (begun.protocol, begun.version) != (PROTOCOL, own_version()):
            raise SandboxError(
                f"the far side of the sandbox is version {begun.version}, this side is {own_version()}",
                hint="Install the same version of dseal-authoring on both sides.",
            )
        reached = self._protection_from(begun).level
        if not reached.at_least(self._least):
            raise SandboxError(
                f"the far side of the sandbox reaches the level {reached}, and {self._least} is demanded",
                hint="Run `authoring doctor` there, or ask for less with sandbox.isolation in authoring.toml.",
            )
