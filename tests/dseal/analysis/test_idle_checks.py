"""Code of which the text says that it gives no value does give none."""

import ast
import warnings
from typing import Any

import pytest

from authoring.dseal.analysis.idle_checks import why_no_value
from authoring.dseal.python_code import CUSTOMARY

SESSION = """
import contextlib, io, random
import numpy as np
import pandas as pd

df = pd.DataFrame({"a": [3.0, 1.0, None], "b": [1, 1, 2]})
items = [3, 1]
"""
VALUELESS = [
    "df.drop(columns='a', inplace=True)",
    "df.dropna(inplace=True)",
    "df.rename(columns={'a': 'c'}, inplace=True)",
    "df.sort_values('b', inplace=True)",
    "df.reset_index(inplace=True)",
    "df.set_index('a', inplace=True)",
    "df.drop_duplicates('b', inplace=True)",
    "df.eval('c = a + b', inplace=True)",
    "df.query('b > 1', inplace=True)",
    "df.info()",
    "print(1)",
    "random.shuffle(items)",
    "np.random.shuffle(items)",
    "more = [2, 1]\nmore.sort()",
    "more = [each for each in items]\nmore.append(1)",
    "total = 3",
    "None",
]
PERHAPS = [
    "df.fillna(0, inplace=True)",
    "df.replace(1, 2, inplace=True)",
    "df.clip(0, 1, inplace=True)",
    "df.where(df > 1, inplace=True)",
    "df.mask(df > 1, inplace=True)",
    "df.ffill(inplace=True)",
    "df.bfill(inplace=True)",
    "df.interpolate(inplace=True)",
    "more = pd.Index([1])\nmore.append(more)",
    "len(items)",
]
"""With a value under some version of pandas, or always."""


def value_of(code: str) -> Any:
    """Run trusted code; return its last expression's value."""
    names: dict[str, Any] = {}
    exec(SESSION, names)  # noqa: S102 - the test's own code
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<test>", "exec"), names)  # noqa: S102 - as above
    return eval(compile(ast.Expression(last.value), "<test>", "eval"), names) if isinstance(last, ast.Expr) else None  # noqa: S307


@pytest.mark.parametrize("code", VALUELESS + PERHAPS)
def test_what_is_said_to_give_none_does(code: str) -> None:
    """No ending is accused that has a value with the pandas at hand."""
    with warnings.catch_warnings():
        # pandas 3 means to give up `inplace`.
        warnings.simplefilter("ignore")
        value = value_of(code)
    if why_no_value(ast.parse(code), CUSTOMARY):
        assert value is None


def test_the_text_tells() -> None:
    """Every ending that never has a value is seen, and no other one is."""
    assert [code for code in VALUELESS + PERHAPS if why_no_value(ast.parse(code), CUSTOMARY)] == VALUELESS
    assert why_no_value(ast.parse(""), CUSTOMARY) == "the reference holds no statement"
