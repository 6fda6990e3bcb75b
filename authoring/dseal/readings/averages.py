"""Averages: the mean of the means of groups, or of all rows, and what is typical."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.readings.base import Choice, OpenChoice, words

RANK = 75
SETTLED = words(
    r"means|averages|(?:average|mean) of (?:the |all |these )?(?:mean|average)\w*|"
    r"each|per|every|by|group\w*|weigh\w*|unweighted|equally|rows?|all|overall|hourly|daily|weekly|monthly|quarterly|"
    r"yearly|annual\w*",
    "每|各|分组|加权|均值的|平均值的|所有|全部|总体|行|日均|月均|年均",
)
_GROUPS, _GROUPS_CHINESE = (
    "Take the mean of each group, and then the mean of these means.",
    "先求每组均值,再求这些均值的均值。",
)
_ROWS, _ROWS_CHINESE = "Take the mean of all rows at once.", "直接对所有行求均值。"
MEANS = Choice(
    "mean-of-means", "takes the mean of the means of groups", "takes the mean of all rows",
    _GROUPS, _ROWS, _GROUPS_CHINESE, _ROWS_CHINESE,
)  # fmt: skip

TYPICAL = Choice(
    "typical", "takes the median for what is typical", "takes the mean",
    "Take the median.", "Take the mean.", "取中位数。", "取均值。",
)  # fmt: skip
_TYPICAL = words(r"typical\w*|usual\w*|normally|representative|middling", "典型|通常")
_STATISTIC = words(
    r"medians?|means?|averages?|mode|quantiles?|percentiles?|mad|robust\w*|outliers?", "中位|均值|平均|众数|分位"
)


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice of what is typical, and that to average groups first, in one chain or by way of a variable."""
    if _TYPICAL.search(question) and not _STATISTIC.search(question):
        medians = [
            code.rename(node.func, "mean", TYPICAL.other)
            for node in code.nodes
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "median"
        ]
        if medians:
            yield OpenChoice(TYPICAL, tuple(medians), is_customary=False)
    if SETTLED.search(question):
        return
    edits = [edit for node in code.nodes for edit in _flattened(code, node)]
    if edits:
        yield OpenChoice(MEANS, tuple(edits), is_customary=False)


def _flattened(code: Code, node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.Call(func=ast.Attribute(value=inner, attr="mean"), args=[], keywords=[]):
            means = _bound_value(code, inner) if isinstance(inner, ast.Name) else inner
            values = None if means is None else _grouped_values(code, means)
            if values is not None:
                yield code.replace(node, f"{values}.mean()", MEANS.other)


def _bound_value(code: Code, name: ast.Name) -> ast.expr | None:
    """Return what a variable was bound to last before; None where another statement than a plain one binds it."""
    bound = [
        statement.value
        for statement in code.tree.body
        if isinstance(statement, ast.Assign)
        and statement.lineno < name.lineno
        and any(isinstance(target, ast.Name) and target.id == name.id for target in statement.targets)
    ]
    return bound[-1] if bound else None


def _grouped_values(code: Code, node: ast.expr) -> str | None:
    """Return the values that the means of groups are taken of, without the groups; None for anything else."""
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Subscript(
                    value=ast.Call(func=ast.Attribute(value=table, attr="groupby")),
                    slice=ast.Constant(value=str(column)),
                ),
                attr="mean",
            ),
            args=[],
            keywords=[],
        ):
            return f"{code.source(table)}[{column!r}]"
        case ast.Call(
            func=ast.Attribute(
                value=ast.Attribute(value=ast.Call(func=ast.Attribute(value=table, attr="groupby")), attr=column),
                attr="mean",
            ),
            args=[],
            keywords=[],
        ):
            return f"{code.source(table)}[{column!r}]"
        case ast.Call(
            func=ast.Attribute(
                value=ast.Call(
                    func=ast.Attribute(
                        value=ast.Compare() | ast.Subscript(slice=ast.Constant(value=str())) as values, attr="groupby"
                    )
                ),
                attr="mean",
            ),
            args=[],
            keywords=[],
        ):
            return code.source(values)
    return None
