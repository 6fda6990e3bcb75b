"""Ways to handle tables otherwise: each is left out where it would not give the same."""

import ast
from collections.abc import Callable

import pytest

from authoring.gate.certificate import table_idioms

Way = Callable[[ast.expr], ast.expr | None]


@pytest.mark.parametrize(
    ("way", "code"),
    [
        (table_idioms.head_by_slice, "df.groupby('a').head(2)"),
        (table_idioms.nlargest_by_sorting, "df.groupby('a')['b'].nlargest(2)"),
        (table_idioms.nlargest_by_sorting, "df.nlargest(2, 'b', keep='all')"),
        (table_idioms.top_by_sorting, "df.groupby('a')['b'].idxmax()"),
        (table_idioms.groups_by_agg, "df.groupby('a', as_index=False)['b'].mean()"),
        (table_idioms.groups_by_agg, "df.groupby('a')['b'].mean(numeric_only=True)"),
        (table_idioms.query_by_mask, "df[other['a'] > 1]"),
        (table_idioms.query_by_mask, "df[df['a b'] > 1]"),
        (table_idioms.query_by_mask, "df[df['a'] > limit]"),
        (table_idioms.query_by_mask, "df[df['class'] > 1]"),
        (table_idioms.counts_by_size, "df['a'].value_counts(normalize=True)"),
        (table_idioms.merged_by_function, "pd.merge(df, other, on='a')"),
        (table_idioms.known_by_mask, "df.dropna(subset=['a', 'b'])"),
        (table_idioms.known_by_mask, "df.dropna()"),
        (table_idioms.dropped_by_axis, "df.drop(columns='a', inplace=True)"),
        (table_idioms.sorted_by_keyword, "series.sort_values()"),
        (table_idioms.mask_counted, "len(df['a'])"),
    ],
)
def test_what_would_differ_stays(way: Way, code: str) -> None:
    """Groups, other arguments, other tables, and labels that no query knows are left alone."""
    assert way(ast.parse(code, mode="eval").body) is None


def test_top_of_groups_that_were_aggregated_is_sorted() -> None:
    """An aggregate of groups is one series, whose largest value has one label."""
    other = table_idioms.top_by_sorting(ast.parse("df.groupby('a')['b'].mean().idxmax()", mode="eval").body)

    assert other is not None
    assert "sort_values(ascending=False" in ast.unparse(other)
