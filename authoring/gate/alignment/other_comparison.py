"""DS740: one column compared with another the other way round than the question says."""

import ast
import re
from collections.abc import Iterator
from itertools import chain, islice

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import nodes, strings
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS740",
    name="other-comparison",
    severity=Severity.WARNING,
    what="The question says which of two columns in quotes is the greater one, and the reference takes the rows where "
    "the other is; or it goes from one column to another, and the reference compares other two of its columns.",
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
    """Find a comparison of the columns that the question compares that goes the other way, or has another column."""
    yield from islice(chain(_turned(subject), _other_pair(subject)), 1)


_FROM_TO = re.compile(r"\bfrom `(?P<first>[^`]{1,60})` to `(?P<second>[^`]{1,60})`")
_PAIRING = (ast.Compare, ast.BinOp)


def _other_pair(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find columns that are compared, where the question goes from one of them to another one."""
    phrases = {frozenset(match.groups()) for match in _FROM_TO.finditer(subject.line)}
    pairs = [(node, pair) for node in nodes(subject.tree) if isinstance(node, _PAIRING) and (pair := _columns_of(node))]
    written = {pair for _, pair in pairs}
    missing, strange = phrases - written, written - phrases
    if len(phrases) == len(written) and len(missing) == len(strange) == 1 and min(missing) & min(strange):
        (question_pair,), (code_pair,) = missing, strange
        if question_pair & code_pair and frozenset().union(*written) <= frozenset().union(*phrases):
            node = next(node for node, pair in pairs if pair == code_pair)
            message = (
                f"the question goes from {' to '.join(map(repr, sorted(question_pair)))}, and the reference compares "
            )
            message += " with ".join(map(repr, sorted(code_pair)))
            yield at_node(subject.problemset, subject.cell, node, INFO, message, "make the two say the same")


def _columns_of(node: ast.Compare | ast.BinOp) -> frozenset[str]:
    """Return the two columns of which each side of a comparison or a difference has one; else nothing."""
    match node:
        case ast.Compare(left=left, comparators=[right]) | ast.BinOp(left=left, op=ast.Sub() | ast.Div(), right=right):
            sides = [{str(text.value) for text in strings(side)} for side in (left, right)]
            pair = frozenset().union(*sides)
            return (
                frozenset(pair) if [len(side) for side in sides] == [1, 1] and len(pair) == len(sides) else frozenset()
            )
    return frozenset()


def _turned(subject: AlignmentSubject) -> Iterator[Diagnostic]:
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
