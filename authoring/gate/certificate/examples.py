"""Worked examples of a question, called where its reference has run, and compared by what they say."""

import ast
import math
import re
from collections.abc import Mapping
from typing import Literal

from authoring.dseal.analysis.example_tables import DrawnExample, DrawnTable, drawn_examples, shows
from authoring.dseal.analysis.worked_examples import MOST_EXAMPLES, WorkedExample, worked_examples
from authoring.dseal.python_code import literal_of, parse_code
from authoring.gate.outcomes import LONGEST_TEXT, text_of
from authoring.records.certificate.worked_example import ExampleTrial
from authoring.records.evidence import CellRun, Limits, Outcome
from authoring.sandbox.port import Session

_PLAIN = "(lambda answer: answer.tolist() if hasattr(answer, 'tolist') else answer)({call})"
"""Gives lists for arrays and series, and Python's numbers for numpy's."""
_AS_DRAWN = """
import pandas as pandas_of_mine

def cell_of_mine(cell):
    if cell is None or (pandas_of_mine.api.types.is_scalar(cell) and pandas_of_mine.isna(cell)):
        return None
    cell = cell.item() if hasattr(cell, "item") else cell
    return cell if isinstance(cell, (bool, int, float, str)) else str(cell).removesuffix(" 00:00:00")

def table_of_mine(table):
    table = table.to_frame() if isinstance(table, pandas_of_mine.Series) else table
    if any(name is not None for name in table.index.names):
        table = table.reset_index()
    rows = table.astype(object).to_numpy().tolist()
    return [[str(label) for label in table.columns], [[cell_of_mine(cell) for cell in row] for row in rows]]

table_of_mine({call})
"""
"""Gives the labels and the cells of the table that a call gives, as literals."""
_NUMPY_SCALAR = re.compile(r"\b(?:np|numpy)\.\w+\(([^()]*)\)")


def try_examples(question: str, code: str, session: Session, limits: Limits) -> tuple[ExampleTrial, ...]:
    """Return what a reference gives for the examples of its question.

    Args:
        question: the question's text.
        code: the reference.
        session: one whose last cell is the reference; it stays as it is.
        limits: of a call.

    Raises:
        SandboxError: the sandbox failed.
    """
    trials = [_trial(example, session, limits) for example in worked_examples(question, code)]
    functions = [node for node in parse_code(code).tree.body if isinstance(node, ast.FunctionDef)]
    drawn = [example for function in functions for example in drawn_examples(question, function)]
    return (*trials, *(_drawn_trial(example, session, limits) for example in drawn[:MOST_EXAMPLES]))


def _trial(example: WorkedExample, session: Session, limits: Limits) -> ExampleTrial:
    with session.attempt() as attempt:
        attempt.prepare(None)
        run = attempt.run(_PLAIN.format(call=example.call), limits=limits)
    trial = ExampleTrial(
        call=example.call, expected=example.output, outcome="undecided", actual=text_of(run)[:LONGEST_TEXT]
    )
    if run.outcome is not Outcome.OK:
        is_error = run.error is not None and run.error.type not in {"NameError", "ImportError", "ModuleNotFoundError"}
        return trial.model_copy(update={"outcome": "differs" if is_error else "undecided"})
    actual, expected = _value_of(run), literal_of(example.output)
    if actual is None or expected is None:
        return trial
    return trial.model_copy(update={"outcome": "same" if _agree(expected[0], actual[0]) else "differs"})


def _drawn_trial(example: DrawnExample, session: Session, limits: Limits) -> ExampleTrial:
    with session.attempt() as attempt:
        attempt.prepare(None)
        run = attempt.run(_AS_DRAWN.format(call=example.expression), limits=limits)
    trial = ExampleTrial(call=example.call, expected=_text(example.output), outcome="undecided")
    # The types of drawn columns are guessed, so an error may be ours.
    answer = _value_of(run) if run.outcome is Outcome.OK else None
    match answer:
        case ([list() as labels, list() as rows],):
            actual = DrawnTable(tuple(labels), tuple(tuple(map(str, row)) for row in rows))
            outcome: Literal["same", "differs"] = "same" if shows(example.output, labels, rows) else "differs"
            return trial.model_copy(update={"outcome": outcome, "actual": _text(actual)})
    return trial


def _text(table: DrawnTable) -> str:
    return "; ".join(" | ".join(row) for row in (table.labels, *table.rows))[:LONGEST_TEXT]


def _value_of(run: CellRun) -> tuple[object] | None:
    """Return what a call gave, in a tuple because it may be None; None for what has no literal."""
    if run.value is None:
        # A call that gives nothing gives None.
        return (None,)
    text = _NUMPY_SCALAR.sub(r"\1", run.value.text)
    return None if run.value.truncated else literal_of(text)


def _agree(expected: object, actual: object) -> bool:
    """Tell whether a value is what is expected: numbers as far as their decimals go, and whatever holds them."""
    match expected, actual:
        case float(), int() | float():
            decimals = len(repr(expected).partition(".")[2]) if "e" not in repr(expected) else 12
            is_agreed = math.isclose(expected, actual, rel_tol=1e-9, abs_tol=0.51 * 10.0**-decimals)
        case Mapping(), Mapping():
            is_agreed = expected.keys() == actual.keys() and all(
                _agree(value, actual[key]) for key, value in expected.items()
            )
        case (list() | tuple(), list() | tuple()):
            is_agreed = len(expected) == len(actual) and all(map(_agree, expected, actual))
        case (set(), list() | tuple() as members) | (list() | tuple() as members, set()):
            # Sets have no order by which their members could be compared one by one.
            is_agreed = set(members) in (expected, actual)
        case _:
            is_agreed = expected == actual
    return is_agreed
