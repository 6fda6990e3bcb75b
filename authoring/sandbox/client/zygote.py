"""A zygote as the client sees it: a warmed process, what was forked from it ahead, and the keepers that are free."""

import socket
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from authoring.errors import SandboxError
from authoring.sandbox.client.process import Process, ProcessEndedError, ProcessLateError, answer_or_fail
from authoring.sandbox.client.session_tree import Family
from authoring.sandbox.client.supervisor import Keeper, Place, Room
from authoring.sandbox.inside.kernel import kill
from authoring.sandbox.inside.protocol import BadFrameError, LateError, Line, LineClosedError

WARM_TIME = 180.0
"""Seconds for starting, or for importing what a set needs, on a machine that is very busy."""
MANY = 10
"""Sessions after which it pays to warm up what each of them does first."""
AHEAD = 1
"""Sessions that are forked before anybody asks for them."""
SPARE = 4
"""Empty keepers that are kept at most."""
PATIENCE = 5.0
"""Seconds that an ending waits for what is under way."""
Ready = tuple[Family, Process, Place]


@dataclass(slots=True)
class Zygote:
    """A zygote's process and what belongs to it. Use it from any thread."""

    popen: subprocess.Popen[bytes]
    end: socket.socket
    """Our end of its line."""
    log: Path
    room: Callable[[], Room]
    """Returns a room for a further family."""
    _greeted: Process | None = None
    """The process, once it has said that it is ready."""
    _warm: set[str] = field(default_factory=set)
    _generation: int = 0
    """How often it was warmed up; what was forked before is not as warm."""
    _ready: list[Ready] = field(default_factory=list)
    """Sessions that were forked ahead; none has run anything."""
    _spare: list[Keeper] = field(default_factory=list)
    """Keepers that are being cleared, or are empty."""
    _sessions: int = 0
    _closed: bool = False
    _ahead: threading.Thread = field(default_factory=threading.Thread)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    """Held by whoever waits for it, warms it, or takes from what is ready."""

    @property
    def ended(self) -> bool:
        """Whether it is gone."""
        gone = self._greeted is not None and bool(self._greeted.ended)
        return self._closed or gone or self.popen.poll() is not None

    def take(self, modules: Sequence[str]) -> Ready:
        """Return a session that is warm for these modules: one forked ahead, or one forked now.

        Raises:
            ProcessEndedError: the zygote is gone.
            ProcessLateError: it does not answer.
            SandboxError: no room can be made.
        """
        with self._lock:
            self._sessions += 1
            fresh = sorted({*modules} - self._warm)
            rehearse = self._sessions == MANY
            if fresh or rehearse:
                header = {"command": "warm", "modules": fresh, "rehearse": rehearse}
                answer_or_fail(self._process().ask(header, seconds=WARM_TIME))
                self._warm.update(fresh)
                self._generation += 1
                self._drop_ready()
            while self._ready:
                family, process, place = self._ready.pop()
                if family.alive:
                    return family, process, place
                family.end()
            return self._forked()

    def fork_ahead(self) -> None:
        """Have the next session forked while this one works; who asks for it meanwhile forks one himself."""

        def fork() -> None:
            with self._lock:
                if len(self._ready) < AHEAD and not self.ended:
                    try:
                        self._ready.append(self._forked())
                    except (ProcessEndedError, ProcessLateError, SandboxError, OSError):
                        return  # whoever asks next is told

        if len(self._ready) < AHEAD and not self._ahead.is_alive():
            self._ahead = threading.Thread(target=fork, daemon=True)
            self._ahead.start()

    def versions(self, packages: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return (name, version) of each importable package among `packages`; errors as in `take`."""
        with self._lock:
            frame = answer_or_fail(self._process().ask({"command": "versions", "packages": list(packages)}))
        return tuple((name, version) for name, version in frame.header["versions"])

    def close(self) -> None:
        """End it and all below it: it kills what it has when its line closes."""
        held = self._lock.acquire(timeout=PATIENCE)  # somebody may be forking ahead; nobody forks after this
        self._closed = True
        self._drop_ready()
        if held:
            self._lock.release()
        if self._greeted is not None:
            self._greeted.forget()
        self.end.close()
        try:
            self.popen.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            kill(self.popen.pid)
            self.popen.wait()

    def _process(self) -> Process:
        """Return the process, as soon as it is ready."""
        if self._greeted is None:
            try:
                frame = Line(self.end).receive(deadline=time.monotonic() + WARM_TIME)
            except LateError as late:
                raise ProcessLateError from late
            except (LineClosedError, BadFrameError) as error:
                raise ProcessEndedError("it did not start") from error
            self._greeted = Process(self.end, frame.descriptors, int(frame.header["pid"]), None)
        return self._greeted

    def _forked(self) -> Ready:
        """Fork a session from an empty keeper, or from a new one."""
        family = Family(self._keeper(), self._retire)
        try:
            return family, *family.session()
        except (ProcessEndedError, SandboxError):
            family.end()
            raise

    def _keeper(self) -> Keeper:
        while self._spare:
            keeper = self._spare.pop()
            if keeper.generation == self._generation and keeper.cleared():
                return keeper
            keeper.end()
        return Keeper.forked(self._process(), self.room(), self._generation)

    def _retire(self, keeper: Keeper) -> None:
        """Keep a keeper that is being cleared for a further session, if any will come."""
        if keeper.generation == self._generation and len(self._spare) < SPARE:
            self._spare.append(keeper)
        else:
            keeper.end()
        if self._closed:  # by somebody else, meanwhile
            self._drop_ready()

    def _drop_ready(self) -> None:
        while self._ready:
            self._ready.pop()[0].end()
        while self._spare:
            self._spare.pop().end()
