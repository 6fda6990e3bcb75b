"""JSON lines of a stranger's file become records, or an error with file, line and key."""

import pytest

from authoring.errors import ResultsError
from authoring.formats.base.json_lines import read_json_lines
from authoring.records.base import Record


class Bird(Record):
    """What a line holds here."""

    name: str


def test_lines_become_records() -> None:
    """Blank lines and a byte order mark are no lines."""
    text = '\ufeff{"name": "owl"}\n\n  \n{"name": "gull"}'

    assert read_json_lines(text, Bird, location="b", hint="") == (Bird(name="owl"), Bird(name="gull"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n\n", "b: holds no lines"),
        ('{"name": "owl"}\n{"name": 1}', "b:2: name: input should be a valid string"),
        ('{"name": "owl"}\n{"name": "owl"', "b:2: is no JSON"),
        ("3", "b:1: the line: "),
        ("[" * 10_000, "b:1: it is nested deeper than"),
    ],
)
def test_what_is_no_line_is_named(text: str, message: str) -> None:
    """Nothing is skipped in silence."""
    with pytest.raises(ResultsError, match=message) as caught:
        read_json_lines(text, Bird, location="b", hint="look at it")
    assert caught.value.hint == "look at it"
