"""Tables as text: the delimiter, the header and the shape of a CSV or TSV file, and the reader that follows."""

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

import pandas as pd

from authoring.tables.encoding import DecodedText, decode, refuse_other_formats
from authoring.tables.reader import Reader, join_words, quote_name, shortened
from authoring.tables.refusal import RefusedData
from authoring.tables.text.byte_scan import count_bytes, count_quoted_rows
from authoring.tables.text.dialect import DELIMITERS, SNIFFED_ROWS, guess_delimiter, has_spaced_delimiters, is_data
from authoring.tables.text.rows import FramedTable, TableShape, find_framed_table, read_shape, split_rows
from authoring.tables.text.second_header import skip_second_header
from authoring.tables.text.values import keep_answers, keep_codes_as_text, mixes_types, uses_decimal_commas

MAX_COLUMNS = 2_000
"""Prompts describe the first columns and name some others, so width costs no tokens, and profiling takes about two
milliseconds a column. Wider tables are nearly always matrices, whose columns nobody asks about by name."""
_START = 200_000
"""Bytes in which the delimiter and the header are looked for, when they hold enough lines."""
# sep=; in quotes or not, with any of the usual delimiters.
_SEPARATOR_LINE = re.compile(r'"?sep=([,;|\t])"?\r?\n', re.IGNORECASE)
"""A first line that names the delimiter for Excel."""


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
    # Rows are so long that the start holds too few of them to guess from.
    if len(data) > _START and start.count("\n") + start.count("\r") < 2 * SNIFFED_ROWS:
        start = decoded.text
    default = "\t" if tabs else ","
    separator_line = _SEPARATOR_LINE.match(start)
    delimiter = separator_line.group(1) if separator_line else guess_delimiter(start, default)
    _set_dialect(reader, decoded, delimiter, default)
    if separator_line:
        reader.options["skiprows"] = 1
        reader.repairs.append("read with skiprows=1: the first line only tells Excel what separates values")
    elif has_spaced_delimiters(start, delimiter):
        reader.options["skipinitialspace"] = True
        reader.repairs.append("read with skipinitialspace=True: a space stands behind every delimiter")
    _apply_shape(reader, _shape(reader, decoded, delimiter, start, name), name)
    skip_second_header(reader)
    # pandas guesses types chunk by chunk in a long file; low_memory=False reads it as a whole.
    if mixes_types(reader.read()):
        reader.options["low_memory"] = False
    if uses_decimal_commas(reader, delimiter):
        reader.options["decimal"] = ","
        reader.repairs.append("read with decimal=',': numbers are written with a decimal comma")
    keep_codes_as_text(reader)
    keep_answers(reader, decoded.plain)
    return reader


def _set_dialect(reader: Reader, decoded: DecodedText, delimiter: str, default: str) -> None:
    if delimiter != ",":
        reader.options["sep"] = r"\s+" if delimiter == " " else delimiter
    if delimiter != default:
        reader.repairs.append(
            f"read with sep={reader.options.get('sep', ',')!r}: values are separated by {DELIMITERS[delimiter]}"
        )
    if decoded.encoding:
        reader.options["encoding"] = decoded.encoding
    if decoded.broken:
        reader.options["encoding_errors"] = "replace"


def _shape(reader: Reader, decoded: DecodedText, delimiter: str, start: str, name: str) -> TableShape:
    """Return the shape of the table: by its bytes where they tell, else by a walk over all rows."""
    # pandas splits at runs of blanks; with single ones the csv module sees the same fields.
    if delimiter == " ":
        text = re.sub(r"[ \t]*\n[ \t]*", "\n", re.sub(r"[ \t]+", " ", decoded.text)).strip()
        _refuse_misread_line_ends(text, delimiter, name)
        return read_shape(io.StringIO(text, newline=None), delimiter, name)
    spaced, lines_above = "skipinitialspace" in reader.options, int("skiprows" in reader.options)
    plain = decoded.plain
    counts = count_bytes(plain, delimiter)
    if counts.returns > counts.ends:
        _refuse_misread_line_ends(decoded.text, delimiter, name)
    if not spaced:
        # Otherwise values begin behind the space, where the scan does not look.
        reader.zeros, reader.formulas = counts.zeros > 0, counts.formulas > 0
    header = [] if lines_above else _header(start, delimiter, spaced=spaced)
    rows = counts.has_rows(len(header))
    if counts.quotes and header and not spaced:
        rows = count_quoted_rows(plain, len(header), delimiter)
    # Frees a copy of the whole file before pandas reads it.
    del plain
    # Bytes and pandas agree on the shape, so no walk over the rows is needed.
    if rows and len(header) <= MAX_COLUMNS and _reads_to(reader, header, rows):
        return TableShape(header, rows)
    shape = read_shape(_lines(decoded, lines_above), delimiter, name, lines_above=lines_above, spaced=spaced)
    # Rows that do not fit may be remarks above and below a table.
    if shape.ragged and not shape.trailing:
        framed = find_framed_table(_lines(decoded, lines_above), delimiter, spaced=spaced)
        if framed and _apply_frame(reader, framed, lines_above):
            return TableShape(framed.header, framed.rows)
    return shape


