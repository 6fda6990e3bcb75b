"""Facts of tables are read from what a program noted, and columns that are aggregated from code."""

import pytest

from authoring.gate.probes.fork_programs import ForkState, NotedFact
from authoring.gate.probes.table_facts import aggregated_columns, table_facts


@pytest.mark.parametrize(
    ("code", "columns"),
    [
        ('joined["paid"].sum()', {"paid"}),
        ("joined.paid.mean()", {"paid"}),
        ('joined.groupby("shop")["paid"].median()', {"paid"}),
        ('joined[["paid", "tip"]].sum()', {"paid", "tip"}),
        ('joined.groupby("shop").agg(total=("paid", "sum"), rows=("tip", "size"))', {"paid"}),
        ('joined.agg({"paid": "sum", "tip": "count"})', {"paid"}),
        ('joined["paid"].agg(["sum", "count"])', {"paid"}),
        ('joined["paid"].max()', set()),
        ("sum(paid)", set()),
        ("joined[", set()),
    ],
)
def test_columns_that_are_aggregated(code: str, columns: set[str]) -> None:
    """What counts a value as often as its row stands there is found, whichever way it is written."""
    assert aggregated_columns(code, 1) == columns


def test_what_stands_before_a_line_is_left_out() -> None:
    """Behind a join alone its rows are repeated."""
    assert aggregated_columns('df["paid"].sum()\njoined["tip"].sum()', 2) == {"tip"}


def test_a_fact_is_told_once_a_line() -> None:
    """A join in a loop is one fact."""
    noted = NotedFact(kind="many-to-many", line=3, labels=("shop",), cell="<cell 2>", left_rows=2, right_rows=3, rows=5)
    state = ForkState(tables={}, facts=(noted, noted.model_copy(update={"rows": 7})))

    assert [(fact.kind, fact.line, fact.rows) for fact in table_facts(state)] == [("many-to-many", 3, 5)]
    assert table_facts(None) == ()
