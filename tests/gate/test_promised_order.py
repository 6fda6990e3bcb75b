"""Orders that a question promises, beside the cases of DS433: which rows break one."""

import pytest

from authoring.dseal.parse import parse
from authoring.gate.promised_order import broken_orders
from authoring.records.evidence import CellRun, DryRun, Outcome, ProblemRun, TableView, ValueView

TEXT = '# %%\n"""\nquestion: Give a table, {}.\n"""\n\ndf\n'


def _is_found(words: str, *rows: tuple[str, ...]) -> bool:
    table = TableView(rows=len(rows), columns=2, header=("kind", "mass"), index=tuple("0123")[: len(rows)], cells=rows)
    answer = ValueView(type="pandas.DataFrame", text="", table=table)
    run = CellRun(outcome=Outcome.OK, seconds=0, peak_memory=0, value=answer)
    cells = (ProblemRun(cell=0, number=1, run=run),)
    dry_run = DryRun(draft="0" * 64, cells=cells, python="3.11", packages=(), inputs=())
    return any(True for _ in broken_orders(parse(TEXT.format(words)), dry_run))


@pytest.mark.parametrize(
    ("words", "rows", "is_found"),
    [
        ("`mass` descending", [("a", "9"), ("b", "10"), ("c", "3")], True),
        ("`mass` descending", [("a", "10"), ("b", "9"), ("c", "3")], False),
        ("`kind` in descending order", [("a", "1"), ("b", "2"), ("c", "3")], True),
        # Equal kinds by their mass, whichever of the two is said first.
        ("`mass` ascending, `kind` ascending", [("a", "1"), ("a", "2"), ("b", "1")], False),
        ("`mass` ascending", [("b", "1"), ("b", "2"), ("a", "1"), ("a", "3")], False),
        ("`mass` ascending", [("b", "1"), ("b", "2"), ("a", "3"), ("a", "1")], True),
        # Levels of a category have an order of their own, and what is missing stands anywhere.
        ("`kind` ascending", [("low", "1"), ("high", "2"), ("highest", "3")], False),
        ("`mass` descending", [("a", "9"), ("b", "nan"), ("c", "10")], False),
        ("by `mass`", [("a", "9"), ("b", "10"), ("c", "3")], False),
    ],
)
def test_rows_that_break_an_order_are_told(words: str, rows: list[tuple[str, ...]], *, is_found: bool) -> None:
    """Rows are held against directions behind names of columns, whole or within groups, numbers as numbers."""
    assert _is_found(words, *rows) is is_found
