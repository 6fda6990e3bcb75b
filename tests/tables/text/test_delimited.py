"""A text file is read as a person would read it, and the reader's expression says every choice."""

from pathlib import Path

import pytest

from authoring.tables.reader import Reader, evaluate_table
from authoring.tables.refusal import RefusedData
from authoring.tables.text.delimited import MAX_COLUMNS, text_reader


@pytest.fixture(autouse=True)
def _inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work where readers find their files, as in a session."""
    monkeypatch.chdir(tmp_path)


def reader_of(text: str, *, tabs: bool = False) -> Reader:
    """Write a file and find out how it is read."""
    Path("t.csv").write_bytes(text.encode())
    return text_reader(text.encode(), "t.csv", tabs=tabs)


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("a,b\n1,x\n2,y\n", ""),
        ("a;b\n1;x\n2;y\n", 'sep=";"'),
        ("sep=;\r\na;b\r\n1;x\r\n2;y\r\n", "skiprows=1"),
        ("a, b\n1, x\n2, y\n", "skipinitialspace=True"),
        ("a,b\n1,x,\n2,y,\n", "index_col=False"),
        (",a,b\n0,1,x\n1,2,y\n", "index_col=0"),
    ],
)
def test_every_way_to_write_a_table_gives_the_same(text: str, option: str) -> None:
    """The reader names what is special about the file, and reads the very same rows again from its expression."""
    reader = reader_of(text)

    assert option in reader.text
    assert reader.read().to_dict("list") == {"a": [1, 2], "b": ["x", "y"]}
    assert evaluate_table(reader.text, "t.csv").equals(reader.read())
    assert bool(reader.repairs) is bool(option)


def test_a_table_without_a_header_gets_one() -> None:
    """No row of values is lost to the names of columns."""
    reader = reader_of("1,2.5\n3,4.5\n")

    assert list(reader.read().columns) == ["column_0", "column_1"]
    assert len(reader.read()) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\n", "no rows"),
        ("a,b\n1,2\n1,2,3,4\n3,4\n", "line 3 has 4 values"),
        ("a,b\n1,2,3\n4,5,6\n", "the header names 2 columns"),
        (",".join(f"c{n}" for n in range(MAX_COLUMNS + 1)) + "\n" + "1," * MAX_COLUMNS + "1\n", "is the most"),
    ],
)
def test_what_is_no_table_is_refused(text: str, words: str) -> None:
    """The line or the number of columns stands in the refusal."""
    with pytest.raises(RefusedData, match=words):
        reader_of(text)
