"""DS745: a column that the reference calculates with or filters by, and of which no question has a word."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import nodes
from authoring.dseal.session import at_node
from authoring.gate.alignment._inputs import names_given, names_read
from authoring.gate.alignment._labels import is_meant
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS745",
    name="untold-operand",
    severity=Severity.WARNING,
    what="The question names a column in quotes, and the reference calculates with a further one of that table, or "
    "compares it with a number that is not named, and neither this question nor an earlier one has a word of "
    "it; or the question asks for the best or worst, and the reference decides by a statistic of a column that "
    "it does not mention.",
    why="A solver who does what the question says takes other numbers, or other rows.",
    bad='# %%\n"""\nquestion: What is the median of `refund`?\n"""\n\n(df["refund"] / df["order_value"]).median()\n',
    good='# %%\n"""\nquestion: What is the median of `refund` as a share of `order_value`?\n"""\n\n'
    '(df["refund"] / df["order_value"]).median()\n',
)
_CALCULATING = (ast.Div, ast.Mult, ast.Sub, ast.FloorDiv)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first such column of a table of which the question names another one that is read as well."""
    number, question = subject.problem.number, subject.problem.question
    if any(isinstance(node, ast.FunctionDef | ast.Lambda) for node in nodes(subject.tree)):
        return
    read, helpers = names_read(subject.tree), names_given(subject.tree)
    tables = {table for table, name in _columns(*nodes(subject.tree)) if _is_quoted(str(name.value), question)}
    earlier = [problem.question for _, problem in subject.problemset.problems if problem.number <= number]
    spoken = "\n".join((*earlier, *subject.problem.conventions))
    if best := _BEST.search(question):
        place = next((text for text in _measures(subject.tree) if not is_meant(question, str(text.value))), None)
        if place is not None:
            message = (
                f"the question asks for the {best[0].casefold()} by no measure, and the reference takes {place.value!r}"
            )
            hint = "say in the question by what they are compared"
            yield at_node(subject.problemset, subject.cell, place, INFO, message, hint)
            return
    for table, column in _operands(subject.tree, question):
        name = str(column.value)
        if table in tables and name in read - helpers and not is_meant(spoken, name):
            message = f"the reference calculates with the column {name!r}, and no question has a word of it"
            hint = "name the column in the question, or do without it"
            yield at_node(subject.problemset, subject.cell, column, INFO, message, hint)
            return


_BEST = re.compile(r"\b(?:best|worst)\b(?! (?:fit|model|parameters?|estimator|guess|of))", re.IGNORECASE)


def _measures(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the columns of groups whose mean, sum or another statistic decides."""
    for node in nodes(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(
                    value=ast.Subscript(
                        value=ast.Call(func=ast.Attribute(attr="groupby")), slice=ast.Constant(value=str()) as name
                    ),
                    attr="mean" | "sum" | "median" | "max" | "min",
                )
            ):
                yield name


def _is_quoted(name: str, question: str) -> bool:
    return any(f"{quote}{name}{quote}" in question for quote in "`\"'")


def _operands(tree: ast.Module, question: str) -> Iterator[tuple[str, ast.Constant]]:
    """Yield tables and columns of them that stand in a calculation, or are compared with a number nobody named."""
    for node in nodes(tree):
        match node:
            case ast.BinOp(left=left, op=operator, right=right) if isinstance(operator, _CALCULATING):
                yield from _columns(left, right)
            case ast.Compare(left=left, comparators=[ast.Constant(value=int() | float() as limit)]):
                # A year that is named says by which column it is.
                if f"{limit:g}" not in question:
                    yield from _columns(left)


def _columns(*places: ast.AST) -> Iterator[tuple[str, ast.Constant]]:
    """Yield the variables and names of those that are columns of a variable."""
    for place in places:
        match place:
            case ast.Subscript(value=ast.Name(id=table), slice=ast.Constant(value=str()) as name, ctx=ast.Load()):
                yield table, name
