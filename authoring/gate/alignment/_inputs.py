"""The names of columns and levels that code reads, without those that it makes."""

import ast
from collections.abc import Iterator

from authoring.dseal.model import Cell, ProblemSet
from authoring.dseal.python_code import nodes, strings
from authoring.dseal.session import steps
from authoring.gate.alignment.base import calls

_TAKING = (
    *("groupby", "sort_values", "set_index", "drop", "pivot", "pivot_table", "melt", "merge", "explode", "corr"),
    *("nlargest", "nsmallest", "drop_duplicates", "duplicated", "dropna", "isin", "eq", "ne", "get", "pop"),
)
"""Methods that take names of columns, or levels, which are there."""
_MAKING = {"suffixes", "var_name", "value_name", "aggfunc", "how", "kind", "method"}
"""Arguments of theirs that hold no such name."""
_ACCESSORS = {"loc", "iloc", "at", "iat", "str", "dt", "cat", "index", "columns", "values", "shape", "size", "T"}
"""Attributes of tables that are no columns."""


def names_read(tree: ast.Module) -> frozenset[str]:
    """Return what code looks up or compares with, unless it is assigned to before."""
    made: dict[str, int] = {}
    for line, name in _stored_keys(tree):
        made[name] = min(line, made.get(name, line))
    return frozenset(name for line, name in _read(tree) if line <= made.get(name, line))


def names_given(tree: ast.Module) -> frozenset[str]:
    """Return the names that code gives to columns as it makes or renames them, which are helpers of its own."""
    labels: set[str] = set()
    for call in calls(tree, *_NAMING):
        places = [*call.args, *(word.value for word in call.keywords)]
        mappings = [place for place in places if isinstance(place, ast.Dict)]
        values = [value for mapping in mappings for value in mapping.values] + places
        labels.update(text for value in values for _, text in _texts(value))
    for call in calls(tree, "assign", "agg", "aggregate"):
        labels.update(word.arg for word in call.keywords if word.arg is not None)
        labels.update(text for place in call.args for _, text in _texts(place))
    return frozenset(labels)


_NAMING = ("reset_index", "rename", "to_frame", "set_axis", "rename_axis")
"""Methods whose texts are names that they give."""


def is_made_from(problemset: ProblemSet, cell: Cell, column: str, source: str) -> bool:
    """Return whether a cell up to this one makes a column of another one, as a date of a text."""
    for step in steps(problemset):
        for node in step.tree.body:
            match node:
                case ast.Assign(targets=[ast.Subscript(slice=ast.Constant(value=str(name)))], value=value):
                    if name == column and any(text.value == source for text in strings(value)):
                        return True
        if step.cell is cell:
            break
    return False


def _stored_keys(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in nodes(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            yield from _texts(node.slice)


def _read(tree: ast.Module) -> Iterator[tuple[int, str]]:
    called = {id(node.func) for node in nodes(tree) if isinstance(node, ast.Call)}
    for node in nodes(tree):
        match node:
            case ast.Subscript(slice=inner, ctx=ast.Load()):
                yield from _texts(inner)
            case ast.Compare(left=left, comparators=others):
                for side in (left, *others):
                    yield from _texts(side)
            case ast.Attribute(attr=name, ctx=ast.Load()) if name not in _ACCESSORS and id(node) not in called:
                yield node.lineno, name
    for call in calls(tree, *_TAKING):
        for argument in (*call.args, *(word.value for word in call.keywords if word.arg not in _MAKING)):
            yield from _texts(argument)


def _texts(node: ast.expr) -> Iterator[tuple[int, str]]:
    """Yield the texts of a literal, of what is listed in it, and of the parts of a place in a table."""
    pending = [node]
    while pending:
        match pending.pop():
            case ast.Constant(value=str(text), lineno=line):
                yield line, text
            case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
                pending.extend(elements)
