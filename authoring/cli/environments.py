"""The environment that cells run in: what a person, a benchmark or a workspace names, found, or made from its lock."""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from authoring.cli.views.render import err, visible
from authoring.errors import PackagesError, UsageError
from authoring.records.environment import MadeEnvironment
from authoring.sandbox.environments.lock import VERSION, Lock, read_lock
from authoring.sandbox.environments.pythons import Python, find_python, running
from authoring.sandbox.environments.store import Store
from authoring.sandbox.environments.uv import Uv
from authoring.workspace import Workspace
from authoring.workspace.benchmark import read_environment
from authoring.workspace.settings import EnvironmentSettings

HERE = "here"
"""Stands for the interpreter that runs this program."""
LOCKS = "environments"
"""The folder of a workspace that holds its locks."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An environment, as it was named."""

    name: str
    lock: Path | None = None
    python: str = ""
    """A version or a path; empty for what the lock says, or for the interpreter that runs this program."""
    is_foreign: bool = False
    """Whether a benchmark named it, which may come from a stranger: nothing is installed on its word alone."""


def lock_path(place: Workspace, name: str) -> Path:
    """Return where a workspace's lock of this name stands, or will stand."""
    return place.root / LOCKS / f"{name}.lock"


def lock_names(place: Workspace | None) -> tuple[str, ...]:
    """Return the names of a workspace's locks, sorted."""
    return tuple(sorted(path.stem for path in (place.root / LOCKS).glob("*.lock"))) if place else ()


def store_of(place: Workspace | None) -> Store:
    """Return where environments are kept: in the workspace, or outside of any in the user's folder for such things."""
    if place is not None:
        return Store(place.root / ".authoring" / "environments")
    cache = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Store(Path(cache).expanduser() / "authoring" / "environments")


def choice_of(word: str, place: Workspace | None) -> Choice:
    """Return what a word on the command line means: a lock's name or path, a version, an interpreter, ``here``.

    Raises:
        UsageError: it means nothing.
    """
    if word == HERE:
        return Choice(word)
    if VERSION.fullmatch(word):
        return Choice(word, python=word)
    if place is not None and lock_path(place, word).is_file():
        return Choice(word, lock=lock_path(place, word))
    path = Path(word)
    if path.is_file() and path.suffix in {".lock", ".txt"}:
        return Choice(word, lock=path)
    found = shutil.which(str(path))
    if found is not None:
        return Choice(word, python=found)
    close = get_close_matches(word, (*lock_names(place), HERE), n=1)
    hint = "name a lock, the path of one, a version of Python, an interpreter, or: here"
    raise UsageError(f"{word}: no such environment", hint=f"did you mean {close[0]}?" if close else hint)


def settled_choice(place: Workspace | None, benchmarks: Sequence[Path] = ()) -> Choice:
    """Return the environment that nobody has to name: a benchmark's own, else the workspace's, else none but this.

    Args:
        place: the workspace, if there is one.
        benchmarks: the folders of the benchmarks that are about to run; the workspace's own if empty.

    Raises:
        UsageError: benchmarks that run together name different environments.
        BenchmarkError: a manifest is broken.
    """
    folders = list(dict.fromkeys(benchmarks)) or ([place.root / "problemsets"] if place else [])
    named = {folder: read_environment(folder) for folder in folders}
    if len(set(named.values())) > 1:
        raise UsageError(
            "benchmarks that run together name different environments",
            hint="run them one by one, or under several environments on purpose: authoring run --env A,B",
        )
    for folder, said in named.items():
        if said != EnvironmentSettings():
            return Choice(str(folder), Path(said.lock) if said.lock else None, said.python, is_foreign=True)
    if place is None:
        return Choice(HERE)
    said = place.settings.environment
    python = said.python if VERSION.fullmatch(said.python) else said.python and str(place.root / said.python)
    name = said.lock or said.python or HERE
    return Choice(name, place.root / said.lock if said.lock else None, python)


def python_of(choice: Choice, lock: Lock | None) -> Python:
    """Return the interpreter that a choice runs under, or makes its environment with.

    Raises:
        PackagesError: there is none, or the lock is for another version.
    """
    wanted = choice.python or (lock.python if lock else "")
    found = find_python(wanted, Uv.find)
    if lock is not None and lock.python and not f"{found.version}.".startswith(f"{lock.python}."):
        raise PackagesError(
            f"{choice.name} is locked for Python {lock.python}, and {found.path} is Python {found.version}",
            hint=f"lock again with --python {found.minor}, or name another interpreter",
        )
    return found


def made_environment(choice: Choice, place: Workspace | None, *, make: bool = True) -> MadeEnvironment:
    """Return the environment of a lock, made with a display if it is not there and may be made.

    Raises:
        PackagesError: it cannot be made, or may not.
    """
    if choice.lock is None:
        raise UsageError(f"{choice.name} is no lock", hint="make one with: authoring env lock NAME")
    lock = read_lock(choice.lock)
    python, store = python_of(choice, lock), store_of(place)
    found = store.find(lock, python)
    if found is not None:
        return found
    if not make:
        raise PackagesError(
            f"the environment of {choice.lock} has not been made",
            hint=f"see what it would install, then: authoring env create {choice.lock}",
        )
    with working(f"making {lock.name}") as told:
        return store.make(lock, python, uv=Uv.find(), told=told)


@contextmanager
def interpreter_of(choice: Choice, place: Workspace | None) -> Iterator[Path | None]:
    """Give the path of the interpreter to run cells with, and keep its environment there meanwhile; None for this one.

    Raises:
        PackagesError: its environment cannot be made, or is a benchmark's and nobody has made it.
        UsageError: the sandbox is elsewhere, and an environment that is made here is of no use there.
    """
    elsewhere = place is not None and bool(place.settings.sandbox.container or place.settings.sandbox.command)
    if choice.lock is None:
        if elsewhere:
            yield Path(choice.python) if choice.python else None
            return
        found = find_python(choice.python, Uv.find)
        yield None if found == running() else Path(found.path)
        return
    if elsewhere:
        raise UsageError(
            f"{choice.name}: an environment of a lock is made on this machine, and the sandbox runs elsewhere",
            hint="name an interpreter there: environment.python in authoring.toml",
        )
    made = made_environment(choice, place, make=not choice.is_foreign)
    with store_of(place).using(made) as path:
        yield path


@contextmanager
def working(label: str) -> Iterator[Callable[[str], None]]:
    """Show that something is under way; the function that is given adds a word on how far it has come."""
    console = err()
    columns = SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(visible(label, lines=False), total=None)

        def tell(line: str) -> None:
            bar.update(task, description=visible(f"{label}: {line}"[:100], lines=False))

        yield tell
