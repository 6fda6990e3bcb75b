"""Whether two values, seen in processes with other versions of Python and pandas, are the same to a person."""

import re
from collections.abc import Iterator
from itertools import zip_longest
from math import isclose

from authoring.gate.environment_drift.reference_runs import ValueLook
from authoring.records.environment import DriftKind
from authoring.records.evidence import TableView, ValueView
from authoring.records.wording import one_line

CLOSE = 1e-6
"""Relative difference up to which two numbers are one, rounded."""
NEARLY_NOTHING = 1e-12
MISSING = frozenset({"nan", "none", "<na>", "nat"})
# A sign, digits with or without a point, and an exponent.
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_SCALAR = re.compile(r"\bnp\.\w+?\(((?:[^()'\"]|'[^']*'|\"[^\"]*\")*)\)")
"""numpy 2 shows its scalars with their type: ``np.float64(1.5)``."""
# numpy 2 shows its own truth values as `np.True_`.
_CONSTANT = re.compile(r"\bnp\.(True|False)_")
# In text, a dtype is `dtype: int64` below a Series, or `dtype=...` inside the parentheses of an array.
_DTYPE = re.compile(r",?\s*\bdtype[=:]\s*('[^']*'|\"[^\"]*\"|[\w.<>\[\], ]*?)(?=[,)\n]|$)")
_SHAPE = re.compile(r", shape=\(\d+(?:, ?\d+)*,?\)")
"""numpy since 2.2 says how large an array is that it does not show in full."""
# Addresses differ in every process.
_ADDRESS = re.compile(r"\bat 0x[0-9a-f]+")


def difference(first: ValueLook, second: ValueLook) -> DriftKind | None:
    """Return how far two looks at a value are apart; None where they show the same."""
    if first.view is None or second.view is None:
        return None if first.view is second.view else DriftKind.VALUE
    differences = list(_differences(first.view, second.view))
    if first.digest and second.digest and first.digest != second.digest:
        differences.append(DriftKind.VALUE)
    return max(differences, key=lambda distance: distance.weight, default=None)


def described(look: ValueLook, kind: DriftKind) -> str:
    """Return what a look shows, in one line, as far as it matters for a kind of difference."""
    view = look.view
    if view is None:
        return "no value"
    if kind is DriftKind.TYPE:
        types = dict.fromkeys(view.table.dtypes) if view.table else ()
        return f"{_short(view.type)}" + (f" of {', '.join(types)}" if types else "")
    text = one_line(_DTYPE.sub("", _plain(view.text)))
    return f"{view.table.rows} x {view.table.columns}: {text}" if view.table else text


def _differences(first: ValueView, second: ValueView) -> Iterator[DriftKind]:
    if _short(first.type) != _short(second.type):
        yield DriftKind.TYPE
    if first.table is not None and second.table is not None:
        yield from _of_tables(first.table, second.table)
        return
    if (first.table is None) != (second.table is None):
        yield DriftKind.VALUE
        return
    plain, also = _plain(first.text), _plain(second.text)
    if plain != also:
        bare, bare_too = (one_line(_DTYPE.sub("", text)) for text in (plain, also))
        yield _of_texts(bare, bare_too) or DriftKind.TYPE


def _of_tables(first: TableView, second: TableView) -> Iterator[DriftKind]:
    if (first.rows, first.columns, first.header) != (second.rows, second.columns, second.header):
        yield DriftKind.VALUE
    if first.dtypes != second.dtypes:
        yield DriftKind.TYPE
    for row, row_too in zip_longest((first.index, *first.cells), (second.index, *second.cells), fillvalue=()):
        for text, text_too in zip_longest(row, row_too, fillvalue="(nothing)"):
            if not (text.lower() in MISSING and text_too.lower() in MISSING):
                distance = _of_texts(_plain(text), _plain(text_too))
                if distance is not None:
                    yield distance


def _of_texts(first: str, second: str) -> DriftKind | None:
    """Return how far two texts are apart: not at all but for how numbers are written, in last digits, or altogether."""
    # Only where the words around the numbers are the same can the numbers be compared pair by pair.
    if _NUMBER.sub("0", first) != _NUMBER.sub("0", second):
        return DriftKind.VALUE
    pairs = [(float(a), float(b)) for a, b in zip(_NUMBER.findall(first), _NUMBER.findall(second), strict=True)]
    if all(a == b for a, b in pairs):
        return None
    close = all(isclose(a, b, rel_tol=CLOSE, abs_tol=NEARLY_NOTHING) for a, b in pairs)
    return DriftKind.ROUNDING if close else DriftKind.VALUE


def _plain(text: str) -> str:
    """Return a representation without what only says by which version it was made."""
    previous = ""
    while previous != text:
        # From the inside out, because scalars may stand in each other's parentheses.
        previous, text = text, _SCALAR.sub(r"\1", text)
    return one_line(_ADDRESS.sub("at 0x", _SHAPE.sub("", _CONSTANT.sub(r"\1", text))))


def _short(kind: str) -> str:
    """Return a type's own name: where pandas keeps its classes is its own affair."""
    return kind.rpartition(".")[2]
