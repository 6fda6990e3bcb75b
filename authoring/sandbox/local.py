"""The sandbox of this machine: two warmed processes that fork a session each time one is asked for.

Sessions are processes of their own with limits on time, memory, output and files. They are not yet walled off from the
rest of the machine: code that means harm can read and write what the user can.
"""

import subprocess
import threading
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.errors import SandboxError
from authoring.protection import Level, Protection
from authoring.records import Pins
from authoring.sandbox import folders, interpreter, launch
from authoring.sandbox.inside.kernel import kill
from authoring.sandbox.local_session import LocalSession, Place
from authoring.sandbox.process import Family, Process, ProcessEndedError, ProcessLateError, answer_or_fail
from authoring.validators.base import Dialect

WARM_TIME = 180.0
"""Seconds for starting, or for importing what a set needs, on a machine that is very busy."""
MANY = 10
"""Sessions after which it pays to warm up what each of them does first."""
LAST_WORDS = 2_000
"""Characters of a zygote's log that an error quotes."""


@dataclass(slots=True)
class _Zygote:
    process: Process
    popen: subprocess.Popen[bytes]
    log: Path
    warm: set[str]
    sessions: int = 0


class LocalSandbox:
    """Opens sessions on this machine; use it from any thread. Close it, or let the interpreter's end do so.

    Args:
        python: the interpreter that runs cells and validators; None for the one that runs this tool.
        least: the level that must be reached.
        most: the level to stop at although the machine gives more; None for the best there is.

    Raises:
        UsageError: `python` is no interpreter that can.
        SandboxError: this machine does not give `least`; the hint says how to get it.
    """

    def __init__(self, python: Path | None = None, *, least: Level = Level.LIMITS, most: Level | None = None) -> None:
        del least, most
        self._python = interpreter.own() if python is None else interpreter.named(python)
        self._lock = threading.Lock()
        self._zygotes: dict[Pins, _Zygote] = {}
        self._sessions = 0
        self._folder: Path | None = None
        self._finalizer: weakref.finalize[[dict[Pins, _Zygote], Path], LocalSandbox] | None = None

    @property
    def fingerprint(self) -> str:
        """Kind, Python, machine, and a digest of every package's version that is installed for that Python."""
        python = self._python
        return f"local/1 python {python.version} {python.machine} packages {python.packages}"

    @property
    def protection(self) -> Protection:
        """What stands between the code and this machine; see `Sandbox.protection`."""
        return Protection(level=Level.LIMITS)

    def session(
        self,
        *,
        inputs: Sequence[Path] = (),
        modules: Sequence[str] = (),
        pins: Pins = Pins(),  # noqa: B008 - frozen
        dialect: Dialect = "dseval",
    ) -> LocalSession:
        """Open a session; see `Sandbox.session`.

        Raises:
            SandboxError: no process can be started, or an input cannot be copied.
        """
        zygote = self._zygote(pins)
        with self._lock:
            self._sessions += 1
            zygote.sessions += 1
            place = Place(zygote.log.parent / f"session-{self._sessions}", tuple(inputs), exists=False)
        try:
            fresh = sorted({*modules} - zygote.warm)
            rehearse = zygote.sessions == MANY
            if fresh or rehearse:
                header = {"command": "warm", "modules": fresh, "rehearse": rehearse}
                answer_or_fail(zygote.process.ask(header, seconds=WARM_TIME))
                zygote.warm.update(fresh)
            session = LocalSession(zygote.process.fork(), zygote.process, place)
        except (ProcessEndedError, ProcessLateError) as error:
            raise self._broken(zygote, pins) from error
        try:
            session.begin(pins.random_state, dialect)
        except SandboxError:
            session.close()
            folders.remove(place.folder)
            raise
        return session

    def versions(self, packages: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return (name, version) of each importable package among `packages`; see `Sandbox.versions`."""
        zygote = self._zygote(Pins())
        try:
            frame = answer_or_fail(zygote.process.ask({"command": "versions", "packages": list(packages)}))
        except (ProcessEndedError, ProcessLateError) as error:
            raise self._broken(zygote, Pins()) from error
        return tuple((name, version) for name, version in frame.header["versions"])

    def close(self) -> None:
        """End every process of this sandbox and remove its folder; safe to call twice."""
        if self._finalizer is not None:
            self._finalizer()

    def _zygote(self, pins: Pins) -> _Zygote:
        """Return the running zygote for these pins; start one where there is none."""
        pins = pins.model_copy(update={"random_state": 0})  # set in each session
        with self._lock:
            zygote = self._zygotes.get(pins)
            if zygote is not None and not zygote.process.ended and zygote.popen.poll() is None:
                return zygote
            if self._folder is None or self._finalizer is None or not self._finalizer.alive:
                self._folder = folders.make_folder()
                self._zygotes.clear()
                self._finalizer = weakref.finalize(self, _end, self._zygotes, self._folder)
            if zygote is not None:
                _end_zygote(zygote)
            log = self._folder / f"zygote-{len(list(self._folder.glob('zygote-*')))}.log"
            popen, end = launch.start(self._python, self._folder, pins, log)
            self._zygotes[pins] = _Zygote(Process(end, popen.pid, None, Family()), popen, log, set())
        return self._zygotes[pins]

    def _broken(self, zygote: _Zygote, pins: Pins) -> SandboxError:
        pins = pins.model_copy(update={"random_state": 0})
        words = zygote.log.read_text("utf-8", "replace")[-LAST_WORDS:] if zygote.log.exists() else ""
        with self._lock:
            if self._zygotes.get(pins) is zygote:
                del self._zygotes[pins]
        _end_zygote(zygote)
        return SandboxError(
            "the sandbox's own process is gone, or does not answer",
            hint=words or "See that memory is left, and try again.",
        )


def _end_zygote(zygote: _Zygote) -> None:
    """End a zygote and all below it: it kills what it has when its line closes."""
    zygote.process.hang_up()
    try:
        zygote.popen.wait(timeout=5)
    except subprocess.TimeoutExpired:
        kill(zygote.popen.pid)
        zygote.popen.wait()


def _end(zygotes: dict[Pins, _Zygote], folder: Path) -> None:
    for zygote in zygotes.values():
        _end_zygote(zygote)
    zygotes.clear()
    folders.remove(folder)
