"""Variables that a reference changes without being asked to, as the dry run saw it."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.gate_codes import CHANGED_VARIABLE
from authoring.dseal.lint import lint
from authoring.dseal.model import ProblemSet
from authoring.dseal.python_code import parse_code
from authoring.dseal.rules.unasked_change import CHANGES, INFO, words_of_validators
from authoring.dseal.session import at_code, checked_variables
from authoring.records.evidence import DryRun, Outcome

DATA = frozenset({"DataFrame", "Series", "ndarray", "list", "dict", "set"})
"""Types of what later problems may rest on; a generator or a model changes with its use."""


def changed_variables(problemset: ProblemSet, run: DryRun) -> Iterator[Diagnostic]:
    """Find the first variable of each problem that is changed unasked, unless lint sees it in the code."""
    seen_by_lint = {finding.problem for finding in lint(problemset.text, select=(INFO.code,))}
    variables: set[str] = set()
    for cell_run in run.cells:
        cell, answer = problemset.cells[cell_run.cell], cell_run.run
        problem = cell.problem
        if answer.outcome is not Outcome.OK:
            return
        if problem is not None and problem.number not in seen_by_lint and not CHANGES.search(problem.question):
            compared = checked_variables(problem) | words_of_validators(str(problem.validator))
            later = [step.code for step in problemset.runnable if step.span.start > cell.span.start]
            for change in answer.changes:
                is_data = change.change != "added" and change.type.rpartition(".")[2] in DATA
                # A name that later cells bind anew is a helper's.
                is_shared = change.change == "updated" or _is_read(change.name, later)
                if (
                    is_data
                    and is_shared
                    and change.name in variables - compared
                    and change.name not in problem.question
                ):
                    message = (
                        f"the reference leaves '{change.name}' other than it was, and the question asks for no change"
                    )
                    hint = "work on a copy, or have the question ask for the change"
                    yield at_code(problemset, cell, (1, 1), CHANGED_VARIABLE, message, hint)
                    break
        variables |= {change.name for change in answer.changes if change.change == "added"}


def _is_read(name: str, codes: list[str]) -> bool:
    """Return whether the first later cell that knows a name reads it before it binds it."""
    for code in codes:
        places = [
            (node.lineno, isinstance(node.ctx, ast.Store), node.col_offset)
            for node in ast.walk(parse_code(code).tree)
            if isinstance(node, ast.Name) and node.id == name
        ]
        if places:
            first = min(line for line, _, _ in places)
            return any(line == first and not is_bound for line, is_bound, _ in places)
    return False
