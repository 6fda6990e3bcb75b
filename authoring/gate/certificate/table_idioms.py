"""Other ways to filter, group, count, sort and join tables, as `idioms` tries them."""

import ast
import keyword
from collections.abc import Mapping

NUMPY_ALIAS, PANDAS_ALIAS = "numpy_of_mine", "pandas_of_mine"
"""Names of numpy and pandas that no session has."""
MOST_SORT_ARGUMENTS = 2
"""Arguments of `nlargest`: how many, and by which columns."""
AGGREGATES = frozenset({"mean", "sum", "median", "min", "max", "count", "nunique", "std"})
_SIGNS: Mapping[type[ast.cmpop], str] = {
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}


def call_of(value: ast.expr, method: str, *arguments: ast.expr, **keywords: ast.expr) -> ast.Call:
    """Return the call of a method with arguments and keywords."""
    words = [ast.keyword(name, given) for name, given in keywords.items()]
    return ast.Call(ast.Attribute(value, method, ast.Load()), [*arguments], words)


def is_grouped(node: ast.expr) -> bool:
    """Return whether an expression stands on groups or windows of rows."""
    names = {"groupby", "resample", "rolling", "expanding", "ewm"}
    return any(isinstance(inner, ast.Attribute) and inner.attr in names for inner in ast.walk(node))


def mask_by_loc(node: ast.expr) -> ast.expr | None:
    """Return `.loc[mask]` for `[mask]`."""
    match node:
        case ast.Subscript(value=ast.Name() as table, slice=ast.Compare() | ast.UnaryOp(op=ast.Invert()) as mask):
            return ast.Subscript(ast.Attribute(table, "loc", ast.Load()), mask, ast.Load())
        case ast.Subscript(value=ast.Name() as table, slice=ast.BinOp(op=ast.BitAnd() | ast.BitOr()) as mask):
            return ast.Subscript(ast.Attribute(table, "loc", ast.Load()), mask, ast.Load())
    return None


def head_by_slice(node: ast.expr) -> ast.expr | None:
    """Return `.iloc[:n]` for `.head(n)`."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr="head"), args=[rows], keywords=[]) if not is_grouped(value):
            return ast.Subscript(ast.Attribute(value, "iloc", ast.Load()), ast.Slice(None, rows, None), ast.Load())
    return None


def groups_by_pivot(node: ast.expr) -> ast.expr | None:
    """Return `pivot_table` for `groupby`."""
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
        ) if name in AGGREGATES:
            pivot = call_of(table, "pivot_table", index=keys, values=column, aggfunc=ast.Constant(name))
            return ast.Subscript(pivot, column, ast.Load())
    return None


def size_by_value_counts(node: ast.expr) -> ast.expr | None:
    """Return `value_counts` for the sizes of groups."""
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
            return call_of(call_of(ast.Subscript(table, key, ast.Load()), "value_counts"), "sort_index")
    return None


def query_by_mask(node: ast.expr) -> ast.expr | None:
    """Return `.query` for a mask."""
    match node:
        case ast.Subscript(
            value=ast.Name(id=name) as table,
            slice=ast.Compare(
                left=ast.Subscript(value=ast.Name(id=other), slice=ast.Constant(value=str(column))),
                ops=[operator],
                comparators=[ast.Constant() as bound],
            ),
        ) if name == other and column.isidentifier() and not keyword.iskeyword(column) and type(operator) in _SIGNS:
            text = f"{column} {_SIGNS[type(operator)]} {ast.unparse(bound)}"
            return call_of(table, "query", ast.Constant(text))
    return None


def column_by_loc(node: ast.expr) -> ast.expr | None:
    """Return `.loc[:, column]` for `[column]`."""
    match node:
        case ast.Subscript(value=ast.Name() as table, slice=ast.Constant(value=str()) as column):
            whole = ast.Tuple([ast.Slice(None, None, None), column], ast.Load())
            return ast.Subscript(ast.Attribute(table, "loc", ast.Load()), whole, ast.Load())
    return None


def groups_by_agg(node: ast.expr) -> ast.expr | None:
    """Return `.agg` of a dict for an aggregate of groups."""
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Subscript(
                    value=ast.Call(func=ast.Attribute(attr="groupby")) as groups,
                    slice=ast.Constant(value=str()) as column,
                ),
                attr=name,
            ),
            args=[],
            keywords=[],
        ) if name in AGGREGATES and all(word.arg != "as_index" for word in groups.keywords):
            table = call_of(groups, "agg", ast.Dict([column], [ast.Constant(name)]))
            return ast.Subscript(table, column, ast.Load())
    return None


def counts_by_size(node: ast.expr) -> ast.expr | None:
    """Return sorted sizes of groups for `value_counts`."""
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Subscript(value=ast.Name() as table, slice=ast.Constant(value=str()) as key),
                attr="value_counts",
            ),
            args=[],
            keywords=[],
        ):
            sizes = call_of(call_of(table, "groupby", key), "size")
            return call_of(sizes, "sort_values", ascending=ast.Constant(value=False))
    return None


def crossed_sizes(node: ast.expr) -> ast.expr | None:
    """Return `crosstab` for sizes of groups by two columns."""
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Call(
                    func=ast.Attribute(
                        value=ast.Call(
                            func=ast.Attribute(value=ast.Name() as table, attr="groupby"),
                            args=[ast.List(elts=[ast.Constant() as rows, ast.Constant() as columns])],
                            keywords=[],
                        ),
                        attr="size",
                    ),
                    args=[],
                    keywords=[],
                ),
                attr="unstack",
            ),
            args=[],
            keywords=[ast.keyword(arg="fill_value", value=ast.Constant(value=0))],
        ):
            keys = [ast.Subscript(table, key, ast.Load()) for key in (rows, columns)]
            return call_of(ast.Name(PANDAS_ALIAS, ast.Load()), "crosstab", *keys)
    return None


def nlargest_by_sorting(node: ast.expr) -> ast.expr | None:
    """Return the first of sorted rows for `nlargest`."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr="nlargest" | "nsmallest" as name), args=arguments) if (
            not node.keywords and not is_grouped(value) and 1 <= len(arguments) <= MOST_SORT_ARGUMENTS
        ):
            is_ascending = ast.Constant(value=name == "nsmallest")
            ordered = call_of(value, "sort_values", *arguments[1:], ascending=is_ascending, kind=ast.Constant("stable"))
            return call_of(ordered, "head", arguments[0])
    return None


