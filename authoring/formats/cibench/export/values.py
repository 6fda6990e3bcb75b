"""What kind of thing each problem's value is, as found by playing the set."""

import ast
import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import ValidationError

from authoring.formats.base.port import Player
from authoring.formats.cibench.export import value_probe
from authoring.formats.cibench.export.rewriting import caught
from authoring.records.base import Record
from authoring.records.bundle import AdmittedSet
from authoring.records.evidence import CellRun

Kind = Literal[
    "array", "bool", "frame", "index", "list", "mapping", "nothing", "number", "other", "plain", "series", "set",
    "table", "text", "tuple",
]  # fmt: skip

SCALARS: frozenset[Kind] = frozenset({"bool", "nothing", "number", "plain", "text"})
"""``plain`` is what has one text and is no number to compute with: a date, a whole number of many digits."""

CAUGHT = "_shown_value_"
"""The name that a played cell gives to its value."""

LONGEST_TOLD = 20_000
"""Characters of what a cell may say of its value."""


class Shape(Record):
    """A value, as far as the way to print it hangs on it."""

    kind: Kind
    type: str
    """Dotted name of its type."""
    length: int = 0
    """Of containers, as far as they were looked at."""
    each: Kind | Literal[""] = ""
    """The kind of all items; empty where they differ."""
    parts: tuple[Kind | Literal[""], ...] = ()
    """The kinds of the first items; of a mapping, those of all keys and of all values."""
    rows: tuple[Kind, ...] = ()
    """Of a list whose items are equally made: the kinds of an item's parts."""
    counted: bool = False
    """Of tables: whether the index counts from 0 and has no name."""
    exact: bool = True
    """Whether no number has more than ten digits."""
    ascii: bool = True
    """Whether all texts are ASCII."""
    builtin: bool = False
    """Whether it is made of Python's own containers and scalars only, however deep."""


def play_values(
    problemset: AdmittedSet, cells: Sequence[str], wanted: frozenset[int], *, play: Player
) -> tuple[tuple[CellRun, ...], Mapping[int, Shape]]:
    """Play a set, and find out what the values of some of its cells are.

    Args:
        problemset: whose data the cells read.
        cells: code, as it stands in the set.
        wanted: indices of the cells whose value is asked for.
        play: runs them.

    Returns:
        What each cell gave, without its value where that was asked for, cells behind one that ended the session
        missing; and the shape of each such value, as far as there is one.
    """
    source = inspect.getsource(value_probe)
    telling = f"_told_ = {{}}\nexec({source!r}, _told_)\nprint(_told_['told']({CAUGHT}))\ndel _told_, {CAUGHT}"
    played: list[str] = []
    places: list[int] = []
    tellings: dict[int, int] = {}
    for index, code in enumerate(cells):
        catching = caught(code, CAUGHT) if index in wanted else None
        places.append(len(played))
        played.append(catching or code)
        if catching:
            tellings[index] = len(played)
            played.append(telling)
    runs = play(problemset, played)
    shapes = {index: _read(runs[place]) for index, place in tellings.items() if place < len(runs)}
    return tuple(runs[place] for place in places if place < len(runs)), shapes


def _read(run: CellRun) -> Shape:
    """Return what a cell says of its value; it was said by code of the set's session, so nothing is taken on trust."""
    try:
        return Shape.model_validate_json(run.printed[:LONGEST_TOLD])
    except ValidationError:
        return Shape(kind="other", type="that cannot be told")


def is_number(text: str) -> bool:
    """Return whether a text is a number and nothing else, or is marked as an answer, as an export prints numbers."""
    said = text.strip()
    if said.startswith("answer: ") and said.endswith(" ;"):
        return True
    try:
        return isinstance(ast.literal_eval(said), int | float)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False


# How a value is printed, so that the text is short, rounded, ASCII and the same for all who have the same value.


StepType = Literal["exec", "num", "text", "vis"]

ESCAPED = '.encode("ascii", "backslashreplace").decode()'
"""Makes any text ASCII."""


@dataclass(frozen=True, slots=True)
class Printing:
    """How a value is printed.

    Attributes:
        step_type: how the printed text is compared.
        call: with ``@`` in the place of the value.
        rounds: whether numbers lose digits.
    """

    step_type: StepType
    call: str
    rounds: bool = False


def printing_of(shape: Shape) -> Printing | None:
    """Return how a value is printed; None where it has no plain text."""
    call = _call(shape) or ("print(ascii(@))" if shape.builtin else None)
    if call is None:
        return None
    step_type: StepType = "num" if '"answer:' in call else "text"
    return Printing(step_type, call, rounds=not shape.exact and ".6g" in call)


def _call(shape: Shape) -> str | None:
    match shape.kind:
        case kind if kind in SCALARS:
            call = _scalar(shape)
        case "tuple" if set(shape.parts) <= SCALARS and 0 < shape.length <= len(shape.parts):
            call = f'print("answer: {_fields(shape, shape.parts)} ;".format(*@))'
        case "list" | "array" | "index" | "tuple" | "set":
            call = _items(shape)
        case "mapping" if set(shape.parts) <= SCALARS and shape.length:
            pair = ": ".join(_field(shape, part) for part in shape.parts)
            call = f'print("\\n".join("{pair}".format(*item) for item in @.items()))'
        case "table":
            call = f'print("\\n".join(", ".join(map("{_number(shape)}".format, row)) for row in @))'
        case "series" | "frame":
            call = _csv(shape)
        case _:
            call = None
    return call


def _scalar(shape: Shape) -> str | None:
    match shape.kind:
        case "number":
            return f'print("answer: {_number(shape)} ;".format(@))'
        case "text" if not shape.ascii:
            return "print(ascii(@))"
        case "nothing":
            return None
        case _:
            return "print(@)"


def _items(shape: Shape) -> str | None:
    """Return how a container is printed whose items stand side by side, or one below the other if they have parts."""
    if shape.rows and set(shape.rows) <= SCALARS:
        order = "sorted(@)" if shape.kind == "set" else "@"
        return f'print("\\n".join("{_fields(shape, shape.rows)}".format(*row) for row in {order}))'
    order = "sorted(@)" if shape.kind == "set" else "@"
    if shape.each == "number":
        return f'print("answer: {{}} ;".format(", ".join(map("{_number(shape)}".format, {order}))))'
    if shape.each in {"text", "plain"}:
        return f'print(", ".join(map({"str" if shape.ascii else "ascii"}, {order})))'
    if set(shape.parts) <= SCALARS and shape.exact and shape.kind != "set":
        return f'print("answer: {{}} ;".format(", ".join(map({"str" if shape.ascii else "ascii"}, @))))'
    return None


def _csv(shape: Shape) -> str:
    options = [
        *(["index=False"] if shape.counted else []),
        *(["header=False"] if shape.kind == "series" else []),
        f'float_format="%{_digits(shape)}"',
    ]
    return f'print(@.to_csv({", ".join(options)}){"" if shape.ascii else ESCAPED}, end="")'


def _fields(shape: Shape, parts: tuple[str, ...]) -> str:
    return " ".join(_field(shape, part) for part in parts)


def _field(shape: Shape, part: str) -> str:
    if part == "number":
        return _number(shape)
    return "{!a}" if part == "text" and not shape.ascii else "{}"


def _number(shape: Shape) -> str:
    return f"{{:{_digits(shape)}}}"


def _digits(shape: Shape) -> str:
    return ".10g" if shape.exact else ".6g"
