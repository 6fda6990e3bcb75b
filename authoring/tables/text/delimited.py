"""Tables as text: the delimiter, the header and the shape of a CSV or TSV file, and the reader that follows."""

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

import pandas as pd

from authoring.tables.encoding import Decoded, decode, refuse_other_formats
from authoring.tables.reader import Reader, listed, quoted
from authoring.tables.refusal import RefusedData
from authoring.tables.text.byte_scan import rows_in_quotes, scan
from authoring.tables.text.dialect import DELIMITERS, SNIFFED_ROWS, delimiter_of, is_data, spaced_out
from authoring.tables.text.rows import Framed, Shape, framed, rows_of, walk
from authoring.tables.text.values import changes_type, decimal_commas, kept_as_text

MAX_COLUMNS = 2_000
"""Prompts describe the first columns and name some others, so width costs no tokens, and profiling takes about two
milliseconds a column. Wider tables are nearly always matrices, whose columns nobody asks about by name."""

_START = 200_000
"""Bytes in which the delimiter and the header are looked for, when they hold enough lines."""
_TOLD = re.compile(r'"?sep=([,;|\t])"?\r?\n', re.IGNORECASE)
"""The line by which Excel is told what separates values."""


def text_reader(data: bytes, path: str, *, tabs: bool) -> Reader:
    """Find out how a CSV (or, with `tabs`, TSV) file is read.

    Raises:
        RefusedData: when it is no table, with the line that shows it.
    """
    name = path.rsplit("/", 1)[-1]
    refuse_other_formats(data, name, "a text file")
    decoded = decode(data, name)
    reader = Reader("read_csv", path, repairs=list(decoded.repairs))
    start = decoded.start(_START)
    if len(data) > _START and start.count("\n") + start.count("\r") < 2 * SNIFFED_ROWS:
        start = decoded.text
    usual = "\t" if tabs else ","
    told = _TOLD.match(start)
    delimiter = told.group(1) if told else delimiter_of(start, usual)
    _say_how(reader, decoded, delimiter, usual)
    if told:
        reader.options["skiprows"] = 1
        reader.repairs.append("read with skiprows=1: the first line only tells Excel what separates values")
    elif spaced_out(start, delimiter):
        reader.options["skipinitialspace"] = True
        reader.repairs.append("read with skipinitialspace=True: a space stands behind every delimiter")
    _apply_shape(reader, _shape(reader, decoded, delimiter, start, name), name)
    if changes_type(reader.read()):
        reader.options["low_memory"] = False
    if decimal_commas(reader, delimiter):
        reader.options["decimal"] = ","
        reader.repairs.append("read with decimal=',': numbers are written with a decimal comma")
    kept_as_text(reader)
    return reader


def _say_how(reader: Reader, decoded: Decoded, delimiter: str, usual: str) -> None:
    if delimiter != ",":
        reader.options["sep"] = r"\s+" if delimiter == " " else delimiter
    if delimiter != usual:
        reader.repairs.append(
            f"read with sep={reader.options.get('sep', ',')!r}: values are separated by {DELIMITERS[delimiter]}"
        )
    if decoded.encoding:
        reader.options["encoding"] = decoded.encoding
    if decoded.broken:
        reader.options["encoding_errors"] = "replace"


def _shape(reader: Reader, decoded: Decoded, delimiter: str, start: str, name: str) -> Shape:
    """Return the shape of the table: by its bytes where they tell, else by a walk over all rows."""
    if delimiter == " ":
        text = re.sub(r"[ \t]*\n[ \t]*", "\n", re.sub(r"[ \t]+", " ", decoded.text)).strip()
        _refuse_swallowed(text, delimiter, name)
        return walk(io.StringIO(text, newline=None), delimiter, name)
    spaced, above = "skipinitialspace" in reader.options, int("skiprows" in reader.options)
    plain = decoded.plain
    seen = scan(plain, delimiter)
    if seen.returns > seen.ends:
        _refuse_swallowed(decoded.text, delimiter, name)
    if not spaced:
        # Otherwise values begin behind the space, where the scan does not look.
        reader.zeros, reader.formulas = seen.zeros > 0, seen.formulas > 0
    header = [] if above else _header(start, delimiter, spaced=spaced)
    rows = seen.has_rows(len(header))
    if seen.quotes and header and not spaced:
        rows = rows_in_quotes(plain, len(header), delimiter)
    del plain
    if rows and len(header) <= MAX_COLUMNS and _reads_to(reader, header, rows):
        return Shape(header, rows)
    shape = walk(_lines(decoded, above), delimiter, name, above=above, spaced=spaced)
    if shape.ragged and not shape.trailing:
        found = framed(_lines(decoded, above), delimiter, spaced=spaced)
        if found and _frames(reader, found, above):
            return Shape(found.header, found.rows)
    return shape


