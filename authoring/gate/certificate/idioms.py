"""References written as others would write them: the same values by another function or method of pandas and numpy.

Each way changes one place of the code. Whether it gives the same on these data is seen when it runs: one that is
refused and gives other values is no right answer.
"""

import ast
import keyword
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from authoring.dseal.python_code import parse_code
from authoring.gate.certificate.table_idioms import (
    AGGREGATES,
    NUMPY_ALIAS,
    PANDAS_ALIAS,
    call_of,
    column_by_loc,
    counts_by_size,
    crossed_sizes,
    dropped_by_axis,
    groups_by_agg,
    groups_by_pivot,
    head_by_slice,
    is_grouped,
    known_by_mask,
    mask_by_loc,
    mask_counted,
    merged_by_function,
    nlargest_by_sorting,
    query_by_mask,
    rounding_and_sorting,
    size_by_value_counts,
    sorted_by_keyword,
    sorted_head_by_nlargest,
    top_by_sorting,
)
from authoring.validators.rewriting.matters import AnswerForm, Matter

MOST_IDIOMS = 9
"""Ways that are tried of one reference."""
_SPELLINGS = {"isna": "isnull", "isnull": "isna", "notna": "notnull", "notnull": "notna"}
_NUMPY = frozenset({"mean", "sum", "min", "max"})
_COMPARISONS: Mapping[type[ast.cmpop], str] = {
    ast.Gt: "gt",
    ast.GtE: "ge",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Eq: "eq",
    ast.NotEq: "ne",
}
_TURNED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Eq: ast.Eq,
    ast.NotEq: ast.NotEq,
}
_FIRST_ARGUMENTS = {
    "groupby": "by",
    "set_index": "keys",
    "head": "n",
    "tail": "n",
    "round": "decimals",
    "fillna": "value",
    "astype": "dtype",
    "drop_duplicates": "subset",
    "isin": "values",
    "read_csv": "filepath_or_buffer",
    "merge": "right",
    "quantile": "q",
}
"""What pandas calls the first argument of methods."""
PATHLIB_ALIAS = "pathlib_of_mine"
_FORMATS = {"month": "%m", "day": "%d", "year": "%Y", "hour": "%H"}
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
    places = tuple(_read_expressions(tree))
    for name, (rewriting, matters) in WAYS.items():
        if found < MOST_IDIOMS and matters <= form.open:
            changed = _changed(tree, places, rewriting)
            if changed is not None:
                found += 1
                yield name, changed, name.replace("-", " ")


