"""The changes that a cell made to the names of its session, in the terms of DSEval's namespace_diff."""

import copy
import io
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from authoring.sandbox.inside.aliasing.footprint import Footprint
from authoring.sandbox.inside.digest import digest
from authoring.sandbox.inside.views import guarded
from authoring.validators.base import Change

IMMUTABLE = (bool, int, float, complex, str, bytes, type(None), type, FunctionType, ModuleType)
"""Types whose objects stay what they are; the same object is the same value."""
SHARED = (*IMMUTABLE, BuiltinFunctionType, io.IOBase)
"""Types whose objects DSEval shares between reference and submission."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The names of a session at one moment.

    The values themselves are held, so that no new object can stand where an old one stood and pass for it.
    """

    values: dict[str, Any] = field(default_factory=dict)
    digests: dict[str, bytes | None] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    """Seconds that computing each digest took."""
    footprints: dict[str, Footprint] = field(default_factory=dict)
    """Footprints of the values whose digests were carried over, because the cell could not reach them."""


EMPTY_SNAPSHOT = Snapshot()


def snapshot(
    namespace: dict[str, Any], before: Snapshot = EMPTY_SNAPSHOT, untouched: Mapping[str, Footprint] | None = None
) -> Snapshot:
    """Record the value and the digest of every name but those of the form ``__x__``, which belong to the interpreter.

    Args:
        namespace: the namespace of the session.
        before: its snapshot before the cell.
        untouched: names whose values the cell could not reach, with the footprints of these. Their digests are carried
            over.
    """
    after = Snapshot(
        {
            name: value
            for name, value in list(namespace.items())
            if isinstance(name, str) and not (name.startswith("__") and name.endswith("__"))
        }
    )
    for name, value in after.values.items():
        if isinstance(value, IMMUTABLE):
            continue
        if untouched and name in untouched and before.values[name] is value:
            after.digests[name], after.seconds[name] = before.digests[name], before.seconds[name]
            after.footprints[name] = untouched[name]
            continue
        start = time.perf_counter()
        after.digests[name] = digest(value, by_identity=True)
        after.seconds[name] = time.perf_counter() - start
    return after


def compare(before: Snapshot, after: Snapshot) -> dict[str, Change]:
    """Return what happened to each name, in the order of the names."""
    changes: dict[str, Change] = {}
    for name in sorted({*before.values, *after.values}):
        if name not in after.values:
            changes[name] = "deleted"
        elif name not in before.values:
            changes[name] = "added"
        elif before.values[name] is not after.values[name]:
            changes[name] = "replaced"
        elif before.digests.get(name) != after.digests.get(name):
            changes[name] = "updated"
    return changes


def separate(namespace: dict[str, Any]) -> None:
    """Put a deep copy of its own in the place of every variable; what cannot be copied deep or flat stays itself."""
    for name, value in list(namespace.items()):
        if not isinstance(value, SHARED) and not (name.startswith("__") and name.endswith("__")):
            namespace[name] = _copy(value)


def _copy(value: Any) -> Any:
    try:
        return copy.deepcopy(value)
    except Exception:  # noqa: BLE001 - any class may define its own copying, and fail in its own way
        return guarded(lambda: copy.copy(value), value)


def forget_columns(namespace: dict[str, Any]) -> None:
    """Make every frame forget the columns it gave out; pandas before 3 gives the same object out again.

    DSEval copies every variable before every cell, and copying has this effect: a name bound anew to the same column
    counts as replaced there.
    """
    for value in list(namespace.values()):
        # By the type, because a value of a session may answer to any name.
        forget = getattr(type(value), "_clear_item_cache", None)
        if forget is not None:
            guarded(partial(forget, value), None)
