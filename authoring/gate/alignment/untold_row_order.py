"""DS687: an order that comes with how rows, labels or elements were made, of which the question has no word."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of
from authoring.dseal.session import at_node
from authoring.gate.alignment._labels import ORDERED, compares
from authoring.gate.alignment.base import AlignmentSubject, last_value

INFO = RuleInfo(
    code="DS687",
    name="untold-row-order",
    severity=Severity.WARNING,
    what="The reference ends with counts by `value_counts`, with the different values of a column in a list, or with "
    "groups, whose order is compared, and no word of the question is about an order. `value_counts` has the largest "
    "count first, `groupby` the labels in ascending order, `unique` the order of the rows: where one is as likely as "
    "the other, it is a warning, else a note.",
    why="An answer that is made the other way has the right values and is refused.",
    bad='# %%\n"""\nquestion: How many rows are there of each kind?\n"""\n\ndf["kind"].value_counts()\n',
    good='# %%\n"""\nquestion: How many rows are there of each kind? Sort by kind.\n"""\n\n'
    'df["kind"].value_counts().sort_index()\n',
)
_NEUTRAL_METHODS = frozenset(
    {
        "round",
        "rename",
        "rename_axis",
        "reset_index",
        "to_frame",
        "to_dict",
        "astype",
        "fillna",
        "tolist",
        "to_list",
        "keys",
    }
    | {"to_numpy", "dropna"}
)
"""Methods that leave rows in their order."""
_COUNTS = frozenset({"value_counts"})
_DIFFERENT = frozenset({"unique", "drop_duplicates"})
_OF_GROUPS = frozenset({"size", "count", "nunique"})


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find what gives the order at the end of the code."""
    value = last_value(subject.tree)
    if value is None or ORDERED.search(subject.problem.question):
        return
    last, kind = subject.tree.body[-1], _kind_of(value)
    if kind and compares(subject, "ignore_order"):
        message = f"the order of {kind} is compared, and the question has no word of an order"
        hint = "say the order in the question, or compare with `ignore_order: true`"
        finding = at_node(subject.problemset, subject.cell, last, INFO, message, hint)
        is_likely = kind != "groups"
        yield finding if is_likely else finding.model_copy(update={"severity": Severity.NOTE})


def _kind_of(node: ast.expr) -> str:
    is_listed = False
    while True:
        match node:
            case ast.Call(func=ast.Name(id="list" | "tuple" | "dict" | "round"), args=[inner, *_]):
                is_listed, node = True, inner
            case ast.Call(func=ast.Name(id="set"), args=[_]) if is_listed:
                return "different values"
            case ast.Call(func=ast.Attribute(value=inner, attr=name)) if name in _NEUTRAL_METHODS:
                is_listed = is_listed or name in {"tolist", "to_list"}
                node = inner
            case ast.Attribute(value=inner, attr="index" | "values" | "columns"):
                node = inner
            case ast.Subscript(value=inner, slice=ast.Constant(value=str()) | ast.List()):
                node = inner
            case ast.Call(func=ast.Attribute(value=inner, attr=name)):
                return _kind_of_call(node, inner, name, is_listed=is_listed)
            case _:
                return ""


def _kind_of_call(call: ast.Call, inner: ast.expr, name: str, *, is_listed: bool) -> str:
    if name in _COUNTS and keyword_of(call, "sort", "bins") is None:
        return "counts"
    if name in _DIFFERENT and is_listed:
        return "different values"
    grouping = [
        node for node in ast.walk(inner) if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "groupby"
    ]
    if not grouping or any(keyword_of(node, "sort") is not None for node in grouping):
        return ""
    chain = inner
    while isinstance(chain, ast.Subscript | ast.Attribute):
        chain = chain.value
    if not isinstance(chain, ast.Call) or chain not in grouping or not _is_by_columns(chain):
        return ""
    return "counts of groups" if name in _OF_GROUPS else "groups"


def _is_by_columns(grouping: ast.Call) -> bool:
    """Return whether rows are grouped by columns, and not by parts of times, whose order is time's."""
    by = keyword_of(grouping, "by") or (grouping.args[0] if grouping.args else None)
    keys = by.elts if isinstance(by, ast.List) else [by]
    return all(isinstance(key, ast.Constant) and isinstance(key.value, str) for key in keys)
