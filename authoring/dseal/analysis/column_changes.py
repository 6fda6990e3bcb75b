"""What a cell changes of the session, down to columns, and whether that reaches what an earlier reference reads."""

import ast
import re
from collections.abc import Collection
from dataclasses import dataclass

from authoring.dseal.python_code import assigned_names, called_name, nodes
from authoring.dseal.session import SessionStep

_PASSING = frozenset({"groupby", "query", "sort_values", "head", "tail", "loc", "dropna"})
"""Methods and attributes of a table that give rows of it, with the same columns."""
_MOST_LINKS = 20


@dataclass(frozen=True, slots=True)
class SessionChanges:
    """What a cell may have changed."""

    names: frozenset[str]
    """Variables that are bound anew, or of which more than single columns may be other than before."""
    columns: frozenset[tuple[str, str]]
    """Columns that are set in a table that otherwise stays, each with the variable of its table."""

    def reach(self, tree: ast.Module, reads: Collection[str]) -> bool:
        """Return whether code may give something else after these changes; `reads` are its names from before."""
        if not self.names.isdisjoint(reads):
            return True
        tables = {table for table, _ in self.columns if table in reads}
        if not tables:
            return False
        # A new column shows in a table that is read as a whole.
        if not all(_is_read_by_columns(tree, table) for table in tables):
            return True
        words = _words_of(tree)
        return any(table in tables and column in words for table, column in self.columns)


def changes_of(step: SessionStep) -> SessionChanges:
    """Return what a cell may have changed: names that it binds, what it calls for its effect, columns that it sets."""
    names, columns = set(assigned_names(step.cell.code).bound), set[tuple[str, str]]()
    for node in ast.walk(step.tree):
        match node:
            case ast.Subscript(value=ast.Name(id=table), slice=ast.Constant(value=str(column)), ctx=ast.Store()):
                columns.add((table, column))
            case ast.Subscript(value=inner, ctx=ast.Store() | ast.Del()) | ast.Attribute(value=inner, ctx=ast.Store()):
                names.update(item.id for item in ast.walk(inner) if isinstance(item, ast.Name))
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=inner))):
                names.update(item.id for item in ast.walk(inner) if isinstance(item, ast.Name))
    return SessionChanges(frozenset(names), frozenset(columns))


def _is_read_by_columns(tree: ast.Module, table: str) -> bool:
    """Return whether code takes columns by their names wherever it names a table."""
    parents = {child: node for node in nodes(tree) for child in ast.iter_child_nodes(node)}
    return all(
        _ends_in_columns(node, parents) for node in nodes(tree) if isinstance(node, ast.Name) and node.id == table
    )


def _ends_in_columns(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Return whether what is done to a table ends with some of its columns, or with the number of its rows."""
    for _ in range(_MOST_LINKS):
        parent = parents.get(node)
        match parent:
            case ast.Subscript(value=value, slice=key) if value is node:
                if _names_columns(key):
                    return True
            case ast.Call(func=func) if func is node:
                pass
            case ast.Call(args=[first]) if first is node:
                return called_name(parent) == "len"
            case ast.Attribute(attr=attribute) if attribute in _PASSING:
                pass
            case ast.Attribute(attr=attribute, ctx=ast.Load()):
                return attribute == "index"
            case _:
                return False
        node = parent
    return False


def _names_columns(key: ast.expr) -> bool:
    """Return whether an index picks columns by name: a text, a list of texts, or rows and then one of the two."""
    match key:
        case ast.Constant(value=str()):
            return True
        case ast.List(elts=elements):
            return bool(elements) and all(map(_names_columns, elements))
        case ast.Tuple(elts=[_, column]):
            return _names_columns(column)
    return False


def _words_of(tree: ast.Module) -> frozenset[str]:
    """Return all texts of code, and the words of those that are conditions."""
    texts = [node.value for node in nodes(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return frozenset(texts) | {word for text in texts for word in re.findall(r"\w+", text)}