def top_by_sorting(node: ast.expr) -> ast.expr | None:
    """Return the first label of sorted values for `idxmax`."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr="idxmax" | "idxmin" as name), args=[], keywords=[]) if not (
            _is_group_itself(value)
        ):
            is_ascending = ast.Constant(value=name == "idxmin")
            ordered = call_of(value, "sort_values", ascending=is_ascending, kind=ast.Constant("stable"))
            return ast.Subscript(ast.Attribute(ordered, "index", ast.Load()), ast.Constant(0), ast.Load())
    return None


def _is_group_itself(value: ast.expr) -> bool:
    match value:
        case ast.Call(func=ast.Attribute(attr="groupby" | "resample")):
            return True
        case ast.Subscript(value=inner):
            return _is_group_itself(inner)
    return False


def merged_by_function(node: ast.expr) -> ast.expr | None:
    """Return the function `merge` for the method."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr="merge"), args=[other, *rest], keywords=keywords) if not (
            isinstance(value, ast.Name) and value.id in {"pd", "pandas"}
        ):
            function = ast.Attribute(ast.Name(PANDAS_ALIAS, ast.Load()), "merge", ast.Load())
            return ast.Call(function, [value, other, *rest], keywords)
    return None


def known_by_mask(node: ast.expr) -> ast.expr | None:
    """Return a mask for `dropna`."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name() as table, attr="dropna"),
            args=[],
            keywords=[
                ast.keyword(arg="subset", value=ast.Constant(value=str()) | ast.List(elts=[ast.Constant()]) as at)
            ],
        ):
            column = at.elts[0] if isinstance(at, ast.List) else at
            return ast.Subscript(table, call_of(ast.Subscript(table, column, ast.Load()), "notna"), ast.Load())
    return None


def dropped_by_axis(node: ast.expr) -> ast.expr | None:
    """Return an axis for the keyword `columns`."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=value, attr="drop"), args=[], keywords=[ast.keyword(arg="columns", value=columns)]
        ):
            return call_of(value, "drop", columns, axis=ast.Constant(1))
    return None


def sorted_by_keyword(node: ast.expr) -> ast.expr | None:
    """Return the keyword `by` for an argument."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=value, attr="sort_values"), args=[ast.Constant() as column], keywords=keywords
        ):
            words = [ast.keyword("by", ast.List([column], ast.Load())), *keywords]
            return ast.Call(ast.Attribute(value, "sort_values", ast.Load()), [], words)
    return None


def sorted_head_by_nlargest(node: ast.expr) -> ast.expr | None:
    """Return `nlargest` for the first of sorted rows."""
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
            return call_of(value, "nlargest", rows, *arguments)
    return None


def rounding_and_sorting(node: ast.expr) -> ast.expr | None:
    """Return sorting and then rounding for rounding and then sorting, and the other way round."""
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Call(func=ast.Attribute(value=value, attr=first), args=first_args, keywords=first_words),
                attr=second,
            ),
            args=second_args,
            keywords=second_words,
        ) if {first, second} == {"round", "sort_values"}:
            inner = ast.Call(ast.Attribute(value, second, ast.Load()), second_args, second_words)
            return ast.Call(ast.Attribute(inner, first, ast.Load()), first_args, first_words)
    return None


def mask_counted(node: ast.expr) -> ast.expr | None:
    """Return the sum of a mask for the number of rows that it leaves."""
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Subscript(value=ast.Name(), slice=ast.Compare() as mask)]):
            return ast.Call(ast.Name("int", ast.Load()), [call_of(mask, "sum")], [])
    return None
