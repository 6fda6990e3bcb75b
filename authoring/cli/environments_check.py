"""Gathering for ``authoring env``: what stands against an environment, and which there are."""

from datetime import datetime
from pathlib import Path

from authoring.cli.environments import (
    Choice,
    choice_of,
    interpreter_of,
    lock_names,
    lock_path,
    made_environment,
    python_of,
    settled_choice,
    store_of,
    working,
)
from authoring.cli.isolation import open_under
from authoring.cli.locking import modules_of_sets
from authoring.cli.progress import progress_bar
from authoring.errors import AuthoringError, PackagesError, UsageError
from authoring.gate.check_environment import check_imports
from authoring.records.base import Record
from authoring.records.environment import EnvironmentFault, MadeEnvironment
from authoring.sandbox.environments.contents import faults_of
from authoring.sandbox.environments.lock import read_lock
from authoring.workspace import Workspace


class Checked(Record):
    """Answer of ``env check``."""

    name: str
    python: str
    """Version; empty where it does not start."""
    packages: tuple[tuple[str, str], ...]
    """Name and version of numpy, pandas and what sets import."""
    faults: tuple[EnvironmentFault, ...]


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


def check(place: Workspace, word: str) -> Checked:
    """Say what stands against an environment: the one that is named, else the one that is settled on."""
    choice = choice_of(word, place) if word else settled_choice(place)
    faults = list(_against_lock(choice, place))
    modules = modules_of_sets(place)
    packages: dict[str, str] = {}
    try:
        with interpreter_of(choice, place) as python, open_under(place, python) as sandbox:
            with progress_bar(f"importing in {choice.name}") as progress:
                limits = place.settings.limits
                faults += check_imports(modules, sandbox=sandbox, limits=limits, progress=progress)
            tops = {module.partition(".")[0] for module in modules} | {"numpy", "pandas"}
            packages = dict(sandbox.versions(sorted(tops)))
    except AuthoringError as error:
        faults.append(EnvironmentFault(message=f"it does not start: {error.message}", hint=error.hint))
    version = packages.pop("python", "")
    return Checked(name=choice.name, python=version, packages=tuple(packages.items()), faults=tuple(faults))


def _against_lock(choice: Choice, place: Workspace) -> tuple[EnvironmentFault, ...]:
    if choice.lock is None:
        return ()
    made, store = made_environment(choice, place, make=not choice.is_foreign), store_of(place)
    with working(f"comparing {choice.name} with its lock"):
        return faults_of(store.folder_of(made), made, read_lock(choice.lock))


def lines(place: Workspace) -> tuple[EnvironmentLine, ...]:
    """Return the workspace's locks, made or not, and the other environments that were made."""
    store = store_of(place)
    made = {each.key: each for each in store.made()}
    settled = settled_choice(place).lock
    found = []
    for name in lock_names(place):
        path = lock_path(place, name)
        lock = read_lock(path)
        mine = made.pop(_key_here(path), None)
        found.append(
            EnvironmentLine(
                name=name,
                lock=str(path.relative_to(place.root)),
                python=mine.python if mine else lock.python,
                packages=len(lock.pins),
                key=mine.key if mine else "",
                size=mine.size if mine else 0,
                used=store.used(mine) if mine else None,
                in_settings=settled is not None and settled.resolve() == path.resolve(),
            )
        )
    others = (
        EnvironmentLine(
            name=other.name,
            lock="",
            python=other.python,
            packages=len(other.packages),
            key=other.key,
            size=other.size,
            used=store.used(other),
            in_settings=settled is not None and _key_here(settled) == other.key,
        )
        for other in made.values()
    )
    return (*found, *others)


def _key_here(path: Path) -> str:
    """Return the key of a lock's environment on this machine; empty where there is no such lock or no such Python."""
    try:
        lock = read_lock(path)
        return lock.key(python_of(Choice(path.stem, path), lock).version)
    except AuthoringError:
        return ""


def remove(place: Workspace, words: tuple[str, ...], *, unused: bool) -> tuple[MadeEnvironment, ...]:
    """Remove environments that are named by their lock or their key, and those that no lock of the workspace makes.

    Raises:
        UsageError: a word names none.
        PackagesError: one is in use.
    """
    store = store_of(place)
    there = lines(place)
    made = {each.key: each for each in store.made()}
    wanted = dict.fromkeys(line.key for line in there if unused and not line.lock and not line.in_settings)
    for word in words:
        keys = [line.key for line in there if line.key and (line.name == word or line.key.startswith(word))]
        if not keys:
            raise UsageError(f"{word}: no such environment has been made", hint="see: authoring env list")
        if len(keys) > 1:
            raise UsageError(f"{word} may be any of {len(keys)} environments", hint="name more of its key, as listed")
        wanted[keys[0]] = None
    gone = []
    for key in wanted:
        try:
            store.remove(made[key])
        except PackagesError as error:
            raise PackagesError(f"{made[key].name}: {error.message}", hint=error.hint) from error
        gone.append(made[key])
    return tuple(gone)
