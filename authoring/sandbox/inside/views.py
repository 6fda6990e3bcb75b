"""Values and errors as a person may look at them. Objects here are hostile: every look at one may raise anything."""

import reprlib
import traceback
from collections.abc import Callable
from typing import Any, TypeVar

import pandas as pd

MAX_TEXT = 10_000
"""Characters of a value's text, where the caller gives no limit."""
MAX_MESSAGE = 2_000
MAX_TRACEBACK = 20_000
MAX_FRAMES = 50
"""Frames of a long traceback that are shown: the innermost."""
MAX_CELL = 60
"""Characters of one table cell."""
MAX_ROWS, MAX_COLUMNS = 10, 12
MAX_HTML = 500_000
"""Characters of a frame in a notebook: pandas shows 60 rows and 20 columns, of 50 characters each."""
SMALL_CONTAINER = 1_000
"""Items, nested ones included, up to which a container is shown in full."""
BUILTIN = (list, tuple, set, frozenset, dict)
T = TypeVar("T")


def guarded(inspect_value: Callable[[], T], default: T) -> T:
    """Return what the look gives, or `default` where the object resists."""
    try:
        return inspect_value()
    except BaseException:  # noqa: BLE001 - methods of untrusted objects run here and may raise anything
        return default


def utf8_text(text: str, limit: int) -> str:
    """Return a text as exact `str` that UTF-8 can carry, cut to the limit."""
    # `str.__str__`, because a subclass may override every method, also that of slicing.
    return str.__str__(text)[:limit].encode("utf-8", "backslashreplace").decode()


def type_name(value: object) -> str:
    """Return the name of the value's type, with its module where that says something."""
    kind = type(value)
    # `type.__getattribute__`, because a metaclass may answer in the class's stead.
    module, name = type.__getattribute__(kind, "__module__"), kind.__qualname__
    return utf8_text(name if module in {"builtins", "__main__"} else f"{module}.{name}", MAX_CELL * 2)


def value_view(value: object, limit: int = MAX_TEXT, *, drawn: bool = False) -> dict[str, Any]:
    """Return the fields of a `ValueView`, with at most `limit` characters of the value's text.

    `drawn` asks for what a notebook shows in its place.
    """
    text, is_complete = guarded(
        lambda: representation(value, limit), (f"<{type_name(value)} that cannot be shown>", True)
    )
    return {
        "type": guarded(lambda: type_name(value), "object"),
        "text": utf8_text(text, limit),
        "truncated": not is_complete or len(text) > limit,
        "table": guarded(lambda: _table(value), None),
        "html": guarded(lambda: _html(value), "") if drawn else "",
    }


def _html(value: object) -> str:
    """Return a frame as HTML, as a notebook would show it; empty for anything else, and for what is too long."""
    frame: Any = pd.DataFrame
    text = frame._repr_html_(value) if isinstance(value, pd.DataFrame) else None
    return "" if text is None or len(text) > MAX_HTML else utf8_text(text, MAX_HTML)


def representation(value: object, limit: int = MAX_TEXT) -> tuple[str, bool]:
    """Return the representation, and whether it is the whole; raises what the object raises.

    Of text and bytes no more than `limit` is looked at, so that showing them takes no more than that.
    """
    # The text of 800 MB takes as much again, and seconds, although its beginning is all that is shown.
    if isinstance(value, (str, bytes, bytearray)) and len(value) > limit:
        return repr(value[: limit + 1]), False
    if type(value) in BUILTIN and _size(value, SMALL_CONTAINER) > SMALL_CONTAINER:
        return _brief().repr(value), False
    return repr(value), True


def _size(value: Any, limit: int) -> int:
    """Return the number of items in nested built-in containers, counting no further than just over `limit`."""
    if type(value) not in BUILTIN:
        return 1
    total = len(value)
    for item in [*value.keys(), *value.values()] if isinstance(value, dict) else value:
        if total > limit:
            break
        total += _size(item, limit - total) - 1
    return total


def _brief() -> reprlib.Repr:
    abbreviating = reprlib.Repr()
    abbreviating.maxlist = abbreviating.maxtuple = abbreviating.maxset = abbreviating.maxfrozenset = (
        abbreviating.maxdict
    ) = 100
    abbreviating.maxstring = abbreviating.maxother = abbreviating.maxlong = MAX_MESSAGE
    return abbreviating


def _table(value: object) -> dict[str, Any] | None:
    if isinstance(value, pd.Series):
        value = value.to_frame(name="" if value.name is None else value.name)
    if not isinstance(value, pd.DataFrame):
        return None
    head = value.iloc[:MAX_ROWS, :MAX_COLUMNS]
    columns = [head.iloc[:, number].array for number in range(head.shape[1])]
    return {
        "rows": int(value.shape[0]),
        "columns": int(value.shape[1]),
        "header": [_short(name) for name in head.columns],
        "index": [_short(label) for label in head.index],
        "cells": [[_short(column[row]) for column in columns] for row in range(head.shape[0])],
        "dtypes": [_short(dtype) for dtype in head.dtypes],
    }


def _short(value: object) -> str:
    text = guarded(lambda: str(value), "?")
    return utf8_text(text, MAX_CELL + 1) if len(text) <= MAX_CELL else utf8_text(text, MAX_CELL - 1) + "…"


def error_view(error: BaseException, filename: str) -> dict[str, Any]:
    """Return the fields of an `ErrorView`; `filename` names the cell in tracebacks."""
    message = guarded(lambda: str(error), "<the error's text cannot be read>")
    return {
        "type": guarded(lambda: utf8_text(type(error).__name__, MAX_CELL * 2), "BaseException"),
        "message": utf8_text(message, MAX_MESSAGE),
        "traceback": utf8_text(guarded(lambda: traceback_text(error, filename), ""), MAX_TRACEBACK),
        "line": guarded(lambda: _line(error, filename), None),
    }


def traceback_text(error: BaseException | None, filename: str) -> str:
    """Return the traceback without the frames of the harness; empty without an error."""
    if error is None:
        return ""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != filename:
        trace = trace.tb_next
    # From the cell's own frame on: what called it is our code.
    return "".join(traceback.TracebackException(type(error), error, trace, limit=-MAX_FRAMES).format())


def _line(error: BaseException, filename: str) -> int | None:
    if isinstance(error, SyntaxError) and error.filename == filename:
        return error.lineno
    lines = [number for frame, number in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == filename]
    return lines[-1] if lines else None
