"""Weeks: they begin on Monday, as pandas and ISO 8601 have it, or on Sunday."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.python_code import called_name, keyword_of
from authoring.dseal.readings.base import Choice, OpenChoice, words

RANK = 65
SETTLED = words(
    r"(?:mon|sun|satur|fri)days?|iso(?: 8601| ?weeks?)?|isocalendar|weeks? (?:that )?(?:start|begin|end)\w*|"
    r"(?:start|begin|end)\w* of (?:the |each )?week|week numbers?|dt\.\w+|W-[A-Z]{3}|0 (?:for|is|=|to)|from 0|"
    r"pandas'? default|weekends?",
    "星期[一日天]|周[一日]|ISO|起始",
)
_MONDAY, _MONDAY_CHINESE = "Weeks begin on Monday.", "每周从星期一开始。"
_SUNDAY, _SUNDAY_CHINESE = "Weeks begin on Sunday.", "每周从星期日开始。"
FROM_MONDAY = Choice(
    "week-start", "has weeks begin on Monday", "has them begin on Sunday",
    _MONDAY, _SUNDAY, _MONDAY_CHINESE, _SUNDAY_CHINESE,
)  # fmt: skip
FROM_SUNDAY = Choice(
    "week-start", "has weeks begin on Sunday", "has them begin on Monday",
    _SUNDAY, _MONDAY, _SUNDAY_CHINESE, _MONDAY_CHINESE,
)  # fmt: skip
_PERIODS = frozenset({"resample", "Grouper", "to_period"})
_NUMBERS = frozenset({"dayofweek", "day_of_week", "weekday"})


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice where rows are put into weeks, or weekdays are numbered for all to see."""
    if SETTLED.search(question):
        return
    weekly: list[Edit] = []
    turned: list[Edit] = []
    for node in code.nodes:
        if not isinstance(node, ast.Call) or called_name(node) not in _PERIODS:
            continue
        rule = node.args[0] if node.args else keyword_of(node, "rule", "freq")
        match rule:
            case ast.Constant(value="W" | "W-SUN"):
                weekly.append(code.replace(rule, '"W-SAT"', FROM_MONDAY.other))
            case ast.Constant(value="W-SAT"):
                turned.append(code.replace(rule, '"W-SUN"', FROM_SUNDAY.other))
    if weekly:
        yield OpenChoice(FROM_MONDAY, tuple(weekly), is_customary=True)
    if turned:
        yield OpenChoice(FROM_SUNDAY, tuple(turned), is_customary=False)
    numbered = [*_grouped_numbers(code)]
    if numbered:
        edits = [code.replace(node, f"(({code.source(node)} + 1) % 7)", FROM_MONDAY.other) for node in numbered]
        yield OpenChoice(FROM_MONDAY, tuple(edits), is_customary=True)


def _grouped_numbers(code: Code) -> Iterator[ast.expr]:
    """Yield numbers of weekdays that rows are grouped by, where code does not compare or name them."""
    if any(
        isinstance(node, ast.Compare) or getattr(node, "attr", "") in {"map", "isin", "replace"} for node in code.nodes
    ):
        return
    for node in code.nodes:
        if isinstance(node, ast.Call) and called_name(node) == "groupby" and node.args:
            keys = node.args[0].elts if isinstance(node.args[0], ast.List) else [node.args[0]]
            yield from (key for key in keys if isinstance(key, ast.Attribute) and key.attr in _NUMBERS)
