"""Tables whose rows do not stand in the order that their question says, as the dry run saw them."""

import math
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.gate_codes import BROKEN_ORDER
from authoring.dseal.model import ProblemSet
from authoring.dseal.session import at_question
from authoring.records.evidence import DryRun, Outcome, TableView

_FEWEST_ROWS, _MOST_KEYS = 3, 3
_DIRECTION = r"[`'\"]?s?,? ?(?:column )?(?:in |\()?(?:an? |the )?(?P<direction>ascending|descending|asc|desc)\b"
_MISSING = frozenset({"", "nan", "NaN", "None", "NaT", "<NA>"})
_WORD = re.compile(r"[^\W\d_]{2}")
"""What makes the label of a column a word: a number or a letter stands in questions for other reasons."""
Key = tuple[int, int]
"""The place of a column, and 1 for ascending or -1 for descending."""


def broken_orders(problemset: ProblemSet, run: DryRun) -> Iterator[Diagnostic]:
    """Find the tables that are in no order which has the columns and directions that the question says."""
    for cell_run in run.cells:
        cell, answer = problemset.cells[cell_run.cell], cell_run.run
        if cell.problem is None or answer.value is None or answer.outcome is not Outcome.OK:
            continue
        table = answer.value.table
        if table is None or answer.value.type.endswith("Series") or len(table.cells) < _FEWEST_ROWS:
            continue
        keys = _keys(table, " ".join(cell.problem.question.split()))
        if keys and not _is_in_order(table, keys):
            names = [f"{table.header[place]!r} {'ascending' if sign > 0 else 'descending'}" for place, sign in keys]
            message = f"the question says the order {', '.join(names)}, and the rows of the answer stand otherwise"
            hint = "sort by what the question says, or say the order that the answer has"
            yield at_question(problemset, cell, table.header[keys[0][0]], BROKEN_ORDER, message, hint)


def _keys(table: TableView, question: str) -> list[Key]:
    """Return the columns behind which the question says a direction, in the order in which it does."""
    matches = [
        (match.start(), place, 1 if match["direction"].casefold().startswith("asc") else -1)
        for place, name in enumerate(table.header)
        if _WORD.search(name)
        for match in re.finditer(rf"(?<!\w){re.escape(name)}{_DIRECTION}", question, re.IGNORECASE)
    ]
    directions = {place: sign for _, place, sign in matches}
    # A column with two directions is one of two answers, or an example.
    is_plain = len(matches) == len(directions) <= _MOST_KEYS
    return [(place, sign) for _, place, sign in sorted(matches)] if is_plain else []


def _is_in_order(table: TableView, keys: Sequence[Key]) -> bool:
    """Return whether the rows that are shown have an order of these keys, by themselves or within groups."""
    if any(_is_sorted(table.cells, order) for order in permutations(keys)):
        return True
    groups = [place for place in range(len(table.header)) if place not in {key[0] for key in keys}]
    return any(
        all(any(_is_sorted(part, order) for order in permutations(keys)) for part in parts)
        for place in groups
        if (parts := _parts(table.cells, place))
    )


def _parts(rows: Sequence[tuple[str, ...]], place: int) -> list[list[tuple[str, ...]]]:
    """Return the rows of each value of a column where these stand together; nothing where they do not."""
    parts: list[list[tuple[str, ...]]] = []
    for row in rows:
        if parts and parts[-1][0][place] == row[place]:
            parts[-1].append(row)
        else:
            parts.append([row])
    values = [part[0][place] for part in parts]
    # Where every row has its own value, there are no groups.
    return parts if len(set(values)) == len(values) < len(rows) else []


def _is_sorted(rows: Sequence[tuple[str, ...]], keys: Sequence[Key]) -> bool:
    return all(_may_follow(first, second, keys) for first, second in pairwise(rows))


def _may_follow(first: tuple[str, ...], second: tuple[str, ...], keys: Sequence[Key]) -> bool:
    """Return whether a row may stand behind another one; what is missing or cannot be compared may stand anywhere."""
    for place, sign in keys:
        left, right = first[place], second[place]
        if left in _MISSING or right in _MISSING or left.endswith("…") or right.endswith("…"):
            return True
        if left == right:
            continue
        numbers = _number(left), _number(right)
        if not any(map(math.isnan, numbers)):
            # Numbers that are shown short may be equal, or stand the other way round within what is not shown.
            return sign * (numbers[1] - numbers[0]) > 0 or math.isclose(*numbers, rel_tol=1e-3)
        # Ordered levels, names of months and letters with marks have orders of their own.
        return sign > 0 or left.casefold() >= right.casefold() or not (left + right).isascii()
    return True


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan
