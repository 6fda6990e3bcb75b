"""DS739: a type that the reference gives a column or its answer, of which the question has no word."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.analysis.question_reading import with_masked_names
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, nodes
from authoring.dseal.session import at_node, checked_variables, checks
from authoring.gate.alignment._labels import compares
from authoring.gate.alignment.base import AlignmentSubject, bound_value

INFO = RuleInfo(
    code="DS739",
    name="untold-type",
    severity=Severity.WARNING,
    what="The reference turns a column of a compared table, or its answer, into numbers, dates, texts or categories, "
    "and the question has no word of such a type.",
    why="A column of dates and the same dates as text are two columns: whoever leaves them as they are is refused.",
    bad='# %%\n"""\nquestion: Remove blanks around `day` in `df`.\nvalidator:\n  namespace_check:\n    df:\n"""\n\n'
    'df["day"] = pd.to_datetime(df["day"].str.strip())\n',
    good='# %%\n"""\nquestion: Remove blanks around `day` in `df` and make it dates.\nvalidator:\n  namespace_check:\n'
    '    df:\n"""\n\ndf["day"] = pd.to_datetime(df["day"].str.strip())\n',
)
_TYPES = re.compile(
    r"\bd?types?\b|integer|\bint(?:s|\d+)?\b|\bfloats?\b|numeric|\bnumber|\bpars|\bdates?\b|date-?time|"
    r"\btimes?\b|timestamp|\btexts?\b|\bstr(?:ings?)?\b|bool|categor|\bflags?\b|binary|indicator|dummy|dummies|encod|"
    r"\b[01]\b|\bzero|\bone\b|whole|decimal|nullable|percent|years?\b|months?\b|\bdays?\b|weeks?|hours?|minutes?|seconds?|"
    r"quarter|\bage\b|period|ordinal|levels?\b|\bcounts?\b|how many|\bround|ordered|sort|labels?\b|%|\d|"
    r"类型|整数|数值|日期|时间|文本|转",
    re.IGNORECASE,
)
"""Words by which a question says, or implies, of what type something is."""
_TURNING = {"to_datetime": "dates", "to_numeric": "numbers", "to_timedelta": "spans of time"}
_TARGETS = {
    **dict.fromkeys(("int", "int64", "Int64", "int32"), "whole numbers"),
    **dict.fromkeys(("float", "float64"), "floats"),
    **dict.fromkeys(("category",), "categories"),
    **dict.fromkeys(("str", "string"), "texts"),
    **dict.fromkeys(("datetime64[ns]",), "dates"),
    "bool": "truth values",
}
"""What a type that a cast names makes of values."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first type that nothing in the question speaks of."""
    # Names of columns say nothing, whether they are read or made: `created_date` is one of any type.
    names = {node.value for node in nodes(subject.tree) if isinstance(node, ast.Constant)} - _TARGETS.keys()
    question = with_masked_names(subject.problem.question, frozenset(map(str, names)))
    spoken = "\n".join((question, *subject.problem.conventions))
    if _TYPES.search(spoken) or not compares(subject, "ignore_dtypes"):
        return
    compared = checked_variables(subject.problem)
    has_value = "result" in {check.alias for check in checks(subject.problem)}
    for place, value in _values(subject.tree, compared, has_value=has_value):
        turned = _type_of(value)
        if turned:
            message = f"the reference turns {place} into {turned}, and the question does not say so"
            yield at_node(subject.problemset, subject.cell, value, INFO, message, "say the type in the question")
            return


def _values(tree: ast.Module, compared: frozenset[str], *, has_value: bool) -> Iterator[tuple[str, ast.expr]]:
    """Yield what is stored in columns of compared variables, and the value at the end, with words for each."""
    last = tree.body[-1] if tree.body else None
    ends = {last.value.id} if has_value and isinstance(last, ast.Expr) and isinstance(last.value, ast.Name) else set()
    for statement in ast.walk(tree):
        match statement:
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=table), slice=column)], value=value) if (
                table in compared | ends
            ):
                name = repr(column.value) if isinstance(column, ast.Constant) else "columns"
                yield f"{name} of `{table}`", value
    if has_value and isinstance(last, ast.Expr):
        yield "the answer", bound_value(tree, last.value)


def _type_of(value: ast.expr) -> str:
    """Return what a call at the end of an expression makes of values; empty for any other."""
    match value:
        case ast.Call(func=ast.Attribute(attr="astype"), args=[ast.Name(id=name) | ast.Constant(value=str(name))]):
            return _TARGETS.get(name, "")
        case ast.Call(
            func=ast.Attribute(attr="apply" | "map"),
            args=[ast.Name(id=name) | ast.Lambda(body=ast.Call(func=ast.Name(id=name)))],
        ):
            return _TARGETS.get(name, "")
        case ast.Call() if called_name(value) in _TURNING:
            return _TURNING[called_name(value)]
    return ""
