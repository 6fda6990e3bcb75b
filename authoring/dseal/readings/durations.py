"""Durations: in seconds, minutes, hours or days, and whole days or days with their fraction."""

import ast
from collections.abc import Iterator, Mapping

from authoring.dseal.mutation.base import Code
from authoring.dseal.python_code import called_name
from authoring.dseal.readings.base import Choice, OpenChoice, words

RANK = 62
UNITS = words(
    r"(?:\w+_)?(?:milli)?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)(?:_\w+)?|"
    r"ages?|h|timedeltas?|durations? as (?:it|they)",
    "秒|分钟|小时|天|日|周|月|年",
)
"""Words by which a question says in which unit it means a duration; it may be the name of a column."""
_WHOLE = words(
    r"whole|full|complete(?:d)?|integers?|ints?|round\w*|floor\w*|truncat\w*|fractions?|fractional|decimals?|partial|"
    r"exact\w*|parts? of (?:a )?days?|calendar|\.days|dates?",
    "整|小数|取整|完整|精确|日期",
)
_NAMES: Mapping[float, tuple[str, str]] = {
    1: ("seconds", "秒"),
    60: ("minutes", "分钟"),
    3600: ("hours", "小时"),
    86400: ("days", "天"),
}
_ALTERNATIVES = {1: 60, 60: 3600, 3600: 60, 86400: 3600}
"""The unit that a reader may take in place of another."""


def _unit(unit: int, alternative: int) -> Choice:
    (name, chinese), (second_name, second_chinese) = _NAMES[unit], _NAMES[alternative]
    return Choice(
        "unit", f"gives {name}", f"gives {second_name}", f"Give it in {name}.", f"Give it in {second_name}.",
        f"以{chinese}为单位。", f"以{second_chinese}为单位。",
    )  # fmt: skip


WHOLE_DAYS = Choice(
    "part-of-day", "counts whole days", "counts parts of a day as well",
    "Count whole days; a part of a day that is left over does not count.", "Count parts of a day as fractions.",
    "只计整天,不足一天的不计。", "不足一天的按小数计算。",
)  # fmt: skip


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice of a unit where the question names none, and that of whole days where it says nothing of them."""
    has_unit = UNITS.search(question) is not None
    for node in code.nodes:
        match node:
            case ast.BinOp(left=ast.Call(args=[]) as seconds, op=ast.Div(), right=ast.Constant(value=int(number))) if (
                _is_in_seconds(seconds) and number in _ALTERNATIVES and not has_unit
            ):
                choice = _unit(number, _ALTERNATIVES[number])
                edit = code.replace(node, f"({code.source(seconds)} / {_ALTERNATIVES[number]})", choice.other)
                yield OpenChoice(choice, (edit,), is_customary=False)
                return
            case ast.Call(args=[]) if called_name(node) == "total_seconds" and not has_unit and not _divided(code):
                choice = _unit(1, _ALTERNATIVES[1])
                edit = code.replace(node, f"({code.source(node)} / {_ALTERNATIVES[1]})", choice.other)
                yield OpenChoice(choice, (edit,), is_customary=False)
                return
            case ast.Attribute(value=ast.Attribute(value=span, attr="dt"), attr="days") if not _WHOLE.search(question):
                edit = code.replace(node, f"({code.source(span)}.dt.total_seconds() / 86400)", WHOLE_DAYS.other)
                yield OpenChoice(WHOLE_DAYS, (edit,), is_customary=True)
                return


def _is_in_seconds(call: ast.Call) -> bool:
    """Return whether a call gives durations in seconds, or one number that sums them up."""
    match call.func:
        case ast.Attribute(value=ast.Call() as inner, attr="mean" | "median" | "sum" | "max" | "min"):
            return called_name(inner) == "total_seconds"
    return called_name(call) == "total_seconds"


def _divided(code: Code) -> bool:
    """Return whether a duration in seconds is divided by anything."""
    return any(
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Div | ast.FloorDiv)
        and any(isinstance(part, ast.Attribute) and part.attr == "total_seconds" for part in ast.walk(node.left))
        for node in code.nodes
    )
