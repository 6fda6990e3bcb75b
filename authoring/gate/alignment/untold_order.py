"""DS668: an order that the reference gives its answer, of which the question has no word."""

import ast
from collections.abc import Iterator

from authoring.dseal.analysis.open_matters import open_matters
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_node
from authoring.gate.alignment._labels import compares
from authoring.gate.alignment.base import AlignmentSubject
from authoring.validators.rewriting.matters import Matter

INFO = RuleInfo(
    code="DS668",
    name="untold-order",
    severity=Severity.WARNING,
    what="The reference ends with a sort by values, its order is compared, and no word of the question is about an "
    "order.",
    why="An answer in the order of the data, or of its labels, has the right values and is refused.",
    bad='# %%\n"""\nquestion: What is the mean a of each kind?\n"""\n\n'
    'df.groupby("kind").a.mean().sort_values(ascending=False)\n',
    good='# %%\n"""\nquestion: What is the mean a of each kind, the highest first?\n"""\n\n'
    'df.groupby("kind").a.mean().sort_values(ascending=False)\n',
)
_KEEPING = frozenset({"round", "rename", "rename_axis", "reset_index", "set_index", "to_frame", "to_dict", "astype"})
"""Methods that leave rows in their order."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a sort by values at the end of the code."""
    last = subject.tree.body[-1] if subject.tree.body else None
    value = last.value if isinstance(last, ast.Expr | ast.Assign) else None
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in _KEEPING:
        value = value.func.value
    match value:
        case ast.Call(func=ast.Attribute(attr="sort_values")):
            problem = subject.problem
            is_open = Matter.ROW_ORDER in open_matters(problem.question, conventions=problem.conventions).open
            if is_open and compares(subject, "ignore_order"):
                message = "the reference sorts its answer, and the question has no word of an order"
                yield at_node(subject.problemset, subject.cell, value, INFO, message, "say the order in the question")
