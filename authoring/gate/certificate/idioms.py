"""References written as others would write them: the same values by another function or method of pandas and numpy.

Each way changes one place of the code. Whether it gives the same on these data is seen when it runs: one that is
refused and gives other values is no right answer.
"""

import ast
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy

from authoring.dseal.python_code import parse_code
from authoring.validators.rewriting.matters import AnswerForm, Matter

MOST_IDIOMS = 6
"""Ways that are tried of one reference."""
NUMPY_ALIAS = "numpy_of_mine"
"""A name of numpy that no session has."""
_SPELLINGS = {"isna": "isnull", "isnull": "isna", "notna": "notnull", "notnull": "notna"}
_AGGREGATES = frozenset({"mean", "sum", "median", "min", "max", "count", "nunique", "std"})
_NUMPY = frozenset({"mean", "sum", "min", "max"})
_COMPARISONS: Mapping[type[ast.cmpop], str] = {
    ast.Gt: "gt",
    ast.GtE: "ge",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Eq: "eq",
    ast.NotEq: "ne",
}
_MOST_NODES = 2_000
Rewriting = Callable[[ast.expr], ast.expr | None]
"""Returns what stands in the place of an expression; None where it is no place for this way."""


def idioms(code: str, form: AnswerForm) -> Iterator[tuple[str, str, str]]:
    """Yield a name, the code and a description for each way that fits a reference, as many as are tried.

    Args:
        code: the reference.
        form: what the question leaves open; ways that change names are left out where it does not leave them open.
    """
    tree = parse_code(code).tree
    if not tree.body or sum(1 for _ in ast.walk(tree)) > _MOST_NODES:
        return
    found = 0
    for name, (rewriting, matters) in WAYS.items():
        if found < MOST_IDIOMS and matters <= form.open:
            changed = _changed(tree, rewriting)
            if changed is not None:
                found += 1
                yield name, changed, name.replace("-", " ")


def _changed(tree: ast.Module, rewriting: Rewriting) -> str | None:
    """Return the code with the first place rewritten; None where there is none."""
    copy = deepcopy(tree)
    transformer = _Transformer(rewriting)
    transformer.visit(copy)
    if not transformer.is_done:
        return None
    try:
        code = ast.unparse(ast.fix_missing_locations(copy))
    except (RecursionError, ValueError):
        return None
    return f"import numpy as {NUMPY_ALIAS}\n{code}" if NUMPY_ALIAS in code else code


class _Transformer(ast.NodeTransformer):
    """Rewrites the first expression for which there is another."""

    def __init__(self, rewriting: Rewriting) -> None:
        self._rewriting = rewriting
        self.is_done = False

    def visit(self, node: ast.AST) -> ast.AST:
        """Rewrite the node, or go on inside it."""
        if self.is_done:
            return node
        is_read = isinstance(node, ast.expr) and not isinstance(getattr(node, "ctx", ast.Load()), ast.Store | ast.Del)
        other = self._rewriting(node) if isinstance(node, ast.expr) and is_read else None
        if other is not None:
            self.is_done = True
            return other
        return self.generic_visit(node)


def _call(value: ast.expr, method: str, *arguments: ast.expr, **keywords: ast.expr) -> ast.Call:
    words = [ast.keyword(name, given) for name, given in keywords.items()]
    return ast.Call(ast.Attribute(value, method, ast.Load()), [*arguments], words)


def _is_grouped(node: ast.expr) -> bool:
    names = {"groupby", "resample", "rolling", "expanding", "ewm"}
    return any(isinstance(inner, ast.Attribute) and inner.attr in names for inner in ast.walk(node))


def _other_spelling(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=args) if name in _SPELLINGS:
            return _call(value, _SPELLINGS[name], *args)
    return None


