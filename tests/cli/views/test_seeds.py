"""How seeds and profiles look: one line a column, nothing that a stranger's names can break."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console, RenderableType

from authoring.cli.views.seeds import BARS, bars, contents, profile_view, require_columns
from authoring.errors import UsageError
from authoring.records.profile import ColumnKind, ColumnProfile, Join, LevelCount, Profile, TableProfile


def text_of(*parts: RenderableType) -> str:
    """Return what is shown on a wide screen."""
    console = Console(width=200, no_color=True)
    with console.capture() as caught:
        console.print(*parts, sep="\n")
    return caught.get()


def column(name: str, kind: ColumnKind, **more: object) -> ColumnProfile:
    """Return the profile of a column."""
    return ColumnProfile.model_validate(
        {"name": name, "kind": kind, "dtype": "str", "missing": 0, "distinct": 5, **more}
    )


@given(st.lists(st.integers(0, 10**9), max_size=20))
def test_bars_keep_the_shape(counts: list[int]) -> None:
    """One character a bin, blank for none, and a fuller bin is never drawn lower."""
    drawn = bars(counts)
    heights = [" ", *BARS]

    assert len(drawn) == (len(counts) if any(counts) else 0)
    for (one, low), (other, high) in zip(
        zip(counts, drawn, strict=False), list(zip(counts, drawn, strict=False))[1:], strict=False
    ):
        assert (one <= other) <= (heights.index(low) <= heights.index(high))


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (
            column(
                "a", ColumnKind.CATEGORY, levels=(LevelCount(value="x", count=3), LevelCount(value="y" * 30, count=1))
            ),
            f"x 3, {'y' * 17}… 1, +3 more",
        ),
        (column("a", ColumnKind.AMOUNT, minimum=0.5, maximum=1200.0, mean=33.333), "0.5 to 1,200, mean 33.333"),
        (column("a", ColumnKind.IDENTIFIER, minimum=1, maximum=9, mean=5.0), "1 to 9"),
        (column("a", ColumnKind.DATE, minimum="2024-01-01", maximum="2024-02-01"), "2024-01-01 to 2024-02-01"),
        (column("a", ColumnKind.TEXT, longest=80), "up to 80 characters"),
        (column("a", ColumnKind.EMPTY), ""),
    ],
)
def test_contents_in_a_few_words(made: ColumnProfile, words: str) -> None:
    """Levels with counts, or a range, or a length."""
    assert contents(made) == words


def test_of_many_columns_the_first_are_shown_and_others_by_name() -> None:
    """A list that nobody reads is cut, and says how the rest is seen; names and patterns choose, in any case."""
    columns = tuple(column(f"value_{number}", ColumnKind.AMOUNT, minimum=1, maximum=9) for number in range(250))
    table = TableProfile(file="wide.csv", reader="pd.read_csv()", rows=40, duplicate_rows=0, columns=columns)
    profile = Profile(seed="wide", tables=(table,))

    shown = text_of(*profile_view(profile))
    assert "value_99 " in shown
    assert "value_100 " not in shown
    assert "150 more columns: authoring seed show wide --columns PATTERN" in shown
    chosen = text_of(*profile_view(profile, chosen=("VALUE_24?", "value_7")))
    assert [line.split()[0] for line in chosen.splitlines() if line.startswith("value_")] == [
        "value_7",
        *(f"value_24{digit}" for digit in range(10)),
    ]
    with pytest.raises(UsageError, match="no column is called 'valu_7'") as refused:
        require_columns(profile, ("value_7", "valu_7"))
    assert "value_7" in (refused.value.hint or "")


def test_profile_is_shown_whole(golden: Callable[[str, str], None]) -> None:
    """Columns, keys, repeated rows, first rows and joins; hidden characters are visible."""
    table = TableProfile(
        file="orders.csv",
        reader='pd.read_csv("inputs/orders.csv")',
        rows=40,
        duplicate_rows=2,
        columns=(
            column("order", ColumnKind.IDENTIFIER, minimum=1, maximum=40),
            column("town\x1b[2J", ColumnKind.CATEGORY, missing=3, levels=(LevelCount(value="[red]Bonn", count=9),)),
            column("amount", ColumnKind.AMOUNT, minimum=1.0, maximum=9.0, mean=4.0, histogram=(1, 5, 9, 0, 2)),
        ),
        keys=(("order",),),
        sample=(("1", "[red]Bonn", "4.0"), ("2", "", "9.0")),
    )
    join = Join(left="orders.csv", left_column="town", right="towns.csv", right_column="name", coverage=0.925)
    shown = text_of(*profile_view(Profile(seed="shop", tables=(table,), joins=(join,))))

    assert "\x1b" not in shown
    golden("cli/profile.txt", shown)
