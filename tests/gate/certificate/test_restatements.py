"""References put together otherwise give the same, and only those that fit are."""

import io
from contextlib import redirect_stdout
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.gate.certificate.restatements import NAMES, restatements

DF = pd.DataFrame({"kind": list("abcab"), "mass": [3.0, 1.0, 2.0, 5.0, 4.0]})
CODES = (
    'df.groupby("kind")["mass"].mean().round(1)',
    'heavy = df[df["mass"] > 2]\nfloat(round(heavy["mass"].mean(), 1))',
    'len(df["kind"].unique()) + 1',
    "def heaviest(table, n):\n    return table.nlargest(n, 'mass')\n\nheaviest(df, 2)",
    'df["twice"] = df["mass"] * 2\ndf.groupby("kind")["twice"].max()',
    'import math\ndf = df.dropna()\nmath.ceil(df["mass"].sum())',
)


def ways(code: str, *, shared: frozenset[str] = frozenset({"df"}), prints: bool = True) -> dict[str, str]:
    """Return the ways that fit, by name, with their code."""
    return {name: text for name, text, _ in restatements(code, shared=shared, tables=["df"], prints=prints)}


def value_of(code: str) -> Any:
    """Return what code ends with."""
    *lines, last = code.splitlines()
    names: dict[str, Any] = {"df": DF.copy()}
    with redirect_stdout(io.StringIO()):
        exec("\n".join(lines), names)  # noqa: S102 - of a case
        return eval(last, names)  # noqa: S307 - of a case


@pytest.mark.parametrize("code", CODES)
def test_each_way_gives_the_same(code: str) -> None:
    """However it is put together, the value is the reference's."""
    expected = value_of(code)

    assert len(ways(code)) >= 3
    for text in ways(code).values():
        value = value_of(text)
        assert value.equals(expected) if isinstance(expected, pd.DataFrame | pd.Series) else value == expected


def test_every_way_is_named() -> None:
    """The names are those that a certificate knows by."""
    assert {name for code in CODES for name in ways(code)} == NAMES


@pytest.mark.parametrize(
    ("code", "way"),
    [
        ('df["a b"] = 1', "assigned-columns"),
        ("(n := 3) + n", "in-a-function"),
        ("df = (n := 3)", "computed-in-a-function"),
        ("def f(n):\n    n = n + 1\n    return n", "inner-function"),
        ("def f(n):\n    n = n + 1\n    return n", "as-a-lambda"),
        ("df['n'] = 1\ndf.shape", "on-a-copy"),
        ("df.drop(columns='n', inplace=True)\ndf.shape", "on-a-copy"),
        ("df", "on-a-copy"),
        ("x.query('a > @df.b.max()').shape", "on-a-copy"),
        ("print(df)", "printed-first"),
        ("def f(values):\n    values.sort()\n    return values", "copied-arguments"),
        ("def f(values):\n    values[0] = 1\n    return values", "copied-arguments"),
        ("def f(n):\n    return f(n - 1) if n else 0", "other-function-name"),
        ("def f(n):\n    print(n)", "stored-return"),
        ("x = 1", "step-by-step"),
    ],
)
def test_what_does_not_fit_stays(code: str, way: str) -> None:
    """Names that are known outside, tables and arguments that are changed, and functions that know themselves."""
    assert way not in ways(code)


def test_nothing_is_printed_where_it_is_looked_at() -> None:
    """A validator of what is printed sees more."""
    assert "printed-first" not in ways("df.shape", prints=False)


@given(
    st.lists(st.sampled_from(["df.mass.mean()", "len(df)", "def f(x):\n    return x", "(", "x = df", ""])).map(
        "\n".join
    )
)
def test_any_code_is_read(code: str) -> None:
    """Nothing raises, and what is given is Python."""
    for text in ways(code).values():
        compile(text, "<way>", "exec")
