"""Tables as text: the delimiter, the header and the shape of a CSV or TSV file, and the reader that follows."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import pandas as pd

from authoring.sandbox.inside.refusal import RefusedData
from authoring.sandbox.inside.table_bytes import decode, refuse_other_formats
from authoring.sandbox.inside.table_reader import Reader, listed, quoted
from authoring.sandbox.inside.table_values import changes_type, decimal_commas, kept_as_text

MAX_COLUMNS = 1000
MAX_FIELD = 1_000_000
"""Characters of one value. Longer ones are nearly always a quote that is not closed."""

_DELIMITERS = {",": "a comma", ";": "a semicolon", "\t": "a tab", "|": "a bar", " ": "spaces"}
_SNIFFED_ROWS = 300
_NUMBER = re.compile(r"\s*[-+]?(\d+([.,]\d*)?|[.,]\d+)([eE][-+]?\d+)?\s*\Z")
_WHOLE = re.compile(r"\s*\d+\s*\Z")
_DATE = re.compile(r"\s*\d{4}-\d{2}-\d{2}([T ].*)?\Z")


@dataclass(slots=True)
class _Shape:
    """What one walk over all rows found."""

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


def text_reader(data: bytes, path: str, *, tabs: bool) -> Reader:
    """Find out how a CSV (or, with `tabs`, TSV) file is read.

    Raises:
        RefusedData: when it is no table, with the line that shows it.
    """
    name = path.rsplit("/", 1)[-1]
    refuse_other_formats(data, name, "a text file")
    decoded = decode(data, name)
    reader = Reader("read_csv", path, repairs=list(decoded.repairs))
    text = decoded.text
    delimiter = _delimiter(text, "\t" if tabs else ",")
    if delimiter == " ":
        text = re.sub(r"[ \t]*\n[ \t]*", "\n", re.sub(r"[ \t]+", " ", text)).strip()
    if delimiter != ",":
        reader.options["sep"] = r"\s+" if delimiter == " " else delimiter
    if delimiter != ("\t" if tabs else ","):
        reader.repairs.append(
            f"read with sep={reader.options.get('sep', ',')!r}: values are separated by {_DELIMITERS[delimiter]}"
        )
    if decoded.encoding:
        reader.options["encoding"] = decoded.encoding
    _refuse_swallowed(text, delimiter, name)
    _apply_shape(reader, _walk(text, delimiter, name), name)
    if changes_type(reader.read()):
        reader.options["low_memory"] = False
    if decimal_commas(reader, delimiter):
        reader.options["decimal"] = ","
        reader.repairs.append("read with decimal=',': numbers are written with a decimal comma")
    kept_as_text(reader)
    return reader


def _refuse_swallowed(text: str, delimiter: str, name: str) -> None:
    """Refuse the one kind of line end behind which pandas reads a row wrongly, without a word.

    Behind a blank line that ends in a lone carriage return, it swallows the delimiter that a row begins with.
    """
    found = re.search(r"[\r\n][ \t]*\r" + re.escape(delimiter), text)
    if found:
        line = len(re.findall(r"\r\n|\r|\n", text[: found.end()])) + 1
        raise RefusedData(
            f"{name}: line {line} begins without a value behind a blank line that ends in a lone carriage return, which"
            " pandas misreads",
            "save it with ordinary line ends",
        )


def _delimiter(text: str, usual: str) -> str:
    """Return the delimiter that splits most of the first rows as it splits the header, into most fields."""
    best, best_rank = usual, (0.0, 0, False)
    for candidate in (usual, *(d for d in _DELIMITERS if d not in {usual, " "})):
        try:
            rows = csv.reader(io.StringIO(text, newline=None), delimiter=candidate, strict=True)
            counts = [len(row) for row in islice(rows, _SNIFFED_ROWS) if row]
        except csv.Error:
            counts = []
        if not counts or counts[0] < 2:  # noqa: PLR2004 - one field is no split
            continue
        fitting = sum(count == counts[0] for count in counts) / len(counts)
        rank = (round(fitting, 1), counts[0], candidate == usual)
        if rank > best_rank:
            best, best_rank = candidate, rank
    return " " if best_rank[1] == 0 and _spaced(text) else best


def _spaced(text: str) -> bool:
    """Whether every one of the first rows has as many words as the header, and one of them is a number in each."""
    rows = [line.split() for line in islice(io.StringIO(text, newline=None), _SNIFFED_ROWS) if line.strip()]
    if len(rows) < 2 or len(rows[0]) < 2 or any(len(row) != len(rows[0]) for row in rows):  # noqa: PLR2004 - a table
        return False
    return any(all(_NUMBER.match(field) for field in column) for column in zip(*rows[1:], strict=True))


def _walk(text: str, delimiter: str, name: str) -> _Shape:
    """Read every row once and note its shape."""
    header: list[str] | None = None
    shape = _Shape([])
    pending = 0
    for line, row in _numbered(text, delimiter, name):
        if not row or (len(row) == 1 and row[0] and not row[0].strip()):
            pending += header is not None
        elif header is None:
            header = shape.header = row
        else:
            shape.blank, pending = shape.blank + pending, 0
            shape.rows += 1
            shape.widths.add(len(row))
            shape.last_empty = shape.last_empty and not row[-1].strip()
            if len(row) != len(header):
                shape.ragged[line] = len(row)
    if header is None:
        raise RefusedData(f"{name}: the file is empty", "give a file that holds a table")
    return shape


def _numbered(text: str, delimiter: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row with the line it begins in; refuse what cannot be split into fields."""
    limit = csv.field_size_limit(MAX_FIELD)
    rows = csv.reader(io.StringIO(text, newline=None), delimiter=delimiter, strict=True)
    start = 1
    try:
        for row in rows:
            yield start, row
            start = rows.line_num + 1
    except csv.Error as error:
        raise _unsplittable(str(error), start, rows.line_num, name) from None
    finally:
        csv.field_size_limit(limit)


