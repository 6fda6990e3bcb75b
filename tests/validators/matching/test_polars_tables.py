"""Tables of polars as tables of pandas."""

import datetime as dt

import polars as pl

from authoring.validators.flags import MatchOptions
from authoring.validators.matching.dispatch import matches
from authoring.validators.matching.polars_tables import as_pandas


def test_dtypes_are_kept() -> None:
    """Numbers keep their width, with a place for what is missing; text, dates and lists stay what they are."""
    frame = pl.DataFrame(
        {
            "i": [1, None],
            "u": pl.Series([1, 2], dtype=pl.UInt8),
            "f": [1.5, None],
            "b": [True, None],
            "s": ["x", None],
            "d": [dt.date(2024, 1, 1), None],
            "t": [dt.datetime(2024, 1, 1), dt.datetime(2024, 1, 2)],  # noqa: DTZ001 - without a zone
            "l": [[1], [2, 3]],
        }
    )

    table = as_pandas(frame)

    assert [str(dtype) for dtype in table.dtypes][:4] == ["Int64", "UInt8", "float64", "boolean"]
    assert [str(table[name].dtype) for name in "sdl"] == ["object"] * 3
    assert str(table["t"].dtype).startswith("datetime64")
    assert matches(frame, frame.clone(), MatchOptions()).match


def test_empty_frames() -> None:
    """A frame without columns or rows is a table as well."""
    assert matches(pl.DataFrame(), pl.DataFrame(), MatchOptions()).match
    assert not matches(pl.DataFrame({"a": []}), pl.DataFrame({"b": []}), MatchOptions()).match


def test_parts_and_values() -> None:
    """Flags see through a table of polars: a part of its columns, its bare values."""
    frame = pl.DataFrame({"a": [1, 2], "b": [3, 4]})

    assert matches(frame.select("a"), frame, MatchOptions(match_partial=True)).part
    assert matches([[1, 3], [2, 4]], frame, MatchOptions(value_only=True)).match
    assert matches([frame], [frame.clone()], MatchOptions()).match


def test_differences() -> None:
    """A mismatch names the cells, as for tables of pandas."""
    found = matches(pl.DataFrame({"a": [1, 2]}), pl.DataFrame({"a": [1, 3]}), MatchOptions())

    assert (found.kind, found.differences[0].place) == ("value", "row 1, 'a'")


def test_other_values_are_left_alone() -> None:
    """What is no table of polars stays itself."""
    value = [1]

    assert as_pandas(value) is value
