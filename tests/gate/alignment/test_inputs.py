"""What code looks up is told from what it makes."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.dseal.python_code import parse_code
from authoring.gate.alignment._inputs import names_read


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ('df["a"].mean()', {"a"}),
        ('df.loc[df["a"] == "x", ["b", "c"]]', {"a", "x", "b", "c"}),
        ('df.groupby("a", observed=True)[["b"]].sum()', {"a", "b"}),
        ('df.sort_values(["a", "b"])', {"a", "b"}),
        ('df["new"] = df["a"] * 2\ndf["new"].max()', {"a"}),
        ('df["a"] = df["a"].fillna(0)\ndf["a"].mean()', {"a"}),
        ('df.melt(["a"], var_name="b", value_name="c")', {"a"}),
        ('df.rename(columns={"a": "b"}).agg("mean")', set()),
        ("df.price.max()", {"price"}),
    ],
)
def test_names_read(code: str, names: set[str]) -> None:
    """A column that is assigned to is none of the table's, unless it was read before."""
    assert names_read(ast.parse(code)) == names


@given(st.text(max_size=60))
def test_any_code_is_read(code: str) -> None:
    """Nothing raises, whatever the code is."""
    names_read(parse_code(code).tree)
