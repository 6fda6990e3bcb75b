"""What is likely to blame for a difference, as far as that is cheap to say."""

import re
from collections.abc import Mapping, Sequence
from itertools import combinations, product

from authoring.records.environment import Environment
from authoring.records.evidence import CellRun

MOST = 3
"""Packages that are named."""
_MODULE = re.compile(r"No module named '?([\w.]+)")
_FRAME = re.compile(r"[/\\]site-packages[/\\]([\w-]+)")


def reason(groups: Sequence[Sequence[Environment]], failed: Mapping[str, CellRun]) -> str:
    """Return in one line what is likely to blame; empty where nothing says.

    A module that is missing comes first. Then packages that stand in an error's traceback; those whose versions divide
    the environments as the difference does; and those that differ at all.

    Args:
        groups: the environments that agree with each other.
        failed: how the cell ended, by the name of each environment in which it failed.
    """
    for name, run in failed.items():
        missing = _MODULE.search(run.error.message) if run.error else None
        if missing:
            return f"{missing[1].partition('.')[0]} is not installed under {name}"
    raised = {package for run in failed.values() if run.error for package in _FRAME.findall(run.error.traceback)}
    versions = _versions(groups)
    apart = [name for name, each in versions.items() if _divides(each, groups)]
    same = [name for name in apart if len(set(versions[name].values())) == len(groups)]
    blamed = [name for name in apart if name in raised] or same or apart
    words = [f"{name} is {_listed(versions[name])}" for name in blamed[:MOST]]
    return "; ".join([*words, *([f"and {len(blamed) - MOST} more"] if len(blamed) > MOST else [])])


def _versions(groups: Sequence[Sequence[Environment]]) -> dict[str, dict[str, str]]:
    """Return for each package, and at the end for Python, the version by environment."""
    environments = [environment for group in groups for environment in group]
    packages = sorted({name for environment in environments for name, _ in environment.packages})
    known = {environment.name: dict(environment.packages) for environment in environments}
    found = {package: {name: versions.get(package, "") for name, versions in known.items()} for package in packages}
    return {**found, "Python": {environment.name: environment.python for environment in environments}}


def _divides(versions: Mapping[str, str], groups: Sequence[Sequence[Environment]]) -> bool:
    """Tell whether environments that do not agree have other versions."""
    pairs = (pair for one, other in combinations(groups, 2) for pair in product(one, other))
    return len(groups) > 1 and all(versions[one.name] != versions[other.name] for one, other in pairs)


def _listed(versions: Mapping[str, str]) -> str:
    names: dict[str, list[str]] = {}
    for name, version in versions.items():
        names.setdefault(version, []).append(name)
    return ", ".join(f"{version or 'not installed'} under {' and '.join(each)}" for version, each in names.items())
