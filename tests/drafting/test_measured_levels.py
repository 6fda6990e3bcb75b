"""Levels follow what the code does and what it rests on."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from authoring.drafting.measured_levels import STEP, SessionDepths, level_of, measured_levels
from authoring.dseal import parse
from authoring.dseal.analysis.complexity import difficulty

SHOP = Path(__file__).parents[1] / "cases" / "experiments" / "shop.py"
RANKS = {"easy": 0, "medium": 1, "hard": 2}


def test_levels_of_an_experiment_differ() -> None:
    """An experiment that goes from making data to tables of two kinds begins easily and has steps of every level."""
    levels = measured_levels([cell.code for cell, _ in parse(SHOP.read_text()).problems])

    assert (levels[0], set(levels)) == ("easy", {"easy", "medium", "hard"})


def test_no_step_is_hard_for_the_length_of_the_way() -> None:
    """In a chain of eleven short steps, each going on from the one before, the last is no harder than the third."""
    levels = measured_levels(["v0 = [1]", *(f"v{step} = sorted(v{step - 1})" for step in range(1, 11))])

    assert set(levels) == {"easy"}


@given(st.integers(1, 12))
def test_same_code_is_no_easier_later_in_the_chain(steps: int) -> None:
    """What rests on more steps is at least as hard, and what rests on none is as it would be alone."""
    chain = ["v0 = 1", *(f"v{step} = [v{step - 1}]" for step in range(1, steps + 1))]
    ranks = [RANKS[level] for level in measured_levels(chain)]

    assert ranks == sorted(ranks)
    assert measured_levels([*chain, "len([1])"])[-1] == measured_levels(["len([1])"])[0]


def test_a_table_is_no_step_and_what_is_worked_out_is() -> None:
    """Reading, cleaning and converting make a table; a variable or a new column that is used later is a step."""
    load = 'df = pd.read_csv("a.csv")'
    table = SessionDepths().after(load).after("df = df.dropna()").after('df["day"] = pd.to_datetime(df["day"])')
    banded = table.after('df["band"] = pd.cut(df["mass"], 3)')
    summed = table.after('means = df.groupby("day")["mass"].mean()')
    count, bands, top = 'df["day"].nunique()', 'df["band"].nunique()', "means.max()"

    assert table.points(count) == banded.points(count) == difficulty(count)
    assert banded.points(bands) == difficulty(bands) + STEP
    assert summed.points(top) == difficulty(top) + STEP


def test_levels_rise_with_points() -> None:
    """More points are never an easier level."""
    ranks = [RANKS[level_of(float(points))] for points in range(100)]

    assert (ranks, set(ranks)) == (sorted(ranks), {0, 1, 2})
