"""DS766: a share of another whole than the question says, or a mean of quotients for a quotient of totals."""

import ast
import re
from collections.abc import Iterator
from itertools import chain, islice

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of, nodes
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, bound_value, calls

INFO = RuleInfo(
    code="DS766",
    name="other-whole",
    severity=Severity.WARNING,
    what="The question asks which share of the rows of each group fulfils a condition, and the reference divides by "
    "all rows that fulfil it; or it divides one total by another and the reference takes the mean of quotients, or the "
    "reverse.",
    why="The two are different figures: a solver who computes what is asked is refused.",
    bad='# %%\n"""\nquestion: What is the total of `a` divided by the total of `b`?\n"""\n\n'
    '(df["a"] / df["b"]).mean()\n',
    good='# %%\n"""\nquestion: What is the total of `a` divided by the total of `b`?\n"""\n\n'
    'df["a"].sum() / df["b"].sum()\n',
)
_OF_GROUP = re.compile(
    r"\b(?:percentage|percent|share|proportion|fraction|part) of (?:all |the )*(?:[a-z]+ ){1,3}?"
    r"(?:of|in|on|by|from|within|at|for) "
    r"(?:each|every) [`\"']?(?P<group>\w+)[`\"']? (?:was|were|is|are|has|have|had|that|which|who|did|do|does)\b",
    re.IGNORECASE,
)
_FOR_GROUP = re.compile(
    r"\b(?:for|in|of) (?:each|every) [`\"']?(?P<group>\w+)[`\"']?,? (?:which|what) "
    r"(?:percentage|percent|share|proportion|fraction|part) of (?:its|their) (?:[a-z]+ ){1,2}?"
    r"(?:was|were|is|are|has|have|had)\b",
    re.IGNORECASE,
)
_NAME = r"(?:the )?(?:column )?`(?P<{}>[^`\n]+)`"
_TOTAL = r"(?:(?:the |their )?(?:total|sum)s? of |(?:the )?(?:total|summed) )"
_OF_TOTALS = re.compile(
    rf"\b{_TOTAL}{_NAME.format('left')},? (?:divided by|over|to|per) {_TOTAL}{_NAME.format('right')}", re.IGNORECASE
)
_OF_QUOTIENTS = re.compile(
    rf"\b(?:mean|average) (?:of )?(?:the |all )?(?:(?:ratio|quotient)s? of )?{_NAME.format('left')} "
    rf"(?:divided by|/) {_NAME.format('right')}|"
    rf"\b(?:mean|average) (?:of )?(?:the |all )?(?:ratio|quotient)s? of {_NAME.format('first')} (?:to|and) "
    rf"{_NAME.format('second')}",
    re.IGNORECASE,
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first share or quotient of something else."""
    for node, message in islice(chain(_other_base(subject), _other_quotient(subject)), 1):
        yield at_node(subject.problemset, subject.cell, node, INFO, message, "make the two say the same")


def _other_base(subject: AlignmentSubject) -> Iterator[tuple[ast.expr, str]]:
    """Yield shares of groups among the rows that a condition has left."""
    yield from _counted_over_all(subject)
    for match in (*_OF_GROUP.finditer(subject.line), *_FOR_GROUP.finditer(subject.line)):
        for call in calls(subject.tree, "value_counts"):
            source = call.func.value if isinstance(call.func, ast.Attribute) else None
            option = keyword_of(call, "normalize")
            if source is None or not isinstance(option, ast.Constant) or option.value is not True:
                continue
            column, is_filtered = _column(subject.tree, source)
            if is_filtered and column.casefold() == match["group"].casefold():
                yield call, f"the question says “{match[0]}”, and the reference divides by all rows of the condition"


def _counted_over_all(subject: AlignmentSubject) -> Iterator[tuple[ast.expr, str]]:
    """Yield the sizes of groups of chosen rows that are divided by the number of all of these rows."""
    groups = {match["group"]: match[0] for match in _OF_GROUP.finditer(subject.line)}
    groups |= {match["group"]: match[0] for match in _FOR_GROUP.finditer(subject.line)}
    for node in nodes(subject.tree) if groups else ():
        match node:
            case (
                ast.BinOp(
                    left=ast.Call(
                        func=ast.Attribute(
                            value=ast.Call(
                                func=ast.Attribute(value=table, attr="groupby"), args=[ast.Constant(value=str(group))]
                            ),
                            attr="size",
                        )
                    ),
                    op=ast.Div(),
                    right=ast.Call(func=ast.Name(id="len"), args=[whole]),
                ) as share
            ) if group in groups and ast.dump(table) == ast.dump(whole):
                chosen = bound_value(subject.tree, table)
                if isinstance(chosen, ast.Subscript) and _is_condition(subject.tree, chosen.slice):
                    yield share, f"the question says “{groups[group]}”, and the reference divides by all of them"


def _column(tree: ast.Module, source: ast.expr) -> tuple[str, bool]:
    """Return the column of a table whose values are counted, and whether a condition chose its rows."""
    match source:
        case ast.Subscript(
            value=ast.Attribute(attr="loc"), slice=ast.Tuple(elts=[condition, ast.Constant(value=str(name))])
        ):
            return name, _is_condition(tree, condition)
        case ast.Subscript(value=table, slice=ast.Constant(value=str(name))):
            whole = bound_value(tree, table)
            return name, isinstance(whole, ast.Subscript) and _is_condition(tree, whole.slice)
    return "", False


def _is_condition(tree: ast.Module, node: ast.expr) -> bool:
    return any(isinstance(inner, ast.Compare) for inner in nodes(bound_value(tree, node)))


def _other_quotient(subject: AlignmentSubject) -> Iterator[tuple[ast.expr, str]]:
    """Yield the mean of quotients for a quotient of totals, or the reverse."""
    has_mean = any(True for _ in calls(subject.tree, "mean", "average"))
    for match in _OF_TOTALS.finditer(subject.line):
        places = [*_quotients(subject.tree, (match["left"], match["right"]))]
        if has_mean and places and not any(is_total for _, is_total in places):
            yield places[0][0], f"the question says “{match[0]}”, and the reference takes the mean of quotients"
    for match in _OF_QUOTIENTS.finditer(subject.line):
        columns = (match["left"] or match["first"], match["right"] or match["second"])
        places = [*_quotients(subject.tree, columns)]
        if not has_mean and places and all(is_total for _, is_total in places):
            yield places[0][0], f"the question says “{match[0]}”, and the reference takes a quotient of totals"


def _quotients(tree: ast.Module, columns: tuple[str, str]) -> Iterator[tuple[ast.expr, bool]]:
    """Yield where one column is divided by another, and whether these are totals."""
    for node in nodes(tree):
        match node:
            case ast.BinOp(left=left, op=ast.Div(), right=right) as quotient:
                sides = [_side(tree, left), _side(tree, right)]
                if tuple(side[0] for side in sides) == columns:
                    yield quotient, all(side[1] for side in sides)


def _side(tree: ast.Module, operand: ast.expr) -> tuple[str, bool]:
    """Return the column that an operand of a quotient is, and whether it is a total."""
    operand = bound_value(tree, operand)
    match operand:
        case ast.Subscript(value=table, slice=ast.Constant(value=str(name))):
            return name, any(True for _ in calls(bound_value(tree, table), "sum", "agg", "aggregate"))
        case ast.Call(func=ast.Attribute(value=ast.Subscript(slice=ast.Constant(value=str(name))), attr="sum")):
            return name, True
    return "", False
