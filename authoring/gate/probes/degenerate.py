"""Degenerate answers: signs in a value that nearly any table would give the same."""

import re
from collections.abc import Iterator, Mapping

from authoring.dseal.python_code import literal_of
from authoring.records.evidence import CellRun, TableView, ValueView
from authoring.records.probes.probe import DegenerateAnswer

PARTS = 2
"""Parts of an answer that compares two sides."""
FEWEST_EQUAL = 4
"""Values that have to be the same before that is a sign."""
LONGEST_TEXT = 80
_NUMPY = re.compile(r"(?:np|numpy)\.\w+\(((?:-?[\w.+-]+)|'[^']*')\)")
_MISSING = frozenset({"nan", "None", "NaT", "<NA>", "NaN"})
_ZERO = re.compile(r"-?0(?:\.0+)?")


def degenerate_answers(run: CellRun, variables: Mapping[str, ValueView]) -> tuple[DegenerateAnswer, ...]:
    """Return the signs in what a reference gives and in the variables that are compared."""
    views = {"value": run.value, **variables} if run.value is not None else dict(variables)
    return tuple(answer for subject, view in views.items() if view is not None for answer in _of_view(subject, view))


def _of_view(subject: str, view: ValueView) -> Iterator[DegenerateAnswer]:
    if view.truncated:
        return
    text = _NUMPY.sub(r"\1", view.text.strip())
    kind = _kind_of_table(view) if view.table is not None else _kind_of_text(text)
    if kind is not None:
        shown = " ".join(text.split())[:LONGEST_TEXT]
        yield DegenerateAnswer.model_validate({"kind": kind, "subject": subject, "text": shown})


def _kind_of_table(view: ValueView) -> str | None:
    table = view.table
    if table is None:
        return None
    if table.rows == 0 or table.columns == 0:
        return "empty"
    # What is not shown may be different.
    if table.rows > len(table.cells) or table.columns > len(table.header):
        return None
    return _kind_of_series(table) if table.columns == 1 and view.type.endswith("Series") else None


def _kind_of_series(table: TableView) -> str | None:
    values = [row[0] for row in table.cells]
    return _kind_of_values(values)


def _kind_of_values(values: list[str]) -> str | None:
    if all(value in _MISSING for value in values):
        return "missing"
    if len(values) >= FEWEST_EQUAL and len(set(values)) == 1:
        return "constant"
    if len(values) == PARTS and values[0] == values[1] and re.fullmatch(r"-?\d+(?:\.\d+)?", values[0]):
        return "equal-parts"
    return None


def _kind_of_text(text: str) -> str | None:
    if text in _MISSING:
        return "missing"
    if text in {"''", '""', "[]", "()", "{}", "set()"} or re.fullmatch(
        r"(?:array|Index)\(\[\], ?(?:dtype=.*)?\)", text
    ):
        return "empty"
    if _ZERO.fullmatch(text):
        return "zero"
    literal = literal_of(re.sub(r"\bnan\b", "None", text))
    if literal is None or not isinstance(literal[0], list | tuple) or not literal[0]:
        return None
    if any(isinstance(element, list | tuple | dict | set) for element in literal[0]):
        return None
    return _kind_of_values([str(element) for element in literal[0]])
