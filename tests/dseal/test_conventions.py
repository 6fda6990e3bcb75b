"""Conventions of a set are read from its context cells, and hold for the questions behind them."""

from hypothesis import given
from hypothesis import strategies as st

from authoring.dseal import parse
from authoring.dseal.conventions import convention_comments, conventions_of, without_conventions

SET = '''# %%
# The data of a survey.
# Conventions:
# - Tables are numbered from 0.
# - Equal values stand in ascending order
#   of their labels.
import pandas as pd

# %%
"""
question: Which rows are red?
"""

df[df.color == "red"]

# %%
# Conventions:
# - Counts are integers.

# %%
"""
question: How many are?
"""

len(df)
'''


def test_conventions_hold_for_what_stands_behind_them() -> None:
    """A problem has the conventions of the context cells before it, and shows them behind its question."""
    first, second = (problem for _, problem in parse(SET).problems)
    tables, ties = "Tables are numbered from 0.", "Equal values stand in ascending order of their labels."

    assert first.conventions == (tables, ties)
    assert second.conventions == (tables, ties, "Counts are integers.")
    assert first.whole_question == f"Which rows are red?\n\nUnless said otherwise above:\n- {tables}\n- {ties}"
    assert parse(SET).conventions == second.conventions


@given(st.lists(st.from_regex(r"[A-Za-z][A-Za-z ,.0-9]{0,30}[a-z.]", fullmatch=True), min_size=1, max_size=5))
def test_conventions_are_read_as_they_are_written(items: list[str]) -> None:
    """What is written as comments is read back, and taking it away leaves the code."""
    code = f"{convention_comments(items)}\nimport numpy as np"

    assert conventions_of(code) == tuple(items)
    assert without_conventions(code) == "import numpy as np"


@given(st.text(max_size=120))
def test_any_code_is_read(code: str) -> None:
    """Nothing raises, whatever the code is, and code without a list has no conventions."""
    assert bool(conventions_of(code)) <= ("onventions" in code.casefold() or "约定" in code)
    without_conventions(code)
