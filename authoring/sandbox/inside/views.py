"""Values and errors as a person may look at them. Objects here are hostile: every look at one may raise anything."""

import reprlib
import traceback
from collections.abc import Callable
from typing import Any, TypeVar

import pandas as pd

TEXT = 10_000
"""Characters of a value's text, where nobody says how many."""
MESSAGE = 2_000
TRACEBACK = 20_000
FRAMES = 50
"""The innermost frames are the ones kept of a long traceback."""
CELL = 60
"""Characters of one table cell."""
ROWS, COLUMNS = 10, 12
HTML = 500_000
"""Characters of a frame in a notebook: pandas shows 60 rows and 20 columns, of 50 characters each."""
SMALL = 1_000
"""Items, nested ones included, up to which a container is shown in full."""
BUILTIN = (list, tuple, set, frozenset, dict)
T = TypeVar("T")


def guarded(look: Callable[[], T], otherwise: T) -> T:
    """Return what the look gives, or `otherwise` where the object resists."""
    try:
        return look()
    except BaseException:  # noqa: BLE001 - methods of untrusted objects run here and may raise anything
        return otherwise


def plain(text: str, limit: int) -> str:
    """Return a text as exact `str` that UTF-8 can carry, cut to the limit."""
    return str.__str__(text)[:limit].encode("utf-8", "backslashreplace").decode()


def type_name(value: object) -> str:
    """Return the name of the value's type, with its module where that says something."""
    kind = type(value)
    module, name = type.__getattribute__(kind, "__module__"), kind.__qualname__
    return plain(name if module in {"builtins", "__main__"} else f"{module}.{name}", CELL * 2)


def value_view(value: object, limit: int = TEXT, *, drawn: bool = False) -> dict[str, Any]:
    """Return the fields of a `ValueView`, with at most `limit` characters of the value's text.

    `drawn` asks for what a notebook shows in its place.
    """
    text, whole = guarded(lambda: shown(value, limit), (f"<{type_name(value)} that cannot be shown>", True))
    return {
        "type": guarded(lambda: type_name(value), "object"),
        "text": plain(text, limit),
        "truncated": not whole or len(text) > limit,
        "table": guarded(lambda: _table(value), None),
        "html": guarded(lambda: _html(value), "") if drawn else "",
    }


def _html(value: object) -> str:
    """Return a frame as HTML, as a notebook would show it; empty for anything else, and for what is too long."""
    frame: Any = pd.DataFrame
    text = frame._repr_html_(value) if isinstance(value, pd.DataFrame) else None
    return "" if text is None or len(text) > HTML else plain(text, HTML)


def shown(value: object, limit: int = TEXT) -> tuple[str, bool]:
    """Return the representation, and whether it is the whole; raises what the object raises.

    Of text and bytes no more than `limit` is looked at, so that showing them takes no more than that.
    """
    if isinstance(value, (str, bytes, bytearray)) and len(value) > limit:
        return repr(value[: limit + 1]), False
    if type(value) in BUILTIN and _size(value, SMALL) > SMALL:
        return _brief().repr(value), False
    text = repr(value)
    return text, True


def _size(value: Any, enough: int) -> int:
    """Return the number of items in nested built-in containers, counting no further than just over `enough`."""
    if type(value) not in BUILTIN:
        return 1
    total = len(value)
    for item in [*value.keys(), *value.values()] if isinstance(value, dict) else value:
        if total > enough:
            break
        total += _size(item, enough - total) - 1
    return total


def _brief() -> reprlib.Repr:
    brief = reprlib.Repr()
    brief.maxlist = brief.maxtuple = brief.maxset = brief.maxfrozenset = brief.maxdict = 100
    brief.maxstring = brief.maxother = brief.maxlong = MESSAGE
    return brief


def _table(value: object) -> dict[str, Any] | None:
    if isinstance(value, pd.Series):
        value = value.to_frame(name="" if value.name is None else value.name)
    if not isinstance(value, pd.DataFrame):
        return None
    part = value.iloc[:ROWS, :COLUMNS]
    return {
        "rows": int(value.shape[0]),
        "columns": int(value.shape[1]),
        "header": [_short(name) for name in part.columns],
        "index": [_short(label) for label in part.index],
        "cells": [[_short(part.iloc[r, c]) for c in range(part.shape[1])] for r in range(part.shape[0])],
        "dtypes": [_short(dtype) for dtype in part.dtypes],
    }


def _short(value: object) -> str:
    text = guarded(lambda: str(value), "?")
    return plain(text, CELL + 1) if len(text) <= CELL else plain(text, CELL - 1) + "…"


def error_view(error: BaseException, filename: str) -> dict[str, Any]:
    """Return the fields of an `ErrorView`; `filename` names the cell in tracebacks."""
    message = guarded(lambda: str(error), "<the error's text cannot be read>")
    return {
        "type": guarded(lambda: plain(type(error).__name__, CELL * 2), "BaseException"),
        "message": plain(message, MESSAGE),
        "traceback": plain(guarded(lambda: traceback_text(error, filename), ""), TRACEBACK),
        "line": guarded(lambda: _line(error, filename), None),
    }


def traceback_text(error: BaseException | None, filename: str) -> str:
    """Return the traceback without the frames of the harness; empty without an error."""
    if error is None:
        return ""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename != filename:
        trace = trace.tb_next
    return "".join(traceback.TracebackException(type(error), error, trace, limit=-FRAMES).format())


def _line(error: BaseException, filename: str) -> int | None:
    if isinstance(error, SyntaxError) and error.filename == filename:
        return error.lineno
    lines = [number for frame, number in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == filename]
    return lines[-1] if lines else None
