"""The profile: kinds as a person would say them, numbers that add up, and the same bytes every time."""

import json
import math
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.records.profile import Profile
from authoring.tables.profile import profile_tables
from authoring.tables.profile.kinds import words_of
from authoring.tables.refusal import RefusedData
from authoring.tables.table import read_table
from tests.case_files import read_yaml
from tests.examples import examples

CASES = Path(__file__).parents[1] / "cases" / "tables"
KINDS = read_yaml((CASES / "kinds.yml").read_text(encoding="utf-8"))


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a folder with ``inputs/``, as a session does."""
    (tmp_path / "inputs").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path / "inputs"


def profile(*names: str) -> dict[str, Any]:
    """Profile files below ``inputs/`` as intake would, and check that the result is a `Profile` that survives JSON."""
    tables = []
    for name in names:
        table = read_table({"path": f"inputs/{name}", "format": name.rpartition(".")[2]})
        tables.append({"file": name, "reader": table["reader"]})
    result = profile_tables({"tables": tables})
    assert Profile.model_validate({"seed": "seed", **json.loads(json.dumps(result, allow_nan=False))})
    return result


def column_of(values: list[Any], name: str = "x") -> dict[str, Any]:
    """Profile one column of a CSV file; None is missing."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path("inputs").mkdir()
        pd.DataFrame({"other": range(len(values)), name: values}).to_csv("inputs/a.csv", index=False)
        column: dict[str, Any] = profile("a.csv")["tables"][0]["columns"][1]
        return column


@pytest.mark.parametrize("case", KINDS, ids=[case["case"] for case in KINDS])
def test_kinds(case: dict[str, Any]) -> None:
    """Each column gets the kind that a person would say, and dates the one format that reads them."""
    values = case["values"] * case.get("times", 1)
    if "range" in case:
        values = list(range(*case["range"])) * case.get("times", 1)
    column = column_of(values, case.get("name", "x"))

    assert column["kind"] == case["kind"]
    assert column.get("date_format") == case.get("format")


def test_numbers() -> None:
    """Range, mean, sample deviation, decimals and histogram are those of the values that are there."""
    column = column_of([1.25, None, 2.5, 10.0, 5.0])

    assert column["missing"] == 1
    assert column["distinct"] == 4
    assert (column["minimum"], column["maximum"], column["mean"]) == (1.25, 10.0, 4.6875)
    assert column["deviation"] == float(f"{np.std([1.25, 2.5, 10.0, 5.0], ddof=1):.10g}")
    assert column["decimals"] == 2
    assert column["histogram"] == [1, 1, 0, 0, 1, 0, 0, 0, 0, 1]


def test_levels() -> None:
    """Levels come most frequent first, ties by value, whole numbers without a point."""
    column = column_of(["b", "a", "c", "c", "a", "b", "d", None])
    assert column["levels"] == [
        {"value": "a", "count": 2},
        {"value": "b", "count": 2},
        {"value": "c", "count": 2},
        {"value": "d", "count": 1},
    ]
    assert column_of([1, 2, None, 2, 1, 2, 1, 1, 2, 3, 3, 3, 3, 3, 1, 1, 2])["levels"][0] == {"value": "1", "count": 6}


def test_infinities() -> None:
    """Infinities count as values, but range, mean and histogram are of the finite ones."""
    column = column_of([1.5, math.inf, -math.inf, 2.5, None])

    assert (column["minimum"], column["maximum"], column["mean"]) == (1.5, 2.5, 2.0)
    assert column["missing"] == 1
    assert sum(column["histogram"]) == 2


