"""Idioms: other ways to compute the same, one place at a time, and only those that fit the code and the question."""

from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.dseal.analysis.open_matters import open_matters
from authoring.gate.certificate.idioms import MOST_IDIOMS, WAYS, idioms

OPEN = open_matters("How heavy?")
DF = pd.DataFrame(
    {
        "kind": list("abcab"),
        "mass": [3.0, 1.0, 2.0, 5.0, 4.0],
        "day": pd.date_range("2024-01-30", periods=5),
    }
)


def ways(code: str, question: str = "How heavy?") -> dict[str, str]:
    """Return the ways that fit, by name, with their code."""
    return {name: changed for name, changed, _ in idioms(code, open_matters(question))}


CASES = [
    (
        "grouped-by-pivot-table",
        'df.groupby("kind")["mass"].mean()',
        "df.pivot_table(index='kind', values='mass', aggfunc='mean')['mass']",
    ),
    ("sizes-by-value-counts", 'df.groupby("kind").size()', "df['kind'].value_counts().sort_index()"),
    ("sorted-head-by-nlargest", 'df.sort_values("mass", ascending=False).head(2)', "df.nlargest(2, 'mass')"),
    ("numpy-function", 'df["mass"].mean()', "import numpy as numpy_of_mine\nnumpy_of_mine.mean(df['mass'])"),
    ("list-of-values", 'df["mass"].tolist()', "list(df['mass'])"),
    ("length-by-shape", 'len(df[df["mass"] > 2])', "df[df['mass'] > 2].shape[0]"),
    ("rounded-by-method", 'round(df["mass"].mean(), 1)', "df['mass'].mean().round(1)"),
    ("head-by-slice", "df.head(2)", "df.iloc[:2]"),
    ("mask-by-loc", 'df[df["mass"] > 2]', "df.loc[df['mass'] > 2]"),
    ("aggregate-by-name", 'df["mass"].max()', "df['mass'].agg('max')"),
    ("bounds-by-between", '(df["mass"] >= 2) & (df["mass"] <= 4)', "df['mass'].between(2, 4)"),
    ("equality-by-isin", 'df[df["kind"] == "a"]', "df[df['kind'].isin(['a'])]"),
    ("mask-negated", 'df[df["mass"] > 2]', "df[~(df['mass'] <= 2)]"),
    ("grouped-by-list", 'df.groupby("kind").first()', "df.groupby(['kind']).first()"),
    (
        "grouped-by-apply",
        'df.groupby("kind")["mass"].mean()',
        "df.groupby('kind')['mass'].agg(lambda values_of_mine: values_of_mine.mean())",
    ),
    ("extreme-by-sorting", 'df["mass"].max()', "df['mass'].dropna().sort_values().iloc[-1]"),
    ("extreme-by-sorting", 'df["mass"].min()', "df['mass'].dropna().sort_values().iloc[0]"),
    ("length-by-index", 'len(df[df["mass"] > 2])', "len(df[df['mass'] > 2].index)"),
    ("column-by-get", 'df["mass"]', "df.get('mass')"),
    ("column-by-attribute", 'df["mass"]', "df.mass"),
    ("comparison-by-method", 'df["mass"] > 2', "df['mass'].gt(2)"),
    ("other-spelling", 'df["mass"].isna()', "df['mass'].isnull()"),
    ("counts-by-size", 'df["kind"].value_counts()', "df.groupby('kind').size().sort_values(ascending=False)"),
    (
        "crossed-sizes",
        'df.groupby(["kind", "mass"]).size().unstack(fill_value=0)',
        "import pandas as pandas_of_mine\npandas_of_mine.crosstab(df['kind'], df['mass'])",
    ),
    ("month-by-format", 'df["day"].dt.month', "df['day'].dt.strftime('%m').astype(int)"),
    (
        "nlargest-by-sorting",
        'df.nlargest(2, "mass")',
        "df.sort_values('mass', ascending=False, kind='stable').head(2)",
    ),
    ("top-by-sorting", 'df["mass"].idxmax()', "df['mass'].sort_values(ascending=False, kind='stable').index[0]"),
    ("rounded-by-format", 'float(round(df["mass"].std(), 2))', "float(f\"{df['mass'].std():.2f}\")"),
    ("mean-by-sum", 'df["mass"].mean()', "df['mass'].sum() / df['mass'].count()"),
    ("median-by-quantile", 'df["mass"].median()', "df['mass'].quantile(0.5)"),
    ("distinct-by-length", 'df["kind"].nunique()', "len(df['kind'].dropna().unique())"),
    (
        "rounding-and-sorting",
        '(df["mass"] / 3).round(1).sort_values(ascending=False)',
        "(df['mass'] / 3).sort_values(ascending=False).round(1)",
    ),
    ("mask-counted", 'len(df[df["mass"] > 2])', "int((df['mass'] > 2).sum())"),
    (
        "true-counted",
        '(df["mass"] > 2).sum()',
        "import numpy as numpy_of_mine\nnumpy_of_mine.count_nonzero(df['mass'] > 2)",
    ),
    ("query-by-mask", 'df[df["kind"] == "a"]', "df.query(\"kind == 'a'\")"),
    ("dict-of-pairs", 'df["mass"].to_dict()', "dict(df['mass'].items())"),
    (
        "merged-by-function",
        'df.merge(df, on="kind")',
        "import pandas as pandas_of_mine\npandas_of_mine.merge(df, df, on='kind')",
    ),
    ("known-by-mask", 'df.dropna(subset=["mass"])', "df[df['mass'].notna()]"),
    ("grouped-by-agg", 'df.groupby("kind")["mass"].sum()', "df.groupby('kind').agg({'mass': 'sum'})['mass']"),
    (
        "rounded-by-numpy",
        '(df["mass"] / 3).round(1)',
        "import numpy as numpy_of_mine\nnumpy_of_mine.round(df['mass'] / 3, 1)",
    ),
    ("dropped-by-axis", 'df.drop(columns="mass")', "df.drop('mass', axis=1)"),
    ("sorted-by-keyword", 'df.sort_values("mass")', "df.sort_values(by=['mass'])"),
    ("argument-by-keyword", "df.tail(2)", "df.tail(n=2)"),
    (
        "path-object",
        'pd.read_csv("table.csv")',
        "import pathlib as pathlib_of_mine\npd.read_csv(pathlib_of_mine.Path('table.csv'))",
    ),
    ("comparison-turned", 'df["mass"] > 2', "2 < df['mass']"),
    ("column-by-loc", 'df["mass"]', "df.loc[:, 'mass']"),
]


