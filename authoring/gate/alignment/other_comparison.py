"""DS740: one column compared with another the other way round than the question says."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import nodes
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS740",
    name="other-comparison",
    severity=Severity.WARNING,
    what="The question says which of two columns in quotes is the greater one, and the reference takes the rows where "
    "the other is.",
    why="A solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: In how many rows is `a` greater than `b`?\n"""\n\n(df["a"] < df["b"]).sum()\n',
    good='# %%\n"""\nquestion: In how many rows is `a` greater than `b`?\n"""\n\n(df["a"] > df["b"]).sum()\n',
)
_NAME = r"[`\"'“](?P<left>[^`\"“”]{1,60})[`\"'”]"
_COMPARED = re.compile(
    rf"{_NAME}(?: (?:is|are|was|were|values?|that|which|lies?)){{0,3}} (?:(?P<more>(?:greater|larger|higher|more) than|"
    r"above|over)|(?P<less>(?:less|smaller|lower|fewer) than|below|under)) (?:(?:this|the|its|that|their|those of) )?"
    rf"{_NAME.replace('left', 'right')}",
    re.IGNORECASE,
)
_WRITTEN = re.compile(
    r"(?<![\w.])(?P<left>[A-Za-z_]\w*) (?:(?P<more>>=?)|(?P<less><=?)) (?P<right>[A-Za-z_]\w*)(?!\w|\.\w)"
)
"""The comparison of two names as code writes it."""
_TURNING = (ast.Invert, ast.Not, ast.If, ast.IfExp)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first comparison of the two columns that goes the other way, in code that turns nothing."""
    parts = nodes(subject.tree)
    if subject.reading.leaves_out or any(isinstance(node, _TURNING) for node in parts):
        return
    question = subject.problem.question
    for match in (*_COMPARED.finditer(question), *_WRITTEN.finditer(question)):
        greater, smaller = match["left"], match["right"]
        if match["less"]:
            greater, smaller = smaller, greater
        compared = [(node, pair) for node in parts if isinstance(node, ast.expr) for pair in _pair(node)]
        matches = [(node, pair) for node, pair in compared if set(pair) == {greater, smaller}]
        if greater != smaller and matches and all(pair == (smaller, greater) for _, pair in matches):
            message = (
                f"the question says that {greater!r} is the greater one, and the reference takes {smaller!r} for it"
            )
            yield at_node(subject.problemset, subject.cell, matches[0][0], INFO, message, "make the two say the same")
            return


def _pair(node: ast.expr) -> Iterator[tuple[str, str]]:
    """Yield the columns that a comparison compares, the greater one first."""
    match node:
        case ast.Compare(left=left, ops=[ast.Gt() | ast.GtE()], comparators=[right]):
            names = (_column(left), _column(right))
        case ast.Compare(left=left, ops=[ast.Lt() | ast.LtE()], comparators=[right]):
            names = (_column(right), _column(left))
        case ast.Call(func=ast.Attribute(value=left, attr="gt" | "ge"), args=[right]):
            names = (_column(left), _column(right))
        case ast.Call(func=ast.Attribute(value=left, attr="lt" | "le"), args=[right]):
            names = (_column(right), _column(left))
        case _:
            return
    if all(names):
        yield names


def _column(node: ast.expr) -> str:
    match node:
        case (
            ast.Subscript(slice=ast.Constant(value=str(name)) | ast.Name(id=name))
            | ast.Name(id=name)
            | ast.Attribute(attr=name)
        ):
            return name
    return ""
