"""Columns are followed from the reader of a table to where they are used, through variables, and no further."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from authoring.dseal.compose import compose_problem
from authoring.gate.dictionary import dictionary_findings
from authoring.records.dictionary import ColumnEntry, DataDictionary, TableEntry, ValueKind

CASES = Path(__file__).parents[2] / "cases" / "dictionary"
ORDERS = DataDictionary.model_validate(yaml.safe_load((CASES / "shops.yml").read_text("utf-8"))).tables[0]
# A second table calls an amount what the first calls a code.
AREAS = TableEntry(
    file="areas.csv",
    columns=(
        ColumnEntry(name="zip", kind=ValueKind.AMOUNT),
        ColumnEntry(name="region", kind=ValueKind.CATEGORY),
        ColumnEntry(name="district", kind=ValueKind.CODE),
    ),
)
CONTEXT = (
    '# %%\nimport pandas as pd\ndf = pd.read_csv("inputs/orders.csv")\nareas = pd.read_csv("inputs/areas.csv")\n\n'
)


def codes(code: str) -> set[str]:
    """Return the codes of what is found in a reference."""
    text = CONTEXT + compose_problem("What comes out?", code)
    return {finding.code for finding in dictionary_findings(text, DataDictionary(tables=(ORDERS, AREAS)))}


@pytest.mark.parametrize(
    "code",
    [
        'clean = df.dropna()\nclean["zip"].mean()',
        'df2 = df[df.price > 0]\ndf2["zip"].mean()',
        'expensive = df["price"] > 100\ndf[expensive]["zip"].mean()',
        'part = df.query("price > 3").copy()\npart.loc[:, "zip"].mean()',
        'df.rename(columns={"zip": "postal"})["postal"].mean()',
        'other = df.rename(columns={"price": "zip", "zip": "postal"})\nother["postal"].sum()',
        'df.assign(area=df["zip"].astype(int))["area"].mean()',
        'df.assign(area=lambda d: d["zip"])["area"].mean()',
        'df["area"] = df["zip"]\ndf["area"].mean()',
        'df.dropna(inplace=True)\ndf["zip"].mean()',
        'df["zip"] = pd.to_numeric(df["zip"])\ndf["zip"].mean()',
        's = df["zip"]\ns.mean()',
        'columns = ["zip", "price"]\ndf[columns].corr()',
        'df.merge(areas[["region", "district"]], on="region")["district"].mean()',
        'df.drop(columns="price").groupby("region")["zip"].mean()',
        'name = "orders.csv"\nagain = pd.read_csv(f"inputs/{name}")\nagain["zip"].mean()',
        'if len(df) > 3:\n    part = df.head(3)\nelse:\n    part = df.tail(3)\npart["zip"].mean()\ndf["zip"].mean()',
        'df.groupby("region").apply(lambda g: g["zip"].mean())',
        'def mean_of(column):\n    return df[column].mean()\n\n[mean_of(c) for c in ["price"]]\ndf["zip"].mean()',
    ],
)
def test_a_column_is_followed(code: str) -> None:
    """Parts of rows, selections, literal renamings, copies and joins leave a code what it is."""
    assert "DS561" in codes(code)


@pytest.mark.parametrize(
    "code",
    [
        'areas["zip"].mean()',
        'other = areas.dropna()\nother["zip"].mean()',
        'df = areas\ndf["zip"].mean()',
        'counts = df.groupby("zip")["price"].sum().reset_index(name="zip")\ncounts["zip"].mean()',
        'df.rename(columns={"price": "zip", "zip": "postal"})["zip"].mean()',
        'df.rename(columns=str.lower)["zip"].mean()',
        'df.columns = [*"abcdefghijklm", "zip"]\ndf["zip"].mean()',
        'pd.read_csv("inputs/orders.csv", header=None, names=["zip"])["zip"].mean()',
        'pd.DataFrame({"zip": [1, 2]})["zip"].mean()',
        'df.pivot_table(index="region", values="price", aggfunc="max").rename(columns={"price": "zip"})["zip"].mean()',
        'def mean_of(df):\n    return df["zip"].mean()\n\nmean_of(areas)',
        'mean_of = lambda df: df["zip"].mean()\nmean_of(areas)',
        '[df["zip"].mean() for df in [areas]]',
        'for df in [areas]:\n    print(df["zip"].mean())',
        'alias = df\nalias["zip"] = df["price"] / 2\ndf["zip"].mean()',
        'for c in ["zip"]:\n    df[c] = df[c].str.len()\ndf["zip"].mean()',
        'def shorten(t):\n    t["zip"] = t["zip"].str.len()\n\nshorten(df)\ndf["zip"].mean()',
        'part = df if len(areas) else areas\npart["zip"].mean()',
        'if len(areas):\n    df = areas\ndf["zip"].mean()',
        'df.merge(areas, on="region")["zip"].mean()',
        'numbers = df.select_dtypes("number").columns\ndf[numbers].corr()',
        'labels = df.columns.difference(["zip"])\ndf[labels].mean()',
    ],
)
def test_what_is_made_anew_may_be_asked(code: str) -> None:
    """Another table, an aggregate, a parameter, a label that was given to something else: nothing is known of it."""
    assert codes(code) == set()


def test_a_key_of_a_sample_or_a_join_repeats() -> None:
    """Groups by a key have one row each only where its rows stand once."""
    grouped = '["price"].mean()'

    assert codes(f'part = df[df.price > 1]\npart.groupby("order_id"){grouped}') == {"DS566"}
    for table in ("df.sample(frac=2, replace=True)", 'df.merge(areas, on="region")'):
        assert codes(f'part = {table}\npart.groupby("order_id"){grouped}') == set()


def test_features_are_followed() -> None:
    """The label's twin is found behind the variables of a split, and not where a variable of labels is unknown."""
    split = "a, b, c, d = train_test_split(X, y)\nmodel.fit(a, c)"

    assert codes(f'features = ["weight_lb", "pieces"]\nX, y = df[features], df["weight_g"]\n{split}') == {"DS563"}
    assert codes(f'X, y = df.drop(columns="weight_g"), df["weight_g"]\n{split}') == {"DS563"}
    assert codes(f'features = df.columns[2:4]\nX, y = df[features], df["weight_g"]\n{split}') == set()


def test_long_chains_end() -> None:
    """A chain of a thousand calls is no column any more, and no error either."""
    assert codes("df" + ".dropna()" * 900 + '["zip"].mean()') == set()


@given(
    st.lists(st.sampled_from(['df["zip"]', "areas", "df.zip", '["zip"]', "df", "x", "lambda df: df", "3"]), max_size=4)
)
def test_whatever_is_assigned_nothing_raises(parts: list[str]) -> None:
    """Targets and values of all forms are read."""
    for target in ("x", "x, y", "*x, y", 'df["a"]', "df[x]", "df.a", "df.loc[3, 'zip']", "x.y.z", "df.columns"):
        codes(f"{target} = ({', '.join(parts)},)\n" + "\n".join(f"{target} = {part}" for part in parts))
