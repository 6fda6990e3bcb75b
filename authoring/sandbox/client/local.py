"""The sandbox of this machine: warmed processes that fork a session each time one is asked for.

What stands between a session and the machine depends on what the kernel gives: `LocalSandbox.protection` says it.
"""

import itertools
import os
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
from authoring.sandbox.client.launch import ZygoteSite
from authoring.sandbox.client.process import ProcessEndedError, ProcessLateError
from authoring.sandbox.client.replay import ReplayableSession
from authoring.sandbox.client.session import LocalSession
from authoring.sandbox.client.shared_inputs import SharedInputsStore
from authoring.sandbox.client.supervisor import SandboxRoot
from authoring.sandbox.client.zygote import Zygote
from authoring.sandbox.inside.isolation.workdir import SANDBOX_ROOT
from authoring.sandbox.isolation import detection
from authoring.sandbox.isolation.cgroups import Cgroups
from authoring.validators.base import Dialect

MAX_MESSAGE = 2_000
"""Characters of a zygote's log that an error quotes."""


class LocalSandbox:
    """Opens sessions on this machine; use it from any thread. Close it, or let the interpreter's end do so.

    Args:
        python: the interpreter that runs cells and validators; None for the one that runs this tool.
        minimum_level: the level that must be reached.
        maximum_level: the level to stop at although the machine gives more; None for the best there is.

    Raises:
        UsageError: `python` is no interpreter that can.
        SandboxError: this machine does not give `minimum_level`; the hint says how to get it.
    """

    def __init__(
        self,
        python: Path | None = None,
        *,
        minimum_level: Level = Level.LIMITS,
        maximum_level: Level | None = None,
    ) -> None:
        self._python = interpreter.running_interpreter() if python is None else interpreter.interpreter_at(python)
        self._most = maximum_level or Level.NAMESPACES
        self._lock = threading.Lock()
        self._zygotes: dict[Pins, Zygote] = {}
        self._versions: dict[frozenset[str], tuple[tuple[str, str], ...]] = {}
        self._numbers = itertools.count(1)
        self._folder: Path | None = None
        self._staging: SharedInputsStore | None = None
        self._finalizer: weakref.finalize[[dict[Pins, Zygote], Path], LocalSandbox] | None = None
        _SANDBOXES.add(self)
        self.demand(minimum_level)

    def demand(self, level: Level) -> None:
        """See that a level of isolation is reached.

        Raises:
            SandboxError: this machine does not give it; the hint says how to get it.
        """
        if level is not Level.LIMITS and not self.protection.level.at_least(level):
            raise _isolation_too_weak(level, self.protection)

    @property
    def protection(self) -> Protection:
        """What stands between the code and this machine; see `Sandbox.protection`."""
        return detection.protection_up_to(self._most)

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
        # One zygote for each set of pins, because the hash seed and thread counts hold for a whole process.
        zygote = self._zygote(pins)
        try:
            tree, process, workdir = zygote.take_session(modules)
        except (ProcessEndedError, ProcessLateError) as error:
            raise self._broken(zygote, pins) from error
        reopen = partial(self.session, inputs=inputs, modules=modules, pins=pins, dialect=dialect)
        session = ReplayableSession.first(process, tree, workdir, reopen)
        try:
            tree.inputs, tree.changes_inputs = tuple(inputs), dialect == "dseval"
            # With limits alone, nothing keeps a session from writing to files that others read.
            if tree.root.level is not Level.LIMITS and self._staging is not None:
                tree.shared_inputs = self._staging.stage(inputs, process.number if tree.root.isolated else 0)
            tree.show_inputs(workdir)
            session.begin(pins.random_state, dialect)
        except SandboxError:
            # Without this, its processes would live until the sandbox is closed.
            session.close()
            raise
        # While this session works, the next one is forked, so that nobody waits for a fork.
        zygote.fork_ahead()
        return session

    def prepare(self, pins: Sequence[Pins]) -> None:
        """Start the processes that sessions are forked from, which import pandas at once; see `Sandbox.prepare`."""
        for pinned in pins:
            self._zygote(pinned)

    def versions(self, packages: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return (name, version) of each importable package among `packages`; see `Sandbox.versions`."""
        # Asked for with every set; an environment stays as it is while it is in use.
        names = frozenset(packages)
        if names not in self._versions:
            zygote = self._zygote(Pins())
            try:
                self._versions[names] = zygote.versions(packages)
            except (ProcessEndedError, ProcessLateError) as error:
                raise self._broken(zygote, Pins()) from error
        return self._versions[names]

    def close(self) -> None:
        """End every process of this sandbox and remove its folder; safe to call twice."""
        if self._finalizer is not None:
            self._finalizer()

    def _begin_anew(self) -> None:
        """Leave all processes and the folder to the process that this one was forked from, which goes on with them."""
        if self._finalizer is not None:
            self._finalizer.detach()
        for zygote in self._zygotes.values():
            zygote.end.close()
        # Kept, because Python warns of processes that still run when they are forgotten.
        _OF_PARENTS.append(self._zygotes)
        # Another thread may have held the lock while this process was forked, and is not here to release it.
        self._lock, self._zygotes, self._folder = threading.Lock(), {}, None
        self._staging = self._finalizer = None

    def _site(self) -> ZygoteSite:
        """Return where zygotes work; make the folder where there is none."""
        with self._lock:
            # A sandbox that was closed may be used again; it starts anew in another folder.
            if self._folder is None or self._finalizer is None or not self._finalizer.alive:
                self._folder = folders.make_folder()
                self._staging = SharedInputsStore(self._folder / "inputs")
                self._zygotes.clear()
                # A function with plain arguments: a method of ours would keep this object alive for ever.
                self._finalizer = weakref.finalize(self, _close_all, self._zygotes, self._folder)
            return ZygoteSite(self._folder, self.protection.level, detection.landlock_folder())

    def _zygote(self, pins: Pins) -> Zygote:
        """Return the running zygote for these pins; start one where there is none."""
        pins = pins.model_copy(update={"random_state": 0})  # set in each session
        site = self._site()
        with self._lock:
            zygote = self._zygotes.get(pins)
            if zygote is None or zygote.has_exited:
                if zygote is not None:
                    zygote.close()
                log = site.folder / f"zygote-{len(list(site.folder.glob('zygote-*')))}.log"
                zygote = Zygote(
                    *launch.start_zygote(self._python, site, pins, log), log, partial(_make_root, site, self._numbers)
                )
                self._zygotes[pins] = zygote
            return zygote

    def _broken(self, zygote: Zygote, pins: Pins) -> SandboxError:
        log_tail = zygote.log.read_text("utf-8", "replace")[-MAX_MESSAGE:] if zygote.log.exists() else ""
        pins = pins.model_copy(update={"random_state": 0})
        with self._lock:
            # Another thread may have replaced it already.
            if self._zygotes.get(pins) is zygote:
                del self._zygotes[pins]
        zygote.close()
        return SandboxError(
            "the sandbox's own process is gone, or does not answer",
            hint=log_tail or "See that memory is left, and try again.",
        )


_SANDBOXES: weakref.WeakSet[LocalSandbox] = weakref.WeakSet()
"""Those of this process."""
_OF_PARENTS: list[dict[Pins, Zygote]] = []
"""What the sandboxes of the process that this one was forked from had running then."""


def _begin_all_anew() -> None:
    for sandbox in _SANDBOXES:
        sandbox._begin_anew()  # noqa: SLF001 - of this module


# Two processes on one control socket would read each other's answers.
os.register_at_fork(after_in_child=_begin_all_anew)


def _isolation_too_weak(required: Level, protection: Protection) -> SandboxError:
    missing_layers = [layer for layer in protection.layers if not layer.used]
    details = "; ".join(f"{layer.name}: {layer.detail}" for layer in missing_layers)
    hints = list(dict.fromkeys(layer.hint for layer in missing_layers if layer.hint))
    return SandboxError(
        f"isolation of level {required} is asked for, and this machine gives {protection.level} ({details})",
        hint=" -- ".join([*hints, "see: authoring doctor"]),
    )


def _make_root(site: ZygoteSite, numbers: Iterator[int]) -> SandboxRoot:
    """Return a sandbox root for a further session tree."""
    folder = site.folder / f"tree-{next(numbers)}"
    groups = detection.find_cgroups()
    try:
        group = groups.make(folder.name) if isinstance(groups, Cgroups) else None
    except OSError as error:
        raise SandboxError(f"no control group can be made: {error.strerror}", hint="Try again.") from error
    return SandboxRoot(SANDBOX_ROOT if site.isolated else str(folder), site.level, group)


def _close_all(zygotes: dict[Pins, Zygote], folder: Path) -> None:
    while zygotes:
        zygotes.popitem()[1].close()
    folders.remove(folder)
