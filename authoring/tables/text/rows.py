"""The rows of delimited text, one after the other: their widths, and the table between remarks above and below it."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from authoring.tables.refusal import RefusedData

MAX_FIELD = 1_000_000
"""Characters of one value. Longer ones are nearly always a quote that is not closed."""
MAX_REMARKS = 20
"""Lines above a table, and below it, that are taken for remarks."""
_MIN_ROWS = 3
"""Rows, the header included, from which a table among remarks is one."""


@dataclass(slots=True)
class TableShape:
    """The shape of all rows: how many there are, and how many fields they have."""

    header: list[str]
    rows: int = 0
    """Rows behind the header, blank lines not counted."""
    blank: int = 0
    """Blank lines between rows."""
    ragged: dict[int, int] = field(default_factory=dict)
    """Fields by line, of rows that do not fit the header."""
    widths: set[int] = field(default_factory=set)
    """All field counts of rows behind the header."""
    last_empty: bool = True
    """Whether the last field of every row behind the header is empty."""

    @property
    def trailing(self) -> bool:
        """Whether every row behind the header ends in a delimiter that the header does not have."""
        return self.widths == {len(self.header) + 1} and self.last_empty


@dataclass(frozen=True, slots=True)
class FramedTable:
    """A table with remarks around it."""

    header: list[str]
    rows: int
    """Rows behind the header."""
    remarks_above: tuple[str, ...]
    """The first field of each line above the header."""
    remarks_below: tuple[str, ...]
    """The first field of each row below the table."""


def split_rows(lines: Iterable[str], delimiter: str, *, spaced: bool = False) -> Iterator[tuple[int, list[str]]]:
    """Yield each row of lines, whose ends are of one kind, with the number of the line it begins in.

    Raises:
        csv.Error: when a line cannot be split; `read_shape` says what that means.
    """
    rows = csv.reader(iter(lines), delimiter=delimiter, strict=True, skipinitialspace=spaced)
    start = 1
    for row in rows:
        yield start, row
        start = rows.line_num + 1


def read_shape(
    lines: Iterable[str], delimiter: str, name: str, *, lines_above: int = 0, spaced: bool = False
) -> TableShape:
    """Read every row once and note its shape; `lines_above` lines of the file come before the first of `lines`.

    Raises:
        RefusedData: when a row cannot be split into fields, with its line, or there is none.
    """
    header: list[str] | None = None
    shape = TableShape([])
    pending = 0
    for line, row in _split_or_refuse(lines, delimiter, name, lines_above, spaced=spaced):
        # A line of blanks is no row; a pair of quotes alone on its line is one, with an empty value.
        if not row or (len(row) == 1 and row[0] and not row[0].strip()):
            # Blank lines at the end of a file are no repair, so they count only when a row follows.
            pending += header is not None
        elif header is None:
            header = shape.header = row
        else:
            shape.blank, pending = shape.blank + pending, 0
            shape.rows += 1
            shape.widths.add(len(row))
            shape.last_empty = shape.last_empty and not row[-1].strip()
            if len(row) != len(header):
                shape.ragged[line + lines_above] = len(row)
    if header is None:
        raise RefusedData(f"{name}: the file is empty", "give a file that holds a table")
    return shape


def find_framed_table(lines: Iterable[str], delimiter: str, *, spaced: bool = False) -> FramedTable | None:
    """Return the table between remarks: few lines with less than half of the values that every row of the table has.

    None when there are no such remarks, when rows between them are of other widths, or when a remark spans lines.
    `lines` are those that `read_shape` could read.
    """
    numbered_rows = [(line, row) for line, row in split_rows(lines, delimiter, spaced=spaced)]
    widths = Counter(len(row) for _, row in numbered_rows if len(row) > 1)
    if not widths:
        return None
    width = widths.most_common(1)[0][0]
    full_rows = [position for position, (_, row) in enumerate(numbered_rows) if len(row) == width]
    first, last = full_rows[0], full_rows[-1]
    blank = sum(not row for _, row in numbered_rows[first : last + 1])
    # Row and line numbers differ when a remark spans lines; skiprows counts lines.
    if len(full_rows) < _MIN_ROWS or len(full_rows) + blank != last + 1 - first or numbered_rows[first][0] != first + 1:
        return None
    remarks_above = tuple(row[0] if row else "" for _, row in numbered_rows[:first])
    remarks_below = tuple(row[0] for _, row in numbered_rows[last + 1 :] if row)
    if any(
        # A remark fills one field, or few of those that its commas make.
        _count_filled(row) > max(1, (width - 1) // 2)
        for _, row in (*numbered_rows[:first], *numbered_rows[last + 1 :])
    ):
        return None
    if not (remarks_above or remarks_below) or max(len(remarks_above), len(remarks_below)) > min(
        MAX_REMARKS, len(full_rows)
    ):
        return None
    return FramedTable(numbered_rows[first][1], len(full_rows) - 1, remarks_above, remarks_below)


def _count_filled(row: list[str]) -> int:
    return sum(bool(field.strip()) for field in row)


def _split_or_refuse(
    lines: Iterable[str], delimiter: str, name: str, lines_above: int, *, spaced: bool
) -> Iterator[tuple[int, list[str]]]:
    """Yield rows as `split_rows` does, and refuse text that cannot be split into fields."""
    # The limit is global to the csv module, so it is restored below.
    limit = csv.field_size_limit(MAX_FIELD)
    counted = _CountedLines(iter(lines))
    start = 1
    try:
        for line, row in split_rows(counted, delimiter, spaced=spaced):
            start = counted.lines + 1
            yield line, row
    except csv.Error as error:
        raise _split_error(str(error), start + lines_above, counted.lines + lines_above, name) from None
    finally:
        csv.field_size_limit(limit)


@dataclass(slots=True)
class _CountedLines:
    """Lines that are counted as they are taken."""

    lines_left: Iterator[str]
    lines: int = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = next(self.lines_left)
        self.lines += 1
        return line


def _split_error(error: str, start: int, line: int, name: str) -> RefusedData:
    if "unexpected end of data" in error:
        return RefusedData(
            f"{name}: a quoted value in the row that begins in line {start} is never closed",
            'close the quote, or double a quote that belongs to the value: ""',
        )
    if "field larger" in error:
        return RefusedData(
            f"{name}: a value in the row that begins in line {start} is longer than {MAX_FIELD:,} characters",
            "shorten it; when it should be many values, a quote is not closed",
        )
    return RefusedData(
        f"{name}: line {line} has text behind a closing quote ({error})",
        'double a quote that belongs to the value: ""',
    )
