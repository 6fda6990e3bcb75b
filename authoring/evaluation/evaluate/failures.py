"""Why a cell of the references does not do what it should, in words."""

import re
from typing import NamedTuple

from authoring.dseal import ProblemSet, Severity, input_files_of
from authoring.dseal.model import Cell, CellKind
from authoring.records.evidence import CellRun, ErrorView, Outcome
from authoring.records.results import BenchmarkSet

QUOTED_CHARACTERS = 300
"""Characters of an exception's message that are repeated."""
_MISSING = re.compile(r"inputs[/\\]+([^'\"\n]+)")


class CellFailure(NamedTuple):
    """What is wrong with a cell, and where in the set's file, as a line from 1."""

    message: str
    line: int


def failure_of(problemset: BenchmarkSet, parsed: ProblemSet, cell: Cell, run: CellRun) -> CellFailure:
    """Say why a cell did not end well; a missing input file is named, with where it comes from and where it goes."""
    line = cell.code_span.line
    role = "the reference" if cell.kind is CellKind.PROBLEM else "the context"
    if run.error is None or run.outcome is not Outcome.ERROR:
        return CellFailure(f"{role} {run.detail or run.outcome.value}", line)
    line += (run.error.line or 1) - 1
    missing = _missing(problemset, cell, run.error)
    if missing:
        folder = (
            problemset.inputs[0].parent if problemset.inputs else problemset.path.parent / "_inputs" / problemset.name
        )
        urls = {name: url for _, problem in parsed.problems for name, url in problem.data.items()}
        source = f", from {urls[missing]}" if missing in urls else ""
        return CellFailure(f"the input file {missing} is missing: put it into {folder}{source}", line)
    first = run.error.message.strip().partition("\n")[0][:QUOTED_CHARACTERS]
    return CellFailure(f"{role} raises {run.error.type}" + (f": {first}" if first else ""), line)


def _missing(problemset: BenchmarkSet, cell: Cell, error: ErrorView) -> str:
    """Return the input file that an error is about and that is not there, else an empty text."""
    if error.type.rpartition(".")[2] != "FileNotFoundError":
        return ""
    present = {path.name for path in problemset.inputs}
    match = _MISSING.search(error.message)
    candidates = ([match[1]] if match else []) + list(input_files_of(cell.code))
    return next((name for name in candidates if name not in present), "")


def unreadable(parsed: ProblemSet, cell: Cell) -> CellFailure:
    """Return what the parser says against a cell that is meant as a problem; no message where it says nothing."""
    last = cell.span.line + cell.source.count("\n")
    for finding in parsed.diagnostics:
        about = finding.problem == cell.problem.number if cell.problem else cell.span.line <= finding.line <= last
        if about and finding.severity is Severity.ERROR:
            return CellFailure(f"the problem cannot be read: {finding.message}", finding.line)
    return CellFailure("the problem cannot be read" if cell.kind is CellKind.BROKEN else "", cell.span.line)
