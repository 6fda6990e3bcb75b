"""Locks and environments of a workspace: lock packages, make, check, list and remove what cells run in."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from authoring.api.sandboxes import (
    LOCKS,
    THIS_INTERPRETER,
    EnvironmentChoice,
    allow_lock,
    choose_environment,
    default_environment,
    ensure_environment,
    interpreter_of,
    lock_names,
    lock_path,
    open_under,
    python_of,
    reporting_text,
    store_of,
)
from authoring.api.trust import PACKAGE_CODE
from authoring.api.workspaces import checked_name, open_workspace, workspace_around
from authoring.dseal import imports_of, parse
from authoring.errors import AuthoringError, PackagesError, TrustError, UsageError, WorkspaceError
from authoring.gate.environment_check import check_imports
from authoring.records.base import Record
from authoring.records.environment import EnvironmentDiagnostic, InstalledEnvironment
from authoring.records.progress import NOBODY, Reporter, reporting
from authoring.sandbox.environments.contents import find_faults
from authoring.sandbox.environments.distributions import distributions_of, installed_versions
from authoring.sandbox.environments.lock import VERSION, lock_text, normalized, parse_lock, read_lock
from authoring.sandbox.environments.pythons import find_python
from authoring.sandbox.environments.uv import Uv
from authoring.workspace import Workspace
from authoring.workspace.files import write_file

# The sandbox's side of this package runs in every environment.
OLDEST_PYTHON = (3, 11)
REQUIRED = ("numpy", "pandas")
"""Packages of every environment: validators use them."""


class EnvironmentLock(Record):
    """Answer of ``env lock``."""

    name: str
    path: str
    """Relative to the workspace."""
    python: str
    packages: tuple[tuple[str, str], ...]
    """Name and version."""
    unknown: tuple[str, ...]
    """Modules that sets import and that no distribution is known to bring."""


class EnvironmentCheck(Record):
    """Answer of ``env check``."""

    name: str
    python: str
    """Version; empty where it does not start."""
    packages: tuple[tuple[str, str], ...]
    """Name and version of numpy, pandas and what sets import."""
    faults: tuple[EnvironmentDiagnostic, ...]


class EnvironmentLine(Record):
    """A lock of the workspace, or an environment that was made, in the answer of ``env list``."""

    name: str
    lock: str
    """Path of the lock, relative to the workspace; empty where the lock is elsewhere, gone or was changed."""
    python: str
    packages: int
    key: str
    """Empty where no environment has been made."""
    size: int
    """Bytes."""
    used: datetime | None
    in_settings: bool
    """Whether the workspace's cells run in it."""


def lock_environment(
    name: str,
    requirements: Sequence[str] = (),
    *,
    python: str = "",
    of_sets: bool = False,
    as_here: bool = False,
    replace: bool = False,
    workspace: Path | None = None,
    reporter: Reporter = NOBODY,
) -> EnvironmentLock:
    """Resolve packages once and write their versions and hashes among the workspace's locks.

    Requirements are as pip takes them. What the admitted sets import is locked where there are none, with `of_sets`
    beside them. `python` is a version or a path, empty for the interpreter that runs this program. With `as_here`,
    versions that are installed here are preferred.

    Raises:
        UsageError: the name or a requirement is none, or the Python is too old.
        WorkspaceError: there is a lock of this name.
        PackagesError: no set of packages satisfies the requirements.
    """
    enclosing = open_workspace(workspace)
    path = lock_path(enclosing, _checked_lock_name(name))
    if path.exists() and not replace:
        raise WorkspaceError(f"{path}: there is such a lock", hint="name another, or replace it with --replace")
    for text in requirements:
        # The resolver reads requirements from a file, in which a line with a dash is an option and a break adds a line.
        if text.startswith("-") or "\n" in text or not text.strip():
            raise UsageError(f"{text!r} is no requirement", hint="say, for example: pandas==2.1.1")
    uv = Uv.locate()
    interpreter = find_python(python, lambda: uv)
    _refuse_old(interpreter.minor)
    names = [normalized(_distribution(text)) for text in requirements]
    modules = modules_of_sets(enclosing) if of_sets or not requirements else {}
    origin = distributions_of(modules, names)
    packages = dict.fromkeys((*requirements, *(extra for extra in origin.distributions if extra not in names)))
    packages |= dict.fromkeys(package for package in REQUIRED if package not in names)
    with reporting_text(reporter, f"locking {name}") as on_line:
        versions = installed_versions() if as_here else ()
        compiled = uv.compile(tuple(packages), python=interpreter.path, preferred_versions=versions, report=on_line)
    # A path means something on this machine only; a lock names a version that others can find.
    version = python if VERSION.fullmatch(python) else interpreter.minor
    flags = [*(["--sets"] if of_sets else []), *(["--here"] if as_here else [])]
    # Stands at the head of the lock, so that whoever reads it can make it anew.
    command = ("authoring", "env", "lock", name, *requirements, *flags, "--python", version)
    text = lock_text(version, command, compiled)
    # Read back before it is written, so that a lock that cannot be read never stands there.
    lock = parse_lock(text, path)
    write_file(path, text.encode())
    allow_lock(enclosing, path)
    return EnvironmentLock(
        name=name,
        path=f"{LOCKS}/{path.name}",
        python=version,
        packages=tuple((pin.name, pin.version) for pin in lock.pins),
        unknown=origin.unknown,
    )