def _read_expressions(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions whose values are read, from the outside in and in the order of the code."""
    if isinstance(node, ast.expr) and not isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _read_expressions(child)


def _changed(tree: ast.Module, places: Sequence[ast.expr], rewriting: Rewriting) -> str | None:
    """Return the code with the first place rewritten; None where there is none."""
    place, other = next(((place, other) for place in places if (other := rewriting(place)) is not None), (None, None))
    if place is None or other is None:
        return None
    try:
        statements = [_replaced(statement, place, other) for statement in tree.body]
        code = ast.unparse(ast.fix_missing_locations(ast.Module(statements, [])))
    except (RecursionError, ValueError):
        return None
    imports = {"numpy": NUMPY_ALIAS, "pandas": PANDAS_ALIAS, "pathlib": PATHLIB_ALIAS}
    lines = [f"import {name} as {alias}\n" for name, alias in imports.items() if alias in code]
    return "".join(lines) + code


def _replaced(part: Any, place: ast.expr, other: ast.expr) -> Any:
    """Return a copy of a part of a tree with another expression in one place."""
    if part is place:
        return other
    if isinstance(part, list):
        return [_replaced(member, place, other) for member in part]
    if not isinstance(part, ast.AST) or not part._fields:
        return part
    # Without `__init__`, which from Python 3.13 on warns of fields that are not given.
    copied = part.__class__.__new__(part.__class__)
    for name, value in vars(part).items():
        setattr(copied, name, _replaced(value, place, other))
    return copied


def _other_spelling(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=args) if name in _SPELLINGS:
            return call_of(value, _SPELLINGS[name], *args)
    return None


def _aggregate_by_name(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=[], keywords=[]) if name in AGGREGATES:
            return call_of(value, "agg", ast.Constant(name))
    return None


def _length_by_shape(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name() | ast.Subscript() as value]):
            return ast.Subscript(ast.Attribute(value, "shape", ast.Load()), ast.Constant(0), ast.Load())
    return None


def _numpy_function(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr=name), args=[], keywords=[]) if name in _NUMPY:
            if not is_grouped(value) and not (isinstance(value, ast.Name) and value.id in {"np", "numpy"}):
                return call_of(ast.Name(NUMPY_ALIAS, ast.Load()), name, value)
    return None


def _rounded_by_method(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Name(id="round"), args=[value, digits], keywords=[]):
            return call_of(value, "round", digits)
        case ast.Call(func=ast.Attribute(value=value, attr="round"), args=[ast.Constant() as digits], keywords=[]):
            return ast.Call(ast.Name("round", ast.Load()), [value, digits], [])
    return None


def _listed(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr="tolist" | "to_list"), args=[], keywords=[]):
            return ast.Call(ast.Name("list", ast.Load()), [value], [])
    return None


def _comparison_by_method(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Compare(left=ast.Subscript() | ast.Attribute() as left, ops=[operator], comparators=[right]):
            method = _COMPARISONS.get(type(operator))
            return call_of(left, method, right) if method else None
    return None


def _mean_by_sum(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Subscript() as value, attr="mean"), args=[], keywords=[]):
            return ast.BinOp(call_of(value, "sum"), ast.Div(), call_of(value, "count"))
    return None


def _median_by_quantile(node: ast.expr) -> ast.expr | None:
    match node:
        # A table's quantiles are a series of another name.
        case ast.Call(
            func=ast.Attribute(value=ast.Subscript(slice=ast.Constant()) as value, attr="median"), args=[], keywords=[]
        ):
            return call_of(value, "quantile", ast.Constant(0.5))
    return None


def _distinct_by_length(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr="nunique"), args=[], keywords=[]) if not is_grouped(value):
            return ast.Call(ast.Name("len", ast.Load()), [call_of(call_of(value, "dropna"), "unique")], [])
    return None


def _true_counted(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Compare() as mask, attr="sum"), args=[], keywords=[]):
            return call_of(ast.Name(NUMPY_ALIAS, ast.Load()), "count_nonzero", mask)
    return None


def _rounded_by_format(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(
            func=ast.Name(id="float"),
            args=[ast.Call(func=ast.Name(id="round"), args=[value, ast.Constant(value=int(digits))])],
        ) if digits > 0:
            text = ast.JoinedStr([ast.FormattedValue(value, -1, ast.JoinedStr([ast.Constant(f".{digits}f")]))])
            return ast.Call(ast.Name("float", ast.Load()), [text], [])
    return None


def _rounded_by_numpy(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr="round"), args=[ast.Constant() as digits], keywords=[]) if (
            not isinstance(value, ast.Name)
        ):
            return call_of(ast.Name(NUMPY_ALIAS, ast.Load()), "round", value, digits)
    return None


def _month_by_format(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Attribute(value=ast.Attribute(attr="dt") as times, attr="month" | "day" | "year" | "hour" as part):
            return call_of(
                call_of(times, "strftime", ast.Constant(_FORMATS[part])), "astype", ast.Name("int", ast.Load())
            )
    return None


def _argument_by_keyword(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(attr=name) as function, args=[argument], keywords=keywords) if (
            name in _FIRST_ARGUMENTS
            and not isinstance(argument, ast.Starred)
            and not (isinstance(function.value, ast.Name) and function.value.id in {"np", "numpy"})
            and all(word.arg != _FIRST_ARGUMENTS[name] for word in keywords)
        ):
            return ast.Call(function, [], [ast.keyword(_FIRST_ARGUMENTS[name], argument), *keywords])
    return None


def _path_object(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(
            func=ast.Attribute(attr="read_csv" | "read_excel" | "read_parquet"), args=[ast.Constant() as path]
        ):
            made = ast.Call(ast.Attribute(ast.Name(PATHLIB_ALIAS, ast.Load()), "Path", ast.Load()), [path], [])
            return ast.Call(node.func, [made], node.keywords)
    return None


def _comparison_turned(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Compare(left=ast.Subscript() as left, ops=[operator], comparators=[ast.Constant() as right]):
            turned = _TURNED.get(type(operator))
            return ast.Compare(right, [turned()], [left]) if turned else None
    return None


def _dict_of_pairs(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr="to_dict"), args=[], keywords=[]):
            return ast.Call(ast.Name("dict", ast.Load()), [call_of(value, "items")], [])
    return None


def _column_by_get(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Subscript(value=ast.Name() as table, slice=ast.Constant(value=str()) as column):
            return call_of(table, "get", column)
    return None


def _column_by_attribute(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Subscript(value=ast.Name() as table, slice=ast.Constant(value=str(column))):
            is_attribute = column.isidentifier() and not keyword.iskeyword(column) and not column.startswith("_")
            return ast.Attribute(table, column, ast.Load()) if is_attribute else None
    return None


def _equality_by_isin(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Compare(
            left=ast.Subscript(slice=ast.Constant(value=str())) as left,
            ops=[ast.Eq()],
            comparators=[ast.Constant(value=str() | int()) as right],
        ):
            return call_of(left, "isin", ast.List([right], ast.Load()))
    return None


def _bounds_by_between(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.BinOp(
            left=ast.Compare(left=low_side, ops=[ast.GtE()], comparators=[ast.Constant() as low]),
            op=ast.BitAnd(),
            right=ast.Compare(left=high_side, ops=[ast.LtE()], comparators=[ast.Constant() as high]),
        ) if ast.dump(low_side) == ast.dump(high_side):
            return call_of(low_side, "between", low, high)
    return None


def _mask_negated(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Subscript(
            value=ast.Name() as table,
            slice=ast.Compare(left=ast.Subscript() as left, ops=[operator], comparators=[right]),
        ) if type(operator) in _NEGATED:
            mask = ast.Compare(left, [_NEGATED[type(operator)]()], [right])
            return ast.Subscript(table, ast.UnaryOp(ast.Invert(), mask), ast.Load())
    return None


def _length_by_index(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name() | ast.Subscript() as value]):
            return ast.Call(ast.Name("len", ast.Load()), [ast.Attribute(value, "index", ast.Load())], [])
    return None


def _grouped_by_list(node: ast.expr) -> ast.expr | None:
    """Return groups by a list of one key where they are aggregated: whoever goes through them gets other keys."""
    match node:
        case ast.Call(func=ast.Attribute(value=groups, attr=name)) if name in _OF_GROUPS:
            grouping = groups.value if isinstance(groups, ast.Subscript) else groups
            match grouping:
                case ast.Call(func=ast.Attribute(attr="groupby"), args=[ast.Constant(value=str()) as key]):
                    by_list: ast.expr = ast.Call(grouping.func, [ast.List([key], ast.Load())], grouping.keywords)
                    if isinstance(groups, ast.Subscript):
                        by_list = ast.Subscript(by_list, groups.slice, ast.Load())
                    return ast.Call(ast.Attribute(by_list, name, ast.Load()), node.args, node.keywords)
    return None


def _grouped_by_apply(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Subscript(
                    value=ast.Call(func=ast.Attribute(attr="groupby")), slice=ast.Constant(value=str())
                ) as groups,
                attr=name,
            ),
            args=[],
            keywords=[],
        ) if name in AGGREGATES:
            arguments = ast.arguments([], [ast.arg("values_of_mine")], None, [], [], None, [])
            body = call_of(ast.Name("values_of_mine", ast.Load()), name)
            return call_of(groups, "agg", ast.Lambda(arguments, body))
    return None


def _extreme_by_sorting(node: ast.expr) -> ast.expr | None:
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Subscript(slice=ast.Constant(value=str())) as value, attr="max" | "min" as name
            ),
            args=[],
            keywords=[],
        ) if not is_grouped(value):
            ordered = call_of(call_of(value, "dropna"), "sort_values")
            place = ast.Constant(0) if name == "min" else ast.UnaryOp(ast.USub(), ast.Constant(1))
            return ast.Subscript(ast.Attribute(ordered, "iloc", ast.Load()), place, ast.Load())
    return None


_OF_GROUPS = AGGREGATES | {"agg", "aggregate", "size", "first", "last", "describe", "quantile", "head", "nlargest"}
_NEGATED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
WAYS: Mapping[str, tuple[Rewriting, frozenset[Matter]]] = {
    "grouped-by-pivot-table": (groups_by_pivot, frozenset()),
    "sizes-by-value-counts": (size_by_value_counts, frozenset({Matter.SERIES_NAME})),
    "sorted-head-by-nlargest": (sorted_head_by_nlargest, frozenset()),
    "numpy-function": (_numpy_function, frozenset()),
    "counts-by-size": (counts_by_size, frozenset({Matter.SERIES_NAME, Matter.ROW_ORDER})),
    "crossed-sizes": (crossed_sizes, frozenset()),
    "month-by-format": (_month_by_format, frozenset({Matter.LABEL_TYPE, Matter.NUMBER_WIDTH})),
    "nlargest-by-sorting": (nlargest_by_sorting, frozenset()),
    "top-by-sorting": (top_by_sorting, frozenset({Matter.SCALAR_CLASS})),
    "rounded-by-format": (_rounded_by_format, frozenset()),
    "mean-by-sum": (_mean_by_sum, frozenset()),
    "median-by-quantile": (_median_by_quantile, frozenset()),
    "distinct-by-length": (_distinct_by_length, frozenset()),
    "mask-counted": (mask_counted, frozenset()),
    "rounding-and-sorting": (rounding_and_sorting, frozenset()),
    "true-counted": (_true_counted, frozenset({Matter.SCALAR_CLASS})),
    "query-by-mask": (query_by_mask, frozenset()),
    "dict-of-pairs": (_dict_of_pairs, frozenset()),
    "merged-by-function": (merged_by_function, frozenset()),
    "known-by-mask": (known_by_mask, frozenset()),
    "grouped-by-agg": (groups_by_agg, frozenset()),
    "list-of-values": (_listed, frozenset()),
    "length-by-shape": (_length_by_shape, frozenset()),
    "rounded-by-method": (_rounded_by_method, frozenset()),
    "head-by-slice": (head_by_slice, frozenset()),
    "mask-by-loc": (mask_by_loc, frozenset()),
    "aggregate-by-name": (_aggregate_by_name, frozenset()),
    "rounded-by-numpy": (_rounded_by_numpy, frozenset()),
    "dropped-by-axis": (dropped_by_axis, frozenset()),
    "sorted-by-keyword": (sorted_by_keyword, frozenset()),
    "path-object": (_path_object, frozenset()),
    "argument-by-keyword": (_argument_by_keyword, frozenset()),
    "comparison-by-method": (_comparison_by_method, frozenset()),
    "comparison-turned": (_comparison_turned, frozenset()),
    "column-by-loc": (column_by_loc, frozenset()),
    "bounds-by-between": (_bounds_by_between, frozenset()),
    "equality-by-isin": (_equality_by_isin, frozenset()),
    "mask-negated": (_mask_negated, frozenset()),
    "grouped-by-apply": (_grouped_by_apply, frozenset()),
    "grouped-by-list": (_grouped_by_list, frozenset()),
    "extreme-by-sorting": (_extreme_by_sorting, frozenset()),
    "length-by-index": (_length_by_index, frozenset()),
    "column-by-get": (_column_by_get, frozenset()),
    "column-by-attribute": (_column_by_attribute, frozenset()),
    "other-spelling": (_other_spelling, frozenset()),
}
"""Every way with what the question has to leave open for it, those first that change the form of an answer."""
