"""The numbers that code compares with, whatever way the comparison is written."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from authoring.dseal.python_code import expression_of
from authoring.gate.alignment.base import calls

_SIGNS: dict[type[ast.cmpop], str] = {ast.Gt: ">", ast.GtE: ">=", ast.Lt: "<", ast.LtE: "<="}
_TURNED = {">": "<", ">=": "<=", "<": ">", "<=": ">="}
_METHODS = {"gt": ">", "ge": ">=", "lt": "<", "le": "<=", "between": ""}
_LABEL = re.compile(r"([<>]=?)\s?(\d{1,9}(?:\.\d{1,6})?)")
_GREATEST = 2**53
"""The greatest number that is compared; whole numbers beyond any float raise on conversion."""
_PARTS = {"month", "day", "hour", "minute", "dayofweek", "weekday", "day_of_week", "quarter", "ndim", "shape", "size"}


class Threshold(NamedTuple):
    """A literal number, and how what is compared with it stands to it."""

    node: ast.expr
    """The comparison."""
    operator: str
    """``>``, ``>=``, ``<`` or ``<=``, with the number on the right; empty for any other comparison."""
    number: float
    is_count: bool
    """Whether a part of a date, a length or a remainder is compared, whose numbers stand for words."""


def thresholds(tree: ast.AST) -> Iterator[Threshold]:
    """Yield numbers that are compared with, in operators, in methods such as `gt`, and in the text of a `query`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            yield from _compared(node)
        # Labels of data compare as well: the keys of a mapping, or levels, such as "> 10".
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and (match := _LABEL.fullmatch(node.value)):
            yield Threshold(node, match[1].replace("=>", ">="), float(match[2]), is_count=False)
    for call in calls(tree, *_METHODS):
        if isinstance(call.func, ast.Attribute):
            is_count = _is_counter(call.func.value)
            for argument in call.args:
                if (number := number_of(argument)) is not None:
                    yield Threshold(call, _METHODS[call.func.attr], number, is_count)
    for call in calls(tree, "query"):
        text = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else None
        inner = expression_of(re.sub(r"`[^`]*`|@", "name", text)) if isinstance(text, str) else None
        if inner is not None:
            yield from (found._replace(node=call) for found in thresholds(inner))


def _compared(node: ast.Compare) -> Iterator[Threshold]:
    sides = [node.left, *node.comparators]
    is_count = any(_is_counter(side) for side in sides)
    for place, side in enumerate(sides):
        number = number_of(side)
        if number is not None:
            # In a chain, the operator that stands before a number; only the first may stand behind it alone.
            sign = _SIGNS.get(type(node.ops[max(0, place - 1)]), "")
            yield Threshold(node, sign if place else _TURNED.get(sign, ""), number, is_count)


def number_of(node: ast.expr) -> float | None:
    """Return a literal number, its sign included; None for anything else, and for numbers that no float holds."""
    sign = 1
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node, sign = node.operand, -1
    value = node.value if isinstance(node, ast.Constant) else None
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _GREATEST:
        return None
    return sign * float(value)


def number_key(number: float) -> str:
    """Return a text that numbers share which differ by their sign, or by how they were computed, alone."""
    return f"{abs(number):.9g}"


def _is_counter(node: ast.expr) -> bool:
    match node:
        case ast.Attribute(attr=name) | ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name in _PARTS:
            return True
        case ast.Call(func=ast.Name(id="len")) | ast.BinOp(op=ast.Mod()) | ast.Name(id="i" | "j" | "k" | "n"):
            return True
        case ast.Subscript(value=inner):
            return _is_counter(inner)
    return False