def modules_of_sets(workspace: Workspace) -> Mapping[str, tuple[str, ...]]:
    """Return the modules that the admitted sets import, each with the sets that do."""
    importers: dict[str, dict[str, None]] = {}
    for name in workspace.problemsets():
        for cell in parse(workspace.read_problemset(name).text).runnable:
            for module in imports_of(cell.code):
                importers.setdefault(module, {})[name] = None
    return {module: tuple(sets) for module, sets in sorted(importers.items())}


def _checked_lock_name(name: str) -> str:
    if name == THIS_INTERPRETER or VERSION.fullmatch(name):
        raise UsageError(f"{name} means an interpreter already", hint="name the lock otherwise")
    return checked_name(name)


def _refuse_old(version: str) -> None:
    if tuple(map(int, version.split("."))) < OLDEST_PYTHON:
        oldest = ".".join(map(str, OLDEST_PYTHON))
        raise UsageError(f"Python {version} is too old to run cells", hint=f"name {oldest} or newer")


def _distribution(requirement: str) -> str:
    """Return the name that a requirement begins with."""
    for end, character in enumerate(requirement):
        if not (character.isalnum() or character in "._-"):
            return requirement[:end]
    return requirement


def create_environment(
    name: str, *, workspace: Path | None = None, reporter: Reporter = NOBODY
) -> InstalledEnvironment:
    """Make the environment of a lock, if it is not there yet.

    The lock is named as in the workspace, which need not be there, or by its path.

    Raises:
        UsageError: there is no such lock.
        PackagesError: the environment cannot be made.
    """
    enclosing = workspace_around(workspace)
    choice = choose_environment(name, enclosing)
    # Naming the lock to this very command is the leave to install it.
    if enclosing is not None and choice.lock is not None:
        allow_lock(enclosing, choice.lock)
    return ensure_environment(choice, enclosing, reporter=reporter)


def check_environment(
    name: str = "", *, workspace: Path | None = None, reporter: Reporter = NOBODY
) -> EnvironmentCheck:
    """Say what stands against an environment: it differs from its lock, does not start, or lacks what sets import.

    The name is a lock, a version, an interpreter or ``here``; empty for what the settings name.

    Raises:
        UsageError: the name means no environment.
    """
    enclosing = open_workspace(workspace)
    choice = choose_environment(name, enclosing) if name else default_environment(enclosing)
    faults = list(_lock_faults(choice, enclosing, reporter))
    modules = modules_of_sets(enclosing)
    packages: dict[str, str] = {}
    try:
        with (
            interpreter_of(choice, enclosing, reporter=reporter) as python,
            open_under(enclosing, python, code=PACKAGE_CODE, reporter=reporter) as sandbox,
        ):
            with reporting(reporter, f"importing in {choice.name}") as progress:
                limits = enclosing.settings.limits
                faults += check_imports(modules, sandbox=sandbox, limits=limits, progress=progress)
            tops = {module.partition(".")[0] for module in modules} | set(REQUIRED)
            packages = dict(sandbox.versions(sorted(tops)))
    except TrustError:
        # Nothing was tried, so there is nothing to say of it.
        raise
    except AuthoringError as error:
        # Whether it starts is what was asked, so this is an answer and no failure of the command.
        faults.append(EnvironmentDiagnostic(message=f"it does not start: {error.message}", hint=error.hint))
    version = packages.pop("python", "")
    return EnvironmentCheck(name=choice.name, python=version, packages=tuple(packages.items()), faults=tuple(faults))


