"""DS712: an axis along which the reference computes, of which the question has no word."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, keyword_of, nodes
from authoring.dseal.python_code import calls as calls_in
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, whole_number

INFO = RuleInfo(
    code="DS712",
    name="untold-axis",
    severity=Severity.WARNING,
    what="The reference computes a statistic along the rows or along the columns, where it may be computed over all "
    "values or along the others, and the question has no word about rows, columns, an axis or something each.",
    why="`np.std(a)` is one number and `np.std(a, axis=0)` one for each column.",
    bad='# %%\n"""\nquestion: What is the standard deviation of `a`?\n"""\n\nnp.std(a, axis=0)\n',
    good='# %%\n"""\nquestion: What is the standard deviation of each column of `a`?\n"""\n\nnp.std(a, axis=0)\n',
)
_STATISTICS = frozenset(
    [
        "min",
        "max",
        "mean",
        "median",
        "sum",
        "std",
        "var",
        "prod",
        "any",
        "all",
        "argmin",
        "argmax",
        "average",
        "ptp",
        "percentile",
        "quantile",
        "norm",
        "cumsum",
        "cumprod",
        "nanmean",
        "nanmedian",
        "nansum",
        "nanstd",
        "nanmin",
        "nanmax",
        "count_nonzero",
        "nunique",
        "idxmax",
        "idxmin",
    ]
)
_DIRECTION = re.compile(
    r"\b(?:ax[ie]s|rows?|columns?|records?|each|every|per|dimensions?|along|vertical\w*|horizontal\w*|across|respective\w*|"
    r"by|pairwise|element-?wise|for (?:all|any))\b|行|列|轴|每|各|分别",
    re.IGNORECASE,
)
"""Words that may say along what something is computed."""


_AXIS = re.compile(
    r"\bax[ie]s[ `]*(?:is|=|of|to|:|number|equal to)?[ `]*(0|1|-1|zero|one|negative one|minus one)\b(?!\.?\d)",
    re.IGNORECASE,
)
_AXES = {"0": 0, "zero": 0, "1": 1, "one": 1, "-1": -1, "negative one": -1, "minus one": -1}


def _axis(call: ast.Call) -> int | None:
    """Return the axis that a call names by its number."""
    node = keyword_of(call, "axis")
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = whole_number(node.operand)
        return None if inner is None else -inner
    return whole_number(node)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first statistic along an axis that nothing in the question speaks of."""
    question = subject.problem.question
    axes = {_AXES[match[1].casefold()] for match in _AXIS.finditer(question)}
    axis_calls = [(call, axis) for call in calls_in(subject.tree) if (axis := _axis(call)) is not None]
    if len(axes) == 1 and axis_calls and axes.isdisjoint(axis for _, axis in axis_calls):
        message = f"the question says axis {min(axes)}, and the reference takes axis {axis_calls[0][1]}"
        yield at_node(subject.problemset, subject.cell, axis_calls[0][0], INFO, message, "make the two say the same")
        return
    if _DIRECTION.search(question):
        return
    # What is stored as a column has a value for each row.
    columns = {
        id(node)
        for statement in nodes(subject.tree)
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript)
        for node in ast.walk(statement.value)
    }
    has_frames = "pandas" in subject.problemset.shown_before(subject.cell)
    for node in nodes(subject.tree):
        if not isinstance(node, ast.Call) or called_name(node) not in _STATISTICS or id(node) in columns:
            continue
        axis = whole_number(keyword_of(node, "axis"))
        # Tables are summed up along their rows unless something else is axes.
        if axis == 1 or (axis == 0 and not has_frames):
            message = (
                f"the reference computes `{called_name(node)}` along axis {axis}, and the question does not say so"
            )
            hint = "say whether it is computed for each row or for each column"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, hint)
            return
