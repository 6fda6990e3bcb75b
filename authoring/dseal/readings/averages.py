"""Averages: the mean of the means of groups, or the mean of all rows."""

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


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice to average groups before they are averaged, in a chain of calls or by way of one variable."""
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
    return None
