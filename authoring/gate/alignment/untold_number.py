"""DS651: the reference compares or calculates with a number that nobody was given."""

import ast
import calendar
import re
from collections.abc import Iterator

from authoring.dseal.analysis.question_reading import numbers_of
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import nodes
from authoring.dseal.session import at_node, steps
from authoring.gate.alignment._labels import compares
from authoring.gate.alignment._thresholds import number_key, number_of, thresholds
from authoring.gate.alignment.base import AlignmentSubject, last_value

INFO = RuleInfo(
    code="DS651",
    name="untold-number",
    severity=Severity.WARNING,
    what="The reference compares with a number that stands neither in the question nor in anything before it, or, "
    "outside of a function, adds it to values or multiplies them by it, where it is no unit and no part of a whole; or "
    "it gives its answer in thousands or millions, and the question has no word of a unit.",
    why="A solver has to guess the number, or is given another one.",
    bad='# %%\n"""\nquestion: How many a are more than 30?\n"""\n\n(df.a > 35).sum()\n',
    good='# %%\n"""\nquestion: How many a are more than 30?\n"""\n\n(df.a > 30).sum()\n',
)
_SMALLEST = 2
"""Whole numbers up to this are counts of things: two of them, the first one, none."""
_TINY = 1e-3
"""Numbers below this are tolerances."""
_CUSTOMARY = {0.5, 0.05, 0.01}
"""Halves, and levels of significance."""
_STEPS = {">=": -1, "<": -1, ">": 1, "<=": 1}


