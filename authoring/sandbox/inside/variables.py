"""The variables of a session, as a solver or a person is told of them."""

import signal
import sys
import time
from collections.abc import Callable, Mapping
from types import BuiltinFunctionType, FrameType, FunctionType, ModuleType
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from authoring.sandbox.inside.views import guarded, plain, shown, type_name

MOST = 500
"""Variables that are told of; the first by name."""
NAME = 200
TEXT = 200
"""Characters of a variable's text."""
ITEMS = 10_000
"""Items of a container, nested ones included, whose size is counted."""
TIME = 5.0
"""Seconds that all looks at values may take together; after that only types are told."""
TIME_OF_ONE = 1.0
LEFT_OUT = (ModuleType, type, FunctionType, BuiltinFunctionType)
CONTAINERS = (list, tuple, set, frozenset, dict)
T = TypeVar("T")


def variables(namespace: Mapping[str, Any], *, look: bool) -> list[dict[str, Any]]:
    """Return the fields of a `Variable` for each, sorted by name.

    Args:
        namespace: of the session.
        look: whether to ask values for their size and text, which runs their own methods; else only types are told.
    """
    names = sorted(name for name, value in list(namespace.items()) if _is_told(name, value))[:MOST]
    end = time.monotonic() + (TIME if look else 0)
    return [_told(name, namespace[name], end) for name in names]


def _is_told(name: object, value: object) -> bool:
    if type(name) is not str or (name.startswith("__") and name.endswith("__")):
        return False
    return not issubclass(type(value), LEFT_OUT)


def _told(name: str, value: object, end: float) -> dict[str, Any]:
    return {
        "name": plain(name, NAME),
        "type": guarded(lambda: type_name(value), "object"),
        "size": min(max(0, _in_time(lambda: _size(value), 0, end)), sys.maxsize),
        "text": _in_time(lambda: _text(value), "", end),
    }


def _in_time(look: Callable[[], T], otherwise: T, end: float) -> T:
    """Return what the look gives, or `otherwise` where the object resists or lasts too long."""
    remaining = min(TIME_OF_ONE, end - time.monotonic())
    if remaining <= 0:
        return otherwise
    signal.signal(signal.SIGALRM, _stop)

    def timed() -> T:
        signal.setitimer(signal.ITIMER_REAL, remaining)
        try:
            return look()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    # The alarm rings once at most, and wherever it does so, it is heard in here.
    return guarded(timed, otherwise)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise TimeoutError


def _text(value: object) -> str:
    text = plain(shown(value)[0], TEXT + 1)
    return text if len(text) <= TEXT else text[: TEXT - 1] + "…"


def _size(value: Any) -> int:
    """Return the bytes of a value; of containers the shallow sizes of what is in them as well, up to `ITEMS`."""
    total, waiting = 0, [value]
    seen: set[int] = set()
    while waiting and len(seen) < ITEMS:
        item = waiting.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        total += _own_size(item)
        if isinstance(item, CONTAINERS):
            parts = [*dict.keys(item), *dict.values(item)] if isinstance(item, dict) else list(item)
            waiting += parts[:ITEMS]
    return total


def _own_size(value: Any) -> int:
    if isinstance(value, pd.DataFrame):
        return int(value.memory_usage(deep=True).sum())
    if isinstance(value, pd.Series | pd.Index):
        return int(value.memory_usage(deep=True))
    if isinstance(value, np.ndarray | np.generic):
        return int(value.nbytes)
    # Sparse matrices and the arrays of pandas and of other libraries say it in the same way.
    size = getattr(value, "nbytes", None)
    return size if type(size) is int else sys.getsizeof(value, 0)
