"""Scoring the steps of an answer by rule: what its code calls and reads, what it showed, and whether it predicts.

Rules see that something was done, and not how well: a person's grades may take the place of any of these scores.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

from authoring.dseal.analysis.taint import split_code_at_error
from authoring.dseal.python_code import parse_code
from authoring.formats.mlbench.metrics import COMPLIANT
from authoring.formats.mlbench.tasks import MLTask, StepEvidence, TaskStep
from authoring.records.evidence import CellRun, Outcome

COLUMN_CALLS = frozenset({"assign", "insert"})
"""Methods of tables that make columns."""


@dataclass(frozen=True, slots=True)
class ShownWork:
    """What an answer did, as far as it came."""

    calls: frozenset[str]
    """Last names of the functions and methods that are called."""
    texts: frozenset[str]
    """Texts that stand in the code, paths among them."""
    makes_columns: bool
    shows_figure: bool
    prints: bool
    predicts: bool


def shown_work(code: str, run: CellRun, *, predicts: bool) -> ShownWork:
    """Return what an answer did.

    Code that failed did what stands before the statement that raised; code that was ended from outside did nothing
    that anybody could know of.
    """
    if run.outcome is Outcome.OK:
        statements = tuple(parse_code(code).tree.body)
    else:
        statements, _ = split_code_at_error(code, run.error if run.outcome is Outcome.ERROR else None)
    nodes = [node for statement in statements for node in ast.walk(statement)]
    calls = frozenset(_called_names(nodes))
    return ShownWork(
        calls=calls,
        texts=frozenset(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)),
        makes_columns=bool(calls & COLUMN_CALLS) or any(map(_sets_item, nodes)),
        shows_figure=bool(run.figures),
        prints=bool(run.printed.strip()) or run.value is not None,
        predicts=predicts,
    )


def score_step(step: TaskStep, task: MLTask, work: ShownWork) -> int:
    """Return the score of a step: 0 where it is missing or failed, 1 where it was done, 2 where it was done well."""
    if not _shows(step.evidence, task, work):
        return 0
    return COMPLIANT if step.compliant is None or _shows(step.compliant, task, work) else 1


def _shows(evidence: StepEvidence, task: MLTask, work: ShownWork) -> bool:
    """Tell whether work shows all that the evidence names."""
    paths = {"train": task.train, "evaluation": task.evaluation or ""}
    names = (paths[table].rpartition("/")[2] for table in evidence.reads)
    return (
        all(any(text.endswith(name) for text in work.texts) for name in names)
        and (not evidence.calls or any(fnmatchcase(call, name) for call in work.calls for name in evidence.calls))
        and (work.makes_columns or not evidence.columns)
        and (work.shows_figure or not evidence.figure)
        and (work.prints or not evidence.prints)
        and (work.predicts or not evidence.predicts)
    )


def _called_names(nodes: list[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Call):
            match node.func:
                case ast.Name(id=name) | ast.Attribute(attr=name):
                    yield name


def _sets_item(node: ast.AST) -> bool:
    """Tell whether a statement assigns to an item, as `table["ratio"] = ...` does."""
    match node:
        case ast.Assign(targets=targets):
            return any(isinstance(target, ast.Subscript) for target in targets)
        case ast.AugAssign(target=target):
            return isinstance(target, ast.Subscript)
    return False
