"""Long values are laid out as IPython does it."""

import ast

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from IPython.lib.pretty import pretty

from authoring.formats.base.layout import lay_out

LEAVES = st.one_of(
    st.integers(),
    st.floats(),
    st.complex_numbers(),
    st.booleans() | st.none(),
    st.text(max_size=90),
    st.binary(max_size=20),
    st.integers(1, 40).map(np.arange),
    st.integers(1, 3).map(np.eye),
    st.floats(width=32).map(np.float64),
)
KEYS = st.one_of(st.integers(), st.text(max_size=30), st.tuples(st.integers(), st.text(max_size=5)))
SETS = st.sets(st.integers() | st.none(), max_size=40) | st.frozensets(st.text(max_size=12), max_size=20)


def containers(inner: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """Return containers of what is given."""
    items = st.lists(inner, max_size=12)
    return items | items.map(tuple) | st.dictionaries(KEYS, inner, max_size=12)


VALUES = containers(SETS | st.recursive(LEAVES, containers, max_leaves=25)) | SETS


@given(VALUES)
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@example({(1, "b"): (np.arange(40), [True] * 30)})
@example([[list(range(30))], {"k": list(range(40))}])
@example({f"key {number}": number / 3 for number in range(20)})
def test_containers_are_laid_out_as_ipython_does(value: object) -> None:
    """Lists, tuples, sets and mappings, one in another, have the line ends that a notebook shows."""
    assert lay_out(repr(value)) == pretty(value)  # type: ignore[no-untyped-call]  # IPython is annotated in parts


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<function f at 0x7f>",
        "   a  b\n0  1  2",
        "[1, 2",
        "array([1,\n       2])",
        "'" + "x" * 200 + "'",
        "[<object>, 1]",
        "[1, ...",
        "(" * 300,
        "[" * 90 + "]" * 90,
        "[1\r, 2]",
        "a\0b",
        "__import__('os').system('false')",
    ],
)
def test_what_is_no_container_stays_as_it_is(text: str) -> None:
    """Nothing is evaluated, and nothing that cannot be read is touched."""
    assert lay_out(text) == text


@settings(deadline=None)
@given(st.text(alphabet="[](){},:'\"\\ab1 \n", max_size=60))
def test_any_text_is_shown(text: str) -> None:
    """No text raises, and what is read as a container says the same afterwards."""
    laid_out = lay_out(text)

    if laid_out != text:
        assert {*map(ast.dump, ast.walk(ast.parse(laid_out, mode="eval")))} == {
            *map(ast.dump, ast.walk(ast.parse(text, mode="eval")))
        }