def _unsplittable(error: str, start: int, line: int, name: str) -> RefusedData:
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


def _apply_shape(reader: Reader, shape: _Shape, name: str) -> None:
    """Refuse what is no table; say in the reader how the header and the index are read."""
    width = len(shape.header)
    if width > MAX_COLUMNS:
        raise RefusedData(
            f"{name}: {width} columns, and {MAX_COLUMNS} is the most that can be used", "keep the columns that matter"
        )
    if shape.widths == {width + 1} and shape.last_empty:
        reader.options["index_col"] = False
        reader.repairs.append("read with index_col=False: every row ends in a delimiter that the header does not have")
    elif shape.ragged:
        _refuse_ragged(shape, name)
    if shape.blank:
        reader.repairs.append(f"{shape.blank} blank lines between rows are skipped")
    if _is_data(shape.header):
        reader.options["header"] = None
        reader.suffix = '.add_prefix("column_")'
        reader.repairs.append("read with header=None: the first row holds values; columns are called column_0, …")
        return
    if shape.rows == 0:
        raise RefusedData(f"{name}: it has a header but no rows", "give a file with at least one row")
    _name_columns(reader, shape)


def _refuse_ragged(shape: _Shape, name: str) -> None:
    width = len(shape.header)
    if shape.widths == {width + 1} and width > 1:
        raise RefusedData(
            f"{name}: the header names {width} columns, but every row has {width + 1} values",
            "add the missing name to the header; for row names written by R, put a name in front",
        )
    line, fields = next(iter(shape.ragged.items()))
    others = list(shape.ragged)[1:]
    more = f"; lines {listed(others)} do not fit either" if others else ""
    raise RefusedData(
        f"{name}: line {line} has {fields} values where the header has {width}{more}",
        "quote values that hold the delimiter, and remove lines above the header and below the table",
    )


def _is_data(header: list[str]) -> bool:
    """Whether a first row holds values rather than names: numbers only, or a decimal number or date among them."""
    filled = [field for field in header if field.strip()]
    if not filled:
        return False
    if all(_NUMBER.match(field) for field in filled):
        return True
    return any(_DATE.match(field) or (_NUMBER.match(field) and not _WHOLE.match(field)) for field in filled)


def _name_columns(reader: Reader, shape: _Shape) -> None:
    """State what pandas makes of repeated and missing column names."""
    names = shape.header
    if not names[0].strip() and len(names) > 1 and _numbers_rows(reader):
        reader.options["index_col"] = 0
        reader.repairs.append("read with index_col=0: the first column has no name and only numbers the rows")
        names = names[1:]
    repeated = [name for name in dict.fromkeys(names) if name.strip() and names.count(name) > 1]
    if repeated:
        shown = listed([quoted(name) for name in repeated])
        reader.repairs.append(f"column names that stand twice: {shown}; pandas calls the later ones .1, .2, …")
    unnamed = [str(at) for at, name in enumerate(names, 1) if not name.strip()]
    if unnamed:
        reader.repairs.append(f"columns without a name, number {listed(unnamed)}; pandas calls them Unnamed: …")


def _numbers_rows(reader: Reader) -> bool:
    first = reader.read().iloc[:, 0]
    if not pd.api.types.is_integer_dtype(first.dtype) or first.isna().any():
        return False
    start = int(first.iloc[0])
    return start in {0, 1} and bool((first.to_numpy() == range(start, start + len(first))).all())
