"""What of a failed cell can be relied on."""

import pytest

from authoring.dseal import parse
from authoring.dseal.analysis.partial_state import import_statements, inspected_names, split_at_error
from authoring.records.evidence import CellRun, ErrorView, Outcome

TEXT = '''# %%
a = 1
import b
def f():
    return 1 / 0
c = f()

# %%
"""
question: q
validator: {namespace_check: {x: , y: }, or: {table_test: {function_name: g, test_cases: [[1]]}}}
"""
1
'''


def ended(outcome: Outcome = Outcome.ERROR, kind: str = "ZeroDivisionError", line: int | None = 4) -> CellRun:
    """Return how a cell ended."""
    error = ErrorView(type=kind, message="", traceback="", line=line)
    return CellRun(outcome=outcome, seconds=0, peak_memory=0, error=error if outcome is Outcome.ERROR else None)


def finished_statements(run: CellRun | None) -> int:
    """Return how many statements of the first cell have certainly run."""
    error = run.error if run is not None and run.outcome is Outcome.ERROR else None
    return len(split_at_error(parse(TEXT).cells[0], error)[0])


@pytest.mark.parametrize(
    ("run", "count"),
    [
        (ended(line=1), 0),
        (ended(line=2), 1),
        (ended(line=4), 2),
        (ended(line=5), 3),
        (ended(line=None), 0),
        (ended(kind="SyntaxError", line=5), 0),
        (ended(Outcome.TIMEOUT), 0),
        (None, 0),
    ],
)
def test_statements_before_the_failing_one_have_run(run: CellRun | None, count: int) -> None:
    """An exception says how far the cell came; a line of a function counts as its definition; no other end says it."""
    assert finished_statements(run) == count


def test_names_that_validators_look_at() -> None:
    """Variables that are checked and functions that are called, below `or` as well."""
    ((_, problem),) = parse(TEXT).problems

    assert inspected_names(problem) == {"x", "y", "g"}


def test_imports_among_statements() -> None:
    """Each with its own code."""
    _, left = split_at_error(parse(TEXT).cells[0], None)

    assert [code for _, code in import_statements(left)] == ["import b"]