@pytest.mark.parametrize(("way", "code", "changed"), CASES)
def test_each_way_gives_the_same(
    way: str, code: str, changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The code is written otherwise, and the values are those of the reference."""
    monkeypatch.chdir(tmp_path)
    DF.to_csv("table.csv", index=False)
    names = {"df": DF, "pd": pd}
    *imports, last = changed.splitlines()
    exec("\n".join(imports), names)  # noqa: S102 - the code of the case
    first, second = eval(code, names), eval(last, names)  # noqa: S307 - as above

    assert ways(code)[way] == changed
    if isinstance(first, pd.Series):
        # Rows are turned round only where the order is open, and months have another width where that is.
        pd.testing.assert_series_equal(first.sort_index(), second.sort_index(), check_names=False, check_dtype=False)
    elif isinstance(first, pd.DataFrame):
        pd.testing.assert_frame_equal(first, second)
    else:
        assert first == second


def test_every_way_has_a_case() -> None:
    """A way that nothing tries is none."""
    assert {way for way, _, _ in CASES} == set(WAYS)


def test_names_stay_where_the_question_says_them() -> None:
    """What leaves another name is tried only where the name is open."""
    assert "sizes-by-value-counts" not in ways('df.groupby("kind").size()', "Return a Series named `size`.")


@pytest.mark.parametrize(
    "code", ["", "x = 1", "df.groupby(by='kind').head(n=2)", "df.mass.mean(axis=0)", "df['new'] = 1", "def f(:"]
)
def test_what_fits_no_way_stays(code: str) -> None:
    """Other arguments, groups, what is assigned, and code that is none are left alone."""
    assert ways(code) == {}


@given(
    st.lists(st.sampled_from(["df.mass.mean()", "len(df)", "df.head(3)", "df[df.mass > 1]", "(", "x = df", ""])).map(
        "\n".join
    )
)
def test_any_code_is_read(code: str) -> None:
    """Nothing raises, and no more ways are given than are tried."""
    assert len(list(idioms(code, OPEN))) <= MOST_IDIOMS


def test_groups_that_are_gone_through_keep_their_keys() -> None:
    """A list of one key makes tuples of the keys, which a loop over the groups would show."""
    assert "grouped-by-list" not in ways('[kind for kind, rows in df.groupby("kind")["mass"]]')
