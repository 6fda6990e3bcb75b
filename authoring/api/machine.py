"""Examines the machine: what stands between untrusted code and it, tried with harmless attacks, and what is claimed."""

import os
import platform
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from authoring.api.executors.threads import processors
from authoring.api.sandboxes import default_environment, demand_of, interpreter_of
from authoring.api.workspaces import workspace_around
from authoring.errors import AuthoringError, SandboxError, TrustError
from authoring.records.base import Record
from authoring.records.evidence import REPEAT, CellRun, Limits, Outcome, Pins
from authoring.records.progress import NOBODY, ProgressCallback, Reporter, reporting
from authoring.records.protection import Level, Protection
from authoring.sandbox.port import Sandbox
from authoring.sandbox.registry import SandboxRequest, make_sandbox
from authoring.sandbox.remote.container import containerfile
from authoring.workspace import Workspace

TOOLS = {
    "uv": "makes locked environments",
    "podman": "runs the container backend",
    "docker": "runs the container backend",
    "bwrap": "a wall for the any-command backend",
}
"""Programs that more can be done with, and what each is for."""
ANSWER_TIME = 10.0
"""Seconds that a program may take to say its version."""

CGROUP_ROOT = Path("/sys/fs/cgroup")


class Tool(Record):
    """A program that may be installed."""

    name: str
    purpose: str
    path: str
    """Empty where it is not installed."""
    version: str


class Machine(Record):
    """The machine that code runs on."""

    system: str
    user: str
    cores: int
    """That this process may use."""
    memory: int
    """Bytes; 0 where the system does not say."""
    control_groups: str
    """Which version, and what they limit this process to."""
    tools: tuple[Tool, ...]


def describe_machine() -> Machine:
    """Return what this machine is."""
    return Machine(
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        user="root" if os.geteuid() == 0 else f"an ordinary user ({os.geteuid()})",
        cores=processors(),
        memory=_memory(),
        control_groups=control_groups(),
        tools=tuple(_tool(name, purpose) for name, purpose in TOOLS.items()),
    )


def _memory() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return 0


def control_groups(root: Path = CGROUP_ROOT, own: Path = Path("/proc/self/cgroup")) -> str:
    """Return what control groups are mounted at `root`, and what they hold this process to, whose group `own` names."""
    # This file stands at the root of the unified hierarchy only.
    if not (root / "cgroup.controllers").is_file():
        return "version 1, which is not used" if (root / "memory").is_dir() else "none"
    try:
        # Of version 2 there is one line, which begins with 0::.
        path = next(line[3:] for line in own.read_text().splitlines() if line.startswith("0::"))
        group = root / path.lstrip("/")
        limits = {name: _limit(group / name) for name in ("memory.max", "pids.max", "cpu.max")}
    except (OSError, StopIteration):
        return "version 2, which cannot be read"
    writable = "groups can be made" if os.access(group, os.W_OK) else "groups cannot be made"
    return f"version 2, {writable}; " + ", ".join(f"{name} {limit}" for name, limit in limits.items())


def _limit(path: Path) -> str:
    return path.read_text().strip() if path.is_file() else "not limited"


def _tool(name: str, purpose: str) -> Tool:
    path = shutil.which(name)
    return Tool(name=name, purpose=purpose, path=path or "", version=_version_of(path) if path else "")


