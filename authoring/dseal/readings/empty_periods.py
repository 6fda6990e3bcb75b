"""Empty periods: days, weeks or months without a row, which count as nothing or do not count."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.python_code import keyword_of
from authoring.dseal.readings.base import Choice, OpenChoice, words

RANK = 72
SETTLED = words(
    r"zeros?|empty|gaps?|without|no|all|including|excluding|calendar|missing|fill\w*|even|only|with (?:at least|any)|"
    r"frequenc\w*|resampl\w*|0|nothing|absent|each|every",
    "空|缺|没有|包括|每|所有|全部|仅|填充",
)
_COUNTED, _COUNTED_CHINESE = "Periods without a row count as well.", "没有记录的时间段也计入。"
_LEFT_OUT, _LEFT_OUT_CHINESE = "Periods without a row do not count.", "没有记录的时间段不计入。"
COUNTED = Choice(
    "empty-periods", "counts periods without a row", "leaves them out",
    _COUNTED, _LEFT_OUT, _COUNTED_CHINESE, _LEFT_OUT_CHINESE,
)  # fmt: skip
_AGGREGATES = frozenset({"size", "count", "sum", "nunique"})
"""Aggregates that give nothing, and no missing value, for a period without a row."""


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice to leave out periods without a row, where counts or sums of periods are computed with."""
    if SETTLED.search(question):
        return
    edits = [edit for node in code.nodes for edit in _without_empty(code, node)]
    if edits:
        yield OpenChoice(COUNTED, tuple(edits), is_customary=False)


def _without_empty(code: Code, node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.Call(func=ast.Attribute(value=inner, attr=name), args=[]) if name in _AGGREGATES:
            columns = inner
            while isinstance(columns, ast.Subscript):
                columns = columns.value
            match columns:
                case ast.Call(func=ast.Attribute(attr="resample")) if keyword_of(node, "min_count") is None:
                    text = f"(lambda periods: periods.{name}()[periods.size() > 0])({code.source(inner)})"
                    yield code.replace(node, text, COUNTED.other)
