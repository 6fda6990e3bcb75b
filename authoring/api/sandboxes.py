"""Opens the sandbox in which everything untrusted runs, under the Python environment that its cells need.

The environment is what a person, a benchmark or a workspace names: an interpreter, or a lock whose environment is made.
"""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from authoring.api.executors.early_sandbox import started_sandbox
from authoring.api.trust import UNKNOWN_CODE, CodeOrigin, allow, minimum_level, require, require_walls
from authoring.errors import PackagesError, UsageError, nearest_hint
from authoring.records.environment import InstalledEnvironment
from authoring.records.progress import NOBODY, Ended, Notice, Progress, Reporter
from authoring.records.protection import Claim, Level
from authoring.sandbox.client.interpreter import running_interpreter
from authoring.sandbox.environments.lock import VERSION, Lock, read_lock
from authoring.sandbox.environments.pythons import Python, find_python, running_python
from authoring.sandbox.environments.store import EnvironmentStore
from authoring.sandbox.environments.uv import Uv
from authoring.sandbox.port import Sandbox
from authoring.sandbox.registry import SandboxRequest, make_sandbox
from authoring.workspace import Workspace
from authoring.workspace.benchmark import read_environment
from authoring.workspace.settings import EnvironmentSettings, Settings
from authoring.workspace.trust import environment_claims, lock_claim, made_claim, sandbox_claims

THIS_INTERPRETER = "here"
"""Stands for the interpreter that runs this program."""
LIMITS_ONLY = (
    "the sandbox has limits here and no walls: code that means harm can read and write what you can; what to do: "
)
LOCKS = "environments"
"""The folder of a workspace that holds its locks."""


@dataclass(frozen=True, slots=True)
class EnvironmentChoice:
    """An environment, as it was named."""

    name: str
    lock: Path | None = None
    python: str = ""
    """A version or a path; empty for what the lock says, or for the interpreter that runs this program."""
    is_foreign: bool = False
    """Whether a benchmark named it, which may come from a stranger: nothing is installed on its word alone."""
    in_settings: bool = False
    """Whether authoring.toml named it, and a person has to allow it."""


def lock_path(workspace: Workspace, name: str) -> Path:
    """Return where a workspace's lock of this name stands, or will stand."""
    return workspace.root / LOCKS / f"{name}.lock"


def lock_names(workspace: Workspace | None) -> tuple[str, ...]:
    """Return the names of a workspace's locks, sorted."""
    return tuple(sorted(path.stem for path in (workspace.root / LOCKS).glob("*.lock"))) if workspace else ()


def store_of(workspace: Workspace | None) -> EnvironmentStore:
    """Return where environments are kept: in the workspace, or outside of any in the user's folder for such things."""
    if workspace is not None:
        return EnvironmentStore(workspace.root / ".authoring" / "environments")
    return EnvironmentStore.of_user()


def choose_environment(word: str, workspace: Workspace | None) -> EnvironmentChoice:
    """Return what a word on the command line means: a lock's name or path, a version, an interpreter, ``here``.

    Raises:
        UsageError: it means nothing.
    """
    if word == THIS_INTERPRETER:
        return EnvironmentChoice(word)
    if VERSION.fullmatch(word):
        return EnvironmentChoice(word, python=word)
    if workspace is not None and lock_path(workspace, word).is_file():
        return EnvironmentChoice(word, lock=lock_path(workspace, word))
    path = Path(word)
    if path.is_file() and path.suffix in {".lock", ".txt"}:
        return EnvironmentChoice(word, lock=path)
    # A name is looked up on the path, and a path has to be executable.
    program = shutil.which(str(path))
    if program is not None:
        return EnvironmentChoice(word, python=program)
    hint = "name a lock, the path of one, a version of Python, an interpreter, or: here"
    names = (*lock_names(workspace), THIS_INTERPRETER)
    raise UsageError(f"{word}: no such environment", hint=nearest_hint(word, names, hint))


