"""JSON is a table where each row has one value for each column; every other shape is refused with the place."""

import json
from pathlib import Path
from typing import Any

import pytest

from authoring.tables.json_table import json_reader
from authoring.tables.reader import Reader
from authoring.tables.refusal import RefusedData


@pytest.fixture(autouse=True)
def _inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work where readers find their files, as in a session."""
    monkeypatch.chdir(tmp_path)


def reader_of(content: Any, *, lines: bool = False) -> Reader:
    """Write a file and find out how it is read."""
    text = content if isinstance(content, str) else json.dumps(content)
    Path("t.json").write_text(text)
    return json_reader(text.encode(), "t.json", lines=lines)


@pytest.mark.parametrize(
    "content",
    [
        [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}],
        {"a": [1, 2], "b": ["x", "y"]},
        {"a": {"r1": 1, "r2": 2}, "b": {"r1": "x", "r2": "y"}},
        {"meta": 1, "rows": [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]},
        '{"a": 1, "b": "x"}\n{"a": 2, "b": "y"}\n',
    ],
)
def test_every_shape_of_a_table_gives_the_same(content: Any) -> None:
    """Records, columns, cells by column, an envelope and lines hold one table."""
    frame = reader_of(content).read()

    assert frame.to_dict("list") == {"a": [1, 2], "b": ["x", "y"]}


def test_records_in_records_become_columns() -> None:
    """What is nested once is spread out, and the person is told the names."""
    reader = reader_of([{"a": 1, "place": {"city": "Rome"}}, {"a": 2, "place": {"city": "Oslo"}}])

    assert list(reader.read().columns) == ["a", "place.city"]
    assert "place" in reader.repairs[0]


def test_digits_stay_text() -> None:
    """Text is never made a number."""
    assert list(reader_of([{"code": "007"}, {"code": "008"}]).read()["code"]) == ["007", "008"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("5", "one value"),
        ("[]", "no records"),
        ("[1, 2]", "item 1"),
        ('{"a": 1,}', "line 1, column"),
        ({"a": [1], "b": [1, 2]}, "not equally long"),
        ([{"a": [1, 2]}], "record 1 has a list"),
        ([{"a": {"b": 1}}, {"a": 2}], "a record in some rows"),
        ({"a": 1, "b": 2}, "an object, not a table"),
        ("[" * 100_000, "nested too deeply|not JSON"),
    ],
)
def test_what_is_no_table_is_refused(content: Any, words: str) -> None:
    """The refusal names the record or the place in the text."""
    with pytest.raises(RefusedData, match=words):
        reader_of(content)


def test_a_line_that_is_no_object_is_named() -> None:
    """In JSON Lines the number of the record is said."""
    with pytest.raises(RefusedData, match="record 2"):
        reader_of('{"a": 1}\n[2]\n', lines=True)
