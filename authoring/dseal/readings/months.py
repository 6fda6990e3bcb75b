"""Months: those of all years together, or those of each year apart."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.readings.base import Choice, OpenChoice, words

RANK = 63
SETTLED = words(
    r"calendar|of the year|years?|yearly|annual\w*|seasonal\w*|seasons?|(?:19|20)\d\d|january|february|march|april|"
    r"june|july|august|september|october|november|december|1 to 12|1-12|month numbers?|number of the month|"
    r"\.month|names?|month_name|regardless|together|y-m|yyyy-mm",
    "年|季节|[一二三四五六七八九十]月|月份编号|1到12",
)
_ALL, _ALL_CHINESE = "Take a month of all years together.", "不同年份的同一月份合并计算。"
_SEPARATE, _SEPARATE_CHINESE = "Take the months of each year apart.", "不同年份的月份分别计算。"
TOGETHER = Choice(
    "months", "takes the same month of all years together", "takes the months of each year apart",
    _ALL, _SEPARATE, _ALL_CHINESE, _SEPARATE_CHINESE,
)  # fmt: skip
_AGGREGATES = frozenset({"sum", "mean", "median", "size", "count", "max", "min", "nunique", "std", "value_counts"})


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice to keep years apart, with the months labelled as before: one year alone gives the same."""
    if SETTLED.search(question):
        return
    edits = [edit for node in code.nodes for edit in _by_year(code, node)]
    if edits:
        yield OpenChoice(TOGETHER, tuple(edits), is_customary=False)


def _by_year(code: Code, node: ast.AST) -> Iterator[Edit]:
    """Yield the edit of an aggregate of groups by month."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _AGGREGATES):
        return
    month = _month_of(node.func.value)
    if month is None:
        return
    start, end = code.span(node)
    first, last = code.span(month)
    grouped = f'{code.text[start:first]}{code.source(month.value)}.to_period("M"){code.text[last:end]}'
    yield code.replace(node, f"(lambda rows: rows.set_axis(rows.index.month))({grouped})", TOGETHER.other)


def _month_of(rows: ast.expr) -> ast.Attribute | None:
    """Return the month by which rows are grouped or counted, as ``days.dt.month``; None for any other key."""
    while isinstance(rows, ast.Subscript):
        rows = rows.value
    key: ast.expr = rows
    match rows:
        case ast.Call(func=ast.Attribute(attr="groupby"), args=[argument]):
            key = argument
        case ast.Attribute(value=ast.Call(func=ast.Attribute(attr="groupby"), args=[argument])):
            key = argument
    match key:
        case ast.Attribute(value=ast.Attribute(attr="dt"), attr="month"):
            return key
    return None