def test_types_of_parquet(inside: Path) -> None:
    """Every type that Parquet can hold gets a kind, without an error."""
    stamps = pd.date_range("2024-01-01", periods=4, freq="36h")
    pd.DataFrame(
        {
            "category": pd.Categorical(["a", "b", "a", "b"], categories=["a", "b", "unused"]),
            "numbers": pd.Categorical([1, 2, 1, 2]),
            "zone": stamps.tz_localize("Europe/Berlin"),
            "stamp": stamps,
            "day": stamps.date,
            "flag": [True, False, None, True],
            "nullable": pd.array([1, None, 3, 4], dtype="Int64"),
            "nullable_flag": pd.array([True, None, False, True], dtype="boolean"),
            "big": np.array([2**63, 2**64 - 1, 0, 1], dtype=np.uint64),
            "span": pd.to_timedelta([1, 2, 3, 4], unit="h"),
            "bytes": [b"a", b"\xff", None, b"a"],
            "list": [[1], [2, 3], None, [1]],
            "record": [{"a": 1}, {"a": 2}, None, {"a": 1}],
            "nothing": [None, None, None, None],
        }
    ).to_parquet(inside / "a.parquet")
    found = {column["name"]: column for column in profile("a.parquet")["tables"][0]["columns"]}

    assert {name: column["kind"] for name, column in found.items()} == {
        "category": "category",
        "numbers": "amount",
        "zone": "date",
        "stamp": "date",
        "day": "text",
        "flag": "flag",
        "nullable": "amount",
        "nullable_flag": "flag",
        "big": "amount",
        "span": "text",
        "bytes": "text",
        "list": "text",
        "record": "text",
        "nothing": "empty",
    }
    assert found["zone"]["minimum"] == "2024-01-01T00:00:00+01:00"
    assert found["category"]["distinct"] == 2
    assert found["category"]["is_text"]
    assert not found["list"]["is_text"]


def test_keys(inside: Path) -> None:
    """Keys are columns without gaps and repetition, then pairs; amounts are none, except years."""
    pd.DataFrame(
        {
            "price": [1.5, 2.5, 3.5, 4.5, 5.5, 6.5],
            "count": [10, 70, 30, 50, 90, 20],
            "year": [2001, 2001, 2002, 2002, 2003, 2003],
            "firm": ["a", "b", "a", "b", "a", "b"],
            "id": [11, 12, 13, 14, 15, 16],
            "gap": ["u", "v", "w", "x", "y", None],
        }
    ).to_csv(inside / "a.csv", index=False)

    assert profile("a.csv")["tables"][0]["keys"] == [["id"], ["year", "firm"]]


def test_joins(inside: Path) -> None:
    """Tables join where every value of a column stands in another table's key; amounts that happen to fit do not."""
    (inside / "customers.csv").write_text("id,name,city\n1,Ada,Rome\n2,Bob,Oslo\n3,Cid,Rome\n4,Dee,Bern\n")
    (inside / "orders.csv").write_text(
        "order_id,customer_id,place,pieces\n11,1,Rome,2\n12,1,Oslo,1\n13,3,Bern,3\n14,,Rome,2\n15,2,Bern,1\n"
    )
    (inside / "cities.csv").write_text("town,people\nRome,5\nOslo,6\nBern,7\n")

    assert profile("customers.csv", "orders.csv", "cities.csv")["joins"] == [
        {
            "left": "customers.csv",
            "left_column": "city",
            "right": "cities.csv",
            "right_column": "town",
            "coverage": 1.0,
        },
        {
            "left": "orders.csv",
            "left_column": "customer_id",
            "right": "customers.csv",
            "right_column": "id",
            "coverage": 0.8,
        },
        {"left": "orders.csv", "left_column": "place", "right": "cities.csv", "right_column": "town", "coverage": 1.0},
    ]


def test_sample_and_repeated_rows(inside: Path) -> None:
    """The sample is the first five rows as text, missing values empty; repeated rows are counted behind the first."""
    (inside / "a.csv").write_text("x,y\n1,a\n,b\n1,a\n2.50,NA\n1,a\n9,z\n")
    table = profile("a.csv")["tables"][0]

    assert table["sample"] == [["1", "a"], ["", "b"], ["1", "a"], ["2.5", ""], ["1", "a"]]
    assert table["duplicate_rows"] == 2


