"""Harmless attacks that ``authoring doctor`` tries from inside a session, to see what is stopped."""

import os
import secrets
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from authoring.errors import SandboxError
from authoring.records.base import Record
from authoring.records.evidence import CellRun, Limits, Outcome
from authoring.records.protection import Level
from authoring.sandbox.port import Sandbox

SECRET = "AUTHORING_DOCTOR_SECRET"  # noqa: S105 - the name of a variable whose value is drawn each time
INPUT = "table.csv"
PROCESSES = 24
LIMITS = Limits(max_time=10, max_memory=200, max_processes=PROCESSES)
SHORT = LIMITS.model_copy(update={"max_time": 0.5})


class Tried(Record):
    """One attack, and what came of it."""

    attack: str
    stopped: bool
    stopped_from: Level
    """The weakest level that claims to stop it."""
    detail: str
    """What stopped it, in the system's own words, or what it got."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What is put in the attacks' way."""

    folder: Path
    """A folder of the person's own, with a secret in it."""
    secret: str
    port: int
    listener: socket.socket


@dataclass(frozen=True, slots=True)
class Attack:
    """A cell, and how to tell whether it got what it wanted."""

    name: str
    stopped_from: Level
    code: Callable[[Ground], str]
    got: Callable[[Ground, CellRun], bool]
    limits: Limits = LIMITS


def _shows_secret(ground: Ground, run: CellRun) -> bool:
    return run.value is not None and ground.secret in run.value.text


def _is_true(_ground: Ground, run: CellRun) -> bool:
    return run.value is not None and run.value.text == "True"


def _connected(ground: Ground, _run: CellRun) -> bool:
    try:
        ground.listener.accept()[0].close()
    except BlockingIOError:
        return False
    return True


def _forks(_ground: Ground) -> str:
    return f"""
import os, signal, time
children = []
try:
    while len(children) < {2 * PROCESSES}:
        child = os.fork()
        if not child:
            time.sleep(5)
            os._exit(0)
        children.append(child)
finally:
    for child in children:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
True"""


ATTACKS = (
    Attack(
        "read a secret in your environment",
        Level.LIMITS,
        lambda _: f"import os\nos.environ[{SECRET!r}]",
        _shows_secret,
    ),
    Attack(
        "run on after its time is up",
        Level.LIMITS,
        lambda _: (
            "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass"
        ),
        lambda _, run: run.outcome is not Outcome.TIMEOUT,
        SHORT,
    ),
    Attack(
        "take more memory than it may",
        Level.LIMITS,
        lambda _: "len(bytearray(1_000_000_000)) == 1_000_000_000",
        _is_true,
    ),
    Attack(
        "read a file of yours",
        Level.LANDLOCK,
        lambda ground: f"open({str(ground.folder / 'secret')!r}).read()",
        _shows_secret,
    ),
    Attack(
        "write a file outside",
        Level.LANDLOCK,
        lambda ground: f"open({str(ground.folder / 'written')!r}, 'x').write('here')",
        lambda ground, _: (ground.folder / "written").exists(),
    ),
    Attack(
        "change its input files",
        Level.LANDLOCK,
        lambda _: f"open('inputs/{INPUT}', 'w').write('x')\nopen('inputs/{INPUT}').read() == 'x'",
        _is_true,
    ),
    Attack(
        "connect to a port of this machine",
        Level.LANDLOCK,
        lambda ground: f"import socket\nsocket.create_connection(('127.0.0.1', {ground.port}), timeout=2).close()",
        _connected,
    ),
    Attack(
        "see this process",
        Level.NAMESPACES,
        lambda _: f"open('/proc/{os.getpid()}/cmdline', 'rb').read() == {_command_line()!r}",
        _is_true,
    ),
    Attack(f"start more than {PROCESSES} processes", Level.NAMESPACES, _forks, _is_true),
)


def _command_line() -> bytes:
    """Return what the system shows of this process; nothing where it shows nothing that way."""
    path = Path(f"/proc/{os.getpid()}/cmdline")
    return path.read_bytes() if path.exists() else b""


@contextmanager
def prepared() -> Iterator[Ground]:
    """Plant a secret in a file and in the environment, and listen on a port; take all away afterwards."""
    home = Path.home()
    place = home if os.access(home, os.W_OK) else None
    secret = secrets.token_hex(16)
    with (
        tempfile.TemporaryDirectory(prefix=".authoring-doctor-", dir=place) as folder,
        socket.create_server(("127.0.0.1", 0)) as listener,
    ):
        listener.settimeout(0)
        Path(folder, "secret").write_text(secret)
        Path(folder, INPUT).write_text("a,b\n1,2\n")
        os.environ[SECRET] = secret
        try:
            yield Ground(Path(folder), secret, listener.getsockname()[1], listener)
        finally:
            del os.environ[SECRET]


def try_attacks(ground: Ground, sandbox: Sandbox, *, progress: Callable[[int, int], None]) -> tuple[Tried, ...]:
    """Try every attack, each in a session of its own.

    Args:
        ground: prepared before the sandbox was made, so that the planted secret could reach it.
        sandbox: whose walls are tried.
        progress: told how many of how many are done.

    Raises:
        SandboxError: it opens no session, or one in which nothing runs: that would stop every attack.
    """
    with sandbox.session() as session:
        sound = session.run("6 * 7", limits=LIMITS)
    if sound.outcome is not Outcome.OK or sound.value is None or sound.value.text != "42":
        raise SandboxError(
            f"a session runs no code: {sound.detail or sound.outcome.value}",
            hint="This is a fault of the sandbox on this machine; please report it with what stands here.",
        )
    tried = []
    for done, attack in enumerate(ATTACKS):
        progress(done, len(ATTACKS))
        tried.append(_try(attack, ground, sandbox))
    return tuple(tried)


def _try(attack: Attack, ground: Ground, sandbox: Sandbox) -> Tried:
    with sandbox.session(inputs=[ground.folder / INPUT]) as session:
        run = session.run(attack.code(ground), limits=attack.limits)
    got = attack.got(ground, run)
    if run.error is not None:
        detail = f"{run.error.type}: {run.error.message}".removesuffix(": ")
    else:
        detail = run.detail or ("it did" if got else "it got nothing")
    return Tried(attack=attack.name, stopped=not got, stopped_from=attack.stopped_from, detail=detail)


def refuted(tried: tuple[Tried, ...], level: Level) -> tuple[Tried, ...]:
    """Return the attacks that got through although this level claims to stop them."""
    return tuple(one for one in tried if not one.stopped and level.at_least(one.stopped_from))
