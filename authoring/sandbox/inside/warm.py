"""What a zygote has ready before it forks: installed packages, imported but not used."""

import contextlib
import functools
import importlib
import importlib.metadata
import importlib.util
import platform
import sys
from collections.abc import Mapping

from authoring.sandbox.inside.forks import in_fork

UNFORKABLE = frozenset({"polars", "tensorflow", "jax"})
"""Packages that hang in a forked process once they were used: they keep threads that are not there any more, and have
no way to start them anew. A session imports them itself, and does not branch by forking."""


def import_modules(names: list[str]) -> None:
    """Import those of the dotted names that are third-party, installed, and safe to fork with.

    Some packages import an unforkable one where that is installed, as statsmodels does with polars; what happens is
    seen in a fork first, because nothing that was imported goes away again.
    """
    names = [name for name in names if name.partition(".")[0] not in {*sys.stdlib_module_names, *UNFORKABLE}]
    while names:
        fine = _forkable(names) if survives_forks() and any(map(_findable, UNFORKABLE)) else names
        for name in fine:
            _import(name)
        names = names[len(fine) + 1 :]


def _import(name: str) -> None:
    # A package may fail in any way when imported; the cell that imports it will show how.
    with contextlib.suppress(Exception):
        importlib.import_module(name)


def _forkable(names: list[str]) -> list[str]:
    """Return the names before the first one that brings an unforkable package along; none if one ends the process."""

    def work() -> bytes:
        for number, name in enumerate(names):
            _import(name)
            if not survives_forks():
                return str(number).encode()
        return str(len(names)).encode()

    told, _ = in_fork(work)
    return names[: int(told or 0)]


def survives_forks() -> bool:
    """Tell whether a fork of this process would work as it does."""
    return not any(name in sys.modules for name in UNFORKABLE)  # asked after every cell; there are far more modules


def installed_versions(packages: list[str]) -> list[tuple[str, str]]:
    """Return name and version of the importable ones among the packages, and of Python, sorted."""
    versions = {"python": platform.python_version()}
    distributions = _distributions()
    for package in packages:
        if package in sys.stdlib_module_names or not _findable(package):
            continue
        owner = distributions.get(package, [package])[0]
        try:
            versions[package] = importlib.metadata.version(owner)
        except importlib.metadata.PackageNotFoundError:
            versions[package] = ""
    return sorted(versions.items())


@functools.cache
def _distributions() -> Mapping[str, list[str]]:
    """Return who installed each package; reading it takes longer than a session does."""
    return importlib.metadata.packages_distributions()


def _findable(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except (ImportError, ValueError):
        return False
