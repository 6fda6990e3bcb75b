"""Answers in the order of a set, beside the cases of DS431: what counts as a set, and as its order."""

import pytest

from authoring.dseal.parse import parse
from authoring.gate.set_order import set_orders
from authoring.records.evidence import CellRun, DryRun, Outcome, ProblemRun, ValueView

TEXT = '# %%\n"""\nquestion: Which are there?\n"""\n\n{}\n'


def _is_found(code: str, value: str) -> bool:
    answer = ValueView(type="list", text=value)
    run = CellRun(outcome=Outcome.OK, seconds=0, peak_memory=0, value=answer)
    cells = (ProblemRun(cell=0, number=1, run=run),)
    dry_run = DryRun(draft="0" * 64, cells=cells, python="3.11", packages=(), inputs=())
    return any(True for _ in set_orders(parse(TEXT.format(code)), dry_run))


@pytest.mark.parametrize(
    ("code", "is_found"),
    [
        ("list(set(a))", True),
        ("tuple({*a})", True),
        ("[*set(a)]", True),
        ("list(set(a) | set(b))", True),
        ("list(set(a).union(b))[:2]", True),
        ("list(set(df.sort_values('n')['a'].head(3)))", True),
        ("found = set(a)\n[text for text in found]", True),
        # In an order of their own, or in one that the code does not show.
        ("sorted(set(a))", False),
        ("found = list(set(a))\nfound.sort()\nfound", False),
        ("[text for text in a if text in set(b)]", False),
        ("list(dict.fromkeys(a))", False),
        ("list(found)", False),
        ("a.union(b)", False),
    ],
)
def test_the_order_of_a_set_is_told(code: str, *, is_found: bool) -> None:
    """Texts that stand as a set gives them are found, and no others."""
    assert _is_found(code, "['Oslo', 'Rome']") is is_found


def test_numbers_have_the_same_order_in_every_process() -> None:
    """Only texts hash by the process; a single one has no order."""
    assert not _is_found("list(set(a))", "[3, 1]")
    assert not _is_found("list(set(a))", "['Oslo']")
