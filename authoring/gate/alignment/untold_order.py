"""DS668: an order that the reference gives its answer, of which the question has no word."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.analysis.open_matters import open_matters
from authoring.dseal.analysis.question_reading import with_masked_names
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_node
from authoring.gate.alignment._inputs import names_read
from authoring.gate.alignment._labels import ORDERED, compares, compares_outputs
from authoring.gate.alignment.base import AlignmentSubject, bound_value
from authoring.validators.rewriting.matters import Matter

INFO = RuleInfo(
    code="DS668",
    name="untold-order",
    severity=Severity.WARNING,
    what="The reference, or a function that it defines for a `table_test`, ends with a sort by values, its order is "
    "compared, and no word of the question is about an order.",
    why="An answer in the order of the data, or of its labels, has the right values and is refused.",
    bad='# %%\n"""\nquestion: What is the mean a of each kind?\n"""\n\n'
    'df.groupby("kind").a.mean().sort_values(ascending=False)\n',
    good='# %%\n"""\nquestion: What is the mean a of each kind, the highest first?\n"""\n\n'
    'df.groupby("kind").a.mean().sort_values(ascending=False)\n',
)
_KEEPING = frozenset(
    {
        "round",
        "rename",
        "rename_axis",
        "reset_index",
        "set_index",
        "to_frame",
        "to_dict",
        "to_list",
        "tolist",
        "astype",
        "fillna",
    }
)
"""Methods that leave rows in their order."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a sort by values at the end of the code, or of the function that it defines."""
    last, problem = subject.tree.body[-1] if subject.tree.body else None, subject.problem
    value = _end_of(last, problem.question)
    if value is None or ORDERED.search(problem.question):
        return
    is_function = isinstance(last, ast.FunctionDef)
    # The name of a column asks for no order: `duration_min` is no minimum.
    question = with_masked_names(problem.question, names_read(subject.tree))
    is_open = Matter.ROW_ORDER in open_matters(question, conventions=problem.conventions).open
    if compares_outputs(subject, "ignore_order") if is_function else is_open and compares(subject, "ignore_order"):
        sorting = "function" if is_function else "reference"
        message = f"the {sorting} sorts its answer, and the question has no word of an order"
        yield at_node(subject.problemset, subject.cell, value, INFO, message, "say the order in the question")


def _end_of(last: ast.stmt | None, question: str) -> ast.Call | None:
    """Return the sort that a statement, or what a function returns, ends with; None where it is none."""
    body = ast.Module(body=last.body if isinstance(last, ast.FunctionDef) else [], type_ignores=[])
    end = body.body[-1] if body.body else last
    value = end.value if isinstance(end, ast.Expr | ast.Assign | ast.Return) else None
    while True:
        match value:
            case ast.Call(func=ast.Attribute(attr="sort_values") | ast.Name(id="sorted")):
                return value
            case ast.Call(
                func=ast.Attribute(value=ast.Call(func=ast.Attribute(attr="value_counts")), attr="sort_index")
            ):
                return value
            case ast.Call(func=ast.Attribute(value=inner, attr="sort_index")) if not (
                _is_in_order(inner) or _OF_INDEX.search(question)
            ):
                return value
            case ast.Call(func=ast.Attribute(value=inner, attr=name)) if name in _KEEPING:
                value = inner
            case ast.Attribute(value=inner, attr="index" | "values"):
                value = inner
            case ast.ListComp(generators=[ast.comprehension(iter=inner, ifs=[])]):
                value = inner
            case ast.Subscript(value=inner, slice=ast.List()) if body.body:
                value = inner
            case ast.Name() if body.body and (bound := bound_value(body, value)) is not value:
                value = bound
            case _:
                return None


_OF_INDEX = re.compile(r"sort|\bindex|索引", re.IGNORECASE)
_IN_ORDER = frozenset({"groupby", "pivot_table", "pivot", "crosstab", "unstack", "resample"})


def _is_in_order(node: ast.expr) -> bool:
    """Return whether labels are in order by themselves."""
    return any(getattr(part, "attr", "") in _IN_ORDER for part in ast.walk(node))
