"""Variables that a reference changes without being asked to, as the dry run saw it."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.gate_codes import CHANGED_VARIABLE, FORBIDDEN_CHANGE
from authoring.dseal.lint import lint
from authoring.dseal.model import ProblemSet
from authoring.dseal.python_code import assigned_names, nodes, parse_code
from authoring.dseal.rules.unasked_change import CHANGES, INFO, words_of_validators
from authoring.dseal.session import at_code, checked_variables
from authoring.records.evidence import DryRun, Outcome

DATA = frozenset({"DataFrame", "Series", "ndarray", "list", "dict", "set"})
"""Types of what later problems may rest on; a generator or a model changes with its use."""
_NAME = (
    r"(?:the (?:original |input |given )?(?:table |data ?frame |series |list |dictionary |array |variable )?)?`(\w+)`"
)
_AS_IT_WAS = (
    r"(?:untouched|unchanged|unmodified|unaltered|intact|alone|"
    r"as (?:it|they) (?:is|are|was|were)|the way it (?:is|was))"
)
_ENDS = r"(?= itself| in place|[ \t]*(?:[.,;:!)]|$))"
_PROTECTIONS = tuple(
    re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    for pattern in (
        rf"\b(?:leav|keep|left|kept)\w*\s+{_NAME}(?: itself)?\s+{_AS_IT_WAS}\b",
        rf"\b(?:without|do not|don't|must not|never)\s+(?:chang|modify|touch|alter|overwrit)\w*\s+{_NAME}{_ENDS}",
        rf"{_NAME}(?: itself)?\s+(?:must|should|is to|has to)?\s*(?:stay|remain|be left|be kept)s?\s+{_AS_IT_WAS}\b",
    )
)
"""What a question says of a variable that is not to change."""


def changed_variables(problemset: ProblemSet, run: DryRun) -> Iterator[Diagnostic]:
    """Find the first variable of each problem that is changed unasked or against its question.

    What is unasked is left to lint where that sees it in the code.
    """
    seen_by_lint = {finding.problem for finding in lint(problemset.text, select=(INFO.code,))}
    variables: set[str] = set()
    for cell_run in run.cells:
        cell, answer = problemset.cells[cell_run.cell], cell_run.run
        problem = cell.problem
        if answer.outcome is not Outcome.OK:
            return
        changed = {change.name for change in answer.changes if change.change != "added"}
        kept = protected(problem.question if problem is not None else "")
        forbidden = (changed & variables | _stored_columns(cell.code)) & kept
        if forbidden:
            message = f"the reference changes '{min(forbidden)}', which the question says to leave as it is"
            yield at_code(problemset, cell, (1, 1), FORBIDDEN_CHANGE, message, "work on a copy")
        elif problem is not None and problem.number not in seen_by_lint and not CHANGES.search(problem.question):
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


def protected(question: str) -> frozenset[str]:
    """Return the names of which a question says that they are to stay as they are."""
    return frozenset(match[1] for pattern in _PROTECTIONS for match in pattern.finditer(question))


def _stored_columns(code: str) -> frozenset[str]:
    """Return the columns of tables that were there before which code assigns to."""
    bound = assigned_names(code).bound
    return frozenset(
        node.slice.value
        for node in nodes(parse_code(code).tree)
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
        if isinstance(node.value, ast.Name) and node.value.id not in bound
    )


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