def default_environment(workspace: Workspace | None, benchmarks: Sequence[Path] = ()) -> EnvironmentChoice:
    """Return the environment that nobody has to name: a benchmark's own, else the workspace's, else this program's.

    `benchmarks` are the folders of those that are about to run; the workspace's own is meant if there is none.

    Raises:
        UsageError: benchmarks that run together name different environments.
        BenchmarkError: a manifest is broken.
    """
    # Sets of one folder have one manifest.
    folders = list(dict.fromkeys(benchmarks)) or ([workspace.root / "problemsets"] if workspace else [])
    settings_of = {folder: read_environment(folder) for folder in folders}
    if len(set(settings_of.values())) > 1:
        raise UsageError(
            "benchmarks that run together name different environments",
            hint="run them one by one, or under several environments on purpose: authoring run --env A,B",
        )
    for folder, settings in settings_of.items():
        # A manifest that says nothing leaves the choice to the workspace.
        if settings != EnvironmentSettings():
            lock = Path(settings.lock) if settings.lock else None
            return EnvironmentChoice(str(folder), lock, settings.python, is_foreign=True)
    if workspace is None:
        return EnvironmentChoice(THIS_INTERPRETER)
    settings = workspace.settings.environment
    python = settings.python
    # A relative path is meant from the workspace; joining leaves an absolute one as it is.
    if python and not VERSION.fullmatch(python):
        python = str(workspace.root / python)
    lock = workspace.root / settings.lock if settings.lock else None
    return EnvironmentChoice(settings.lock or settings.python or THIS_INTERPRETER, lock, python, in_settings=True)


def computer_of(workspace: Workspace) -> str:
    """Return which Python and which packages a workspace's sandbox computes with, without opening it.

    The fingerprint of that sandbox ends with it. Empty where only the sandbox can say: it is elsewhere, or under an
    environment that the workspace names.
    """
    settings, choice = workspace.settings.sandbox, default_environment(workspace)
    if settings.container or settings.command or choice.lock is not None or choice.python:
        return ""
    python = running_interpreter()
    return f"python {python.version} {python.machine} packages {python.packages}"


def require_environment(workspace: Workspace | None, choice: EnvironmentChoice) -> None:
    """See that a person allowed the interpreter or the lock that a workspace's files name.

    A lock of the workspace needs it under whatever name it is chosen: its packages are imported outside of all walls.

    Raises:
        TrustError: nobody did.
    """
    if workspace is None:
        return
    if choice.in_settings:
        require(workspace, environment_claims(workspace.root, workspace.settings.environment))
    elif choice.lock is not None and choice.lock.resolve().is_relative_to(workspace.root):
        require(workspace, [lock_claim(workspace.root, choice.lock)])


def allow_lock(workspace: Workspace, path: Path) -> None:
    """Keep that a person made a lock, or had its environment made: nobody is asked about it afterwards."""
    if path.resolve().is_relative_to(workspace.root):
        _allow(workspace, lock_claim(workspace.root, path))


def _allow(workspace: Workspace, claim: Claim) -> None:
    allow(str(workspace.root), [(claim.sha256, claim.text)])


def python_of(choice: EnvironmentChoice, lock: Lock | None) -> Python:
    """Return the interpreter that a choice runs under, or makes its environment with.

    Raises:
        PackagesError: there is none, or the lock is for another version.
    """
    python = find_python(choice.python or (lock.python if lock else ""), Uv.locate)
    # The dots keep 3.1 from passing for 3.11.
    if lock is not None and lock.python and not f"{python.version}.".startswith(f"{lock.python}."):
        raise PackagesError(
            f"{choice.name} is locked for Python {lock.python}, and {python.path} is Python {python.version}",
            hint=f"lock again with --python {python.minor}, or name another interpreter",
        )
    return python


def ensure_environment(
    choice: EnvironmentChoice, workspace: Workspace | None, *, make: bool = True, reporter: Reporter = NOBODY
) -> InstalledEnvironment:
    """Return the environment of a lock, which is made if it is not there and may be made.

    Raises:
        PackagesError: it cannot be made, or may not.
    """
    if choice.lock is None:
        raise UsageError(f"{choice.name} is no lock", hint="make one with: authoring env lock NAME")
    lock = read_lock(choice.lock)
    python, store = python_of(choice, lock), store_of(workspace)
    environment = store.get(lock, python)
    if environment is not None:
        # A workspace may have come with an environment in it, whose interpreter would be a stranger's program.
        if workspace is not None:
            require(workspace, [made_claim(workspace.root, store.folder_of(environment))])
        return environment
    # A stranger's benchmark may ask for an environment, but only a person has it installed.
    if not make:
        raise PackagesError(
            f"the environment of {choice.lock} has not been made",
            hint=f"see what it would install, then: authoring env create {choice.lock}",
        )
    require_environment(workspace, choice)
    with reporting_text(reporter, f"making {lock.name}") as on_line:
        environment = store.make(lock, python, uv=Uv.locate(), report=on_line)
    if workspace is not None:
        _allow(workspace, made_claim(workspace.root, store.folder_of(environment)))
    return environment


