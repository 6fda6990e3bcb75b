"""Another column than the one that was asked for."""

import ast
import keyword
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit

WHAT = "takes another column: one the code names elsewhere, or one of those it is told of"
_METHODS = frozenset({
    "groupby", "sort_values", "drop", "drop_duplicates", "dropna", "merge", "join", "pivot", "pivot_table", "melt",
    "set_index", "nlargest", "nsmallest", "value_counts", "agg", "aggregate", "rename", "astype", "fillna", "pop",
    "insert", "explode",
})  # fmt: skip
_STATISTICS = frozenset({"mean", "median", "sum", "max", "min", "std", "var", "count", "nunique", "size", "first"})
_KEYWORDS = frozenset({"by", "on", "left_on", "right_on", "columns", "subset", "values", "index", "x", "y", "id_vars"})


def edits(code: Code) -> Iterator[Edit]:
    """Put the next known column for each column; the last is followed by the first."""
    named = sorted(_columns(code), key=lambda node: (node.lineno, node.col_offset))
    seen = list(dict.fromkeys([str(node.value) for node in named] + list(code.columns)))
    following = dict(zip(seen, seen[1:] + seen[:1], strict=True))
    for node in named:
        name = str(node.value)
        if following[name] != name:
            other = following[name]
            yield code.replace(node, repr(other), f"column '{other}' is taken for '{name}'")
    for attribute in code.nodes:
        if isinstance(attribute, ast.Attribute) and attribute.attr in code.columns:
            other = following[attribute.attr]
            if other.isidentifier() and not keyword.iskeyword(other):
                yield code.rename(attribute, other, f"column '{other}' is taken for '{attribute.attr}'")


def _columns(code: Code) -> Iterator[ast.Constant]:
    """Find texts that stand where columns do, each once."""
    found: dict[int, ast.Constant] = {}
    for node in code.nodes:
        places: list[ast.expr] = []
        match node:
            case ast.Subscript(slice=place):
                places = [place]
            case ast.Call(func=ast.Attribute(attr=method), args=arguments, keywords=keywords) if method in _METHODS:
                places = [*arguments, *(one.value for one in keywords if one.arg in _KEYWORDS)]
            case ast.Call(keywords=keywords):
                places = [one.value for one in keywords if one.arg in _KEYWORDS]
            case _:
                pass
        found |= {id(text): text for place in places for text in _texts(place)}
    for text in found.values():
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
        case _:
            pass