def _lock_faults(
    choice: EnvironmentChoice, workspace: Workspace, reporter: Reporter
) -> tuple[EnvironmentDiagnostic, ...]:
    if choice.lock is None:
        return ()
    # A lock that a benchmark names may be a stranger's: nothing is installed on its word alone.
    environment = ensure_environment(choice, workspace, make=not choice.is_foreign, reporter=reporter)
    with reporting_text(reporter, f"comparing {choice.name} with its lock"):
        return find_faults(store_of(workspace).folder_of(environment), environment, read_lock(choice.lock))


def list_environments(*, workspace: Path | None = None) -> tuple[EnvironmentLine, ...]:
    """Return the locks of the workspace in a folder, else around it, made or not, and the other environments."""
    return _lines(open_workspace(workspace))


def _lines(workspace: Workspace) -> tuple[EnvironmentLine, ...]:
    store = store_of(workspace)
    unlisted = {environment.key: environment for environment in store.environments()}
    default = default_environment(workspace).lock
    lines = []
    for name in lock_names(workspace):
        path = lock_path(workspace, name)
        lock = read_lock(path)
        environment = unlisted.pop(_key_here(path), None)
        lines.append(
            EnvironmentLine(
                name=name,
                lock=str(path.relative_to(workspace.root)),
                python=environment.python if environment else lock.python,
                packages=len(lock.pins),
                key=environment.key if environment else "",
                size=environment.size if environment else 0,
                used=store.used(environment) if environment else None,
                in_settings=default is not None and default.resolve() == path.resolve(),
            )
        )
    lines += [
        EnvironmentLine(
            name=environment.name,
            lock="",
            python=environment.python,
            packages=len(environment.packages),
            key=environment.key,
            size=environment.size,
            used=store.used(environment),
            in_settings=default is not None and _key_here(default) == environment.key,
        )
        for environment in unlisted.values()
    ]
    return tuple(lines)


def _key_here(path: Path) -> str:
    """Return the key of a lock's environment on this machine; empty where there is no such lock or no such Python."""
    try:
        lock = read_lock(path)
        return lock.key(python_of(EnvironmentChoice(path.stem, path), lock).version)
    except AuthoringError:
        return ""


def remove_environments(
    names: Sequence[str] = (), *, unused: bool = False, workspace: Path | None = None
) -> tuple[InstalledEnvironment, ...]:
    """Remove environments that were made; their locks stay, and make them again.

    Named are locks, or the beginnings of keys; `unused` adds those that no lock of the workspace makes any more.

    Raises:
        UsageError: a word names none, or several; or nothing is named.
        PackagesError: an environment is in use.
    """
    if not names and not unused:
        raise UsageError("nothing to remove", hint="name environments, or say --unused; see: authoring env list")
    enclosing = open_workspace(workspace)
    store, lines = store_of(enclosing), _lines(enclosing)
    by_key = {environment.key: environment for environment in store.environments()}
    keys = dict.fromkeys(line.key for line in lines if unused and not line.lock and not line.in_settings)
    for name in names:
        matches = [line.key for line in lines if line.key and (line.name == name or line.key.startswith(name))]
        if not matches:
            raise UsageError(f"{name}: no such environment has been made", hint="see: authoring env list")
        if len(matches) > 1:
            hint = "name more of its key, as listed"
            raise UsageError(f"{name} may be any of {len(matches)} environments", hint=hint)
        # A dict keeps the order of the words, and each environment once.
        keys[matches[0]] = None
    for key in keys:
        try:
            store.remove(by_key[key])
        except PackagesError as error:
            raise PackagesError(f"{by_key[key].name}: {error.message}", hint=error.hint) from error
    return tuple(by_key[key] for key in keys)
