"""The kind of each problem's value, found by playing the set, and the way to print it.

The printed text is short, rounded, ASCII and the same for all who have the same value. Whatever holds more than words
is compared as a whole: of texts CIBench counts the words that both have, in any order, so that a table of numbers with
rows and columns exchanged would be right. It stands between ``answer:`` and ``;``, because CIBench accepts every output
that contains the reference: 6 stands in 16, ``answer: 6 ;`` only in itself. Numbers are written as Python's ``.10g``
does, which is the same for 15 and 15.0 and in all versions of numpy; where a reference is not rounded, ``.6g`` rounds
it. All of it is printed as one text: of several, a busy kernel may send the first alone, and CIBench looks at no other.
"""

import ast
import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import ValidationError

from authoring.formats.base.port import Player
from authoring.formats.cibench.export import value_probe
from authoring.formats.cibench.export.rewriting import assign_value
from authoring.records.base import Record
from authoring.records.bundle import AdmittedSet
from authoring.records.evidence import CellRun
from authoring.validators.syntax_tree import expression_tree

ValueKind = Literal[
    "array", "bool", "frame", "index", "list", "mapping", "nothing", "number", "other", "plain", "series", "set",
    "table", "text", "tuple",
]  # fmt: skip
SCALARS: frozenset[ValueKind] = frozenset({"bool", "nothing", "number", "plain", "text"})
"""``plain`` is what has one text and is no number to compute with: a date, a whole number of many digits."""
VALUE_NAME = "_shown_value_"
"""The name that a played cell gives to its value."""
LONGEST_DESCRIPTION = 20_000
"""Characters of what a cell may say of its value."""
StepType = Literal["exec", "num", "text", "vis"]
ESCAPED = '.encode("ascii", "backslashreplace").decode()'
"""Makes any text ASCII."""


class ValueShape(Record):
    """A value, as far as the way to print it hangs on it."""

    kind: ValueKind
    type: str
    """Dotted name of its type."""
    length: int = 0
    """The number of items of a container, as far as they were looked at."""
    items_kind: ValueKind | Literal[""] = ""
    """The kind of all items; empty where they differ."""
    parts: tuple[ValueKind | Literal[""], ...] = ()
    """The kinds of the first items; of a mapping, those of all keys and of all values."""
    rows: tuple[ValueKind, ...] = ()
    """The kinds of an item's parts, for a list whose items all have the same parts."""
    counted: bool = False
    """Whether the index of a table counts from 0 and has no name."""
    exact: bool = True
    """Whether no number has more than ten digits."""
    ascii: bool = True
    """Whether all texts are ASCII."""
    words: bool = True
    """Whether what is printed is texts only, no numbers, dates or truth values among them."""
    builtin: bool = False
    """Whether it is made of Python's own containers and scalars only, however deep."""


def play_values(
    problemset: AdmittedSet, cells: Sequence[str], judged: frozenset[int], *, play: Player
) -> tuple[tuple[CellRun, ...], Mapping[int, ValueShape]]:
    """Play a set, and find out what the values of some of its cells are.

    Args:
        problemset: the set with the data that the cells read.
        cells: code, as it stands in the set.
        judged: indices of the cells whose value is asked for.
        play: runs them.

    Returns:
        What each cell gave, without its value where that was asked for, cells behind one that ended the session
        missing; and the shape of each such value, as far as there is one.
    """
    source = inspect.getsource(value_probe)
    # Run by `exec` in a namespace of its own, and deleted afterwards, so that nothing of it is left among the set's
    # names.
    description_cell = (
        f"_told_ = {{}}\nexec({source!r}, _told_)\nprint(_told_['describe']({VALUE_NAME}))\ndel _told_, {VALUE_NAME}"
    )
    played: list[str] = []
    places: list[int] = []
    tellings: dict[int, int] = {}
    for index, code in enumerate(cells):
        # A cell that ends with no expression has no value, and is played as it is.
        catching = assign_value(code, VALUE_NAME) if index in judged else None
        places.append(len(played))
        played.append(catching or code)
        if catching:
            tellings[index] = len(played)
            played.append(description_cell)
    runs = play(problemset, played)
    # Runs behind the end of a session are missing.
    shapes = {index: _read(runs[place]) for index, place in tellings.items() if place < len(runs)}
    return tuple(runs[place] for place in places if place < len(runs)), shapes


def _read(run: CellRun) -> ValueShape:
    """Return what a cell says of its value; it was said by code of the set's session, so nothing is taken on trust."""
    try:
        return ValueShape.model_validate_json(run.printed[:LONGEST_DESCRIPTION])
    except ValidationError:
        return ValueShape(kind="other", type="that cannot be told")


