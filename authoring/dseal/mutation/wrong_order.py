"""The answer's order is another."""

import ast
from collections.abc import Iterator

from authoring.dseal.analysis.unordered import has_no_order
from authoring.dseal.mutation.base import Code, Edit, wrapped
from authoring.dseal.python_code import keyword_of

SUMMARY = "turns an order round, or leaves the sorting out"
_SWAPS = {"head": "tail", "tail": "head", "nlargest": "nsmallest", "nsmallest": "nlargest"}
_DIRECTIONS = frozenset({"ascending", "reverse"})
_ENDS: dict[object, str] = {"first": '"last"', "last": '"first"'}
REVERSED = 'value[::-1] if getattr(value, "shape", None) or isinstance(value, (list, tuple)) else value'


def edits(code: Code) -> Iterator[Edit]:
    """Change directions, ends and sorting calls, and turn each answer round."""
    for node in code.nodes:
        match node:
            case ast.keyword(arg=str(name), value=value) if name in _DIRECTIONS:
                for flag in value.elts if isinstance(value, ast.List | ast.Tuple) else (value,):
                    if isinstance(flag, ast.Constant) and isinstance(flag.value, bool):
                        yield code.replace(flag, str(not flag.value), f"{name} is {not flag.value}, not {flag.value}")
            case ast.keyword(arg="keep", value=ast.Constant(value="first" | "last" as end) as value):
                yield code.replace(value, _ENDS[end], f"keep is {_ENDS[end]}, not {end!r}")
            case ast.Call(func=ast.Attribute(attr="sort_values" | "sort_index" as name, value=table)):
                yield code.replace(node, code.source(table), f"`.{name}` is left out")
                if keyword_of(node, "ascending") is None:
                    yield code.add_argument(node, "ascending=False", f"`.{name}` goes downwards")
            case ast.Call(func=ast.Name(id="sorted")) if keyword_of(node, "reverse") is None:
                yield code.add_argument(node, "reverse=True", "`sorted` goes downwards")
            case ast.Call(func=ast.Attribute(attr=name) as func) if name in _SWAPS:
                yield code.rename(func, _SWAPS[name], f"`{_SWAPS[name]}` is taken for `{name}`")
    yield from wrapped(code, REVERSED, "is turned round", spares=lambda node: has_no_order(code.tree, node))
