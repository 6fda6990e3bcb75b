"""Calls of ``fit`` are looked at where what they were given still stands under its names."""

from collections.abc import Iterator

import pytest

from authoring.gate.probes.model_leaks import model_leaks
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.port import Session

DATA = """import pandas as pd
from sklearn.linear_model import LinearRegression
df = pd.DataFrame({"age": [n * n % 17 for n in range(40)], "price": [n * 7 % 41 for n in range(40)]})"""


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    """Share one session: nothing that is looked at changes it."""
    sandbox = LocalSandbox()
    with sandbox.session() as opened:
        opened.run(DATA, limits=Limits())
        yield opened
    sandbox.close()


@pytest.mark.parametrize(
    ("code", "kinds"),
    [
        ('LinearRegression().fit(df, df["price"])', ["label-among-features"]),
        ('LinearRegression().fit(df[["age"]], df["price"])', []),
        ('LinearRegression().fit(df.drop(columns="age"), df["price"])', []),
        ("LinearRegression().fit(df, missing_name)", []),
        ("1 / 0", []),
    ],
    ids=["label", "features", "call", "error", "no fit"],
)
def test_training_is_looked_at(code: str, kinds: list[str], session: Session) -> None:
    """What is given as names and columns is looked at; what calls make, and code that fails, is left alone."""
    assert [leak.kind for leak in model_leaks(session, code, Limits())] == kinds
