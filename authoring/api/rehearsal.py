"""Rehearsing a set that templates draft: one session, each reference once, and what says nothing of the data."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from math import isfinite
from pathlib import Path

from authoring.drafting.templates.drafter import Rehearsal
from authoring.dseal.model import CellKind, Problem
from authoring.dseal.parse import parse
from authoring.dseal.python_code import loads_of
from authoring.gate.probes.degenerate import FEWEST_EQUAL, degenerate_answers
from authoring.records.evidence import CellRun, Limits, Outcome, TableView, ValueView
from authoring.sandbox.port import Sandbox, Session

_SHARED = frozenset({"df", "tables"})
"""What sets work on, and what no answer consists of."""
# A missing value among the parts of an answer.
_MISSING_PART = re.compile(r"[(\[, ](?:nan|NaT|None|<NA>)[),\]]")
_LEAST_OUTCOMES = 2
"""Rows that a table of an answer has at least: one level is no comparison."""


def rehearsal_in(sandbox: Sandbox, files: Sequence[Path], limits: Limits) -> Rehearsal:
    """Return what runs a set once about these files."""
    return partial(rehearse, files=files, sandbox=sandbox, limits=limits)


def rehearse(text: str, *, files: Sequence[Path], sandbox: Sandbox, limits: Limits) -> dict[int, str | None]:
    """Return the answers to problems as text, None for those that fail, or whose answers nearly any table would give.

    A table is told as a list of its first rows, each with its label first, so that what it shows can be weighed.

    All cells run in one session, one after the other. A failure ends no rehearsal unless it ends the session: what
    comes behind it and needs its result fails as well, and is drafted anew with it.

    Raises:
        SandboxError: the sandbox failed.
    """
    problemset = parse(text)
    modules = sorted({name for cell in problemset.cells for name in loads_of(cell.code)})
    answers: dict[int, str | None] = {}
    with sandbox.session(inputs=files, modules=modules) as session:
        for cell in problemset.cells:
            if cell.kind not in {CellKind.CONTEXT, CellKind.PROBLEM}:
                continue
            run = session.run(cell.code, limits=limits)
            if cell.problem is not None:
                variables = _variables(run, cell.problem, session, limits)
                answers[cell.problem.number] = None if _says_nothing(run, variables) else _text(run, variables)
            if run.ended_session:
                break
    return answers


def _text(run: CellRun, variables: Mapping[str, ValueView]) -> str:
    # What stores a table, and gives nothing, is judged by that table.
    views = [run.value] if run.value is not None else list(variables.values())
    if len(views) != 1:
        return ""
    [view] = views
    if view.table is not None:
        rows = zip(view.table.index, view.table.cells, strict=True)
        return repr([list(map(_plain, (label, *cells))) for label, cells in rows])
    return "" if view.truncated else view.text


def _plain(cell: str) -> str | float:
    """Return a cell as the number that it shows; what shows none stays text."""
    try:
        number = float(cell)
    except ValueError:
        return cell
    return number if isfinite(number) else cell


def _variables(run: CellRun, problem: Problem, session: Session, limits: Limits) -> dict[str, ValueView]:
    """Return the variables that a problem's validator compares, besides those that sets work on."""
    block = problem.validator or {}
    checked = block.get("namespace_check")
    variables: dict[str, ValueView] = {}
    if run.outcome is not Outcome.OK or not isinstance(checked, dict):
        return variables
    for name in checked:
        if name not in _SHARED and name.isidentifier():
            view = session.run(name, limits=limits).value
            if view is not None:
                variables[name] = view
    return variables


def _says_nothing(run: CellRun, variables: Mapping[str, ValueView]) -> bool:
    if run.outcome is not Outcome.OK:
        return True
    views = [view for view in (run.value, *variables.values()) if view is not None]
    return bool(degenerate_answers(run, variables)) or any(map(_is_flat, views))


def _is_flat(view: ValueView) -> bool:
    """Return whether an answer has one row, lacks a part, or is a table whose columns hold one value each."""
    if view.table is None:
        return _MISSING_PART.search(view.text) is not None
    return view.table.rows < _LEAST_OUTCOMES or _has_one_value_a_column(view.table)


def _has_one_value_a_column(table: TableView) -> bool:
    if table.columns < 2 or not FEWEST_EQUAL <= table.rows == len(table.cells):  # noqa: PLR2004 - a label and a value
        return False
    columns = list(zip(*table.cells, strict=True))[1:]
    return all(len(set(column)) == 1 for column in columns)