def _version_of(program: str) -> str:
    try:
        answer = subprocess.run(  # noqa: S603 - one of the four programs above
            [program, "--version"],
            check=False,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=ANSWER_TIME,
            # A program that asks something must not wait for an answer.
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return "does not answer"
    return (answer.stdout.splitlines() or [""])[0][:100]


SECRET = "AUTHORING_DOCTOR_SECRET"  # noqa: S105 - the name of a variable whose value is drawn each time
INPUT = "table.csv"
PROCESSES = 24

LIMITS = Limits(max_time=10, max_memory=200, max_processes=PROCESSES)

SHORT_LIMITS = LIMITS.model_copy(update={"max_time": 0.5})


class AttackResult(Record):
    """One attack, and what came of it."""

    attack: str
    stopped: bool
    stopped_from: Level
    """The weakest level that claims to stop it."""
    detail: str
    """What stopped it, in the system's own words, or what it got."""


@dataclass(frozen=True, slots=True)
class AttackTargets:
    """What attacks try to reach."""

    folder: Path
    """A folder of the person's own, with a secret in it."""
    secret: str
    port: int
    listener: socket.socket


@dataclass(frozen=True, slots=True)
class Attack:
    """A cell, and how to tell whether it got through."""

    name: str
    stopped_from: Level
    code: Callable[[AttackTargets], str]
    succeeded: Callable[[AttackTargets, CellRun], bool]
    limits: Limits = LIMITS


def _shows_secret(targets: AttackTargets, run: CellRun) -> bool:
    return run.value is not None and targets.secret in run.value.text


def _is_true(_targets: AttackTargets, run: CellRun) -> bool:
    return run.value is not None and run.value.text == "True"


def _connected(targets: AttackTargets, _run: CellRun) -> bool:
    try:
        targets.listener.accept()[0].close()
    except BlockingIOError:
        return False
    return True


def _forks(_targets: AttackTargets) -> str:
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
            # A session that only raises an exception in the cell would be caught and go on.
            "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass"
        ),
        lambda _, run: run.outcome is not Outcome.TIMEOUT,
        SHORT_LIMITS,
    ),
    Attack(
        "take more memory than it may",
        Level.LIMITS,
        # Five times what the limits allow.
        lambda _: "len(bytearray(1_000_000_000)) == 1_000_000_000",
        _is_true,
    ),
    Attack(
        "take more memory than it may, with several processes",
        Level.LIMITS,
        # Four with three quarters of the limit each; they end with the session.
        lambda _: (
            f"import os, time\nos.fork(), os.fork()\nx = b'x' * {750_000 * int(LIMITS.max_memory)}\ntime.sleep(4)\nTrue"
        ),
        _is_true,
    ),
    Attack(
        "read a file of yours",
        Level.LANDLOCK,
        lambda targets: f"open({str(targets.folder / 'secret')!r}).read()",
        _shows_secret,
    ),
    Attack(
        "write a file outside",
        Level.LANDLOCK,
        lambda targets: f"open({str(targets.folder / 'written')!r}, 'x').write('here')",
        lambda targets, _: (targets.folder / "written").exists(),
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
        lambda targets: f"import socket\nsocket.create_connection(('127.0.0.1', {targets.port}), timeout=2).close()",
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
def prepare_targets() -> Iterator[AttackTargets]:
    """Plant a secret in a file and in the environment, and listen on a port; take all away afterwards."""
    home = Path.home()
    # In the home folder, where the files lie that isolation has to guard; elsewhere only where that is read-only.
    parent = home if os.access(home, os.W_OK) else None
    secret = secrets.token_hex(16)
    with (
        tempfile.TemporaryDirectory(prefix=".authoring-doctor-", dir=parent) as folder,
        socket.create_server(("127.0.0.1", 0)) as listener,
    ):
        # A connection that got through is there already, so `accept` need not wait.
        listener.settimeout(0)
        Path(folder, "secret").write_text(secret)
        Path(folder, INPUT).write_text("a,b\n1,2\n")
        # Set before the sandbox is made, or its processes could not inherit it.
        os.environ[SECRET] = secret
        try:
            yield AttackTargets(Path(folder), secret, listener.getsockname()[1], listener)
        finally:
            del os.environ[SECRET]


def try_attacks(targets: AttackTargets, sandbox: Sandbox, *, progress: ProgressCallback) -> tuple[AttackResult, ...]:
    """Try every attack, each in a session of its own; the targets are prepared before the sandbox is made.

    Raises:
        SandboxError: it opens no session, or one in which nothing runs: that would stop every attack.
    """
    with sandbox.session() as session:
        # A session in which nothing runs would stop every attack.
        trial = session.run("6 * 7", limits=LIMITS)
    if trial.outcome is not Outcome.OK or trial.value is None or trial.value.text != "42":
        raise SandboxError(
            f"a session runs no code: {trial.detail or trial.outcome.value}",
            hint="This is a fault of the sandbox on this machine; please report it with what stands here.",
        )
    results = []
    for index, attack in enumerate(ATTACKS):
        progress(index, len(ATTACKS))
        results.append(_try_attack(attack, targets, sandbox))
    return tuple(results)


def _try_attack(attack: Attack, targets: AttackTargets, sandbox: Sandbox) -> AttackResult:
    # In DSEval's dialect a session may change its own inputs, so that nobody could tell from inside what holds.
    with sandbox.session(inputs=[targets.folder / INPUT], dialect="strict") as session:
        run = session.run(attack.code(targets), limits=attack.limits)
    succeeded = attack.succeeded(targets, run)
    if run.error is not None:
        detail = f"{run.error.type}: {run.error.message}".removesuffix(": ")
    else:
        detail = run.detail or ("it did" if succeeded else "it got nothing")
    return AttackResult(attack=attack.name, stopped=not succeeded, stopped_from=attack.stopped_from, detail=detail)


def refuting_attacks(results: tuple[AttackResult, ...], level: Level) -> tuple[AttackResult, ...]:
    """Return the attacks that got through although this level claims to stop them."""
    return tuple(result for result in results if not result.stopped and level.at_least(result.stopped_from))


CLAIMS = {
    Level.NAMESPACES: "Code sees no file, process, user or network of this machine beyond what it needs to run, "
    "and can change nothing but its own working directory.",
    Level.LANDLOCK: "Code can read and write no file of yours and reach no network; it may see that files and "
    "processes exist.",
    Level.LIMITS: "Mistakes are kept in check by limits on time, memory, output and files; code that means harm can "
    "read and write what you can.",
}
"""What each level says, in one sentence."""
PACKAGES = (
    *("numpy", "pandas", "scipy", "sklearn", "pyarrow", "matplotlib", "statsmodels", "joblib"),
    *("lightgbm", "xgboost", "catboost", "torch", "polars"),
)
"""What problem sets import most."""


class ContainerRecipe(Record):
    """Answer of ``doctor --containerfile``."""

    containerfile: str


class Examination(Record):
    """The result of examining a machine: its layers of isolation, and the attacks that were tried."""

    sandbox: str
    """Where code runs: ``local``, ``container IMAGE`` or ``command PROGRAM``."""
    demanded: Level
    """By sandbox.isolation in authoring.toml."""
    claimed: Level | None
    """What the protection says, unless an attack got through that it claims to stop; None where nothing can run."""
    claim: str
    met: bool
    """Whether what is demanded was reached, and no attack refuted it."""
    protection: Protection | None
    tried: tuple[AttackResult, ...]
    error: str
    """Why nothing can run; empty where it can."""
    advice: tuple[str, ...]
    """What to do for more."""
    python: str
    """Path of the interpreter that runs the cells; empty for the one that runs this program, where the sandbox is."""
    fingerprint: str
    packages: tuple[tuple[str, str], ...]
    """What is installed for it, itself included."""
    pins: Pins
    repeat: Pins
    """What the second session of a dry run is held to."""
    limits: Limits
    machine: Machine


def container_recipe() -> ContainerRecipe:
    """Return the recipe of an image for ``sandbox.container``."""
    return ContainerRecipe(containerfile=containerfile())


def examine_machine(*, workspace: Path | None = None, reporter: Reporter = NOBODY) -> Examination:
    """Open the sandbox that the settings ask for, see what it is made of, and try to get out of it.

    Args:
        workspace: its folder; the one around the current folder, if there is one, if None.
        reporter: told how many attacks were tried.
    """
    enclosing = workspace_around(workspace)
    limits = enclosing.settings.limits if enclosing else Limits()
    findings = _Findings()
    with reporting(reporter, "trying harmless attacks") as progress, prepare_targets() as targets:
        try:
            with _open_lowered(enclosing, findings, reporter) as sandbox:
                findings.protection, findings.fingerprint = sandbox.protection, sandbox.fingerprint
                findings.packages = sandbox.versions(PACKAGES)
                findings.tried = try_attacks(targets, sandbox, progress=progress)
        except TrustError:
            # Nothing was started, so there is nothing to examine.
            raise
        except AuthoringError as error:
            # What was seen until then is shown all the same.
            findings.error, findings.hint = error.message, error.hint
    return _conclude(demand_of(enclosing), findings, limits)


@contextmanager
def _open_lowered(workspace: Workspace | None, findings: "_Findings", reporter: Reporter) -> Iterator[Sandbox]:
    """Open the sandbox of any verb, even where it does not reach the level demanded: that is what is examined."""
    with interpreter_of(default_environment(workspace), workspace, reporter=reporter) as python:
        findings.python = str(python or "")
        with closing(make_sandbox(replace(demand_of(workspace, python=python), minimum_level=Level.LIMITS))) as sandbox:
            yield sandbox


@dataclass(slots=True)
class _Findings:
    """What was seen before something failed, if anything did."""

    protection: Protection | None = None
    python: str = ""
    fingerprint: str = ""
    packages: tuple[tuple[str, str], ...] = ()
    tried: tuple[AttackResult, ...] = ()
    error: str = ""
    hint: str = ""


def _conclude(demand: SandboxRequest, findings: _Findings, limits: Limits) -> Examination:
    machine = describe_machine()
    claimed = claimed_level(findings.protection, findings.tried) if findings.protection and not findings.error else None
    # A stronger claim than demanded is good; an attack that refutes it is not.
    met = (
        claimed is not None and claimed.at_least(demand.minimum_level) and not refuting_attacks(findings.tried, claimed)
    )
    # Why nothing runs comes first; below it what would give a stronger level.
    advice = [findings.hint] if findings.hint else []
    if findings.protection is not None and (claimed is not Level.NAMESPACES or not met):
        advice += [layer.hint for layer in findings.protection.layers if layer.hint]
    # Whoever runs code in a container already is not told to.
    if (claimed in {None, Level.LIMITS} or not met) and not demand.container:
        advice.append(container_advice(machine))
    return Examination(
        sandbox=sandbox_name(demand),
        demanded=demand.minimum_level,
        claimed=claimed,
        claim=CLAIMS[claimed] if claimed else "",
        met=met,
        protection=findings.protection,
        tried=findings.tried,
        error=findings.error,
        advice=tuple(dict.fromkeys(advice)),
        python=findings.python,
        fingerprint=findings.fingerprint,
        packages=findings.packages,
        pins=Pins(),
        repeat=REPEAT,
        limits=limits,
        machine=machine,
    )


def claimed_level(protection: Protection, results: tuple[AttackResult, ...]) -> Level:
    """Return the strongest level, of those the protection has, that no attack refuted; the weakest if all were."""
    levels = (level for level in Level if protection.level.at_least(level))
    return next((level for level in levels if not refuting_attacks(results, level)), Level.LIMITS)


def container_advice(machine: Machine) -> str:
    """Return how to get a container."""
    engine = next((tool.name for tool in machine.tools if tool.name in {"podman", "docker"} and tool.path), "")
    if not engine:
        return "Install podman or docker (apt install podman), and run code in a container: guides/isolation.md."
    recipe = f"authoring doctor --containerfile | {engine} build -t authoring -f - . in a checkout of this project"
    return f'Run code in a container: {recipe}, then container = "authoring" in [sandbox] of authoring.toml.'


def sandbox_name(demand: SandboxRequest) -> str:
    """Return where code runs."""
    if demand.container and demand.command:
        return "two places at once"
    return " ".join((demand.kind, *filter(None, [demand.container]), *demand.command[:1]))