def is_number(text: str) -> bool:
    """Return whether a text is a number and nothing else, or is marked as an answer, as an export prints numbers."""
    stripped = text.strip()
    if stripped.startswith("answer: ") and stripped.endswith(" ;"):
        return True
    try:
        # A literal only: the text comes out of a session.
        return isinstance(ast.literal_eval(expression_tree(stripped)), int | float)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False


@dataclass(frozen=True, slots=True)
class Printing:
    """The way to print a value.

    Attributes:
        step_type: the way in which the printed text is compared.
        call: with ``@`` in the place of the value.
        rounds: whether numbers lose digits.
    """

    step_type: StepType
    call: str
    rounds: bool = False


def printing_of(shape: ValueShape) -> Printing | None:
    """Return how a value is printed; None where it has no plain text."""
    # A nest of plain containers has the same `ascii` text in all versions of all packages.
    text = _text(shape) or ("ascii(@)" if shape.builtin else None)
    if text is None:
        return None
    rounds = not shape.exact and ".6g" in text
    # A number, and a tuple's parts, have their fields between the marks already.
    if text.startswith('"answer:'):
        return Printing("num", f"print({text})", rounds)
    if shape.words or shape.kind == "bool":
        end = ', end=""' if shape.kind in {"series", "frame"} else ""
        return Printing("text", f"print({text}{end})", rounds)
    return Printing("num", f'print("answer: {{}} ;".format({text}))', rounds)


def _text(shape: ValueShape) -> str | None:
    """Return the expression for a value's text, with ``@`` in the place of the value."""
    match shape.kind:
        case kind if kind in SCALARS:
            text = _scalar(shape)
        case "tuple" if set(shape.parts) <= SCALARS and 0 < shape.length <= len(shape.parts):
            text = f'"answer: {_fields(shape, shape.parts)} ;".format(*@)'
        case "list" | "array" | "index" | "tuple" | "set":
            text = _items(shape)
        case "mapping" if set(shape.parts) <= SCALARS and shape.length:
            pair = ": ".join(_field(shape, part) for part in shape.parts)
            text = f'"\\n".join("{pair}".format(*item) for item in @.items())'
        case "table":
            text = f'"\\n".join(", ".join(map("{_number(shape)}".format, row)) for row in @)'
        case "series" | "frame":
            text = _csv(shape)
        case _:
            text = None
    return text


def _scalar(shape: ValueShape) -> str | None:
    match shape.kind:
        case "number":
            return f'"answer: {_number(shape)} ;".format(@)'
        case "text" if not shape.ascii:
            return "ascii(@)"
        case "nothing":
            return None
        case _:
            return "@"


def _items(shape: ValueShape) -> str | None:
    """Return how a container is written whose items stand side by side, or one below the other if they have parts."""
    order = "sorted(@)" if shape.kind == "set" else "@"
    if shape.rows and set(shape.rows) <= SCALARS:
        return f'"\\n".join("{_fields(shape, shape.rows)}".format(*row) for row in {order})'
    if shape.items_kind == "number":
        return f'", ".join(map("{_number(shape)}".format, {order}))'
    if shape.items_kind in {"text", "plain"}:
        return f'", ".join(map({"str" if shape.ascii else "ascii"}, {order}))'
    # Items of mixed kinds cannot be sorted or formatted alike, so only those whose plain text is short are printed.
    if set(shape.parts) <= SCALARS and shape.exact and shape.kind != "set":
        return f'", ".join(map({"str" if shape.ascii else "ascii"}, @))'
    return None


def _csv(shape: ValueShape) -> str:
    options = [
        # An index that only counts says nothing.
        *(["index=False"] if shape.counted else []),
        *(["header=False"] if shape.kind == "series" else []),
        f'float_format="%{_digits(shape)}"',
    ]
    return f"@.to_csv({', '.join(options)}){'' if shape.ascii else ESCAPED}"


def _fields(shape: ValueShape, parts: tuple[str, ...]) -> str:
    return " ".join(_field(shape, part) for part in parts)


def _field(shape: ValueShape, part: str) -> str:
    if part == "number":
        return _number(shape)
    return "{!a}" if part == "text" and not shape.ascii else "{}"


def _number(shape: ValueShape) -> str:
    return f"{{:{_digits(shape)}}}"


def _digits(shape: ValueShape) -> str:
    return ".10g" if shape.exact else ".6g"