def _lines(decoded: DecodedText, lines_above: int) -> Iterable[str]:
    """Return the lines of a file behind the first few, decoded one after the other to save memory."""
    text = io.TextIOWrapper(
        io.BytesIO(decoded.data), encoding=decoded.encoding or "utf-8-sig", errors=decoded.errors, newline=None
    )
    return islice(text, lines_above, None)


def _header(start: str, delimiter: str, *, spaced: bool) -> list[str]:
    """Return the first row that is not blank; empty where the text cannot be split into rows."""
    try:
        rows = split_rows(io.StringIO(start, newline=None), delimiter, spaced=spaced)
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
    # pandas makes an index of the first column, without a word, where rows are one field wider than the header.
    if frame.shape != (rows + values, len(header)) or not isinstance(frame.index, pd.RangeIndex):
        return False
    reader.cached = trial.cached
    return True


def _apply_frame(reader: Reader, framed: FramedTable, lines_above: int) -> bool:
    """Say in the reader which lines are no rows; False where pandas then reads another table."""
    options: dict[str, int] = {}
    repairs: list[str] = []
    if framed.remarks_above:
        options["skiprows"] = lines_above + len(framed.remarks_above)
        repairs.append(
            f"read with skiprows={options['skiprows']}: left out above the header, "
            + _describe_remarks(framed.remarks_above)
        )
    if framed.remarks_below:
        # pandas' fast engine knows no skipfooter, so the rows are counted.
        options["nrows"] = framed.rows
        repairs.append(
            f"read with nrows={framed.rows}: left out below the table, {_describe_remarks(framed.remarks_below)}"
        )
    trial = replace(reader, options={**reader.options, **options})
    try:
        frame = trial.read()
    except RefusedData:
        return False
    # The walk and pandas may see other tables, for example where a remark holds a quote.
    if frame.shape != (framed.rows, len(framed.header)) or is_data(framed.header):
        return False
    reader.options.update(options)
    reader.repairs.extend(repairs)
    reader.cached = trial.cached
    return True


def _describe_remarks(lines: tuple[str, ...]) -> str:
    first = shortened(next((line.strip() for line in lines if line.strip()), ""), 60)
    return f"{len(lines)} line{'s' * (len(lines) != 1)} such as {first!r}"


def _refuse_misread_line_ends(text: str, delimiter: str, name: str) -> None:
    """Refuse the one kind of line end behind which pandas reads a row wrongly, without a word.

    Behind a blank line that ends in a lone carriage return, it swallows the delimiter that a row begins with.
    """
    match = re.search(r"[\r\n][ \t]*\r" + re.escape(delimiter), text)
    if match:
        line = len(re.findall(r"\r\n|\r|\n", text[: match.end()])) + 1
        raise RefusedData(
            f"{name}: line {line} begins without a value behind a blank line that ends in a lone carriage return, which"
            " pandas misreads",
            "save it with ordinary line ends",
        )


def _apply_shape(reader: Reader, shape: TableShape, name: str) -> None:
    """Refuse what is no table; say in the reader how the header and the index are read."""
    width = len(shape.header)
    if width > MAX_COLUMNS:
        raise RefusedData(
            f"{name}: {width} columns, and {MAX_COLUMNS} is the most that can be used", "keep the columns that matter"
        )
    if shape.trailing:
        # Otherwise pandas takes the first column for the index, and every value stands one column too far left.
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


def _refuse_ragged(shape: TableShape, name: str) -> None:
    width = len(shape.header)
    if shape.widths == {width + 1} and width > 1:
        raise RefusedData(
            f"{name}: the header names {width} columns, but every row has {width + 1} values",
            "add the missing name to the header; for row names written by R, put a name in front",
        )
    line, fields = next(iter(shape.ragged.items()))
    other_lines = list(shape.ragged)[1:]
    further = f"; lines {join_words(other_lines)} do not fit either" if other_lines else ""
    raise RefusedData(
        f"{name}: line {line} has {fields} values where the header has {width}{further}",
        "quote values that hold the delimiter, and remove lines above the header and below the table",
    )


def _name_columns(reader: Reader, shape: TableShape) -> None:
    """State what pandas makes of repeated and missing column names."""
    names = shape.header
    # DataFrame.to_csv and R's write.csv put such a column in front.
    if not names[0].strip() and len(names) > 1 and _numbers_rows(reader):
        reader.options["index_col"] = 0
        reader.repairs.append("read with index_col=0: the first column has no name and only numbers the rows")
        names = names[1:]
    repeated = [name for name in dict.fromkeys(names) if name.strip() and names.count(name) > 1]
    if repeated:
        repeated_names = join_words([quote_name(name) for name in repeated])
        reader.repairs.append(f"column names that stand twice: {repeated_names}; pandas calls the later ones .1, .2, …")
    unnamed = [str(at) for at, name in enumerate(names, 1) if not name.strip()]
    if unnamed:
        reader.repairs.append(f"columns without a name, number {join_words(unnamed)}; pandas calls them Unnamed: …")


def _numbers_rows(reader: Reader) -> bool:
    first = reader.read().iloc[:, 0]
    if not pd.api.types.is_integer_dtype(first.dtype) or first.isna().any():
        return False
    # pandas counts rows from 0, R from 1.
    start = int(first.iloc[0])
    return start in {0, 1} and bool((first.to_numpy() == range(start, start + len(first))).all())