def _mask_by_loc(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Subscript(value=ast.Name() as table, slice=ast.Compare() | ast.UnaryOp(op=ast.Invert()) as mask):
            return ast.Subscript(ast.Attribute(table, "loc", ast.Load()), mask, ast.Load())
        case ast.Subscript(value=ast.Name() as table, slice=ast.BinOp(op=ast.BitAnd() | ast.BitOr()) as mask):
            return ast.Subscript(ast.Attribute(table, "loc", ast.Load()), mask, ast.Load())
    return None


def _head_by_slice(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr="head"), args=[rows], keywords=[]) if not _is_grouped(value):
            return ast.Subscript(ast.Attribute(value, "iloc", ast.Load()), ast.Slice(None, rows, None), ast.Load())
    return None


def _aggregate_by_name(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=[], keywords=[]) if name in _AGGREGATES:
            return _call(value, "agg", ast.Constant(name))
    return None


def _groups_by_pivot(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Subscript(
                    value=ast.Call(
                        func=ast.Attribute(value=ast.Name() as table, attr="groupby"),
                        args=[ast.Constant(value=str()) as keys],
                        keywords=[],
                    ),
                    slice=ast.Constant(value=str()) as column,
                ),
                attr=name,
            ),
            args=[],
            keywords=[],
        ) if name in _AGGREGATES:
            pivot = _call(table, "pivot_table", index=keys, values=column, aggfunc=ast.Constant(name))
            return ast.Subscript(pivot, column, ast.Load())
    return None


def _size_by_value_counts(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Call(
                    func=ast.Attribute(value=ast.Name() as table, attr="groupby"),
                    args=[ast.Constant(value=str()) as key],
                    keywords=[],
                ),
                attr="size",
            ),
            args=[],
        ):
            return _call(_call(ast.Subscript(table, key, ast.Load()), "value_counts"), "sort_index")
    return None


def _length_by_shape(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name() | ast.Subscript() as value]):
            return ast.Subscript(ast.Attribute(value, "shape", ast.Load()), ast.Constant(0), ast.Load())
    return None


def _numpy_function(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=[], keywords=[]) if name in _NUMPY:
            if not _is_grouped(value) and not (isinstance(value, ast.Name) and value.id in {"np", "numpy"}):
                return _call(ast.Name(NUMPY_ALIAS, ast.Load()), name, value)
    return None


def _rounded_by_method(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Name(id="round"), args=[value, digits], keywords=[]):
            return _call(value, "round", digits)
        case ast.Call(func=ast.Attribute(value=value, attr="round"), args=[ast.Constant() as digits], keywords=[]):
            return ast.Call(ast.Name("round", ast.Load()), [value, digits], [])
    return None


def _listed(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr="tolist" | "to_list"), args=[], keywords=[]):
            return ast.Call(ast.Name("list", ast.Load()), [value], [])
    return None


def _sorted_head_by_nlargest(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Call(
                    func=ast.Attribute(value=value, attr="sort_values"),
                    args=arguments,
                    keywords=[ast.keyword(arg="ascending", value=ast.Constant(value=False))],
                ),
                attr="head",
            ),
            args=[rows],
        ):
            return _call(value, "nlargest", rows, *arguments)
    return None


def _comparison_by_method(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Compare(left=ast.Subscript() | ast.Attribute() as left, ops=[operator], comparators=[right]):
            method = _COMPARISONS.get(type(operator))
            return _call(left, method, right) if method else None
    return None


WAYS: Mapping[str, tuple[Rewriting, frozenset[Matter]]] = {
    "grouped-by-pivot-table": (_groups_by_pivot, frozenset()),
    "sizes-by-value-counts": (_size_by_value_counts, frozenset({Matter.SERIES_NAME})),
    "sorted-head-by-nlargest": (_sorted_head_by_nlargest, frozenset()),
    "numpy-function": (_numpy_function, frozenset()),
    "list-of-values": (_listed, frozenset()),
    "length-by-shape": (_length_by_shape, frozenset()),
    "rounded-by-method": (_rounded_by_method, frozenset()),
    "head-by-slice": (_head_by_slice, frozenset()),
    "mask-by-loc": (_mask_by_loc, frozenset()),
    "aggregate-by-name": (_aggregate_by_name, frozenset()),
    "comparison-by-method": (_comparison_by_method, frozenset()),
    "other-spelling": (_other_spelling, frozenset()),
}
"""Every way with what the question has to leave open for it, those first that change the form of an answer."""
