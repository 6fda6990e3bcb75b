"""The sandbox of this machine: warmed processes that fork a session each time one is asked for.

What stands between a session and the machine depends on what the kernel gives: `LocalSandbox.protection` says it.
"""

import itertools
import threading
import weakref
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from authoring.errors import SandboxError
from authoring.records.evidence import Pins
from authoring.records.protection import Level, Protection
from authoring.sandbox import folders
from authoring.sandbox.client import interpreter, launch
from authoring.sandbox.client.launch import Site
from authoring.sandbox.client.process import ProcessEndedError, ProcessLateError
from authoring.sandbox.client.replay import ReplayableSession
from authoring.sandbox.client.session import LocalSession
from authoring.sandbox.client.shared_inputs import Staging
from authoring.sandbox.client.supervisor import Room
from authoring.sandbox.client.zygote import Zygote
from authoring.sandbox.inside.isolation.workdir import ROOM
from authoring.sandbox.isolation import detection as walls
from authoring.sandbox.isolation.cgroups import Cgroups
from authoring.validators.base import Dialect

LAST_WORDS = 2_000
"""Characters of a zygote's log that an error quotes."""


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
        self._zygotes: dict[Pins, Zygote] = {}
        self._numbers = itertools.count(1)
        self._folder: Path | None = None
        self._staging: Staging | None = None
        self._finalizer: weakref.finalize[[dict[Pins, Zygote], Path], LocalSandbox] | None = None
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
            family, process, place = zygote.take(modules)
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
        zygote.fork_ahead()
        return session

    def versions(self, packages: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return (name, version) of each importable package among `packages`; see `Sandbox.versions`."""
        zygote = self._zygote(Pins())
        try:
            return zygote.versions(packages)
        except (ProcessEndedError, ProcessLateError) as error:
            raise self._broken(zygote, Pins()) from error

    def close(self) -> None:
        """End every process of this sandbox and remove its folder; safe to call twice."""
        if self._finalizer is not None:
            self._finalizer()

    def _site(self) -> Site:
        """Return where zygotes work; make the folder where there is none."""
        with self._lock:
            if self._folder is None or self._finalizer is None or not self._finalizer.alive:
                self._folder = folders.make_folder()
                self._staging = Staging(self._folder / "inputs")
                self._zygotes.clear()
                self._finalizer = weakref.finalize(self, _end, self._zygotes, self._folder)
            return Site(self._folder, self.protection.level, walls.landlock_folder())

    def _zygote(self, pins: Pins) -> Zygote:
        """Return the running zygote for these pins; start one where there is none."""
        pins = pins.model_copy(update={"random_state": 0})  # set in each session
        site = self._site()
        with self._lock:
            zygote = self._zygotes.get(pins)
            if zygote is None or zygote.ended:
                if zygote is not None:
                    zygote.close()
                log = site.folder / f"zygote-{len(list(site.folder.glob('zygote-*')))}.log"
                zygote = Zygote(*launch.start(self._python, site, pins, log), log, partial(_room, site, self._numbers))
                self._zygotes[pins] = zygote
            return zygote

    def _broken(self, zygote: Zygote, pins: Pins) -> SandboxError:
        words = zygote.log.read_text("utf-8", "replace")[-LAST_WORDS:] if zygote.log.exists() else ""
        pins = pins.model_copy(update={"random_state": 0})
        with self._lock:
            if self._zygotes.get(pins) is zygote:
                del self._zygotes[pins]
        zygote.close()
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


def _room(site: Site, numbers: Iterator[int]) -> Room:
    """Return a room for a further family."""
    folder = site.folder / f"family-{next(numbers)}"
    groups = walls.groups()
    try:
        group = groups.make(folder.name) if isinstance(groups, Cgroups) else None
    except OSError as error:
        raise SandboxError(f"no control group can be made: {error.strerror}", hint="Try again.") from error
    return Room(ROOM if site.walled else str(folder), site.level, group)


def _end(zygotes: dict[Pins, Zygote], folder: Path) -> None:
    while zygotes:
        zygotes.popitem()[1].close()
    folders.remove(folder)
