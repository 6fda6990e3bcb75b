"""Extension points: members of a registry are found by walking a folder and by entry points; no list is edited.

A registry is a package of this project, for example `authoring.dseal.rules`, whose every module is one member, and a
group of entry points of the same dotted name, through which installed packages add members of their own::

    [project.entry-points."authoring.dseal.rules"]
    shouting-question = "example_extension.rules.shouting_question"

An entry point names a module that fulfils the same protocol as the modules of the folder. This module imports the
standard library only, because registries of the sandbox's side are read on a bare Python.
"""

import pkgutil
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoints, entry_points
from importlib.resources import files
from types import ModuleType
from typing import cast

PROJECT = "authoring"
"""What the groups of entry points begin with that are read here."""
SUPPORT = frozenset({"base", "registry", "dialogue"})
"""Modules of a registry's folder that are no members, beside those whose names begin with an underscore."""


def names(package: str) -> Iterator[tuple[str, str]]:
    """Yield name and dotted module of every member, importing none: the folder's first, then entry points.

    Args:
        package: the dotted name of the registry's package, which is the group of its entry points as well.

    Raises:
        ValueError: when an entry point takes the name of another member.
    """
    seen: set[str] = set()
    for module in sorted(pkgutil.iter_modules(import_module(package).__path__), key=lambda info: info.name):
        if module.name not in SUPPORT and not module.name.startswith("_"):
            seen.add(module.name)
            yield module.name, f"{package}.{module.name}"
    # Sorted: the order in which packages were installed must not change what is found first.
    for entry in sorted(_entry_points(tuple(sys.path)).select(group=package), key=lambda entry: entry.name):
        if entry.name in seen:
            raise ValueError(f"{package}: two members are called {entry.name!r}; the second is {entry.value}")
        seen.add(entry.name)
        yield entry.name, entry.value


def members(package: str) -> dict[str, ModuleType]:
    """Import and return every member of a registry by its name, in the order of `names`."""
    return {name: import_module(module) for name, module in names(package)}


def is_extended() -> bool:
    """Tell whether installed packages add members to any registry of this project."""
    return any(group.startswith(f"{PROJECT}.") for group in _entry_points(tuple(sys.path)).groups)


def texts(group: str) -> Iterator[tuple[str, str]]:
    """Yield name and text of every file that installed packages add to a folder of texts, sorted by name.

    Args:
        group: of entry points; each names a package whose ``*.py`` files are texts, but for its ``__init__.py``. They
            are read and never imported.
    """
    packages = (files(entry.value) for entry in _entry_points(tuple(sys.path)).select(group=group))
    contents = (file for package in packages for file in package.iterdir() if file.name.endswith(".py"))
    for file in sorted(contents, key=lambda file: file.name):
        if file.name != "__init__.py":
            yield file.name.removesuffix(".py"), file.read_text("utf-8")


@cache
def _entry_points(_path: tuple[str, ...]) -> EntryPoints:
    """Return what installed packages add, of all groups at once: every look goes through all that is installed."""
    return cast("EntryPoints", entry_points())
