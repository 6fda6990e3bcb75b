"""The sandbox of this machine: warmed processes that fork a session each time one is asked for.

What stands between a session and the machine depends on what the kernel gives: `LocalSandbox.protection` says it.
"""

import socket
import subprocess
import threading
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from authoring.errors import SandboxError
from authoring.protection import Level, Protection
from authoring.records import Pins
from authoring.sandbox import folders, interpreter, launch, walls
from authoring.sandbox.cgroups import Cgroups
from authoring.sandbox.family import Family, Place, Room
from authoring.sandbox.inside.kernel import kill
from authoring.sandbox.inside.walls.rooms import ROOM
from authoring.sandbox.inside.wire import BadFrameError, LateError, Line, LineClosedError
from authoring.sandbox.launch import Site
from authoring.sandbox.local_session import LocalSession
from authoring.sandbox.process import Process, ProcessEndedError, ProcessLateError, answer_or_fail
from authoring.sandbox.replayed import ReplayableSession
from authoring.sandbox.staging import Staging
from authoring.validators.base import Dialect

WARM_TIME = 180.0
"""Seconds for starting, or for importing what a set needs, on a machine that is very busy."""
MANY = 10
"""Sessions after which it pays to warm up what each of them does first."""
AHEAD = 1
"""Sessions that are forked before anybody asks for them, per zygote."""
PATIENCE = 5.0
"""Seconds that an ending waits for what is under way."""
LAST_WORDS = 2_000
"""Characters of a zygote's log that an error quotes."""
Ready = tuple[Family, Process, Place]


