"""What a cell changes, and whether an earlier reference would see it."""

import pytest

from authoring.dseal.analysis.column_changes import changes_of
from authoring.dseal.analysis.flow import reads_before_binding
from authoring.dseal.parse import parse
from authoring.dseal.session import steps

QUESTION = '# %%\n"""\nquestion: What is it?\n"""\n\n'


@pytest.mark.parametrize(
    ("earlier", "later", "is_reached"),
    [
        ('df["a"].mean()', 'df["b"] = 1', False),
        ('df["a"].mean()', 'df["a"] = 1', True),
        ('df["a"].mean()', "df = other", True),
        ('df["a"].mean()', "df.sort_values('b', inplace=True)", True),
        ('df["a"].mean()', 'del df["b"]', True),
        ('df["a"].mean()', 'df.loc[0, "b"] = 1', True),
        ('df["a"].mean()', 'other["a"] = 1', False),
        # A new column shows where the table is read as a whole, or by an attribute that may be anything.
        ("df.shape", 'df["b"] = 1', True),
        ("df.describe()", 'df["b"] = 1', True),
        ("summary(df)", 'df["b"] = 1', True),
        ("df.dropna()", 'df["b"] = 1', True),
        ("len(df)", 'df["b"] = 1', False),
        ('df.loc[df["a"] > 1, "c"].sum()', 'df["b"] = 1', False),
        ('df[df["a"] > 1][["a", "c"]]', 'df["b"] = 1', False),
        ('df.groupby("a")["c"].sum()', 'df["b"] = 1', False),
        ('df.groupby("a").sum()', 'df["b"] = 1', True),
        ('df.query("b > 1")["c"].sum()', 'df["b"] = 1', True),
    ],
)
def test_a_change_reaches_what_reads_it(earlier: str, later: str, *, is_reached: bool) -> None:
    """A column that is set reaches code that reads it or the whole table; any other change reaches all code on it."""
    first, second = steps(parse(f"{QUESTION}{earlier}\n\n{QUESTION}{later}\n"))
    reads = reads_before_binding(first.tree).reads

    assert changes_of(second).reach(first.tree, reads) is is_reached
