"""Items of questionnaires are told by their range, their neighbours and their names."""

from collections.abc import Sequence

import pytest

from authoring.drafting.templates.items import items_of, stem_of
from authoring.records.profile import ColumnKind, ColumnProfile, LevelCount, TableProfile

ROWS = 200


def answers(name: str, low: int = 1, high: int = 5, missing: int = 0) -> ColumnProfile:
    """Return the profile of a column that holds whole numbers from one to another."""
    return ColumnProfile(
        name=name, kind=ColumnKind.CATEGORY, dtype="int64", missing=missing, distinct=high - low + 1, decimals=0,
        minimum=low, maximum=high,
    )  # fmt: skip


def scales(
    columns: Sequence[ColumnProfile], rows: int = ROWS, sample: tuple[tuple[str, ...], ...] = ()
) -> list[tuple[str, str, int]]:
    """Return the first and the last item of each scale of a table, and how many items it has."""
    table = TableProfile(
        file="t.csv", reader="pd.read_csv()", rows=rows, duplicate_rows=0, columns=tuple(columns), sample=sample
    )
    return [(items[0], items[-1], len(items)) for items in items_of(table)]


def numbered(stem: str, count: int, low: int = 1, high: int = 5) -> list[ColumnProfile]:
    """Return columns of one stem and one range."""
    return [answers(f"{stem}{number}", low, high) for number in range(1, count + 1)]


def test_numbered_columns_of_one_range_are_items() -> None:
    """Four or more columns side by side with one stem and one range of answers are a scale; each stem has its own."""
    age = answers("age", 18, 27)
    assert scales([age, *numbered("A", 5), *numbered("C", 4), age]) == [("A1", "A5", 5), ("C1", "C4", 4)]
    assert scales(numbered("A", 3)) == []
    assert scales([*numbered("q", 3), age, *numbered("q", 3)]) == []


def test_many_columns_of_one_range_are_items_whatever_their_names() -> None:
    """Where eight columns side by side have one range, no number is needed; marks of yes and no need one."""
    words = ["calm", "secure", "tense", "regretful", "ease", "upset", "worried", "rested"]
    assert scales([answers(word, 1, 4) for word in words]) == [("calm", "rested", 8)]
    assert scales([answers(word, 1, 4) for word in words[:7]]) == []
    assert scales([answers(word, 0, 1) for word in words]) == []
    assert scales(numbered("item ", 6, 0, 1)) == [("item 1", "item 6", 6)]
    assert scales(numbered("working", 4, 0, 1)) == []
    ticked = [item.model_copy(update={"distinct": 2}) for item in numbered("box", 6, -1, 1)]
    assert scales(ticked) == []
    assert scales(numbered("view", 6, -1, 1)) == [("view1", "view6", 6)]


@pytest.mark.parametrize("stem", ["week", "t", "Judge_", "hole", "visit.", "species"])
def test_times_and_raters_are_no_items(stem: str) -> None:
    """What is numbered by times, raters or things that were looked at is asked many times, and is no scale."""
    assert scales(numbered(stem, 6)) == []


def test_few_rows_tell_no_scale() -> None:
    """A scale has fifty rows, and three for each item."""
    assert scales(numbered("q", 6), rows=40) == []
    assert scales(numbered("q", 40), rows=100) == []
    assert scales(numbered("q", 40), rows=120) == [("q1", "q40", 40)]


def test_most_items_have_the_whole_range() -> None:
    """An item that nobody gave the highest answer to belongs to its scale; other ranges do not make one."""
    assert scales([*numbered("q", 7), answers("q8", 1, 4)]) == [("q1", "q8", 8)]
    assert scales([answers(f"q{top}", 1, top) for top in range(3, 9)]) == []
    assert scales([answers(f"q{number}", missing=ROWS - 10) for number in range(6)]) == []


def test_ranks_are_no_answers() -> None:
    """Where every row has each number once, somebody put things in an order."""
    columns = numbered("q", 4, 1, 4)
    assert scales(columns, sample=(("1", "2", "3", "4"), ("4", "1", "2", "3"), ("", "1", "1", "2"))) == []
    assert scales(columns, sample=(("1", "2", "3", "4"), ("4", "4", "2", "3"))) == [("q1", "q4", 4)]


def test_ranges_of_levels() -> None:
    """Of a column without ends, such as a flag, the levels tell the range; levels in words make no answers."""
    counts = tuple(LevelCount(value=value, count=90) for value in ("0.0", "1.0"))
    flags = [
        ColumnProfile(name=f"i{n}", kind=ColumnKind.FLAG, dtype="float64", missing=2, distinct=2, levels=counts)
        for n in range(5)
    ]
    assert scales(flags) == [("i0", "i4", 5)]
    words = (LevelCount(value="True", count=90), LevelCount(value="False", count=90))
    assert scales([column.model_copy(update={"levels": words}) for column in flags]) == []


def test_stems() -> None:
    """A stem is what stands before a number, without what joins them."""
    names = ["A1", "Item 12", "reason.4", "q_3b", "x", "1", "t01_vis"]
    assert [stem_of(name) for name in names] == ["a", "item", "reason", "q", "", "", ""]
