"""What kind of thing each problem's value is, as found by playing the set."""

import ast
import inspect
from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import ValidationError

from authoring.formats.base.base import Player
from authoring.formats.cibench.export import describing
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
    source = inspect.getsource(describing)
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
