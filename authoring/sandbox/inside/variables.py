"""The variables of a session, as they are shown to a solver or a person."""

import signal
import sys
import time
from collections.abc import Callable, Mapping
from types import BuiltinFunctionType, FrameType, FunctionType, ModuleType
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from authoring.sandbox.inside.views import guarded, representation, type_name, utf8_text

MAX_VARIABLES = 500
"""Variables that are listed; the first by name."""
MAX_NAME = 200
MAX_TEXT = 200
"""Characters of a variable's text."""
HEAD_ROWS = 5
"""Rows of a table that are shown."""
HEAD_COLUMNS = 20
MAX_HEAD = 2_000
"""Characters of these rows."""
MAX_DIMENSIONS = 8
MAX_ITEMS = 10_000
"""Items of a container, nested ones included, whose size is counted."""
MAX_TIME = 5.0
"""Seconds that all looks at values may take together; after that only types are returned."""
MAX_TIME_PER_VARIABLE = 1.0
EXCLUDED = (ModuleType, type, FunctionType, BuiltinFunctionType)
CONTAINERS = (list, tuple, set, frozenset, dict)
T = TypeVar("T")


def variables(namespace: Mapping[str, Any], *, inspect_values: bool) -> list[dict[str, Any]]:
    """Return the fields of a `Variable` for each, sorted by name.

    Args:
        namespace: of the session.
        inspect_values: whether to ask values for their size and text, which runs their own methods;
            otherwise only their types are returned.
    """
    names = sorted(name for name, value in list(namespace.items()) if _is_listed(name, value))[:MAX_VARIABLES]
    deadline = time.monotonic() + (MAX_TIME if inspect_values else 0)
    return [_variable_record(name, namespace[name], deadline) for name in names]


def _is_listed(name: object, value: object) -> bool:
    if type(name) is not str or (name.startswith("__") and name.endswith("__")):
        return False
    return not issubclass(type(value), EXCLUDED)


def _variable_record(name: str, value: object, deadline: float) -> dict[str, Any]:
    no_shape: tuple[int, ...] = ()
    return {
        "name": utf8_text(name, MAX_NAME),
        "type": guarded(lambda: type_name(value), "object"),
        "size": min(max(0, _within_time(lambda: _size(value), 0, deadline)), sys.maxsize),
        "text": _within_time(lambda: _text(value), "", deadline),
        "shape": _within_time(lambda: _shape(value), no_shape, deadline),
        "head": _within_time(lambda: _head(value), "", deadline),
    }


def _within_time(inspect_value: Callable[[], T], default: T, deadline: float) -> T:
    """Return the result of inspecting a value, or `default` where that raises or takes too long."""
    remaining = min(MAX_TIME_PER_VARIABLE, deadline - time.monotonic())
    if remaining <= 0:
        return default
    # Set for each value: the session's code may have installed a handler of its own.
    signal.signal(signal.SIGALRM, _raise_timeout)

    def timed() -> T:
        signal.setitimer(signal.ITIMER_REAL, remaining)
        try:
            return inspect_value()
        finally:
            # Off in any case, so that it cannot ring in code that does not expect it.
            signal.setitimer(signal.ITIMER_REAL, 0)

    # The alarm rings once at most, and wherever it does so, it is heard in here.
    return guarded(timed, default)


def _raise_timeout(_number: int, _frame: FrameType | None) -> None:
    raise TimeoutError


def _text(value: object) -> str:
    text = utf8_text(representation(value)[0], MAX_TEXT + 1)
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


def _shape(value: object) -> tuple[int, ...]:
    if not isinstance(value, pd.DataFrame | pd.Series | pd.Index | np.ndarray):
        return ()
    return tuple(int(length) for length in value.shape[:MAX_DIMENSIONS])


def _head(value: object) -> str:
    if not isinstance(value, pd.DataFrame | pd.Series):
        return ""
    # The columns are cut before they are drawn: a table of a million columns has a head of a million cells.
    head = value.iloc[:HEAD_ROWS, :HEAD_COLUMNS] if isinstance(value, pd.DataFrame) else value.iloc[:HEAD_ROWS]
    return utf8_text(head.to_string(max_colwidth=40) if isinstance(head, pd.DataFrame) else head.to_string(), MAX_HEAD)


def _size(value: Any) -> int:
    """Return the bytes of a value; of containers the shallow sizes of what is in them as well, up to `MAX_ITEMS`."""
    total, pending = 0, [value]
    visited: set[int] = set()
    while pending and len(visited) < MAX_ITEMS:
        item = pending.pop()
        if id(item) in visited:
            continue
        visited.add(id(item))
        total += _shallow_size(item)
        if isinstance(item, CONTAINERS):
            # By the built-in methods, because a subclass may override its own.
            parts = [*dict.keys(item), *dict.values(item)] if isinstance(item, dict) else list(item)
            pending += parts[:MAX_ITEMS]
    return total


def _shallow_size(value: Any) -> int:
    if isinstance(value, pd.DataFrame):
        return int(value.memory_usage(deep=True).sum())
    if isinstance(value, pd.Series | pd.Index):
        return int(value.memory_usage(deep=True))
    if isinstance(value, np.ndarray | np.generic):
        return int(value.nbytes)
    # Sparse matrices and the arrays of pandas and of other libraries say it in the same way.
    size = getattr(value, "nbytes", None)
    return size if type(size) is int else sys.getsizeof(value, 0)
