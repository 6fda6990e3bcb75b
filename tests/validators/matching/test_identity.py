"""Tables that are called identical are so for pandas too."""

import datetime as dt
import itertools
import zoneinfo
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from authoring.sandbox.inside.serialization import pack, unpack
from authoring.validators.base import CollectedItems
from authoring.validators.matching.identity import MANY_ROWS, are_identical, without_same_objects

ASSERTIONS: dict[type, Callable[..., None]] = {
    pd.DataFrame: pd.testing.assert_frame_equal,
    pd.Series: pd.testing.assert_series_equal,
    pd.Index: pd.testing.assert_index_equal,
}
DAY = dt.date(2024, 5, 1)
NOON = dt.datetime(2024, 5, 1, 12, tzinfo=dt.UTC)
VALUES: dict[str, Any] = {
    "whole numbers": [1, 2],
    "other whole numbers": [1, 3],
    "whole numbers of 32 bits": np.array([1, 2], dtype="int32"),
    "floats": [1.0, 2.0],
    "floats, one missing": [1.0, np.nan],
    "a negative zero": [0.0, -0.0],
    "no zero below": [0.0, 0.0],
    "truth values": [True, False],
    "truth values among objects": pd.array([True, 0], dtype=object),
    "numbers among objects": pd.array([1, 0], dtype=object),
    "floats among objects": pd.array([1.0, 0], dtype=object),
    "text": ["a", "b"],
    "text among objects": pd.array(["a", "b"], dtype=object),
    "text, one missing": pd.array(["a", None], dtype=object),
    "text, one not a number": pd.array(["a", float("nan")], dtype=object),
    "text as string": pd.array(["a", "b"], dtype="string"),
    "days": pd.array([DAY, DAY], dtype=object),
    "times": pd.to_datetime(["2024-05-01", "2024-05-02"]),
    "times in a zone": pd.to_datetime(["2024-05-01", "2024-05-02"]).tz_localize("UTC"),
    "moments": pd.array([NOON, 1], dtype=object),
    "moments elsewhere": pd.array([NOON.astimezone(zoneinfo.ZoneInfo("Asia/Tokyo")), 1], dtype=object),
    "lists": pd.array([[1], [2]], dtype=object),
    "arrays": pd.array([np.array([1]), np.array([2])], dtype=object),
    "whole numbers, one missing": pd.array([1, None], dtype="Int64"),
    "categories": pd.Categorical(["a", "b"]),
    "categories in another order": pd.Categorical(["a", "b"], categories=["b", "a"]),
}


def tables() -> dict[str, Any]:
    """Return tables that differ in something, anew each time."""
    tables: dict[str, Any] = {}
    for name, values in VALUES.items():
        series = pd.Series(values)
        tables |= {f"frame of {name}": pd.DataFrame({"k": series}), f"series of {name}": series}
        tables |= {f"index of {name}": pd.Index(values), f"labels of {name}": pd.Series([1, 2], index=pd.Index(values))}
    frame = pd.DataFrame({"k": [1, 2], "m": ["a", "b"]})
    return {
        **tables,
        "two columns": frame,
        "two columns in another order": frame[["m", "k"]],
        "two columns with a name": frame.rename_axis("axis", axis=1),
        "one row": frame.head(1),
        "no row": frame.head(0),
        "no column": frame[[]],
        "labels of two levels": frame.set_index(["k", "m"]),
        "labels with a name": frame.set_index("m"),
        "labels that repeat": frame.set_axis([0, 0]),
        "labels of a list": frame.set_axis(pd.Index([0, 1])),
        "numbered columns": frame.set_axis([0, 1], axis=1),
        "columns that repeat": frame.set_axis(["k", "k"], axis=1),
        "days of a list": pd.Series([1, 2], index=pd.DatetimeIndex(["2024-05-01", "2024-05-02"])),
        "days of a range": pd.Series([1, 2], index=pd.date_range("2024-05-01", periods=2)),
        "a series with a name": pd.Series([1, 2], name="k"),
        "a frame without repeated labels": frame.set_flags(allows_duplicate_labels=False),
    }


def differ(first: Any, second: Any) -> bool:
    """Return whether pandas tells two values apart."""
    kind = next(kind for kind in ASSERTIONS if isinstance(first, kind))
    if not isinstance(second, kind):
        return True
    try:
        ASSERTIONS[kind](first, second)
    except (AssertionError, TypeError, ValueError):
        return True
    return False


def test_identical_tables_are_equal_for_pandas() -> None:
    """No two of many tables are called identical that pandas tells apart."""
    pairs = itertools.product(tables().items(), tables().items())
    wrong = [
        (first, second)
        for (first, table), (second, other) in pairs
        if are_identical(table, other) and differ(table, other)
    ]

    assert wrong == []


@pytest.mark.parametrize("name", ["whole numbers", "floats, one missing", "text", "text among objects", "days"])
@pytest.mark.parametrize("shape", ["frame", "series", "index"])
def test_plain_tables_are_identical_after_they_travelled(shape: str, name: str) -> None:
    """Evidence that is the same on both sides needs no comparison of pandas."""
    table = tables()[f"{shape} of {name}"]
    arrived = unpack(pack(CollectedItems({"value": table}))).items["value"]

    assert are_identical(table, arrived)


def test_class_of_ones_own_is_never_identical() -> None:
    """A class that says of itself that it is equal is left to pandas."""

    class Frame(pd.DataFrame):
        pass

    assert not are_identical(Frame({"k": [1]}), Frame({"k": [1]}))


def complaint(first: pd.DataFrame, second: pd.DataFrame) -> str:
    """Return what pandas says of two frames, empty where it finds no difference."""
    try:
        pd.testing.assert_frame_equal(first, second)
    except (AssertionError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


@pytest.mark.exhaustive
def test_pandas_says_the_same_without_columns_that_are_the_same() -> None:
    """Whatever two long frames differ in, pandas' words about it stay, and so do the frames."""
    columns = {name: pd.concat([pd.Series(values)] * MANY_ROWS, ignore_index=True) for name, values in VALUES.items()}
    shared = {name: columns[name] for name in ("text among objects", "text, one not a number", "lists")}
    frames = {name: pd.DataFrame({**shared, "last": column}) for name, column in columns.items()}
    # Some of the pairs: each of the frames is in several, and telling two apart takes pandas a while.
    for first, second in list(itertools.combinations(frames, 2))[::7]:
        pair = frames[first], frames[second]
        before = [frame.copy() for frame in pair]

        assert complaint(*without_same_objects(*pair)) == complaint(*pair), (first, second)
        assert all(are_equal(frame, copy) for frame, copy in zip(pair, before, strict=True)), (first, second)


def are_equal(first: pd.DataFrame, second: pd.DataFrame) -> bool:
    """Return whether two frames hold the same, column by column, also objects that pandas cannot compare."""
    return first.columns.equals(second.columns) and all(
        first[name].dtype == second[name].dtype and repr(first[name].tolist()) == repr(second[name].tolist())
        for name in first.columns
    )


def test_columns_that_are_the_same_are_left_out() -> None:
    """Of long frames, columns of the same objects need no comparison; missing texts are the same too."""
    texts = pd.Series(["a", float("nan")] * MANY_ROWS, dtype=object)
    frame, other = (pd.DataFrame({"k": texts.copy(), "m": [number] * len(texts)}) for number in (1, 2))
    first, second = without_same_objects(frame, other)

    assert first["k"].tolist() == second["k"].tolist() == [0] * len(texts)
    assert (first["m"] == 1).all()
    assert frame["k"].tolist()[0] == "a"
