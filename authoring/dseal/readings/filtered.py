"""Rows that an aggregate is taken over: all rows of a table, or those alone that were chosen from it."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code
from authoring.dseal.readings.base import Choice, OpenChoice, words

RANK = 45
SETTLED = words(
    r"overall|all|total|whole|entire|every|complete|full|global\w*|original|unfiltered|"
    r"among (?:them|these|those)|their|these|those|own|such|within|remaining|rest|left|"
    r"filtered|selected|chosen|subset|kept|"
    r"(?:of|in|over|for|across) (?:the )?(?:`\w+`|data ?(?:set|frame)?|table)",
    "总体|全部|所有|整个|整体|其中|这些|它们|剩余|筛选|选出|各自|`",
)
_ALL, _ALL_CHINESE = "The aggregate that they are compared with is taken over all rows.", "所比较的统计量按所有行计算。"
_CHOSEN, _CHOSEN_CHINESE = (
    "The aggregate that they are compared with is taken over the chosen rows alone.",
    "所比较的统计量只按选出的行计算。",
)
OVER_ALL = Choice(
    "before-filter", "compares with an aggregate over all rows", "takes it over the chosen rows alone",
    _ALL, _CHOSEN, _ALL_CHINESE, _CHOSEN_CHINESE,
)  # fmt: skip
OVER_CHOSEN = Choice(
    "after-filter", "compares with an aggregate over the chosen rows alone", "takes it over all rows",
    _CHOSEN, _ALL, _CHOSEN_CHINESE, _ALL_CHINESE,
)  # fmt: skip
_AGGREGATES = frozenset({"mean", "median", "max", "min", "sum", "quantile", "std"})


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice where values of chosen rows are compared with an aggregate, and no word says of which rows."""
    if SETTLED.search(question):
        return
    chosen = dict(_chosen_tables(code))
    for name, table in chosen.items():
        compared = [node for node in code.nodes if isinstance(node, ast.Compare) and _reads(node, name)]
        for comparison in compared:
            for source in _aggregates(comparison):
                is_of_all = source.id == table
                if not is_of_all and (source.id != name or _is_stale(code, table)):
                    continue
                choice = OVER_ALL if is_of_all else OVER_CHOSEN
                exchanged = name if is_of_all else table
                yield OpenChoice(choice, (code.replace(source, exchanged, choice.other),), is_customary=False)
                return


def _chosen_tables(code: Code) -> Iterator[tuple[str, str]]:
    """Yield variables that hold rows of another variable, chosen by a condition, with that other one."""
    for node in code.tree.body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Subscript(value=ast.Name(id=table), slice=condition)
                | ast.Subscript(value=ast.Attribute(value=ast.Name(id=table), attr="loc"), slice=condition),
            ) if name != table and any(isinstance(part, ast.Compare) for part in ast.walk(condition)):
                yield name, table
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=table), attr="query")),
            ) if name != table:
                yield name, table


def _reads(node: ast.AST, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


def _aggregates(comparison: ast.Compare) -> Iterator[ast.Name]:
    """Yield the tables of which an aggregate of one column stands by itself on one side of a comparison."""
    for side in (comparison.left, *comparison.comparators):
        match side:
            case ast.Call(
                func=ast.Attribute(
                    value=ast.Subscript(value=ast.Name() as table, slice=ast.Constant())
                    | ast.Attribute(value=ast.Name() as table),
                    attr=name,
                )
            ) if name in _AGGREGATES:
                yield table


def _is_stale(code: Code, table: str) -> bool:
    """Return whether the code changes the table itself, so that what it held before is gone."""
    return any(
        isinstance(node, ast.Name) and node.id == table and isinstance(node.ctx, ast.Store) for node in code.nodes
    )
