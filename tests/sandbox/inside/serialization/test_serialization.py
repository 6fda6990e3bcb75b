"""What goes into the packing comes out of it: same types, same values, same dtypes."""

import importlib.util
import json
import os
import subprocess
import sys
from collections import OrderedDict, deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.sandbox.inside.serialization import pack, unpack
from authoring.validators.base import CollectedItems
from tests.examples import examples

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
CASES: dict[str, list[str]] = yaml.safe_load(
    (ROOT / "tests" / "cases" / "serialization" / "values.yml").read_text("utf-8")
)


def _module(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


travelling = _module(HERE / "travelling.py")
travelled, check = travelling.travelled, travelling.check


@pytest.mark.parametrize("package", CASES)
def test_value_comes_out_as_it_went_in(package: str) -> None:
    """Every value of the cases, where what it is made of is installed."""
    if package not in {"python", "numpy", "pandas"}:
        pytest.importorskip(package)

    assert travelling.complaints(CASES[package]) == []


@pytest.mark.exhaustive
def test_value_comes_out_as_it_went_in_elsewhere() -> None:
    """The same in the interpreter that AUTHORING_OTHER_PYTHON names, as far as packages are installed there."""
    other_python = os.environ.get("AUTHORING_OTHER_PYTHON", sys.executable)
    listed = (
        "import importlib.util, json, sys; print(json.dumps([m for m in sys.argv[1:] if importlib.util.find_spec(m)]))"
    )
    completed = subprocess.run(
        [other_python, "-c", listed, *CASES], capture_output=True, text=True, check=True, cwd="/"
    )
    available = {"python", *json.loads(completed.stdout)}
    expressions = [item for package, cases in CASES.items() if package in available for item in cases]

    completed = subprocess.run(
        [other_python, str(HERE / "travelling.py")],
        input=json.dumps(expressions),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )

    assert completed.returncode == 0, completed.stderr
    assert json.loads(completed.stdout) == []


SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.complex_numbers()
    | st.dates() | st.times() | st.timedeltas() | st.datetimes() | st.datetimes(timezones=st.timezones())
    | st.decimals(allow_nan=False) | st.fractions() | st.uuids()
)  # fmt: skip
LABELS = st.one_of(st.integers(-5, 5), st.text(max_size=3), st.tuples(st.integers(0, 2), st.text(max_size=1)))
NUMBERS = st.sampled_from(["i1", "u2", "i8", "f4", "f8", "c16", "b1", ">i4", "M8[s]", "m8[ns]", "S3", "U2", "O"])


@st.composite
def arrays(draw: st.DrawFn) -> Any:
    """Arrays of any dtype, size and layout."""
    shape = tuple(draw(st.lists(st.integers(0, 3), max_size=3)))
    dtype, size = np.dtype(draw(NUMBERS)), int(np.prod(shape, dtype=int))
    if dtype.kind == "O":
        array = np.empty(size, object)
        array[:] = [draw(SCALARS) for _ in range(size)]
    else:
        data = np.frombuffer(draw(st.binary(min_size=64, max_size=64)), np.uint8)[:size]
        array = (data % 2).astype(bool) if dtype.kind == "b" else data.astype(dtype)
    array = array.reshape(shape)
    return np.asfortranarray(array) if draw(st.booleans()) else array[..., ::-1] if array.ndim else array


def _times(numbers: list[int]) -> Any:
    return pd.to_datetime(np.array(numbers, dtype="i8") * 10**9)


def _numbers(dtype: str) -> Callable[[list[int | None], list[int]], Any]:
    return lambda _, whole: np.array(whole).astype(dtype)


COLUMNS: dict[str, Callable[[list[int | None], list[int]], Any]] = {
    **{dtype: _numbers(dtype) for dtype in ("i2", "i8", "f8", "u1", "c8")},
    "text": lambda some, _: pd.Series([None if each is None else str(each) for each in some], dtype=object),
    "str": lambda some, _: pd.Series([None if each is None else str(each) for each in some], dtype="str"),
    "string": lambda some, _: pd.Series([None if each is None else str(each) for each in some], dtype="string"),
    "boolean": lambda some, _: pd.array([None if each is None else each > 0 for each in some], dtype="boolean"),
    "Int64": lambda some, _: pd.array(some, dtype="Int64"),
    "Float64": lambda some, _: pd.array(some, dtype="Float64"),
    "category": lambda some, _: pd.Categorical(some),
    "ordered": lambda some, _: pd.Categorical(some, ordered=True),
    "time": lambda _, whole: _times(whole),
    "zone": lambda _, whole: _times(whole).tz_localize("UTC").tz_convert("Europe/Berlin"),
    "span": lambda _, whole: pd.to_timedelta(np.array(whole, dtype="i8")),
    "period": lambda _, whole: pd.PeriodIndex(_times(whole), freq="D"),
    "sparse": lambda _, whole: pd.arrays.SparseArray(np.array(whole, dtype=float)),
}


@st.composite
def columns(draw: st.DrawFn, size: int) -> Any:
    """Columns of any dtype that pandas has."""
    if draw(st.integers(0, 9)) == 0:
        return pd.Series([draw(SCALARS) for _ in range(size)], dtype=object)
    numbers = draw(st.lists(st.none() | st.integers(-100, 100), min_size=size, max_size=size))
    return draw(st.sampled_from([*COLUMNS.values()]))(numbers, [item or 0 for item in numbers])


@st.composite
def frames(draw: st.DrawFn) -> Any:
    """Frames of any columns, labelled in any way."""
    rows, width = draw(st.integers(0, 4)), draw(st.integers(0, 5))
    table = pd.DataFrame({number: draw(columns(rows)) for number in range(width)}, index=range(rows))
    table.columns = pd.Index(draw(st.lists(LABELS, min_size=width, max_size=width)), tupleize_cols=draw(st.booleans()))
    if rows and draw(st.booleans()):
        table.index = pd.Index(draw(columns(rows)), name=draw(LABELS))
    return table


VALUES = st.recursive(
    SCALARS | arrays() | frames() | st.integers(0, 4).flatmap(columns),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(LABELS, inner, max_size=3)
        | st.lists(inner, max_size=3).map(deque)
        | st.dictionaries(LABELS, inner, max_size=3).map(OrderedDict)
    ),
    max_leaves=6,
)


@pytest.mark.exhaustive
@given(VALUES)
@settings(deadline=None, max_examples=examples(300))
def test_anything_comes_out_as_it_went_in(value: Any) -> None:
    """Nested values of every kind."""
    check(value, travelled(value))


def test_large_values_come_out_as_they_went_in() -> None:
    """What is written and read in parts, for its size, is the same, and writing to it changes nothing else."""
    rows = 20_000
    table = pd.DataFrame(
        {"number": np.arange(rows), "part": np.linspace(0, 1, rows), "text": ["æ", "long text"] * (rows // 2)}
    )
    table["day"] = pd.Timestamp("2024-02-29") + pd.to_timedelta(table["number"], unit="h")
    values = {"table": table, "bytes": bytes(rows * 9), "again": table, "text": "ß" * rows * 9, "few": [1, "x"]}
    packed = pack(CollectedItems(values))
    first, second = unpack(packed).items, unpack(memoryview(packed)).items
    pd.testing.assert_frame_equal(first["table"], table)
    assert first["again"] is first["table"]
    assert [first[name] for name in ("bytes", "text", "few")] == [values[name] for name in ("bytes", "text", "few")]
    first["table"].iloc[:, :2] = 0
    pd.testing.assert_frame_equal(second["table"], table)
    pd.testing.assert_frame_equal(unpack(packed).items["table"], table)
