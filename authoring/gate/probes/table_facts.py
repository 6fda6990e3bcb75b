"""Facts of tables that a reference should respect: joins that multiply rows, numbers that are ordered as text."""

import ast
from collections.abc import Iterator

from authoring.dseal.python_code import parse_code
from authoring.gate.probes.fork_programs import ForkState
from authoring.records.probes.probe import TableFact

AGGREGATES = frozenset({"sum", "mean", "median", "std", "var", "average"})
"""What counts a value as often as its row stands in a table."""


def table_facts(state: ForkState | None) -> tuple[TableFact, ...]:
    """Return what a program noted of a reference while it ran, once for each line; nothing where it gave no answer."""
    facts: dict[tuple[str, int, tuple[str, ...]], TableFact] = {}
    for noted in () if state is None else state.facts:
        fact = TableFact.model_validate(noted.model_dump(exclude={"cell", "method"}))
        facts.setdefault((fact.kind, fact.line, fact.labels), fact)
    return tuple(facts.values())


def aggregated_columns(code: str, line: int) -> frozenset[str]:
    """Return the columns that code names and sums or averages from a line on."""
    return frozenset(column for node in ast.walk(parse_code(code).tree) for column in _aggregated(node, line))


def _aggregated(node: ast.AST, line: int) -> Iterator[str]:
    if not isinstance(node, ast.Call) or (node.end_lineno or 0) < line or not isinstance(node.func, ast.Attribute):
        return
    name, table = node.func.attr, node.func.value
    if name in AGGREGATES:
        yield from _columns_of(table)
    elif name in {"agg", "aggregate"}:
        pairs = [pair for argument in node.args for pair in _pairs_of(argument)]
        yield from (str(key.value) for key, value in pairs if isinstance(key, ast.Constant) and _names_aggregate(value))
        if any(_names_aggregate(argument) for argument in node.args if not isinstance(argument, ast.Dict)):
            yield from _columns_of(table)
        for word in node.keywords:
            match word.value:
                case ast.Tuple(elts=[ast.Constant(value=str(column)), function]) if _names_aggregate(function):
                    yield column


def _pairs_of(node: ast.expr) -> Iterator[tuple[ast.expr | None, ast.expr]]:
    if isinstance(node, ast.Dict):
        yield from zip(node.keys, node.values, strict=True)


def _columns_of(node: ast.expr) -> Iterator[str]:
    """Yield the column or columns that the end of a chain takes of a table."""
    match node:
        case ast.Subscript(slice=ast.Constant(value=str(column))):
            yield column
        case ast.Subscript(slice=ast.List(elts=columns)):
            yield from (
                item.value for item in columns if isinstance(item, ast.Constant) and isinstance(item.value, str)
            )
        case ast.Attribute(attr=column):
            yield column


def _names_aggregate(node: ast.expr) -> bool:
    return any(isinstance(inner, ast.Constant) and inner.value in AGGREGATES for inner in ast.walk(node))
