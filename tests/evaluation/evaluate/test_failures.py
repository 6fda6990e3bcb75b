"""Why a cell failed is told in words, and what of it ran is known."""

from pathlib import Path

import pytest

from authoring.dseal import parse
from authoring.evaluation.evaluate.failures import failure_of, unreadable
from authoring.records.evidence import CellRun, ErrorView, Outcome
from authoring.records.results import BenchmarkSet

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
SET = BenchmarkSet(name="s", path=Path("bench/s.py"), text=TEXT, inputs=())


def ended(
    outcome: Outcome = Outcome.ERROR, kind: str = "ZeroDivisionError", line: int | None = 4, **more: str
) -> CellRun:
    """Return how a cell ended."""
    error = ErrorView(type=kind, message=more.pop("message", ""), traceback="", line=line)
    return CellRun(outcome=outcome, seconds=0, peak_memory=0, error=error if outcome is Outcome.ERROR else None, **more)


@pytest.mark.parametrize(
    ("run", "message", "line"),
    [
        (ended(message="division by zero\nand more"), "the context raises ZeroDivisionError: division by zero", 5),
        (ended(kind="E", line=None), "the context raises E", 2),
        (ended(Outcome.KILLED, detail="ended by SIGKILL"), "the context ended by SIGKILL", 2),
        (
            ended(kind="FileNotFoundError", line=1, message="[Errno 2] No such file: 'inputs/t.csv'"),
            "the input file t.csv is missing: put it into bench/_inputs/s",
            2,
        ),
        (
            ended(kind="FileNotFoundError", line=1, message="[Errno 2] No such file: 'out/t.csv'"),
            "the context raises FileNotFoundError: [Errno 2] No such file: 'out/t.csv'",
            2,
        ),
    ],
)
def test_failure_in_words(run: CellRun, message: str, line: int) -> None:
    """Who failed, how, and on which line of the file."""
    parsed = parse(TEXT)

    assert failure_of(SET, parsed, parsed.cells[0], run) == (message, line)


def test_readable_problem_has_no_failure() -> None:
    """What the parser has nothing against gives no message."""
    parsed = parse(TEXT)

    assert unreadable(parsed, parsed.cells[1]).message == ""
