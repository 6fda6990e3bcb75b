"""Making a lock for ``authoring env lock``: what is wanted, resolved, and written among the workspace's locks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from authoring.cli.environments import HERE, LOCKS, lock_path, working
from authoring.cli.options import checked_name
from authoring.dseal import imports_of, parse
from authoring.errors import UsageError, WorkspaceError
from authoring.records.base import Record
from authoring.sandbox.environments.distributions import distributions_of, versions_here
from authoring.sandbox.environments.lock import VERSION, lock_text, normalized, parse_lock
from authoring.sandbox.environments.pythons import find_python
from authoring.sandbox.environments.uv import Uv
from authoring.workspace import Workspace
from authoring.workspace.files import write_file

OLDEST = (3, 11)
ALWAYS = ("numpy", "pandas")


class Locked(Record):
    """Answer of ``env lock``."""

    name: str
    path: str
    """Relative to the workspace."""
    python: str
    packages: tuple[tuple[str, str], ...]
    """Name and version."""
    unknown: tuple[str, ...]
    """Modules that sets import and of which nobody here knows where they come from."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What ``authoring env lock`` was asked."""

    name: str
    requirements: tuple[str, ...]
    python: str
    """A version or a path; empty for the interpreter that runs this program."""
    of_sets: bool
    """Whether what the sets import is added although requirements are given."""
    as_here: bool
    """Whether versions are to be those that are installed here."""
    replace: bool


def modules_of_sets(place: Workspace) -> Mapping[str, tuple[str, ...]]:
    """Return the modules that the admitted sets import, each with the sets that do."""
    found: dict[str, dict[str, None]] = {}
    for name in place.problemsets():
        for cell in parse(place.read_problemset(name).text).runnable:
            for module in imports_of(cell.code):
                found.setdefault(module, {})[name] = None
    return {module: tuple(sets) for module, sets in sorted(found.items())}


def checked_lock_name(name: str) -> str:
    """Return a name for a lock as it was given.

    Raises:
        UsageError: it cannot be a file's name, or means something else already.
    """
    if name == HERE or VERSION.fullmatch(name):
        raise UsageError(f"{name} means an interpreter already", hint="name the lock otherwise")
    return checked_name(name)


def make_lock(place: Workspace, wish: Wish) -> Locked:
    """Resolve what is wanted and write the lock.

    Raises:
        UsageError: a requirement is none, or the Python is too old.
        WorkspaceError: there is a lock of this name.
        PackagesError: no set of packages is what is wanted.
    """
    path = lock_path(place, wish.name)
    if path.exists() and not wish.replace:
        raise WorkspaceError(f"{path}: there is such a lock", hint="name another, or replace it with --replace")
    for text in wish.requirements:
        if text.startswith("-") or "\n" in text or not text.strip():
            raise UsageError(f"{text!r} is no requirement", hint="say, for example: pandas==2.1.1")
    uv = Uv.find()
    python = find_python(wish.python, lambda: uv)
    _refuse_old(python.minor)
    given = [normalized(_name(text)) for text in wish.requirements]
    modules = modules_of_sets(place) if wish.of_sets or not wish.requirements else {}
    found = distributions_of(modules, given)
    wanted = dict.fromkeys((*wish.requirements, *(name for name in found.distributions if name not in given)))
    wanted |= dict.fromkeys(name for name in ALWAYS if name not in given)
    with working(f"locking {wish.name}") as told:
        at = versions_here() if wish.as_here else ()
        compiled = uv.compile(tuple(wanted), python=python.path, at=at, told=told)
    version = wish.python if VERSION.fullmatch(wish.python) else python.minor
    text = lock_text(version, _command(wish, version), compiled)
    lock = parse_lock(text, path)
    write_file(path, text.encode())
    return Locked(
        name=wish.name,
        path=f"{LOCKS}/{path.name}",
        python=version,
        packages=tuple((pin.name, pin.version) for pin in lock.pins),
        unknown=found.unknown,
    )


def _command(wish: Wish, version: str) -> Sequence[str]:
    flags = [*(["--sets"] if wish.of_sets else []), *(["--here"] if wish.as_here else [])]
    return ("authoring", "env", "lock", wish.name, *wish.requirements, *flags, "--python", version)


def _refuse_old(version: str) -> None:
    if tuple(map(int, version.split("."))) < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        raise UsageError(f"Python {version} is too old to run cells", hint=f"name {oldest} or newer")


def _name(requirement: str) -> str:
    """Return the name that a requirement begins with."""
    for end, character in enumerate(requirement):
        if not (character.isalnum() or character in "._-"):
            return requirement[:end]
    return requirement
