"""DS650: a share where a percentage is asked for, or the reverse."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS650",
    name="other-scale",
    severity=Severity.WARNING,
    what="The question asks for a percentage and the reference computes a share of one, or the reverse.",
    why="A solver who does what the question says gives a hundred times the number, or a hundredth of it.",
    bad='# %%\n"""\nquestion: What percentage of a is missing?\n"""\n\ndf.a.isna().mean()\n',
    good='# %%\n"""\nquestion: What percentage of a is missing?\n"""\n\ndf.a.isna().mean() * 100\n',
)


_HUNDRED = 100
_WHOLES = ("sum", "count", "len", "size", "nunique")
_FORMAT = re.compile(r"^[.,\d]*%$|:[.,\d]*%\}|%%")
"""A format that multiplies by a hundred, or a sign that a number was multiplied before it."""
_CONDITIONS = (
    "isna",
    "isnull",
    "notna",
    "notnull",
    "isin",
    "duplicated",
    "between",
    "contains",
    "startswith",
    "eq",
    "gt",
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a share that is never multiplied by a hundred, or one that is."""
    scales, tree = subject.plain.scales, subject.tree
    hundreds = [node for node in ast.walk(tree) if isinstance(node, ast.expr) and _is_hundred(node)]
    shares = [*_shares(tree)]
    pair: tuple[str, str, ast.expr] | None = None
    if "percentage" in scales and not scales & {"share", "rate", "one"} and shares and not hundreds:
        pair = "a percentage", "a share of one", shares[0]
    # Only where a hundred is a factor it may be the one of a percentage.
    elif "share" in scales and "percent" not in subject.reading.scales and shares and hundreds:
        factors = [node for node in hundreds if isinstance(node, ast.BinOp | ast.Call)]
        if factors and not re.search(r"100|比例|占比|份额", subject.problem.question):
            pair = "a share of one", "a percentage", factors[0]
    if pair is not None:
        message = f"the question asks for {pair[0]}, the reference computes {pair[1]}"
        yield at_node(subject.problemset, subject.cell, pair[2], INFO, message, "make the two say the same")


def _is_hundred(node: ast.expr) -> bool:
    """Whether something is a factor of a hundred, or the number, or a format of percentages."""
    match node:
        case ast.BinOp(op=ast.Mult(), left=left, right=right):
            return any(isinstance(side, ast.Constant) and side.value == _HUNDRED for side in (left, right))
        case ast.Call(func=ast.Attribute(attr="mul" | "multiply"), args=[ast.Constant(value=value)]):
            return bool(value == _HUNDRED)
        case ast.Constant(value=str(value)):
            return _FORMAT.search(value) is not None
        case ast.Constant(value=int() | float() as value):
            return value in {_HUNDRED, 1 / _HUNDRED}
    return False


def _shares(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield what plainly is a share of one: a count divided by a count, the mean of a condition, what is normalized."""
    counted = {
        node.targets[0].id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and _counts(node.value)
    }
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(op=ast.Div(), right=ast.Call() | ast.Subscript() as whole) if _counts(whole):
                yield node
            case ast.BinOp(op=ast.Div(), left=ast.Name(id=part), right=ast.Name(id=total)) if {part, total} <= counted:
                yield node
            case ast.Call(func=ast.Attribute(attr="mean", value=condition)) if _is_condition(condition):
                yield node
            case ast.BinOp(left=ast.Call(func=ast.Attribute(attr="div" | "divide" | "truediv")), op=ast.Mult()):
                yield node
            case ast.Call(func=ast.Attribute(attr="value_counts" | "crosstab")):
                normalizing = keyword_of(node, "normalize")
                if isinstance(normalizing, ast.Constant) and normalizing.value:
                    yield node


def _counts(node: ast.expr) -> bool:
    """Whether something is a number of things, or a sum of them."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Attribute) and node.value.attr == "shape"
    return any(call is node for call in calls(node, *_WHOLES))


def _is_condition(node: ast.expr) -> bool:
    """Whether something is true or false in every place; groups of it are, too."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "groupby":
        node = node.func.value
    return isinstance(node, ast.Compare) or any(call is node for call in calls(node, *_CONDITIONS))
