"""Rounding: before values are summed up or ranked, or after."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.readings.base import Choice, OpenChoice, words

RANK = 80
SETTLED = words(
    r"first|before|after|then|each|every|final\w*|afterwards|subsequent\w*|next|rounded (?:values?|numbers?|\w+s)",
    "再|然后|先|最后|之前|之后|每|最终",
)
_EARLY, _EARLY_CHINESE = "Round the values first, and go on with the rounded ones.", "先四舍五入,再用舍入后的值计算。"
_LATE, _LATE_CHINESE = "Round nothing but the final result.", "只对最终结果四舍五入。"
EARLY = Choice(
    "rounding", "rounds values before it sums them up or ranks them", "rounds the result alone",
    _EARLY, _LATE, _EARLY_CHINESE, _LATE_CHINESE,
)  # fmt: skip
_SUMMED = frozenset({"sum", "mean", "median", "std", "var", "cumsum", "diff", "max", "min", "prod"})
_RANKED = frozenset({"idxmax", "idxmin", "rank", "argmax", "argmin", "nunique", "duplicated", "value_counts"})


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice to round in front of an aggregate or a rank, in one chain of calls."""
    if SETTLED.search(question):
        return
    edits = [edit for node in code.nodes for edit in _moved(code, node)]
    if edits:
        yield OpenChoice(EARLY, tuple(edits), is_customary=False)


def _moved(code: Code, node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Call(func=ast.Attribute(value=values, attr="round") as function, args=[digits]) as rounded,
                attr=name,
            )
        ) if not code.dotted(function).startswith("numpy."):
            if name in _RANKED:
                yield code.replace(rounded, code.source(values), EARLY.other)
            elif name in _SUMMED:
                start, end = code.span(rounded)[1], code.span(node)[1]
                text = f"{code.source(values)}{code.text[start:end]}"
                yield code.replace(node, f"({text}).round({code.source(digits)})", EARLY.other)
