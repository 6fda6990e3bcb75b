"""Values that go through the packing, here or in another interpreter: what comes out differently is told.

As a program: reads a JSON list of expressions from standard input, and writes a JSON list of complaints.
"""

import collections
import importlib
import json
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from authoring.sandbox.inside.serialization import pack, unpack
from authoring.validators.base import CollectedItems, Missing, Opaque

STANDARD = ("array", "collections", "datetime", "decimal", "fractions", "pathlib", "re", "uuid", "zoneinfo")
OPTIONAL = ("scipy.sparse", "pyarrow", "polars", "pytz", "dateutil.tz")


def names() -> dict[str, Any]:
    """Return what expressions may name."""
    result: dict[str, Any] = {name: importlib.import_module(name) for name in STANDARD}
    result |= {"np": np, "pd": pd, "Missing": Missing, "Opaque": Opaque}
    for name in OPTIONAL:
        try:
            importlib.import_module(name)
        except ImportError:
            continue
        result[name.partition(".")[0]] = sys.modules[name.partition(".")[0]]
    return result


def travelled(value: Any) -> Any:
    """Return a value as it comes out of the packing."""
    return unpack(pack(CollectedItems({"value": value}))).items["value"]


def check(sent: Any, received: Any) -> None:
    """Raise AssertionError unless two values have the same type, values and dtypes."""
    assert type(sent) is type(received), f"{type(received)} instead of {type(sent)}: {received!r:.200}"
    if sent is np.ma.masked or sent is pd.NA:
        assert sent is received
        return
    owner = type(sent).__module__.partition(".")[0]
    compare = next((compare for kind, compare in BY_TYPE if isinstance(sent, kind)), BY_OWNER.get(owner, _equal))
    compare(sent, received)


def _equal(sent: Any, received: Any) -> None:
    assert sent == received or sent is received, f"{received!r:.200} instead of {sent!r:.200}"


def _same_text(sent: Any, received: Any) -> None:
    assert repr(sent) == repr(received)


def _sequences(sent: Any, received: Any) -> None:
    assert len(sent) == len(received)
    for pair in zip(sent, received, strict=True):
        check(*pair)


def _frames(sent: Any, received: Any) -> None:
    pd.testing.assert_frame_equal(sent, received, check_freq=True, check_flags=True, check_exact=True)
    check([*sent.dtypes, sent.attrs], [*received.dtypes, received.attrs])


def _indexes(sent: Any, received: Any) -> None:
    pd.testing.assert_index_equal(sent, received, exact=True, check_exact=True)
    assert getattr(sent, "freq", None) == getattr(received, "freq", None)


def _arrays(sent: Any, received: Any) -> None:
    assert (sent.dtype, sent.shape) == (received.dtype, received.shape)
    if sent.dtype.hasobject:
        check(sent.tolist(), received.tolist())
    else:
        assert sent.tobytes() == received.tobytes()


def _tables(sent: Any, received: Any) -> None:
    assert sent.equals(received)
    kinds = (getattr(item, "schema", getattr(item, "dtype", None)) for item in (sent, received))
    assert next(kinds) == next(kinds)


BY_TYPE: tuple[tuple[Any, Callable[[Any, Any], None]], ...] = (
    ((list, tuple, collections.deque), _sequences),
    (dict, lambda one, other: check([*one.items()], [*other.items()])),
    (pd.DataFrame, _frames),
    (pd.Series, lambda one, other: pd.testing.assert_series_equal(one, other, check_freq=True, check_exact=True)),
    (pd.Index, _indexes),
    (pd.api.extensions.ExtensionArray, pd.testing.assert_extension_array_equal),
    (np.ma.MaskedArray, lambda *both: check(*([each.data, each.mask, each.fill_value] for each in both))),
    ((np.ndarray, np.generic), _arrays),
    ((float, complex), _same_text),
)
BY_OWNER: dict[str, Callable[[Any, Any], None]] = {
    "scipy": lambda one, other: check([one.dtype, one.toarray()], [other.dtype, other.toarray()]),
    "pyarrow": _tables,
    "polars": _tables,
}


def complaints(expressions: list[str]) -> list[str]:
    """Return what is said of each expression whose value comes out differently."""
    results = []
    for expression in expressions:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = eval(expression, names())  # noqa: S307 - cases are code
        try:
            check(value, travelled(value))
        except AssertionError as error:
            results.append(f"{expression}: {error}")
    return results


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    json.dump(complaints(json.load(sys.stdin)), sys.stdout)
