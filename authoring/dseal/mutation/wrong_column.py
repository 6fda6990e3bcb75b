"""Another column than the one that was asked for."""

import ast
import keyword
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit

SUMMARY = "takes another column: one the code names elsewhere, or one of those it is told of"
_METHODS = frozenset({
    "groupby", "sort_values", "drop", "drop_duplicates", "dropna", "merge", "join", "pivot", "pivot_table", "melt",
    "set_index", "nlargest", "nsmallest", "value_counts", "agg", "aggregate", "rename", "astype", "fillna", "pop",
    "insert", "explode",
})  # fmt: skip
# Texts that `agg` takes for statistics; they are columns only where a table has one of that name.
_STATISTICS = frozenset({"mean", "median", "sum", "max", "min", "std", "var", "count", "nunique", "size", "first"})
_KEYWORDS = frozenset({"by", "on", "left_on", "right_on", "columns", "subset", "values", "index", "x", "y", "id_vars"})


def edits(code: Code) -> Iterator[Edit]:
    """Put the next known column for each column; the last is followed by the first."""
    column_nodes = sorted(_columns(code), key=lambda node: (node.lineno, node.col_offset))
    columns = list(dict.fromkeys([str(node.value) for node in column_nodes] + list(code.columns)))
    following = dict(zip(columns, columns[1:] + columns[:1], strict=True))
    for node in column_nodes:
        name = str(node.value)
        if following[name] != name:
            successor = following[name]
            yield code.replace(node, repr(successor), f"column '{successor}' is taken for '{name}'")
    for attribute in code.nodes:
        if isinstance(attribute, ast.Attribute) and attribute.attr in code.columns:
            successor = following[attribute.attr]
            if successor.isidentifier() and not keyword.iskeyword(successor):
                yield code.rename(attribute, successor, f"column '{successor}' is taken for '{attribute.attr}'")


def _columns(code: Code) -> Iterator[ast.Constant]:
    """Find texts that stand where columns do, each once."""
    texts: dict[int, ast.Constant] = {}
    for node in code.nodes:
        places: list[ast.expr] = []
        match node:
            case ast.Subscript(slice=place):
                places = [place]
            case ast.Call(func=ast.Attribute(attr=method), args=arguments, keywords=keywords) if method in _METHODS:
                places = [*arguments, *(keyword.value for keyword in keywords if keyword.arg in _KEYWORDS)]
            case ast.Call(keywords=keywords):
                places = [keyword.value for keyword in keywords if keyword.arg in _KEYWORDS]
        texts |= {id(text): text for place in places for text in _texts(place)}
    for text in texts.values():
        if text.value in code.columns or text.value not in _STATISTICS:
            yield text


def _texts(place: ast.expr) -> Iterator[ast.Constant]:
    match place:
        case ast.Constant(value=str()):
            yield place
        case ast.List(elts=items) | ast.Tuple(elts=items):
            for item in items:
                yield from _texts(item)
        case ast.Dict(keys=keys):
            for key in keys:
                if key is not None:
                    yield from _texts(key)
