"""References in another author's habits give the same, and only those that fit are."""

from typing import Any

import pandas as pd
import pytest

from authoring.gate.certificate.paraphrases import NAMES, paraphrases

DF = pd.DataFrame({"kind": list("abcab"), "mass": [3.0, 1.0, 2.0, 5.0, 4.0]})
CODES = (
    'df.groupby("kind")["mass"].mean().round(1)',
    'df[(df["mass"] > 2) & (df.kind != "a")]["mass"].sum()',
    'pd.Series(np.sort(df["mass"])).iloc[0]',
    'def heaviest(table, n):\n    return table.nlargest(n, "mass")\n\nheaviest(df, 2)',
    'def largest(table: pd.DataFrame) -> float:\n    """Say."""\n    return table["mass"].max()\n\nlargest(df)',
    'def shares(table):\n    total = table["mass"].sum()\n    return (table["mass"] / total).round(1)\n\nshares(df)',
    'df["twice"] = df["mass"] * 2\ndf["twice"].max()',
    'df.pop("mass")\ndf.shape',
)


def ways(code: str) -> dict[str, str]:
    """Return the ways that fit, by name, with their code."""
    return {name: text for name, text, _ in paraphrases(code, ["df"])}


def value_of(code: str) -> tuple[Any, pd.DataFrame]:
    """Return what code ends with, and the table that it leaves."""
    *lines, last = code.splitlines()
    names: dict[str, Any] = {"df": DF.copy(), "pd": pd, "np": __import__("numpy")}
    exec("\n".join(lines), names)  # noqa: S102 - of a case
    return eval(last, names), names["df"]  # noqa: S307 - of a case


@pytest.mark.parametrize("code", CODES)
def test_each_way_gives_the_same(code: str) -> None:
    """However it is written, the value and what is left of the table are the reference's."""
    expected, table = value_of(code)

    assert len(ways(code)) >= 3
    for text in ways(code).values():
        value, left = value_of(text)
        assert value.equals(expected) if isinstance(expected, pd.DataFrame | pd.Series) else value == expected
        assert left.equals(table)


def test_every_way_is_found() -> None:
    """The names are those that a certificate knows by, and each fits one of these references."""
    assert {name for code in CODES for name in ways(code)} == NAMES


@pytest.mark.parametrize(
    ("code", "way"),
    [
        ("df = df.dropna()\ndf.shape", "under-another-name"),
        ("df.query('a > @df.b.max()').shape", "under-another-name"),
        ("def f(df):\n    return df.shape", "under-another-name"),
        ("def f():\n    global df\n    df = 1", "under-another-name"),
        ("df[df.pop('a') > 1]", "mask-in-a-variable"),
        ("change(df) + df[df.a > 1].sum()", "mask-in-a-variable"),
        ("df.drop(columns='b')[df.a > 1]", "mask-in-a-variable"),
        ("df[df['a'].isna()]", "mask-in-a-variable"),
        ("[t[t.a > 1] for t in tables]", "mask-in-a-variable"),
        ("(lambda t: t[t.a > 1])(df)", "mask-in-a-variable"),
        ("import numpy as np\nnp.sum(df.a)", "other-module-names"),
        ("def f(np):\n    return np.sum()", "other-module-names"),
        ("df['a'] = 1", "in-a-dict"),
        ("def f(a):\n    a = a + 1\n    return a", "argument-in-a-variable"),
        ("def f(a):\n    return [a for b in a]", "argument-in-a-variable"),
        ("def f(a):\n    return eval('a + 1') + a", "argument-in-a-variable"),
        ('def f(a):\n    """Say."""\n    return a', "documented"),
        ("from __future__ import annotations\nx", "tried"),
        ("x_of_mine", "tried"),
        ("x[1]", "label-in-a-variable"),
    ],
)
def test_what_does_not_fit_stays(code: str, way: str) -> None:
    """Names that are bound or spoken of in texts, conditions that call something, scopes of their own."""
    assert way not in ways(code)
