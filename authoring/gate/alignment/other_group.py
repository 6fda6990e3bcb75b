"""DS705: another month, weekday or group than the question names, or the one that it leaves out."""

import ast
import calendar
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name
from authoring.dseal.session import at_node
from authoring.gate.alignment._labels import texts_of
from authoring.gate.alignment._thresholds import number_of
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS705",
    name="other-group",
    severity=Severity.WARNING,
    what="The question names a month or a weekday, and the reference takes the number of another one; or it leaves out "
    "a group by `except` or `other than`, and the reference takes this very group.",
    why="A solver who does what the question says takes other rows, and is refused.",
    bad='# %%\n"""\nquestion: How many rows are of March?\n"""\n\n(df["day"].dt.month == 4).sum()\n',
    good='# %%\n"""\nquestion: How many rows are of March?\n"""\n\n(df["day"].dt.month == 3).sum()\n',
)
# May is a month and a verb, and March a verb where it is written small.
_MONTHS = [r"(?:in|of|for|during)\sMay" if name == "May" else name for name in calendar.month_name[1:]]
_WEEKDAYS = [*calendar.day_name]
_CHINESE_MONTH, _CHINESE_DAYS = re.compile(r"(?<![\d-])(1[0-2]|[1-9])月(?!\d)"), "一二三四五六日"
_WEEKDAY_PARTS = {"dayofweek": 0, "day_of_week": 0, "weekday": 0, "isoweekday": 1}
"""Parts of dates that are weekdays, and the number of Monday."""
_LEFT_OUT = re.compile(
    r"\b(?:(?:not|n't) (?=(?:from|in|of|at|by|with|called|named)\b)|except(?: for)?|excluding|other than|apart from|"
    r"but not|leaving out|without(?: counting)?)\s*"
    r"(?:(?:those|the|any|all|rows?|ones?|from|of|in|with|where|for|that|are|is|\w+ (?:from|of|in)) ){0,4}"
    r"[`'\"“]?(?P<name>\w[\w .-]{1,40})",
    re.IGNORECASE,
)
_LEFT_OUT_CHINESE = re.compile(r"(?:除了?|不包括|不含|排除)[“\"'`]?(?P<name>[^\uff0c。,.\s“”\"'`]{1,20})")
_LEAVING = frozenset({"ne", "drop", "difference", "setdiff1d", "mask"})


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first number of another month or weekday, and then the first group that was to be left out."""
    question = subject.problem.question
    hint = "make the two say the same"
    for node, part, number in _parts_of_dates(subject.tree):
        mentioned = _months(question) if part == "month" else _weekdays(question, _WEEKDAY_PARTS[part])
        if len(mentioned) == 1 and number not in mentioned and number in range(13):
            message = f"the question names {_name(part, min(mentioned))}, and the reference takes {_name(part, number)}"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, hint)
            return
    if _leaves_out(subject.tree):
        return
    for node, text in _equal_texts(subject.tree):
        names = [match["name"] for form in (_LEFT_OUT, _LEFT_OUT_CHINESE) for match in form.finditer(question)]
        if text and any(name.casefold().startswith(text.casefold()) for name in names):
            message = f"the question leaves {text!r} out, and the reference takes it"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, hint)
            return


def _name(part: str, number: int) -> str:
    """Return what a month or a weekday is called; a number that is none stays a number."""
    names = calendar.month_name if part == "month" else calendar.day_name
    place = number if part == "month" else number - _WEEKDAY_PARTS[part]
    return names[place] if place in range(len(names)) else str(number)


def _months(question: str) -> set[int]:
    months = {place for place, name in enumerate(_MONTHS, start=1) if re.search(rf"\b{name}\b", question)}
    return months | {int(number) for number in _CHINESE_MONTH.findall(question)}


def _weekdays(question: str, first: int) -> set[int]:
    weekdays = {place for place, name in enumerate(_WEEKDAYS, start=first) if re.search(rf"\b{name}s?\b", question)}
    chinese = (
        place for place, day in enumerate(_CHINESE_DAYS, start=first) if re.search(rf"(?:星期|周){day}", question)
    )
    return weekdays | {*chinese}


def _parts_of_dates(tree: ast.Module) -> Iterator[tuple[ast.expr, str, int]]:
    """Yield what is said to be equal to the number of a month or of a weekday."""
    compared = [node for node in ast.walk(tree) if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq)]
    # Who compares with several numbers may mean a season, or a part of the week.
    if len(compared) != 1:
        return
    number = number_of(compared[0].comparators[0])
    part = _part_of(compared[0].left)
    if part and number is not None and number.is_integer():
        yield compared[0], part, int(number)


def _part_of(node: ast.expr) -> str:
    match node:
        case ast.Attribute(attr=name) | ast.Call(func=ast.Attribute(attr=name)):
            return name if name in {"month", *_WEEKDAY_PARTS} else ""
    return ""


def _equal_texts(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Compare(ops=[ast.Eq()], comparators=[right]):
                yield from ((node, str(text.value)) for text in texts_of(right))
            case ast.Call(args=[argument, *_]) if called_name(node) == "isin":
                yield from ((node, str(text.value)) for text in texts_of(argument))


def _leaves_out(tree: ast.Module) -> bool:
    """Return whether code has anything by which rows are left out."""
    return any(
        isinstance(node, ast.NotEq | ast.Invert | ast.Not | ast.NotIn | ast.Sub | ast.If | ast.IfExp)
        or (isinstance(node, ast.Call) and called_name(node) in _LEAVING)
        for node in ast.walk(tree)
    )
