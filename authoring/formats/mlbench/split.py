"""Parting a table into rows to train on and rows whose target is held out: the same ones everywhere, every time."""

import csv
import hashlib
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final, TextIO

from authoring.errors import SeedError

HELD_OUT: Final = 5
"""One of so many rows is held out, as in ML-Benchmark."""
FEWEST_ROWS: Final = 10
MOST_ROWS: Final = 5_000_000
"""``rows``: of a table that is split."""
SEED: Final = "ML-Benchmark"
"""Decides which rows: a row's place is hashed with it, so no version of a generator matters."""


@dataclass(frozen=True, slots=True)
class TableSplit:
    """The three tables as CSV."""

    train: str
    evaluation: str
    """Without the target."""
    labels: str
    """The target alone."""
    train_rows: int
    held_out: int
    left_out: int
    """Rows that are in none of the tables."""


def count_rows(lines: Iterable[str], *, location: str) -> int:
    """Return how many rows a CSV table has below its header.

    Raises:
        SeedError: it is no CSV table, or has too few rows.
    """
    rows = sum(1 for _ in islice(_rows(lines, location), MOST_ROWS + 2)) - 1
    if rows > MOST_ROWS:
        raise SeedError(f"{location}: has more than {MOST_ROWS:,} rows (limit rows)", hint="take a part of the table")
    if rows < FEWEST_ROWS:
        raise SeedError(
            f"{location}: has {max(rows, 0)} rows, and {FEWEST_ROWS} are the least", hint="is it the table?"
        )
    return rows


def split_table(
    lines: Iterable[str], *, rows: int, target: str, location: str, most_rows: int | None, most_bytes: int
) -> TableSplit:
    """Return the rows of a CSV table in two parts, in their order.

    Args:
        lines: of the table.
        rows: what `count_rows` says of it.
        target: the column that is predicted.
        location: of the table, for messages.
        most_rows: so many rows are taken, drawn at random; all of them if None.
        most_bytes: that both parts may have together.

    Raises:
        SeedError: it has no such column, a row is not like the others or has no target, or the parts are too large.
    """
    chosen, held_out = _drawn(rows, min(most_rows or rows, rows))
    train, evaluation, labels = io.StringIO(), io.StringIO(), io.StringIO()
    writers = [csv.writer(part, lineterminator="\n") for part in (train, evaluation, labels)]
    reader = _rows(lines, location)
    header = next(reader)
    column = _column_of(target, header, location)
    writers[0].writerow(header)
    writers[1].writerow([*header[:column], *header[column + 1 :]])
    writers[2].writerow([target])
    for number, row in enumerate(reader):
        if len(row) != len(header):
            raise SeedError(f"{location}: row {number + 1} has {len(row)} values, and the header {len(header)}")
        if number not in chosen:
            continue
        if not row[column].strip():
            raise SeedError(f"{location}: row {number + 1} has no {target}", hint="is it the table with the answers?")
        if number in held_out:
            writers[1].writerow([*row[:column], *row[column + 1 :]])
            writers[2].writerow([row[column]])
        else:
            writers[0].writerow(row)
        _refuse_large((train, evaluation), most_bytes, len(chosen), location)
    return TableSplit(
        train=train.getvalue(),
        evaluation=evaluation.getvalue(),
        labels=labels.getvalue(),
        train_rows=len(chosen) - len(held_out),
        held_out=len(held_out),
        left_out=rows - len(chosen),
    )


def _drawn(rows: int, number: int) -> tuple[frozenset[int], frozenset[int]]:
    """Return the rows that are taken, and those of them that are held out; the same ones first, however many."""
    order = sorted(range(rows), key=lambda row: hashlib.sha256(f"{SEED}:{row}".encode()).digest())
    chosen = order[:number]
    return frozenset(chosen), frozenset(chosen[::HELD_OUT])


def _rows(lines: Iterable[str], location: str) -> Iterator[list[str]]:
    reader = csv.reader(lines, strict=True)
    try:
        # An empty line is what editors leave at the end.
        yield from (row for row in reader if row)
    except (csv.Error, UnicodeDecodeError) as error:
        message = f"{location}:{reader.line_num}: is no CSV table in UTF-8: {error}"
        raise SeedError(message, hint="is it the table?") from None


def _column_of(target: str, header: list[str], location: str) -> int:
    if header.count(target) != 1:
        columns = ", ".join(header[:8])
        raise SeedError(
            f"{location}: has {header.count(target)} columns called {target}", hint=f"its first ones: {columns}"
        )
    return header.index(target)


def _refuse_large(parts: tuple[TextIO, ...], most_bytes: int, rows: int, location: str) -> None:
    """Refuse tables that are larger than allowed; a character has at least a byte."""
    size = sum(part.tell() for part in parts)
    if size > most_bytes:
        raise SeedError(
            f"{location}: {rows:,} rows have more than {most_bytes // 1_000_000} MB (limit max_inputs)",
            hint="take some of them, drawn at random, with --rows N, or raise the limit in authoring.toml",
        )
