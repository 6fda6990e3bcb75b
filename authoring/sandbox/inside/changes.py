"""What a cell did to the names of its session, in the words of DSEval's namespace_diff, and DSEval's way to copy it."""

import copy
import io
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from authoring.sandbox.inside.aliasing.footprint import Holdings
from authoring.sandbox.inside.digest import digest
from authoring.sandbox.inside.views import guarded
from authoring.validators.base import Change

ATOMS = (bool, int, float, complex, str, bytes, type(None), type, FunctionType, ModuleType)
"""Types whose objects stay what they are; the same object is the same value."""
SHARED = (*ATOMS, BuiltinFunctionType, io.IOBase)
"""Types whose objects DSEval shares between reference and submission."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The names of a session at one moment.

    The values themselves are held, so that no new object can stand where an old one stood and pass for it.
    """

    values: dict[str, Any] = field(default_factory=dict)
    digests: dict[str, bytes | None] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    """What each digest took."""
    holdings: dict[str, Holdings] = field(default_factory=dict)
    """What the values hold whose digests were carried over, as nobody got at them."""


NOTHING = Snapshot()


def snapshot(
    namespace: dict[str, Any], before: Snapshot = NOTHING, untouched: Mapping[str, Holdings] | None = None
) -> Snapshot:
    """Take down what every name holds; names of the form ``__x__`` are the interpreter's.

    Args:
        namespace: of the session.
        before: what it was before the cell.
        untouched: names of then whose values the cell could not get at, with what these hold. Their digests stay what
            they were.
    """
    after = Snapshot(
        {
            name: value
            for name, value in list(namespace.items())
            if isinstance(name, str) and not (name.startswith("__") and name.endswith("__"))
        }
    )
    for name, value in after.values.items():
        if isinstance(value, ATOMS):
            continue
        if untouched and name in untouched and before.values[name] is value:
            after.digests[name], after.seconds[name] = before.digests[name], before.seconds[name]
            after.holdings[name] = untouched[name]
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
            namespace[name] = _copied(value)


def _copied(value: Any) -> Any:
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
        forget = getattr(type(value), "_clear_item_cache", None)
        if forget is not None:
            guarded(partial(forget, value), None)
