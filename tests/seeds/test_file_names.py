"""File names: formats by ending, and names that are safe everywhere."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from authoring.errors import SeedError
from authoring.records.base import Name
from authoring.records.seed import TableFormat
from authoring.seeds.file_names import format_of, safe_name, safe_stem, title_of


def test_formats() -> None:
    """The ending says the format, in either case."""
    assert format_of("A.CSV") is TableFormat.CSV
    assert format_of("a.b.ndjson") is TableFormat.JSONL
    with pytest.raises(SeedError, match=r"\.exe"):
        format_of("a.exe")


@given(st.text(), st.sampled_from(["csv", "CSV", "json"]))
def test_safe_names(text: str, ending: str) -> None:
    """Any name becomes one that is safe, stays what it was when it is already, and is never taken twice."""
    taken: set[str] = set()
    first, second = safe_name(f"{text}.{ending}", taken), safe_name(f"{text}.{ending}", taken)

    assert first != second
    assert re.fullmatch(r"[a-z0-9][a-z0-9_-]*\.(csv|json)", first)
    assert safe_stem(safe_stem(text)) == safe_stem(text)
    assert TypeAdapter(Name).validate_python(safe_stem(text))


@pytest.mark.parametrize(
    ("stem", "title"),
    [
        ("NYC_taxi-2020", "NYC taxi 2020"),
        ("kunden (Stand März)", "Kunden (Stand März)"),
        ("AirPassengers", "AirPassengers"),
        ("__", ""),
    ],
)
def test_title_keeps_letters(stem: str, title: str) -> None:
    """A title has a file's words; capitals that say something, as in names and German nouns, stay."""
    assert title_of(stem) == title
