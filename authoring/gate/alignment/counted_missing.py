"""DS767: a share that counts missing values, which the question leaves out."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, calls, keyword_of, strings
from authoring.dseal.session import at_node, steps
from authoring.gate.alignment.base import AlignmentSubject, bound_value

INFO = RuleInfo(
    code="DS767",
    name="counted-missing",
    severity=Severity.WARNING,
    what="The question takes a share among rows that have both values, or whose value is known, the reference takes "
    "the mean of a comparison of a column that it names, and no code leaves the missing values of this column "
    "out.",
    why="A missing value compares as false, so that its row counts as one of the others.",
    bad='# %%\n"""\nquestion: For each `sea`, which share of rows that have both values has `delay` above 10?\n"""\n\n'
    'df = df.dropna(subset=["sea"])\n(df["delay"] > 10).groupby(df["sea"]).mean()\n',
    good='# %%\n"""\nquestion: For each `sea`, which share of rows that have both values has `delay` above 10?\n"""\n\n'
    'df = df.dropna(subset=["sea", "delay"])\n(df["delay"] > 10).groupby(df["sea"]).mean()\n',
)
_PAIR_WORDS = re.compile(
    r"\b(?:have|has|having|with|for which) both (?:values|(?:are|is) known|known|of them)\b|"
    r"\b(?:where|which|that) both (?:values )?(?:are|were) (?:known|present|there|given)\b",
    re.IGNORECASE,
)
_VALUE_WORDS = (
    r"\b(?:known|recorded|non-?missing) `{0}`|`{0}` (?:is|are|was|were) (?:known|recorded|present|not missing)\b"
)
_LEAVING_OUT = frozenset({"notna", "notnull", "isna", "isnull", "query", "where", "mask", "fillna"})
"""Calls that may treat missing values in a way of their own."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first share of compared values among which those that are missing count."""
    question = subject.line
    for column, place in _shares(subject.tree):
        pattern = re.compile(_VALUE_WORDS.format(re.escape(column)), re.IGNORECASE)
        is_left_out = _PAIR_WORDS.search(question) is not None or pattern.search(question) is not None
        if is_left_out and f"`{column}`" in question and not _is_guarded(subject, column):
            message = f"missing values of {column!r} compare as false and count, where the question leaves them out"
            yield at_node(subject.problemset, subject.cell, place, INFO, message, "leave their rows out first")
            return


def _shares(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield columns that are compared, where the mean of the comparison is taken, with the comparison."""
    for call in calls(tree):
        if called_name(call) != "mean" or not isinstance(call.func, ast.Attribute):
            continue
        value = bound_value(tree, call.func.value)
        while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
            value = bound_value(tree, value.func.value)
        match value:
            case ast.Compare(left=ast.Subscript(slice=ast.Constant(value=str(column)))):
                yield column, value
            case ast.Compare(left=ast.Attribute(attr=column)):
                yield column, value


def _is_guarded(subject: AlignmentSubject, column: str) -> bool:
    """Tell whether any code up to the reference may leave out the rows in which a column is missing."""
    for step in steps(subject.problemset):
        for call in calls(step.tree):
            is_of_rows = called_name(call) == "dropna" and _is_of_column(call, column)
            if is_of_rows or called_name(call) in _LEAVING_OUT:
                return True
        if step.cell is subject.cell:
            break
    return False


def _is_of_column(call: ast.Call, column: str) -> bool:
    """Tell whether a `dropna` is of all columns, or of this one among others."""
    subset = keyword_of(call, "subset")
    if subset is not None:
        return not isinstance(subset, ast.List | ast.Constant) or column in {
            str(text.value) for text in strings(subset)
        }
    receiver = call.func.value if isinstance(call.func, ast.Attribute) else call
    chosen = {str(text.value) for text in strings(receiver)}
    return not chosen or column in chosen