@contextmanager
def interpreter_of(
    choice: EnvironmentChoice, workspace: Workspace | None, *, reporter: Reporter = NOBODY
) -> Iterator[Path | None]:
    """Give the path of the interpreter to run cells with, and keep its environment there meanwhile; None for this one.

    Raises:
        PackagesError: its environment cannot be made, or is a benchmark's and nobody has made it.
        UsageError: the sandbox is elsewhere, and an environment that is made here is of no use there.
    """
    # Also a question to an interpreter which version it is starts it.
    if not choice.is_foreign:
        require_environment(workspace, choice)
    request = demand_of(workspace)
    is_remote = bool(request.container or request.command)
    if choice.lock is None:
        if is_remote:
            yield Path(choice.python) if choice.python else None
            return
        python = find_python(choice.python, Uv.locate)
        yield None if python == running_python() else Path(python.path)
        return
    if is_remote:
        raise UsageError(
            f"{choice.name}: an environment of a lock is made on this machine, and the sandbox runs elsewhere",
            hint="name an interpreter there: environment.python in authoring.toml",
        )
    environment = ensure_environment(choice, workspace, make=not choice.is_foreign, reporter=reporter)
    with store_of(workspace).using(environment) as path:
        yield path


@contextmanager
def reporting_text(reporter: Reporter, label: str) -> Iterator[Callable[[str], None]]:
    """Report an activity whose steps nobody can count; the function that is given reports what it is at, in words."""
    reporter.report(Progress("", 0, subject=label))
    try:
        yield lambda text: reporter.report(Progress(text, 0, subject=label))
    finally:
        reporter.report(Ended("", label))


@contextmanager
def open_sandbox(
    workspace: Workspace | None,
    *,
    python: Path | None = None,
    benchmarks: Sequence[Path] = (),
    code: CodeOrigin = UNKNOWN_CODE,
    reporter: Reporter = NOBODY,
) -> Iterator[Sandbox]:
    """Open the sandbox that a workspace's settings ask for, and end every process of it afterwards.

    A verb opens one for all it runs, so that a person is told once where it is no wall.

    Args:
        workspace: the one whose settings hold; the defaults of the settings hold if None.
        python: the interpreter that runs the cells; what the benchmarks or the workspace name if None.
        benchmarks: folders of the benchmarks that are about to run; the workspace's own if empty.
        code: where the code comes from that is about to run; without it nothing runs where there are no walls.
        reporter: told how far an environment is made, and warned where the sandbox isolates nothing.

    Raises:
        TrustError: what the settings name, or code without walls, needs a person's leave.
        SandboxError: what there is does not reach the level that the settings demand.
        PackagesError: the environment that is named cannot be made.
    """
    with ExitStack() as stack:
        if python is None:
            python = stack.enter_context(
                interpreter_of(default_environment(workspace, benchmarks), workspace, reporter=reporter)
            )
        yield stack.enter_context(open_under(workspace, python, code=code, reporter=reporter))


def own_or_given_sandbox(
    given: Sandbox | None,
    workspace: Workspace | None,
    *,
    code: CodeOrigin = UNKNOWN_CODE,
    reporter: Reporter = NOBODY,
) -> AbstractContextManager[Sandbox]:
    """Give the caller's sandbox, which stays the caller's to close, or open one for this activity as `open_sandbox`."""
    if given is None:
        return open_sandbox(workspace, code=code, reporter=reporter)
    # It was opened for something else, perhaps for code of this package alone.
    if given.protection.level is Level.LIMITS:
        require_walls(workspace, code)
    return nullcontext(given)


@contextmanager
def open_under(
    workspace: Workspace | None,
    python: Path | None,
    *,
    code: CodeOrigin = UNKNOWN_CODE,
    reporter: Reporter = NOBODY,
) -> Iterator[Sandbox]:
    """Open the sandbox under exactly this interpreter, the one that runs this program if None."""
    request = demand_of(workspace, python=python)
    with closing(started_sandbox(request) or make_sandbox(request)) as sandbox:
        if sandbox.protection.level is Level.LIMITS:
            require_walls(workspace, code)
            reporter.report(Notice(LIMITS_ONLY, is_warning=True, command="authoring doctor"))
        yield sandbox


def demand_of(workspace: Workspace | None, *, python: Path | None = None) -> SandboxRequest:
    """Return the sandbox that a workspace's settings ask for; see `open_sandbox`.

    Raises:
        TrustError: they name a program or a container that nobody allowed.
    """
    settings = (workspace.settings if workspace else Settings()).sandbox
    if workspace is not None:
        require(workspace, sandbox_claims(workspace.root, settings))
    return SandboxRequest(
        minimum_level=minimum_level(settings), python=python, container=settings.container, command=settings.command
    )


def serve_sandbox() -> None:
    """Open sessions for another authoring, which speaks through this process's standard streams, until these end."""
    # Imported late: the far side needs nothing of a workspace, and starts for every command of the near side.
    from authoring.sandbox.remote.server import main  # noqa: PLC0415

    main()
