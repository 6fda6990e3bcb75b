"""Levels follow what the code does and what it rests on."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from authoring.drafting.measured_levels import measured_levels
from authoring.dseal import parse

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
