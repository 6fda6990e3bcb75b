"""What an answer says whatever container holds it: its labels, and the values that belong to them."""

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

from authoring.dseal.python_code import expression_of
from authoring.records.evidence import TableView, ValueView

SEQUENCES = frozenset({"list", "tuple", "set", "frozenset", "dict", "numpy.ndarray"})
_PAIR = 2
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_FEWEST_DIGITS = 3
"""Digits of a whole number that is a label, such as a year: smaller ones number rows, or count."""
_LONGEST = 20_000
"""Characters of a value's text that are read."""


@dataclass(frozen=True, slots=True)
class AnswerContent:
    """The labels of an answer in its order, and the value of each, if it has any."""

    container: str
    labels: tuple[str, ...]
    values: tuple[str, ...] = ()

    @property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """Each label with its value."""
        return frozenset(zip(self.labels, self.values, strict=False))


def content_of(value: ValueView) -> AnswerContent | None:
    """Return what an answer says; None for what has no labels, is seen in part, or has a label twice."""
    if value.truncated:
        return None
    rows = _rows_of_table(value.table) if value.table is not None else _rows_of_text(value)
    if rows is None:
        return None
    labels = tuple(row[0] for row in rows)
    if len(set(labels)) < len(labels) or not all(map(_is_label, labels)):
        return None
    values = tuple(row[1] for row in rows if len(row) == _PAIR)
    return AnswerContent(value.type, labels, values if len(values) == len(labels) else ())


def _is_label(text: str) -> bool:
    if text in {"True", "False", "None", "nan", "NaN", "<NA>", "NaT", ""}:
        return False
    return _NUMBER.fullmatch(text) is None or (text.isdigit() and len(text) >= _FEWEST_DIGITS)


def _rows_of_table(table: TableView) -> Sequence[tuple[str, ...]] | None:
    """Return the rows of a table with one or two columns, the index among them where it is more than a numbering."""
    if table.rows != len(table.cells) or table.columns > len(table.header):
        return None
    is_numbered = table.index == tuple(map(str, range(table.rows)))
    rows = [cells if is_numbered else (index, *cells) for index, cells in zip(table.index, table.cells, strict=False)]
    return [tuple(map(_normal, row)) for row in rows] if all(1 <= len(row) <= _PAIR for row in rows) else None


def _rows_of_text(value: ValueView) -> Sequence[tuple[str, ...]] | None:
    """Return the elements of a container, or the keys and values of a dictionary, as its text has them."""
    node = expression_of(value.text) if value.type in SEQUENCES and len(value.text) <= _LONGEST else None
    node = _unwrapped(node) if node is not None else None
    match node:
        case ast.Dict(keys=keys, values=values):
            rows = [_texts_of([key, inner]) for key, inner in zip(keys, values, strict=True)]
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            inner = [_unwrapped(element) for element in elements]
            rows = [_texts_of(e.elts if isinstance(e, ast.Tuple | ast.List) else [e]) for e in inner]
        case _:
            return None
    return [row for row in rows if row] if all(row and len(row) <= _PAIR for row in rows) else None


def _texts_of(nodes: Sequence[ast.expr | None]) -> tuple[str, ...]:
    """Return constants as short text; nothing where one is no constant."""
    texts = [_text_of(_unwrapped(node)) for node in nodes if node is not None]
    return tuple(text for text in texts if text is not None) if None not in texts else ()


def _unwrapped(node: ast.expr) -> ast.expr:
    """Return what stands in calls that say the type of a value alone, as in `np.int64(3)` and `array([...])`."""
    while isinstance(node, ast.Call) and node.args:
        node = node.args[0]
    return node


def _text_of(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=value):
            return _normal(str(value))
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
            return _normal(str(-number))
    return None


def _normal(text: str) -> str:
    """Return one spelling for equal numbers; any other text as it is."""
    text = text.strip()
    return f"{float(text):.6g}" if _NUMBER.fullmatch(text) and not text.isdigit() else text