def _lines(decoded: Decoded, above: int) -> Iterable[str]:
    """The lines of a file, without some at its start; never the whole text at once."""
    text = io.TextIOWrapper(
        io.BytesIO(decoded.data), encoding=decoded.encoding or "utf-8-sig", errors=decoded.errors, newline=None
    )
    return islice(text, above, None)


def _header(start: str, delimiter: str, *, spaced: bool) -> list[str]:
    """The first row that is not blank; empty where that cannot be said."""
    try:
        rows = rows_of(io.StringIO(start, newline=None), delimiter, spaced=spaced)
        return next((row for _, row in rows if "".join(row).strip() or len(row) > 1), [])
    except csv.Error:
        return []


def _reads_to(reader: Reader, header: list[str], rows: int) -> bool:
    """Whether pandas reads as many rows and columns as the bytes seem to hold; then all rows are equally wide."""
    trial = replace(reader, options=dict(reader.options))
    values = is_data(header)
    if values:
        _without_header(trial)
    try:
        frame = trial.read()
    except RefusedData:
        return False
    if frame.shape != (rows + values, len(header)) or not isinstance(frame.index, pd.RangeIndex):
        return False
    reader.learn(trial)
    return True


def _frames(reader: Reader, found: Framed, above: int) -> bool:
    """Say in the reader which lines are no rows; False where pandas then reads another table."""
    options: dict[str, int] = {}
    repairs: list[str] = []
    if found.above:
        options["skiprows"] = above + len(found.above)
        repairs.append(f"read with skiprows={options['skiprows']}: left out above the header, {_remarks(found.above)}")
    if found.below:
        options["nrows"] = found.rows
        repairs.append(f"read with nrows={found.rows}: left out below the table, {_remarks(found.below)}")
    trial = replace(reader, options={**reader.options, **options})
    try:
        frame = trial.read()
    except RefusedData:
        return False
    if frame.shape != (found.rows, len(found.header)) or is_data(found.header):
        return False
    reader.options.update(options)
    reader.repairs.extend(repairs)
    reader.learn(trial)
    return True


def _remarks(lines: tuple[str, ...]) -> str:
    first = next((line.strip() for line in lines if line.strip()), "")
    first = first if len(first) <= 60 else first[:59] + "…"  # noqa: PLR2004 - a glimpse
    return f"{len(lines)} line{'s' * (len(lines) != 1)} such as {first!r}"


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


def _apply_shape(reader: Reader, shape: Shape, name: str) -> None:
    """Refuse what is no table; say in the reader how the header and the index are read."""
    width = len(shape.header)
    if width > MAX_COLUMNS:
        raise RefusedData(
            f"{name}: {width} columns, and {MAX_COLUMNS} is the most that can be used", "keep the columns that matter"
        )
    if shape.trailing:
        reader.options["index_col"] = False
        reader.repairs.append("read with index_col=False: every row ends in a delimiter that the header does not have")
    elif shape.ragged:
        _refuse_ragged(shape, name)
    if shape.blank:
        reader.repairs.append(f"{shape.blank} blank lines between rows are skipped")
    if is_data(shape.header):
        _without_header(reader)
        reader.repairs.append("read with header=None: the first row holds values; columns are called column_0, …")
        return
    if shape.rows == 0:
        raise RefusedData(f"{name}: it has a header but no rows", "give a file with at least one row")
    _name_columns(reader, shape)


def _without_header(reader: Reader) -> None:
    reader.options["header"] = None
    reader.suffix = '.add_prefix("column_")'


def _refuse_ragged(shape: Shape, name: str) -> None:
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


def _name_columns(reader: Reader, shape: Shape) -> None:
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
