"""A zygote as the client sees it: a warmed process, sessions forked from it ahead, and supervisors that are free."""

import socket
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from authoring.errors import SandboxError
from authoring.sandbox.client.memory_watch import MemoryWatch
from authoring.sandbox.client.process import Process, ProcessEndedError, ProcessLateError, answer_or_fail
from authoring.sandbox.client.session_tree import SessionTree
from authoring.sandbox.client.supervisor import SandboxRoot, SupervisorProcess, Workdir
from authoring.sandbox.inside.kernel import kill
from authoring.sandbox.inside.protocol import BadFrameError, DeadlineError, FrameSocket, SocketClosedError

WARM_TIME = 180.0
"""Seconds for starting, or for importing what a set needs, on a machine that is very busy."""
REHEARSE_AFTER = 10
"""Sessions after which it pays to warm up what each of them does first."""
FORKED_AHEAD = 1
"""Sessions that are forked before anybody asks for them."""
MAX_SPARE = 4
"""Empty supervisors that are kept at most."""
CLOSING_TIME = 5.0
"""Seconds that an ending waits for what is under way."""
ReadySession = tuple[SessionTree, Process, Workdir]


@dataclass(slots=True)
class Zygote:
    """A zygote's process and what belongs to it. Use it from any thread."""

    popen: subprocess.Popen[bytes]
    end: socket.socket
    """Our end of its control socket."""
    log: Path
    root: Callable[[], SandboxRoot]
    """Returns a sandbox root for a further session tree."""
    _greeted: Process | None = None
    """The process, once it has reported that it is ready."""
    _warm: set[str] = field(default_factory=set)
    _generation: int = 0
    """How often it was warmed up; what was forked before is not as warm."""
    _ready: list[ReadySession] = field(default_factory=list)
    """Sessions that were forked ahead; none has run anything."""
    _spare: list[SupervisorProcess] = field(default_factory=list)
    """Supervisors that are being cleared, or are empty."""
    _memory: MemoryWatch = field(default_factory=MemoryWatch)
    _sessions: int = 0
    _closed: bool = False
    _ahead: threading.Thread = field(default_factory=threading.Thread)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    """Held while waiting for the process, warming it up, or taking a session from those that are ready."""

    @property
    def has_exited(self) -> bool:
        """Whether it is gone."""
        # Its end shows in its socket, in its exit status, or in both.
        has_ended = self._greeted is not None and bool(self._greeted.ended)
        return self._closed or has_ended or self.popen.poll() is not None

    def take_session(self, modules: Sequence[str]) -> ReadySession:
        """Return a session that is warm for these modules: one forked ahead, or one forked now.

        Raises:
            ProcessEndedError: the zygote is gone.
            ProcessLateError: it does not answer.
            SandboxError: no sandbox root can be made.
        """
        with self._lock:
            self._sessions += 1
            fresh = sorted({*modules} - self._warm)
            rehearses = self._sessions == REHEARSE_AFTER
            if fresh or rehearses:
                # Sessions that were forked ahead lack the new imports, so they are dropped below.
                header = {"command": "warm", "modules": fresh, "rehearse": rehearses}
                answer_or_fail(self._process().request(header, seconds=WARM_TIME))
                self._warm.update(fresh)
                self._generation += 1
                self._drop_ready()
            while self._ready:
                tree, process, workdir = self._ready.pop()
                if tree.alive:
                    return tree, process, workdir
                tree.end()
            return self._fork_session()

    def fork_ahead(self) -> None:
        """Have the next session forked while this one works; who asks for it meanwhile forks one himself."""

        def fork() -> None:
            with self._lock:
                if len(self._ready) < FORKED_AHEAD and not self.has_exited:
                    try:
                        self._ready.append(self._fork_session())
                    except (ProcessEndedError, ProcessLateError, SandboxError, OSError):
                        return  # the next request will fail with the same error, and report it

        if len(self._ready) < FORKED_AHEAD and not self._ahead.is_alive():
            self._ahead = threading.Thread(target=fork, daemon=True)
            self._ahead.start()

    def versions(self, packages: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return (name, version) of each importable package among `packages`; errors as in `take_session`."""
        with self._lock:
            frame = answer_or_fail(self._process().request({"command": "versions", "packages": list(packages)}))
        return tuple((name, version) for name, version in frame.header["versions"])

    def close(self) -> None:
        """End it and everything below it, which it kills when its socket closes."""
        locked = self._lock.acquire(timeout=CLOSING_TIME)  # somebody may be forking ahead; nobody forks after this
        self._closed = True
        self._drop_ready()
        if locked:
            self._lock.release()
        if self._greeted is not None:
            self._greeted.forget()
        else:
            # It is importing pandas yet, and would see the closed socket only then.
            kill(self.popen.pid)
        self.end.close()
        try:
            self.popen.wait(timeout=CLOSING_TIME)
        except subprocess.TimeoutExpired:
            kill(self.popen.pid)
            self.popen.wait()

    def _process(self) -> Process:
        """Return the process, as soon as it is ready."""
        if self._greeted is None:
            try:
                frame = FrameSocket(self.end).receive(deadline=time.monotonic() + WARM_TIME)
            except DeadlineError as late:
                raise ProcessLateError from late
            except (SocketClosedError, BadFrameError) as error:
                raise ProcessEndedError("it did not start") from error
            self._greeted = Process(self.end, frame.descriptors, int(frame.header["pid"]), None)
        return self._greeted

    def _fork_session(self) -> ReadySession:
        """Fork a session from an empty supervisor, or from a new one."""
        tree = SessionTree(self._free_supervisor(), self._retire, self._memory)
        try:
            return tree, *tree.session()
        except (ProcessEndedError, SandboxError):
            tree.end()
            raise

    def _free_supervisor(self) -> SupervisorProcess:
        while self._spare:
            supervisor = self._spare.pop(0)  # the first has had the longest time to be cleared
            # A supervisor forked before the last warm-up would fork sessions without the new imports.
            if supervisor.generation == self._generation and supervisor.cleared():
                return supervisor
            supervisor.end()
        return SupervisorProcess.fork_from(self._process(), self.root(), self._generation)

    def _retire(self, supervisor: SupervisorProcess) -> None:
        """Keep a supervisor that is being cleared for a further session, if any will come."""
        if supervisor.generation == self._generation and len(self._spare) < MAX_SPARE:
            self._spare.append(supervisor)
        else:
            supervisor.end()
        if self._closed:  # by somebody else, meanwhile
            self._drop_ready()

    def _drop_ready(self) -> None:
        while self._ready:
            self._ready.pop()[0].end()
        while self._spare:
            self._spare.pop().end()