_UNITS = {
    *(
        3,
        4,
        5,
        6,
        7,
        8,
        9,
        10,
        12,
        15,
        20,
        24,
        25,
        30,
        32,
        36,
        40,
        48,
        50,
        52,
        60,
        64,
        90,
        100,
        128,
        180,
        255,
        256,
        360,
    ),
    *(365, 365.25, 366, 400, 500, 512, 703, 1000, 1024, 1440, 1900, 2000, 3600, 6371, 10_000, 86_400, 100_000),
    *(1e6, 1e9, 0.1, 0.25, 0.75, 1.5, 1.8, 9.8, 9.81, 273.15, 1.96, 2.54, 0.3048, 3.28084, 0.453592, 2.20462),
    *(1.60934, 1.609344, 0.621371, 3.14, 3.1416, 3.14159, 2.718, 1.4826, 0.6745),
}
"""Numbers that units, percentages and known formulas have."""
_FORMULA = re.compile(
    r"formula|equation|convert|conversion|\bunits?\b|celsius|fahrenheit|kelvin|calori|bmi\b|outlier|iqr\b|interquartile|"
    r"公式|换算|单位|离群|异常",
    re.IGNORECASE,
)
"""Words of questions whose numbers everybody can look up."""
_UNIT_WORDS = re.compile(
    r"\b(?:kilo|mega|giga|milli)|\b[kKMGmc]?[gmlbwBWt]\b|\bk(?:g|m|wh|b)\b|\bm[sglm]\b|thousand|million|billion|\btons?\b|"
    r"tonn|lit(?:re|er)|met(?:re|er)|gram|pounds?|\bunits?\b|\bper\b|seconds?|percent|1,?000|\bUSD\b|[$€£]|千|百万|单位|公斤|公里",
    re.IGNORECASE,
)
_ARITHMETIC = ast.Mult | ast.Div | ast.Add | ast.Sub


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find numbers in comparisons and calculations that nothing before the code names."""
    compared = [found for found in thresholds(subject.tree) if not found.is_count and _is_telling(found.number)]
    factors = [*_factors(subject.tree)] if compares(subject) and not _FORMULA.search(subject.problem.question) else []
    scaled = _scaled_answer(subject)
    if scaled is not None:
        message = "the reference gives its answer in thousands or millions, and the question has no word of a unit"
        yield at_node(subject.problemset, subject.cell, scaled, INFO, message, "say the unit in the question")
        return
    if (day := _added_day(subject)) is not None:
        message = "the reference adds a day to a span, or takes one off, and the question does not say which ends count"
        yield at_node(subject.problemset, subject.cell, day, INFO, message, "say which days count in the question")
        return
    if not compared and not factors:
        return
    known = _known_numbers(subject)
    for node, operator, number, _ in compared:
        # More than four is at least five, and is not said by at least four.
        step = _STEPS.get(operator, 0)
        said = {phrase.operator for phrase in subject.reading.comparisons if number + step in phrase.thresholds}
        if not known & {number_key(number), number_key(number + (0 if operator in said else step))}:
            message = f"the reference compares with {abs(number):g}, which the question does not name"
            hint = "say the number in the question"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, hint)
            return
    for node, number in factors:
        # A tax of 19 % makes a factor of 1.19, and a discount of 10 % one of 0.9.
        if not known & {number_key(number), number_key(number - 1), number_key(1 - number)}:
            message = f"the reference calculates with {abs(number):g}, which the question does not name"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, "say the number in the question")
            return


def _added_day(subject: AlignmentSubject) -> ast.expr | None:
    """Return a 1 that is added to a number of days, where no word of the question says that both ends count."""
    if _BOTH_ENDS.search(subject.problem.question) or not compares(subject):
        return None
    for node in nodes(subject.tree):
        match node:
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=ast.Constant(value=1)):
                if any(isinstance(inner, ast.Attribute) and inner.attr == "days" for inner in ast.walk(left)):
                    return node
    return None


_BOTH_ENDS = re.compile(
    r"inclusive|including|\bboth\b|\bcount(?:s|ed|ing)?\b|first day|last day|plus (?:one|1)|minus (?:one|1)|[+-] ?1|"
    r"calendar days|nights?|exclu|包括|首尾|含",
    re.IGNORECASE,
)


def _scaled_answer(subject: AlignmentSubject) -> ast.expr | None:
    """Return an answer that is multiplied or divided by thousands, where no word of the question is about a unit."""
    value = last_value(subject.tree)
    match value:
        case ast.BinOp(op=ast.Div() | ast.Mult(), right=ast.Constant(value=1000 | 1_000_000 | 0.001)):
            is_untold = compares(subject) and not _UNIT_WORDS.search(subject.problem.question)
            return value if is_untold else None
    return None


def _factors(tree: ast.Module) -> Iterator[tuple[ast.expr, float]]:
    """Yield literal numbers that values are multiplied by, divided by, or added to; not those of functions."""
    if any(isinstance(node, ast.FunctionDef | ast.For | ast.While) for node in ast.walk(tree)):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, _ARITHMETIC):
            sides = [number_of(side) for side in (node.left, node.right)]
            numbers = [number for number in sides if number is not None]
            yield from ((key, number) for side in (node.left, node.right) for key, number in _label_of(side))
            # Two numbers make a third one, and are most often a unit.
            if len(numbers) == 1 and _is_telling(numbers[0]) and abs(numbers[0]) not in _UNITS:
                yield node, numbers[0]


def _label_of(node: ast.expr) -> Iterator[tuple[ast.expr, float]]:
    """Yield a large number by which an operand is looked up, such as a year; one of few digits may be a place."""
    match node:
        case ast.Subscript(value=receiver, slice=ast.Constant(value=int(number)) as key) if number >= _FIRST_YEAR:
            if not (isinstance(receiver, ast.Attribute) and receiver.attr == "iloc"):
                yield key, float(number)


_FIRST_YEAR = 1000


def _is_telling(number: float) -> bool:
    """Tell whether a number is worth a word."""
    number = abs(number)
    return number not in _CUSTOMARY and number >= _TINY and number not in range(_SMALLEST + 1)


_COMMENT = re.compile(r"#[^\n]*|\"[^\"\n]*\"|'[^'\n]*'")
"""What code says in words."""


def _told_by_code(tree: ast.Module) -> Iterator[float]:
    """Yield the numbers that earlier code compares or calculates with, lists, or binds to names."""
    yield from (abs(found.number) for found in thresholds(tree))
    for node in ast.walk(tree):
        match node:
            case ast.Assign(value=value) | ast.keyword(value=value) if not _is_seed(node):
                parts = [value]
            case ast.BinOp(left=left, right=right):
                parts = [left, right]
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
                pass
            case _:
                continue
        yield from (abs(number) for number in map(number_of, parts) if number is not None)


def _is_seed(node: ast.AST) -> bool:
    return isinstance(node, ast.keyword) and node.arg in {"random_state", "seed", "size", "n"}


_OF_TIME = re.compile(
    r"\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b|秒|分钟|小时|天|周|月|年", re.IGNORECASE
)
_TIMES = (60, 3600, 86_400, 24, 1440, 7, 12, 30, 365, 1 / 60)
"""What units of time have of one another."""


_MONTHS = {name.casefold(): place for place, name in enumerate(calendar.month_name) if name}
_MONTH = re.compile(rf"\b({'|'.join(_MONTHS)})\b", re.IGNORECASE)
_RANGE = re.compile(r"(?<![\w.])(-?\d{1,6}) ?(?:to|until|through|and|-|\u2013) ?(-?\d{1,6})(?![\w.]\d)")
_NAMES = re.compile(r"`[^`\n]+`(?:, `[^`\n]+`)*,? (?:and|or) `[^`\n]+`")
"""Names in backticks one after the other."""


def _implied_numbers(question: str) -> set[float]:
    """Return numbers that follow from a question: of months, of so many months or names, and the widths of ranges."""
    months = [_MONTHS[name.casefold()] for name in _MONTH.findall(question)]
    numbers = {*map(float, months), float(len(set(months)))}
    for low, high in _RANGE.findall(question):
        width = abs(float(high) - float(low))
        numbers |= {width, width + 1}
    return numbers | {float(match.count("`") // 2) for match in _NAMES.findall(question)}


def _known_numbers(subject: AlignmentSubject) -> set[str]:
    """Return the numbers of questions, comments, comparisons and bindings up to the cell, in any usual unit.

    A seed, or the size of a table, tells nobody a threshold.
    """
    numbers = set(numbers_of(subject.problem.question)) | _implied_numbers(subject.line)
    for step in steps(subject.problemset):
        if step.cell.span.start >= subject.cell.span.start:
            break
        earlier = step.cell.problem
        numbers |= numbers_of(earlier.question) if earlier is not None else set()
        numbers |= numbers_of("\n".join(_COMMENT.findall(step.cell.code))) | set(_told_by_code(step.tree))
    factors = (0.01, 1, 100, 1e3, 1e6, 1e9, *(_TIMES if _OF_TIME.search(subject.problem.question) else ()))
    return {number_key(number * factor) for number in numbers for factor in factors}
