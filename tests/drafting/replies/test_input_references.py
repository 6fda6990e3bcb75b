"""Columns that code reads: better silent than wrong."""

import pytest

from authoring.drafting.replies.problemset import read_problemset
from tests.drafting.replies.cases import INPUTS

HEAD = 'import pandas as pd\n\ndf = pd.read_csv("inputs/penguins.csv")\n'


def missing(code: str) -> list[str]:
    """Return the messages about columns in a set whose only problem has this code."""
    text = f'# %%\n{HEAD}\n# %%\n"""\nquestion: |-\n  A question.\n"""\n\n{code}\n'
    return [each.message for each in read_problemset(text, cut=False, inputs=INPUTS).findings if each.code == "DS818"]


@pytest.mark.parametrize(
    "code",
    [
        'df["No_such"]',
        'df[["sex", "No_such"]]',
        'df.groupby("No_such")["body_mass_g"].mean()',
        'df.sort_values(["No_such"])',
        'df[df["No_such"] > 1]',
        'heavy = df.dropna().copy()\nheavy["No_such"]',
        'heavy = df[df["body_mass_g"] > 1]\nheavy["No_such"]',
        'df["kg"] = df["No_such"] / 1000',
    ],
)
def test_columns_that_nobody_has_are_found(code: str) -> None:
    """Frames are followed through what leaves their columns as they are."""
    (message,) = missing(code)

    assert message.endswith("has no column 'No_such'")


@pytest.mark.parametrize(
    "code",
    [
        'df["body_mass_g"]',
        'df["kg"] = 1\ndf["kg"]',
        'df = df.assign(kg=1)\ndf["kg"]',
        'df = df.rename(columns={"sex": "gender"})\ndf["gender"]',
        'df = df.rename(columns=str.upper)\ndf["SEX"]',
        'df.columns = [name.upper() for name in df.columns]\ndf["SEX"]',
        'for name in ("sex", "species"):\n    df[f"{name}_code"] = 1\ndf["sex_code"]',
        'df.eval("kg = body_mass_g / 1000", inplace=True)\ndf["kg"]',
        'df = pd.get_dummies(df)\ndf["sex_male"]',
        'df = df.merge(df, on="sex")\ndf["species_x"]',
        'df.insert(0, "n", 1)\ndf["n"]',
        'counts = df.groupby("sex").agg(n=("species", "size"))\ncounts["No_such"]',
        'def add(frame):\n    frame["kg"] = 1\n\nadd(df)\ndf["kg"]',
        'other = {"a": 1}\nother["No_such"]',
        'df.reset_index()["index"]',
    ],
)
def test_what_code_may_have_made_is_not_doubted(code: str) -> None:
    """A column that exists by then, or may exist, is no finding."""
    assert missing(code) == []


def test_tables_of_unknown_columns_are_left_alone() -> None:
    """Where one table's columns are unknown, any name may be one of them."""
    text = f'# %%\n{HEAD}\n# %%\n"""\nquestion: |-\n  A question.\n"""\n\ndf["No_such"]\n'
    inputs = (type(INPUTS[0])("penguins.csv", None),)

    assert read_problemset(text, cut=False, inputs=inputs).findings == ()