def test_reader_that_does_not_fit(inside: Path) -> None:
    """A table whose reader no longer reads it is refused."""
    (inside / "a.csv").write_text("x\n1\n")
    with pytest.raises(RefusedData, match="a name of their own"):
        profile_tables({"tables": [{"file": "a.csv", "reader": 'pd.read_csv("inputs/a.csv", header=None)'}]})


def test_words_of_names() -> None:
    """The words of a column name are the same however it is written."""
    assert words_of("customerID") == words_of("Customer Id") == words_of("customer_id") == ["customer", "id"]


NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=8)
VALUES = st.one_of(
    st.integers(),
    st.floats(),
    st.booleans(),
    st.none(),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=10),
    st.dates().map(str),
)
SIMILAR = st.sampled_from(
    [
        st.integers(-(2**63), 2**63 - 1),
        st.integers(0, 5),
        st.floats(),
        st.booleans(),
        st.none(),
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=10),
        st.dates().map(str),
        VALUES,
    ]
)


@st.composite
def frames(draw: st.DrawFn) -> pd.DataFrame:
    """Any small table: columns of one type, or of all types at once."""
    rows = draw(st.integers(1, 12))
    names = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    return pd.DataFrame({name: draw(st.lists(draw(SIMILAR), min_size=rows, max_size=rows)) for name in names})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One folder with ``inputs/`` for all examples of a law."""
    place = tmp_path_factory.mktemp("laws")
    (place / "inputs").mkdir()
    with chdir(place):
        yield place / "inputs"


@pytest.mark.exhaustive
@given(frame=frames(), kind=st.sampled_from(["csv", "parquet"]))
@settings(max_examples=examples(150), deadline=None)
def test_laws(folder: Path, frame: pd.DataFrame, kind: str) -> None:
    """Any table is profiled or refused; a profile comes out twice the same, and its counts add up."""
    path = folder / f"a.{kind}"
    try:
        if kind == "csv":
            frame.to_csv(path, index=False)
        else:
            frame.to_parquet(path)
    except (ValueError, TypeError, OverflowError, UnicodeEncodeError):
        return  # no such file can be written
    try:
        first = profile(path.name)
    except RefusedData:
        return
    table = first["tables"][0]

    assert json.dumps(profile(path.name)) == json.dumps(first)
    assert len(table["sample"]) == min(5, table["rows"])
    for column in table["columns"]:
        filled = table["rows"] - column["missing"]
        assert column["distinct"] <= filled
        assert sum(level["count"] for level in column.get("levels", [])) <= filled
        assert sum(column.get("histogram", [])) <= filled
        assert (column["kind"] == "empty") == (filled == 0)
        assert (column["kind"] == "constant") == (column["distinct"] == 1)


def test_tables_of_one_key_are_joined_once(inside: Path) -> None:
    """Of tables that hold the same things each pair is told once, however many there are: no second way round."""
    for number in range(12):
        pd.DataFrame({"id": range(1, 61), f"x{number}": [n * (number + 2) % 97 for n in range(60)]}).to_csv(
            inside / f"t{number}.csv", index=False
        )
    result = profile(*(f"t{number}.csv" for number in range(12)))

    assert len(result["joins"]) == 12 * 11 / 2
    assert [relation for relation in result["relations"] if relation["kind"] == "join"] == []


def test_row_numbers_join_nothing(inside: Path) -> None:
    """Columns that number the rows of two files have nothing to do with each other, whatever their values."""
    for name, rows in (("small", 40), ("large", 60)):
        numbers = range(1, rows + 1)
        pd.DataFrame({"rownames": numbers, name: [n * 7 % 31 for n in numbers]}).to_csv(
            inside / f"{name}.csv", index=False
        )

    assert profile("small.csv", "large.csv")["joins"] == []
