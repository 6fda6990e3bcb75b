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
    found: dict[str, Any] = {name: importlib.import_module(name) for name in STANDARD}
    found |= {"np": np, "pd": pd, "Missing": Missing, "Opaque": Opaque}
    for name in OPTIONAL:
        try:
            importlib.import_module(name)
        except ImportError:
            continue
        found[name.partition(".")[0]] = sys.modules[name.partition(".")[0]]
    return found


def travelled(value: Any) -> Any:
    """Return a value as it comes out of the packing."""
    return unpack(pack(CollectedItems({"value": value}))).items["value"]


def check(one: Any, other: Any) -> None:
    """Raise AssertionError unless two values have the same type, values and dtypes."""
    assert type(one) is type(other), f"{type(other)} instead of {type(one)}: {other!r:.200}"
    if one is np.ma.masked or one is pd.NA:
        assert one is other
        return
    owner = type(one).__module__.partition(".")[0]
    compare = next((compare for kind, compare in BY_TYPE if isinstance(one, kind)), BY_OWNER.get(owner, _equal))
    compare(one, other)


def _equal(one: Any, other: Any) -> None:
    assert one == other or one is other, f"{other!r:.200} instead of {one!r:.200}"


def _same_text(one: Any, other: Any) -> None:
    assert repr(one) == repr(other)


def _sequences(one: Any, other: Any) -> None:
    assert len(one) == len(other)
    for pair in zip(one, other, strict=True):
        check(*pair)


def _frames(one: Any, other: Any) -> None:
    pd.testing.assert_frame_equal(one, other, check_freq=True, check_flags=True, check_exact=True)
    check([*one.dtypes, one.attrs], [*other.dtypes, other.attrs])


def _indexes(one: Any, other: Any) -> None:
    pd.testing.assert_index_equal(one, other, exact=True, check_exact=True)
    assert getattr(one, "freq", None) == getattr(other, "freq", None)


def _arrays(one: Any, other: Any) -> None:
    assert (one.dtype, one.shape) == (other.dtype, other.shape)
    if one.dtype.hasobject:
        check(one.tolist(), other.tolist())
    else:
        assert one.tobytes() == other.tobytes()


def _tables(one: Any, other: Any) -> None:
    assert one.equals(other)
    kinds = (getattr(each, "schema", getattr(each, "dtype", None)) for each in (one, other))
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
    found = []
    for expression in expressions:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = eval(expression, names())  # noqa: S307 - cases are code
        try:
            check(value, travelled(value))
        except AssertionError as error:
            found.append(f"{expression}: {error}")
    return found


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    json.dump(complaints(json.load(sys.stdin)), sys.stdout)
