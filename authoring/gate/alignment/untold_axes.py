"""DS697: which of two keys are rows and which are columns, where nothing says so."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of
from authoring.dseal.session import at_node
from authoring.gate.alignment._labels import compares
from authoring.gate.alignment.base import AlignmentSubject, last_value

INFO = RuleInfo(
    code="DS697",
    name="untold-axes",
    severity=Severity.WARNING,
    what="The reference ends with a table that has the values of one key as rows and those of another as columns, or "
    "turns rows into columns, and no word of the question is about rows, columns or an index.",
    why="The same table turned round, or as a series with two labels, has the right values and is refused.",
    bad='# %%\n"""\nquestion: Count `df` by `a` and `b`.\n"""\n\npd.crosstab(df["a"], df["b"])\n',
    good='# %%\n"""\nquestion: Count `df` with `a` as rows and `b` as columns.\n"""\n\npd.crosstab(df["a"], df["b"])\n',
)
_SETTLED = re.compile(
    r"\brows?\b|\bcolumns?\b|\bindex|\bindices\b|\bax[ei]s\b|\bwide\b|\bacross\b|\bhorizontal|\bvertical|\bmatrix\b|"
    r"\bunstack|\bpivot\w*\b|\btranspos|\bheaders?\b|行|列|索引|转置|透视",
    re.IGNORECASE,
)
_NEUTRAL_METHODS = frozenset(
    {"fillna", "round", "astype", "sort_index", "sort_values", "rename", "rename_axis", "reindex", "head", "div", "mul"}
)
"""Methods that leave rows and columns as they are."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find what spreads a key over columns at the end of the code."""
    value = last_value(subject.tree)
    if value is None or _SETTLED.search(subject.problem.question) or not compares(subject):
        return
    last = subject.tree.body[-1]
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in _NEUTRAL_METHODS:
        value = value.func.value
    if _spreads(value):
        message = "the reference has one key as rows and another as columns, and the question does not say which"
        yield at_node(subject.problemset, subject.cell, last, INFO, message, "say what the rows and the columns are")


def _spreads(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr="unstack" | "transpose" | "crosstab" | "pivot")):
            return True
        case ast.Call(func=ast.Attribute(attr="pivot_table")):
            return keyword_of(node, "columns") is not None
        case ast.Attribute(attr="T"):
            return True
    return False
