"""Which end of an order code takes: how it sorts, and whether it takes the largest or the smallest."""

import ast
from collections.abc import Iterator, Sequence

from authoring.dseal.python_code import called_name
from authoring.gate.alignment.base import calls

UNKNOWN = "unknown"
"""Stands for an order that the code does not show."""
_ORDERS_OF_CALLS = {
    "sort_values": "ascending",
    "sort_index": "ascending",
    "sorted": "ascending",
    "sort": "ascending",
    "nsmallest": "ascending",
    "nlargest": "descending",
    "most_common": "descending",
}
_EXTREMES_OF_CALLS = {
    **dict.fromkeys(("nlargest", "idxmax", "argmax", "nanargmax", "most_common", "mode"), "largest"),
    **dict.fromkeys(("nsmallest", "idxmin", "argmin", "nanargmin"), "smallest"),
    **dict.fromkeys(("max", "nanmax", "amax"), "largest"),
    **dict.fromkeys(("min", "nanmin", "amin"), "smallest"),
}
_FIRST, _LAST = "first", "last"


def sorts(tree: ast.AST) -> tuple[tuple[ast.Call, str], ...]:
    """Return the calls that sort, with ``ascending``, ``descending`` or `UNKNOWN`."""
    directions = [(call, _order(call)) for call in calls(tree, *_ORDERS_OF_CALLS)]
    if any(True for _ in calls(tree, "argsort", "rank", "sort_by", "lexsort")) or _is_turned(tree):
        return tuple((call, UNKNOWN) for call, _ in directions)
    return tuple(directions)


def _is_turned(tree: ast.AST) -> bool:
    """Whether anything is put into the reverse of its order."""
    turning = calls(tree, "reversed", "reverse", "flip")
    return any(True for _ in turning) or any(_is_reversing(node) for node in ast.walk(tree))


def _order(call: ast.Call) -> str:
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    if None in keywords or _is_doubtful(call):
        return UNKNOWN
    if called_name(call) in {"sorted", "sort"}:
        turning = keywords.get("reverse", ast.Constant(value=False))
        return {"ascending": "descending", "descending": "ascending"}.get(_ascending(turning), UNKNOWN)
    return _ascending(keywords["ascending"]) if "ascending" in keywords else _ORDERS_OF_CALLS[called_name(call)]


def _is_doubtful(call: ast.Call) -> bool:
    """Whether a sort goes by ranks, of which the first is the best, or by a key that turns the order."""
    inner = [node for argument in (*call.args, *(word.value for word in call.keywords)) for node in ast.walk(argument)]
    ranks = [node for node in inner if isinstance(node, ast.Constant) and "rank" in str(node.value).casefold()]
    return bool(ranks) or any(isinstance(node, ast.Lambda) for node in inner)


def _ascending(node: ast.expr) -> str:
    """Return the order that an argument says; several that differ are unknown."""
    flags = {bool(value.value) if isinstance(value, ast.Constant) else None for value in elements(node)}
    if len(flags) != 1:
        return UNKNOWN
    return {True: "ascending", False: "descending", None: UNKNOWN}[flags.pop()]


def _is_reversing(node: ast.AST) -> bool:
    """Whether a slice goes backwards."""
    return isinstance(node, ast.Slice) and node.step is not None


def orders_of_columns(tree: ast.AST) -> Iterator[tuple[ast.expr, str, str]]:
    """Yield the columns that sorts name, with the order of each as far as the code shows it."""
    for call in calls(tree, "sort_values") if not _is_turned(tree) else ():
        keywords = {keyword.arg: keyword.value for keyword in call.keywords}
        columns = elements(keywords.get("by", call.args[0] if call.args else ast.List([])))
        flags = elements(keywords.get("ascending", ast.Constant(value=True)))
        if None in keywords or "key" in keywords or len(flags) not in {1, len(columns)}:
            continue
        for place, column in enumerate(columns):
            if isinstance(column, ast.Constant) and isinstance(column.value, str):
                yield call, column.value, _ascending(flags[place % len(flags)])


def elements(node: ast.expr) -> list[ast.expr]:
    """Return the elements of a list or tuple that is written out, or what stands alone."""
    return node.elts if isinstance(node, ast.List | ast.Tuple) else [node]


def extremes(tree: ast.AST) -> tuple[tuple[ast.expr, str], ...]:
    """Return what takes an extreme, with ``largest``, ``smallest`` or `UNKNOWN`; a sort does with the end it leaves."""
    extreme_calls: list[tuple[ast.expr, str]] = [
        (call, _EXTREMES_OF_CALLS[called_name(call)]) for call in calls(tree, *_EXTREMES_OF_CALLS)
    ]
    # `rank(method="min")` says how ties are ranked, and takes no extreme.
    ways = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "method"}
    extreme_calls.extend(
        (node, "largest" if node.value.endswith("max") else "smallest")
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in {"max", "min", "idxmax", "idxmin"} and id(node) not in ways
    )
    cuts = [*ends(tree)]
    last_cut = max((end_of(node) for node, _ in cuts), default=(0, 0))
    # A sort behind the last cut puts what was taken into order, and takes nothing itself: `sorted(counts.index[:2])`.
    sorted_by = [
        (call, order)
        for call, order in sorts(tree)
        if called_name(call) not in _EXTREMES_OF_CALLS and end_of(call) < last_cut
    ]
    cut_ends = {end for _, end in cuts}
    extreme_calls.extend((call, _taken(order, cut_ends)) for call, order in sorted_by)
    return tuple(extreme_calls)


def end_of(node: ast.expr) -> tuple[int, int]:
    """Return where an expression ends: of a chain of calls, those that run later end later."""
    return node.end_lineno or 0, node.end_col_offset or 0


def _taken(order: str, cut_ends: set[str]) -> str:
    if order == UNKNOWN or len(cut_ends) > 1:
        return UNKNOWN
    return "largest" if (order == "descending") == (_FIRST in cut_ends) else "smallest"


def ends(tree: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Yield what takes pieces from an end, with ``first`` or ``last``."""
    for call in calls(tree, "head", "first", "nth", "tail", "last", "limit"):
        yield call, _LAST if called_name(call) in {"tail", "last"} else _FIRST
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and getattr(node.value, "attr", "") != "shape":
            parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            yield from ((node, end) for part in parts for end in _end_of_subscript(part))


def _end_of_subscript(node: ast.expr) -> Sequence[str]:
    match node:
        case ast.Constant(value=0):
            return [_FIRST]
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1)):
            return [_LAST]
        case ast.Slice(lower=None | ast.Constant(value=0), upper=ast.Constant(value=int())):
            return [_FIRST]
        case ast.Slice(lower=ast.UnaryOp(op=ast.USub()), upper=None):
            return [_LAST]
    return []
