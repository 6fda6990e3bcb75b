"""Another statistic than the one that was asked for."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit

SUMMARY = "takes another statistic: mean for median, sum for mean, max for min, std for var, count for nunique"
SWAPS = {
    "mean": "median", "median": "mean", "sum": "mean", "max": "min", "min": "max", "std": "var", "var": "std",
    "count": "nunique", "nunique": "count", "idxmax": "idxmin", "idxmin": "idxmax", "argmax": "argmin",
    "argmin": "argmax", "cumsum": "cummax", "any": "all", "all": "any",
}  # fmt: skip
_BUILTINS = frozenset({"max", "min", "any", "all"})
# Only among the arguments of these is a text such as "mean" a statistic.
_AGGREGATING = frozenset({"agg", "aggregate", "transform", "apply", "pivot_table", "crosstab", "resample"})


def edits(code: Code) -> Iterator[Edit]:
    """Change the name of a method or function, or the text that names one where groups are aggregated."""
    for node in code.nodes:
        match node:
            case ast.Call(func=ast.Attribute(attr=name) as func) if name in SWAPS:
                yield code.rename(func, SWAPS[name], _words(name))
            case ast.Call(func=ast.Name(id=name) as func) if name in _BUILTINS:
                yield code.replace(func, SWAPS[name], _words(name))
            case ast.Call(func=ast.Attribute(attr=name) as func) if name in _AGGREGATING:
                yield from _named_statistics(code, node)


def _named_statistics(code: Code, call: ast.Call) -> Iterator[Edit]:
    """Find statistics that are given as texts or as functions of numpy."""
    for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
        for node in ast.walk(argument):
            match node:
                case ast.Constant(value=str(name)) if name in SWAPS:
                    yield code.replace(node, f'"{SWAPS[name]}"', _words(name))
                case ast.Attribute(attr=name) if name in SWAPS and code.dotted(node).startswith("numpy."):
                    yield code.rename(node, SWAPS[name], _words(name))


def _words(name: str) -> str:
    return f"`{SWAPS[name]}` is taken for `{name}`"
