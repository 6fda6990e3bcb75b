"""Dates as text: the day before the month, or the month before the day."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.python_code import keyword_of
from authoring.dseal.readings.base import Choice, OpenChoice, words

RANK = 64
SETTLED = words(
    r"(?:day|month)[- ]?first|dd?[-/.]mm?|mm?[-/.]dd?|%[dm]|european|american|british|us format|formats?|formatted|"
    r"d/m|m/d|(?:day|month)[,/ ]+(?:month|day)|(?:day|month) (?:\w+ ){0,2}(?:first|before)",
    "格式|日在前|月在前|日/月|月/日",
)
_DAY, _DAY_CHINESE = "In dates such as 03/04/2024, the day comes first.", "03/04/2024 这样的日期中,日在前。"
_MONTH, _MONTH_CHINESE = "In dates such as 03/04/2024, the month comes first.", "03/04/2024 这样的日期中,月在前。"
DAY = Choice(
    "date-order", "reads the day first", "reads the month first", _DAY, _MONTH, _DAY_CHINESE, _MONTH_CHINESE
)  # fmt: skip
MONTH = Choice(
    "date-order", "reads the month first", "reads the day first", _MONTH, _DAY, _MONTH_CHINESE, _DAY_CHINESE
)  # fmt: skip


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the other order of day and month where the code says one; texts that cannot be read so are no choice."""
    if SETTLED.search(question):
        return
    for choice, is_day in ((DAY, True), (MONTH, False)):
        edits = [edit for node in code.nodes for edit in _turned(code, node, choice, is_day=is_day)]
        if edits:
            yield OpenChoice(choice, tuple(edits), is_customary=False)


def _turned(code: Code, node: ast.AST, choice: Choice, *, is_day: bool) -> Iterator[Edit]:
    if not isinstance(node, ast.Call):
        return
    flag, form = keyword_of(node, "dayfirst"), keyword_of(node, "format")
    if isinstance(flag, ast.Constant) and flag.value is is_day:
        yield code.replace(flag, str(not is_day), choice.other)
    first, second = ("%d", "%m") if is_day else ("%m", "%d")
    if isinstance(form, ast.Constant) and isinstance(form.value, str) and form.value.startswith(first):
        parts = form.value[len(first) :].split(second, 1)
        if len(parts) > 1:
            yield code.replace(form, repr(f"{second}{first.join(parts)}"), choice.other)
