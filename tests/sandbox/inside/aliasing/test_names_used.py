"""The text of a cell says what it can reach, or that it could be anything."""

import pytest

from authoring.sandbox.inside.aliasing.names_used import find_names_used


def test_variables_and_attributes_are_names() -> None:
    """Those that stand in functions may be looked up later as well; local variables are the function's own."""
    uses = find_names_used("y = df.mean()\ndef f(a):\n    b = rows\n    return b + a")

    assert uses.names >= {"df", "mean", "y", "f", "rows"}
    assert not uses.names & {"a", "b"}
    assert uses.deferred == {"rows"}
    assert not uses.unbounded


def test_comprehensions_are_over_when_their_expression_is() -> None:
    """Only what may run later is deferred."""
    assert find_names_used("[rows[i] for i in order]").deferred == set()


@pytest.mark.parametrize(
    "code",
    [
        "eval('df')",
        "exec('df = 1')",
        "globals()['df']",
        "import sys",
        "import some_unknown_package",
        "from gc import get_objects",
        "class A:\n    pass",
        "type('A', (), {})",
        "df.__class__.__subclasses__()",
        "pd.options.mode = f()",
        "import threading\nthreading.Timer(1, f)",
    ],
)
def test_ways_around_names_bound_nothing(code: str) -> None:
    """Whoever could reach a variable without naming it is taken to reach every one."""
    assert find_names_used(code).unbounded


@pytest.mark.parametrize(
    "code",
    ["import pandas as pd", "df.columns = ['a']", "df['a'] = 1", "len(df)", "from math import pi", "df.name = 'a'"],
)
def test_everyday_code_is_bounded(code: str) -> None:
    """What most cells do reaches what they name."""
    assert not find_names_used(code).unbounded


def test_queries_look_up_by_text() -> None:
    """A name in a query's text counts as reached, though it is no name of the code."""
    assert find_names_used('df.query("a > @limit")').by_text
    assert find_names_used('df.agg("eval")').by_text


@pytest.mark.parametrize("code", ["x = = 1", "\x00", ""])
def test_what_is_no_python_reaches_nothing(code: str) -> None:
    """It does not run."""
    assert find_names_used(code).names == set()