@dataclass(slots=True)
class _Zygote:
    popen: subprocess.Popen[bytes]
    end: socket.socket
    """Our end of its line."""
    log: Path
    greeted: Process | None = None
    """The process, once it has said that it is ready."""
    warm: set[str] = field(default_factory=set)
    ready: list[Ready] = field(default_factory=list)
    """Sessions that were forked ahead; none has run anything."""
    sessions: int = 0
    closed: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)
    """Held by whoever waits for it, warms it, or takes from what is ready."""

    @property
    def process(self) -> Process:
        """The process, as soon as it is ready; to be asked for with the lock held.

        Raises:
            ProcessEndedError: it ended before.
            ProcessLateError: it is not ready in time.
        """
        if self.greeted is None:
            try:
                frame = Line(self.end).receive(deadline=time.monotonic() + WARM_TIME)
            except LateError as late:
                raise ProcessLateError from late
            except (LineClosedError, BadFrameError) as error:
                raise ProcessEndedError("it did not start") from error
            self.greeted = Process(self.end, frame.descriptors, int(frame.header["pid"]), None)
        return self.greeted

    @property
    def ended(self) -> bool:
        """Whether it is gone."""
        return self.closed or self.popen.poll() is not None or (self.greeted is not None and bool(self.greeted.ended))


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

    def __init__(
        self,
        python: Path | None = None,
        *,
        least: Level = Level.LIMITS,
        most: Level | None = None,
    ) -> None:
        self._python = interpreter.own() if python is None else interpreter.named(python)
        self._most = most or Level.NAMESPACES
        self._lock = threading.Lock()
        self._zygotes: dict[Pins, _Zygote] = {}
        self._families = 0
        self._folder: Path | None = None
        self._staging: Staging | None = None
        self._finalizer: weakref.finalize[[dict[Pins, _Zygote], Path], LocalSandbox] | None = None
        self._ahead = threading.Thread()
        if least is not Level.LIMITS and not self.protection.level.at_least(least):
            raise _too_weak(least, self.protection)

    @property
    def protection(self) -> Protection:
        """What stands between the code and this machine; see `Sandbox.protection`."""
        return walls.at_most(self._most)

    @property
    def fingerprint(self) -> str:
        """Kind, level, Python, machine, and a digest of every package's version that is installed for that Python."""
        python, level = self._python, self.protection.level
        return f"local/2 {level} python {python.version} {python.machine} packages {python.packages}"

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
        try:
            family, process, place = self._taken(zygote, modules)
        except (ProcessEndedError, ProcessLateError) as error:
            raise self._broken(zygote, pins) from error
        anew = partial(self.session, inputs=inputs, modules=modules, pins=pins, dialect=dialect)
        session = ReplayableSession.first(process, family, place, anew)
        try:
            family.inputs = tuple(inputs)
            if family.room.level is not Level.LIMITS and self._staging is not None:
                family.staged = self._staging.stage(inputs)
            family.show_inputs(place)
            session.begin(pins.random_state, dialect)
        except SandboxError:
            session.close()
            raise
        self._fork_ahead(zygote)
        return session

    def versions(self, packages: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return (name, version) of each importable package among `packages`; see `Sandbox.versions`."""
        zygote = self._zygote(Pins())
        try:
            with zygote.lock:
                frame = answer_or_fail(zygote.process.ask({"command": "versions", "packages": list(packages)}))
        except (ProcessEndedError, ProcessLateError) as error:
            raise self._broken(zygote, Pins()) from error
        return tuple((name, version) for name, version in frame.header["versions"])

    def close(self) -> None:
        """End every process of this sandbox and remove its folder; safe to call twice."""
        if self._finalizer is not None:
            self._finalizer()

    def _taken(self, zygote: _Zygote, modules: Sequence[str]) -> Ready:
        """Return a session that is warm for these modules: one forked ahead, or one forked now."""
        with zygote.lock:
            zygote.sessions += 1
            fresh = sorted({*modules} - zygote.warm)
            rehearse = zygote.sessions == MANY
            if fresh or rehearse:
                header = {"command": "warm", "modules": fresh, "rehearse": rehearse}
                answer_or_fail(zygote.process.ask(header, seconds=WARM_TIME))
                zygote.warm.update(fresh)
                _end_ready(zygote)
            while zygote.ready:
                family, process, place = zygote.ready.pop()
                if family.alive:
                    return family, process, place
                family.end()
            return self._forked(zygote)

    def _forked(self, zygote: _Zygote) -> Ready:
        with self._lock:
            self._families += 1
            folder = f"{zygote.log.parent}/family-{self._families}"
        site = self._site()
        groups = walls.groups()
        try:
            group = groups.make(Path(folder).name) if isinstance(groups, Cgroups) else None
        except OSError as error:
            raise SandboxError(f"no control group can be made: {error.strerror}", hint="Try again.") from error
        room = Room(ROOM if site.walled else folder, site.level, group)
        family = Family(zygote.process, room)
        try:
            return family, *family.session()
        except ProcessEndedError:
            family.end()
            raise

    def _fork_ahead(self, zygote: _Zygote) -> None:
        """Have the next session forked while this one works; who asks for it meanwhile forks one himself."""

        def fork() -> None:
            with zygote.lock:
                if len(zygote.ready) < AHEAD and not zygote.ended:
                    try:
                        zygote.ready.append(self._forked(zygote))
                    except (ProcessEndedError, ProcessLateError, SandboxError, OSError):
                        return  # whoever asks next is told

        if len(zygote.ready) < AHEAD and not self._ahead.is_alive():
            self._ahead = threading.Thread(target=fork, daemon=True)
            self._ahead.start()

    def _site(self) -> Site:
        """Return where zygotes work; make the folder where there is none."""
        with self._lock:
            if self._folder is None or self._finalizer is None or not self._finalizer.alive:
                self._folder = folders.make_folder()
                self._staging = Staging(self._folder / "inputs")
                self._zygotes.clear()
                self._finalizer = weakref.finalize(self, _end, self._zygotes, self._folder)
            return Site(self._folder, self.protection.level, walls.landlock_folder())

    def _zygote(self, pins: Pins) -> _Zygote:
        """Return the running zygote for these pins; start one where there is none."""
        pins = pins.model_copy(update={"random_state": 0})  # set in each session
        site = self._site()
        with self._lock:
            zygote = self._zygotes.get(pins)
            if zygote is None or zygote.ended:
                if zygote is not None:
                    _end_zygote(zygote)
                log = site.folder / f"zygote-{len(list(site.folder.glob('zygote-*')))}.log"
                zygote = _Zygote(*launch.start(self._python, site, pins, log), log)
                self._zygotes[pins] = zygote
            return zygote

    def _broken(self, zygote: _Zygote, pins: Pins) -> SandboxError:
        words = zygote.log.read_text("utf-8", "replace")[-LAST_WORDS:] if zygote.log.exists() else ""
        pins = pins.model_copy(update={"random_state": 0})
        with self._lock:
            if self._zygotes.get(pins) is zygote:
                del self._zygotes[pins]
        _end_zygote(zygote)
        return SandboxError(
            "the sandbox's own process is gone, or does not answer",
            hint=words or "See that memory is left, and try again.",
        )


def _too_weak(least: Level, found: Protection) -> SandboxError:
    lacking = [layer for layer in found.layers if not layer.used]
    said = "; ".join(f"{layer.name}: {layer.detail}" for layer in lacking)
    hints = list(dict.fromkeys(layer.hint for layer in lacking if layer.hint))
    return SandboxError(
        f"isolation of level {least} is asked for, and this machine gives {found.level} ({said})",
        hint=" -- ".join([*hints, "see: authoring doctor"]),
    )


def _end_ready(zygote: _Zygote) -> None:
    while zygote.ready:
        zygote.ready.pop()[0].end()


def _end_zygote(zygote: _Zygote) -> None:
    """End a zygote and all below it: it kills what it has when its line closes."""
    held = zygote.lock.acquire(timeout=PATIENCE)  # somebody may be forking ahead; nobody forks after this
    zygote.closed = True
    _end_ready(zygote)
    if held:
        zygote.lock.release()
    if zygote.greeted is not None:
        zygote.greeted.forget()
    zygote.end.close()
    try:
        zygote.popen.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        kill(zygote.popen.pid)
        zygote.popen.wait()


def _end(zygotes: dict[Pins, _Zygote], folder: Path) -> None:
    while zygotes:
        _end_zygote(zygotes.popitem()[1])
    folders.remove(folder)
