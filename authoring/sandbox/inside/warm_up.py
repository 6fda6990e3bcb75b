"""Warming up a zygote before it forks: packages are imported, and cells of our own rehearsed.

The first frame that is grouped, shown or compared in a process takes several times as long as the second: modules are
imported late, caches are filled, code is specialised. Every session and every judgement is a fresh fork, and would pay.
"""

import contextlib
import functools
import importlib
import importlib.metadata
import importlib.util
import io
import platform
import sys
import warnings
from collections.abc import Mapping
from typing import Any

from authoring.sandbox.inside.cell import execute
from authoring.sandbox.inside.changes import compare, snapshot
from authoring.sandbox.inside.digest import digest
from authoring.sandbox.inside.evidence import collect, collect_asked
from authoring.sandbox.inside.forks import in_fork
from authoring.sandbox.inside.judge import judge_packed
from authoring.sandbox.inside.views import error_view, traceback_text, value_view
from authoring.validators.base import Execution

UNFORKABLE = frozenset({"polars", "tensorflow", "jax"})
"""Packages that hang in a forked process once they were used: they keep threads that are not there any more, and have
no way to start them anew. A session imports them itself, and does not branch by forking."""
FORKABLE = frozenset({"matplotlib", "numpy", "pandas", "scipy", "sklearn"})
"""Packages that never import one of those by themselves, so that theirs need no trial: it takes as long as they do."""


def import_modules(names: list[str]) -> None:
    """Import those of the dotted names that are third-party, installed, and safe to fork with.

    Some packages import an unforkable one where that is installed, as statsmodels does with polars; what happens is
    seen in a fork first, because nothing that was imported goes away again.
    """
    names = [name for name in names if name.partition(".")[0] not in {*sys.stdlib_module_names, *UNFORKABLE}]
    for name in names:
        if name.partition(".")[0] in FORKABLE:
            _try_import(name)
    names = [name for name in names if name.partition(".")[0] not in FORKABLE]
    while names:
        forkable = _forkable_prefix(names) if survives_forks() and any(map(_is_findable, UNFORKABLE)) else names
        for name in forkable:
            _try_import(name)
        # The name behind the forkable ones is the one that brings an unforkable package along; it is left out.
        names = names[len(forkable) + 1 :]


def _try_import(name: str) -> None:
    # A package may fail in any way when imported; the cell that imports it will show how.
    with contextlib.suppress(Exception):
        importlib.import_module(name)


def _forkable_prefix(names: list[str]) -> list[str]:
    """Return the names before the first one that brings an unforkable package along; none if one ends the process."""

    def work() -> bytes:
        for number, name in enumerate(names):
            _try_import(name)
            if not survives_forks():
                return str(number).encode()
        return str(len(names)).encode()

    count, _ = in_fork(work)
    return names[: int(count or 0)]


def survives_forks() -> bool:
    """Return whether a fork of this process would work as it does."""
    return not any(name in sys.modules for name in UNFORKABLE)  # asked after every cell; there are far more modules


def installed_versions(packages: list[str]) -> list[tuple[str, str]]:
    """Return name and version of the importable ones among the packages, and of Python, sorted."""
    versions = {"python": platform.python_version()}
    for package in packages:
        # `find_spec` does not import a package that is not dotted, so nothing of it runs here.
        if package in sys.stdlib_module_names or not _is_findable(package):
            continue
        try:
            versions[package] = importlib.metadata.version(_owner(package))
        except importlib.metadata.PackageNotFoundError:
            versions[package] = ""
    return sorted(versions.items())


def _owner(package: str) -> str:
    """Return who installed a package: most often a distribution of its own name, which is quickly seen."""
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        if f"\n{package}/__init__.py," in f"\n{importlib.metadata.distribution(package).read_text('RECORD')}":
            return package
    return _distributions().get(package, [package])[0]


@functools.cache
def _distributions() -> Mapping[str, list[str]]:
    """Return who installed each package; reading it takes longer than a session does."""
    return importlib.metadata.packages_distributions()


def _is_findable(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except (ImportError, ValueError):
        return False


# What a zygote that opens many sessions does once, so that none of them has to be the first to do it.

FILENAME = "<rehearsal>"
CELLS = (
    """
import io, re, math, datetime, collections
import numpy as np
import pandas as pd
df = pd.read_csv(io.StringIO('a,b,c,d\\n1,x,2.5,2024-01-02\\n2,y,,2024-02-03\\n2,x,1.5,2024-02-04\\n'))
df['d'] = pd.to_datetime(df['d'])
total = df.groupby('b')['c'].agg(['mean', 'sum'])
wide = df.merge(total, left_on='b', right_index=True).sort_values(['a', 'c'], ascending=False).reset_index(drop=True)
items, numbers, text = [1, 2.5, 'x'], {'a': [1], 'b': None}, df.to_string()
array = np.arange(6).reshape(2, 3) * 1.5
def f(x):
    return [value * 2 for value in x]
df[df['a'] > 1].dropna().describe()
""",
    "df['e'] = df['c'].fillna(0).apply(lambda x: x + 1)\nseries = df['b'].str.upper().value_counts()\nseries",
    "print(df.head())\narray.sum()",
    "wide.loc[0, 'a'] = 5\n[len(wide), 'x', {'a': (1, 2)}]",
    "undefined_name",
)
BLOCK: dict[str, Any] = {
    "namespace_check": {"df": None, "series": None, "wide": {"ignore_order": True}, "items": None, "array": None},
    "table_test": {"function_name": "f", "test_cases": [[[1, 2]]]},
}


def rehearse() -> None:
    """Run, show, collect and judge cells of our own, right against wrong, and discard the results."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        for mine, theirs in zip(_run_cells(""), _run_cells("df['a'] = df['a'] + 1"), strict=True):
            _judge_both(mine, theirs)


def _run_cells(extra: str) -> list[Execution]:
    """Return what is left behind by each cell; `extra` makes them differ."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    before, executions = snapshot(namespace), []
    for cell in CELLS:
        result = execute(cell, filename=FILENAME, namespace=namespace, forbid_names=[])
        execute(extra, filename=FILENAME, namespace=namespace, forbid_names=[])
        after = snapshot(namespace)
        digest(result.value)
        # For their side effects: what they import and fill is what the rehearsal is for.
        value_view(result.value)
        output = "" if result.error is None else str(error_view(result.error, FILENAME))
        text = traceback_text(result.error, FILENAME)
        executions.append(
            Execution(cell + extra, result.value, output, result.error, text, namespace, compare(before, after))
        )
        before = after
    return executions


def _judge_both(mine: Execution, theirs: Execution) -> None:
    reference = collect(mine, BLOCK)
    for execution in (mine, theirs):
        packed, _ = collect_asked(execution, BLOCK, reference.asks())
        judge_packed(BLOCK, reference.packed(), packed, "dseval")
