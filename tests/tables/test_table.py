"""How files are read as tables: what is refused, what is repaired, and that the reader says it exactly."""

import csv
import io
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from authoring.tables.reader import evaluate_table
from authoring.tables.refusal import RefusedData
from authoring.tables.table import READERS, read_table
from tests.case_files import read_yaml
from tests.examples import examples

CASES = Path(__file__).parents[1] / "cases" / "tables"
REFUSED = read_yaml((CASES / "refused.yml").read_text(encoding="utf-8"))
REPAIRED = read_yaml((CASES / "repaired.yml").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in a folder with ``inputs/``, as a session does."""
    (tmp_path / "inputs").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path / "inputs"


def read(name: str, data: bytes | None = None) -> dict[str, Any]:
    """Read ``inputs/NAME`` in the format of its ending, after writing it when data is given."""
    if data is not None:
        Path("inputs", name).write_bytes(data)
    return read_table({"path": f"inputs/{name}", "format": name.rpartition(".")[2]})


def data_of(case: dict[str, Any]) -> bytes:
    """The bytes of a case's file."""
    return str(case["data"]).encode(case.get("encoding", "utf-8"))


@pytest.mark.parametrize("case", REFUSED, ids=[case["case"] for case in REFUSED])
def test_refused(case: dict[str, Any]) -> None:
    """What is no table is refused with a message that says where, on one line, and names the file."""
    with pytest.raises(RefusedData) as refusal:
        read(case["file"], data_of(case))

    assert case["says"] in refusal.value.message
    assert refusal.value.message.startswith(case["file"])
    assert "\n" not in refusal.value.message


@pytest.mark.parametrize("case", REPAIRED, ids=[case["case"] for case in REPAIRED])
def test_repaired(case: dict[str, Any]) -> None:
    """The reader is exactly the stated expression, gives the stated table, and says what was assumed."""
    table = read(case["file"], data_of(case))

    assert table["reader"] == case["reader"]
    assert table["columns"] == case["columns"]
    frame = evaluate_table(table["reader"], case["file"])
    assert list(frame.columns) == case["columns"]
    assert len(frame) == table["rows"]
    assert [str(frame.iloc[0, at]) for at in range(frame.shape[1])] == case["first"]
    assert len(table["repairs"]) == len(case.get("says", []))
    for text, repair in zip(case.get("says", []), table["repairs"], strict=True):
        assert text in repair


def test_no_date_is_parsed() -> None:
    """Readers leave dates as they are written, because parsing them is a question to ask."""
    for name, data in (
        ("a.csv", b"date,x\n2020-01-01,1\n"),
        ("a.json", b'[{"date": "2020-01-01"}]'),
        ("a.jsonl", b'{"date": "2020-01-01"}\n'),
    ):
        frame = evaluate_table(read(name, data)["reader"], name)

        assert frame["date"].tolist() == ["2020-01-01"]


def test_huge_value() -> None:
    """A value of more than a million characters is refused by its line, and the limit is put back."""
    with pytest.raises(RefusedData, match="begins in line 2 is longer than 1,000,000"):
        read("a.csv", b"x,y\n" + b"a" * 1_000_001 + b",1\n")
    assert read("b.csv", b"x,y\n" + b"a" * 200_000 + b",1\n")["rows"] == 1


def test_too_many_columns() -> None:
    """More than two thousand columns are refused before pandas reads them."""
    header = ",".join(f"c{at}" for at in range(2001))
    with pytest.raises(RefusedData, match="2001 columns"):
        read("a.csv", f"{header}\n{','.join('1' * 2001)}\n".encode())


def test_types_do_not_depend_on_length() -> None:
    """A long file with text at its end is read in one type, as a short one is."""
    numbers = "".join(f"{at},1\n" for at in range(400_000))
    table = read("a.csv", f"x,y\n{numbers}abc,1\n".encode())

    frame = evaluate_table(table["reader"], "a.csv")
    assert {type(value) for value in frame["x"]} == {str}
    assert "low_memory=False" in table["reader"]
    assert any("mixes numbers (400000) with texts (1)" in repair for repair in table["repairs"])


def test_parquet(inside: Path) -> None:
    """Parquet is read with its own types; a saved index becomes columns and names become text, both stated."""
    pd.DataFrame({"x": [1, 2], "c": pd.Categorical(["a", "b"])}).to_parquet(inside / "a.parquet")
    pd.DataFrame({"x": [1, 2]}, index=pd.Index([7, 8], name="key")).to_parquet(inside / "b.parquet")
    pd.DataFrame({"x": [1, 2]}, index=[7, 8]).to_parquet(inside / "c.parquet")

    assert read("a.parquet")["reader"] == 'pd.read_parquet("inputs/a.parquet")'
    assert read("b.parquet")["columns"] == ["key", "x"]
    assert "becomes columns" in read("b.parquet")["repairs"][0]
    assert read("c.parquet")["columns"] == ["x"]
    assert "is dropped" in read("c.parquet")["repairs"][0]


@pytest.mark.parametrize("keep", [0.2, 0.5, 0.9, 0.99])
def test_truncated_parquet(inside: Path, keep: float) -> None:
    """A Parquet file that breaks off anywhere is refused."""
    path = inside / "a.parquet"
    pd.DataFrame({"x": range(100)}).to_parquet(path)
    data = path.read_bytes()
    with pytest.raises(RefusedData, match=r"a\.parquet"):
        read("a.parquet", data[: int(len(data) * keep)])


def test_no_rows_in_binary_formats(inside: Path) -> None:
    """Tables without rows or columns are refused in every format."""
    pd.DataFrame({"x": []}).to_parquet(inside / "a.parquet")
    pd.DataFrame().to_parquet(inside / "b.parquet")
    pd.DataFrame({"x": []}).to_excel(inside / "c.xlsx", index=False)
    for name in ("a.parquet", "b.parquet", "c.xlsx"):
        with pytest.raises(RefusedData, match=r"no rows|no columns|no sheet"):
            read(name)


def test_excel(inside: Path) -> None:
    """The first sheet that holds a table is read, and the others are named."""
    with pd.ExcelWriter(inside / "a.xlsx") as book:
        pd.DataFrame().to_excel(book, sheet_name="cover", index=False)
        pd.DataFrame({"x": [1, 2], 2020: [3, 4]}).to_excel(book, sheet_name='the "data"', index=False)
        pd.DataFrame({"z": [1]}).to_excel(book, sheet_name="more", index=False)
    table = read("a.xlsx")

    assert table["reader"] == 'pd.read_excel("inputs/a.xlsx", sheet_name="the \\"data\\"").rename(columns=str)'
    assert table["columns"] == ["x", "2020"]
    assert "left out: `cover`, `more`" in table["repairs"][0]


@pytest.mark.exhaustive
def test_archive_as_workbook() -> None:
    """A zip archive that is no workbook, or claims to unpack to gigabytes, is refused."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.csv", "x\n1\n")
    with pytest.raises(RefusedData, match="a zip archive, not an Excel workbook"):
        read("a.xlsx", packed.getvalue())
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<x/>")
        with archive.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
            for _ in range(60):
                sheet.write(b" " * 10_000_000)
    tracemalloc.start()
    with pytest.raises(RefusedData, match="unpacks to more than"):
        read("b.xlsx", bomb.getvalue())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000


def test_garbage() -> None:
    """Random bytes are refused in every format, never answered with anything else."""
    random = np.random.default_rng(0)
    for name in READERS:
        for start in (b"", b"PK\x03\x04", b"PAR1", b"[", b"x,y\n"):
            with pytest.raises(RefusedData):
                read(f"a.{name}", start + random.bytes(5_000))


def test_deep_json() -> None:
    """JSON nested a hundred thousand deep is refused."""
    with pytest.raises(RefusedData):
        read("a.json", b"[" * 100_000 + b"]" * 100_000)
    with pytest.raises(RefusedData):
        read("a.jsonl", b'{"a":' * 100_000 + b"1" + b"}" * 100_000)


@given(st.binary(max_size=300), st.sampled_from(sorted(READERS)))
@settings(max_examples=examples(200), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes(data: bytes, kind: str) -> None:
    """Any bytes in any format are a table that its reader gives, or are refused."""
    try:
        table = read(f"a.{kind}", data)
    except RefusedData:
        return
    assert list(evaluate_table(table["reader"], "a").columns) == table["columns"]


@pytest.mark.exhaustive
@given(
    st.lists(st.tuples(st.text("ab,;\t|\" '0.1\n", max_size=6), st.text("xyz", min_size=1)), min_size=1, max_size=8),
    st.sampled_from(",;\t|"),
)
@settings(max_examples=examples(200), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_delimiters_are_found(rows: list[tuple[str, str]], delimiter: str) -> None:
    """A table written with a quoting writer keeps its rows and columns, whatever its delimiter."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows([("left", "right"), *rows])
    table = read("a.csv", out.getvalue().encode())

    assert (table["columns"], table["rows"]) == (["left", "right"], len(rows))
