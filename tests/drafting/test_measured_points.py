"""Knowledge points by what a reference calls."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.drafting.measured_points import MOST_POINTS, measured_points


@pytest.mark.parametrize(
    ("code", "points"),
    [
        ('df.groupby("a")["b"].mean()', ("grouping", "averages")),
        ('df.merge(other, on="k").sort_values("v")', ("joining", "sorting")),
        ("def f(values):\n    return sorted(values)", ("writing a function", "sorting")),
        ('LinearRegression().fit(df[["a"]], df["b"])', ("training a model",)),
        ("1 + 1", ()),
        ("df[", ()),
    ],
)
def test_points_are_those_of_its_calls(code: str, points: tuple[str, ...]) -> None:
    """The particular stands first, and code that calls nothing says nothing."""
    assert measured_points(code) == points


@given(st.text(max_size=80))
def test_any_code_has_few_points(code: str) -> None:
    """Nothing raises, and no code has many."""
    assert len(measured_points(code)) <= MOST_POINTS
