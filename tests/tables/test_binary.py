"""Parquet and Excel files are read as what they are, and nothing is unpacked that is none."""

import io
import zipfile
from pathlib import Path

import pandas as pd
import pytest

from authoring.tables.binary import excel_reader, parquet_reader
from authoring.tables.refusal import RefusedData


@pytest.fixture(autouse=True)
def _inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work where readers find their files, as in a session."""
    monkeypatch.chdir(tmp_path)


def parquet_of(frame: pd.DataFrame) -> bytes:
    """Write a frame beside the test, and return its bytes."""
    frame.to_parquet("t.parquet")
    return Path("t.parquet").read_bytes()


def test_an_index_becomes_columns() -> None:
    """What was saved as labels of rows is not lost, and the reader says what it did."""
    frame = pd.DataFrame({"n": [1, 2]}, index=pd.Index(["a", "b"], name="key"))
    reader = parquet_reader(parquet_of(frame), "t.parquet")

    assert list(reader.read().columns) == ["key", "n"]
    assert ".reset_index()" in reader.repairs[0]


def test_a_plain_table_needs_no_repair() -> None:
    """Types stay those of the file."""
    reader = parquet_reader(parquet_of(pd.DataFrame({"n": [1, 2], "t": ["a", "b"]})), "t.parquet")

    assert reader.repairs == []
    assert reader.text == 'pd.read_parquet("t.parquet")'


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"PAR1", "breaks off"), (b"PAR1" + b"x" * 20, "breaks off"), (b"a,b\n1,2\n", "not a Parquet"), (b"", "empty")],
)
def test_what_is_no_parquet_is_refused(data: bytes, words: str) -> None:
    """The refusal says what is wrong with the file before anything reads it."""
    with pytest.raises(RefusedData, match=words):
        parquet_reader(data, "t.parquet")


def test_the_first_sheet_with_a_table_is_read() -> None:
    """An empty sheet is passed over, titles above the header are left out, and both are told."""
    with pd.ExcelWriter("t.xlsx") as writer:
        pd.DataFrame().to_excel(writer, sheet_name="cover", index=False)
        rows = pd.DataFrame([["Sales of 2024", None], ["city", "sum"], ["Rome", 3], ["Oslo", 4]])
        rows.to_excel(writer, sheet_name="data", index=False, header=False)
    reader = excel_reader(Path("t.xlsx").read_bytes(), "t.xlsx")

    assert list(reader.read().columns) == ["city", "sum"]
    assert len(reader.read()) == 2
    assert len(reader.repairs) == 2


def archive_of(**files: str) -> bytes:
    """Return a zip archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (archive_of(a="x"), "not an Excel workbook"),
        (b"PK\x03\x04 broken", "damaged"),
        (b"a,b\n1,2\n", "not an Excel workbook"),
        (b"\xd0\xcf\x11\xe0old", "old Excel"),
    ],
)
def test_what_is_no_workbook_is_refused(data: bytes, words: str) -> None:
    """Archives, old formats and damage are told apart."""
    with pytest.raises(RefusedData, match=words):
        excel_reader(data, "t.xlsx")


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A workbook is measured by its list of contents."""
    monkeypatch.setattr("authoring.tables.binary._MAX_UNPACKED", 10)
    with pytest.raises(RefusedData, match="unpacks to more"):
        excel_reader(archive_of(**{"xl/workbook.xml": "x" * 11}), "t.xlsx")


def test_a_sheet_that_is_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The sheet that is named is read though an earlier one holds a table; one that is not there is refused."""
    monkeypatch.chdir(tmp_path)
    with pd.ExcelWriter("t.xlsx") as writer:
        pd.DataFrame({"a": [1, 2]}).to_excel(writer, sheet_name="first", index=False)
        pd.DataFrame({"b": [3, 4]}).to_excel(writer, sheet_name="second", index=False)
        pd.DataFrame().to_excel(writer, sheet_name="empty", index=False)
    data = Path("t.xlsx").read_bytes()
    reader = excel_reader(data, "t.xlsx", "second")

    assert list(reader.read().columns) == ["b"]
    assert "sheet_name" in reader.text
    assert excel_reader(data, "t.xlsx", "first").text == excel_reader(data, "t.xlsx").text
    for sheet, words in (("third", "is not there"), ("empty", "holds no table")):
        with pytest.raises(RefusedData, match=words):
            excel_reader(data, "t.xlsx", sheet)
