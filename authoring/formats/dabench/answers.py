"""From the text of a value to DABench's named answers, and the words that say how to write them."""

import ast
import contextlib
import datetime as dt
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from authoring.validators.syntax_tree import expression_tree

Scalar: TypeAlias = "bool | int | float | str | dt.date"
# The names under which scalars of numpy show themselves since version 2: `np.float64(1.5)`.
NUMPY = re.compile(r"np\.(?:float|int|uint|bool|str)\d*_?")
NOT_FINITE = {"nan": math.nan, "inf": math.inf}
NO_ANSWER = "its answer is no number, word, truth value or date, and no small tuple or mapping of them"
MOST_ANSWERS = 6
"""Answers to one question."""
LONGEST_WORD = 200
"""Characters of a word."""
MOST_PLACES = 4
"""Decimal places that a number keeps; one that has more is rounded to them, and the question says so."""
COMPARED_PLACES = 6
"""Decimal places that the evaluator tells apart."""
LEADING_DIGITS = 3
"""Leading digits that a small number keeps at least."""


class NoAnswerError(Exception):
    """The value is no answer of DABench's; the message says why."""


class UnwritableError(Exception):
    """The value is one, but cannot be written as such; the message says why."""


@dataclass(frozen=True, slots=True)
class NamedAnswer:
    """One value of an answer, under the name that a question gives it."""

    name: str
    value: str
    """The text between the brackets."""
    description: str
    """A description of the value, in words that follow "is"."""


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """A scalar, with its name and the words that say which part of the value it is."""

    name: str
    scalar: Scalar
    place: str


def answers_of(text: str) -> tuple[NamedAnswer, ...]:
    """Return the answers that a value's representation stands for.

    The text is the representation of a scalar of Python or numpy, of a date, or of a tuple or mapping of them.

    Raises:
        NoAnswerError: it is none of these.
        UnwritableError: one of them cannot be written.
    """
    try:
        tree = expression_tree(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise NoAnswerError(NO_ANSWER) from None
    return tuple(_named_answer(part) for part in _parts(tree))


def format_of(answers: Sequence[NamedAnswer]) -> str:
    """Return the lines that DABench shows as the format of an answer."""
    lines = [f"@{answer.name}[{answer.name}_value]" for answer in answers]
    descriptions = [f'"{answer.name}_value" is {answer.description}' for answer in answers]
    return "\n".join([*lines, f"where {'; '.join(descriptions)}."])


def _parts(tree: ast.expr) -> Iterator[AnswerPart]:
    match tree:
        case ast.Tuple(elts=elements) if 0 < len(elements) <= MOST_ANSWERS:
            for number, element in enumerate(elements, 1):
                yield AnswerPart(f"answer_{number}", _scalar(element), f"part {number} of the answer, ")
        case ast.Dict(keys=keys, values=values) if 0 < len(values) <= MOST_ANSWERS:
            labels = [_label(key) for key in keys]
            names = [re.sub(r"\W+", "_", label, flags=re.ASCII).strip("_").lower() for label in labels]
            # Names have to be distinct words of ASCII: labels that are not are replaced by numbers.
            if len(set(names)) < len(names) or not all(names):
                names = [f"answer_{number}" for number in range(1, len(labels) + 1)]
            for name, label, element in zip(names, labels, values, strict=True):
                yield AnswerPart(name, _scalar(element), f"what belongs to {label}, ")
        case _:
            yield AnswerPart("answer", _scalar(tree), "")


def _label(key: ast.expr | None) -> str:
    if key is None:
        raise NoAnswerError(NO_ANSWER)
    return str(_scalar(key))


def _scalar(tree: ast.expr) -> Scalar:
    """Return the value of an expression, of those that stand for a scalar."""
    match tree:
        case ast.Constant(value=bool() | int() | float() | str() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            number = _scalar(inner)
            # In Python a truth value is a whole number, and `-True` would be -1.
            if isinstance(number, int | float) and not isinstance(number, bool):
                return -number
        case ast.Name(id=name) if name in NOT_FINITE:
            return NOT_FINITE[name]
        case ast.Attribute(value=ast.Name(id="np"), attr="True_" | "False_" as name):
            return name == "True_"
        case ast.Call(func=function, args=arguments, keywords=[]):
            return _called_scalar(ast.unparse(function), [_scalar(argument) for argument in arguments])
    raise NoAnswerError(NO_ANSWER)


def _called_scalar(function: str, arguments: Sequence[Scalar]) -> Scalar:
    """Return what a call in a representation stands for: a scalar of numpy, or a date."""
    match arguments:
        case [scalar] if NUMPY.fullmatch(function):
            return scalar
        case [str() as moment] if function == "Timestamp":
            return _day(moment)
        case [int() as year, int() as month, int() as day] if function == "datetime.date":
            with contextlib.suppress(ValueError):
                return dt.date(year, month, day)
    raise NoAnswerError(NO_ANSWER)


def _day(moment: str) -> dt.date:
    try:
        time = dt.datetime.fromisoformat(moment)
    except ValueError:
        raise NoAnswerError("its answer is a moment that is no day") from None
    # A day has one way to be written; a moment has many.
    if time.time() != dt.time() or time.tzinfo is not None:
        raise NoAnswerError("its answer is a moment and not a day")
    return time.date()


def _named_answer(part: AnswerPart) -> NamedAnswer:
    scalar = part.scalar
    match scalar:
        # Before `int`, whose subclass it is.
        case bool():
            return NamedAnswer(part.name, str(scalar), f"{part.place}True or False")
        case int():
            return NamedAnswer(part.name, str(scalar), f"{part.place}a whole number")
        case float():
            value, description = _number(scalar)
            return NamedAnswer(part.name, value, part.place + description)
        case dt.date():
            return NamedAnswer(part.name, scalar.isoformat(), f"{part.place}a day, written as YYYY-MM-DD")
        case _:
            return NamedAnswer(
                part.name, _word(scalar), f"{part.place}a word or a text, written as it stands in the data"
            )


def _number(value: float) -> tuple[str, str]:
    """Return a number as text, and what it is: rounded where it has more places than a person writes down."""
    if not math.isfinite(value):
        raise UnwritableError(f"its answer is {value}, which DABench does not compare as a number")
    # By way of the shortest text of the number: its binary value would have dozens of places.
    exact = Decimal(repr(value))
    places = max(0, -int(exact.as_tuple().exponent))
    if places <= MOST_PLACES:
        return f"{exact:f}", "a number"
    # A small number needs more places to keep its leading digits.
    rounded_places = max(MOST_PLACES, LEADING_DIGITS - 1 - exact.adjusted())
    if rounded_places > COMPARED_PLACES:
        raise UnwritableError(f"its answer {value} is so small that DABench does not tell it from others")
    return f"{round(exact, rounded_places):f}", f"a number, rounded to {rounded_places} decimal places"


def _word(text: str) -> str:
    if not text or len(text) > LONGEST_WORD or text != text.strip() or "]" in text or not text.isprintable():
        raise UnwritableError(f"its answer {text[:40]!r} cannot stand between the brackets of an answer")
    return text
