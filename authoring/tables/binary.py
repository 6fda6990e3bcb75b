"""Tables in binary formats: Parquet and Excel."""

import io
import zipfile
from dataclasses import replace

import pandas as pd

from authoring.tables.encoding import refuse_other_formats
from authoring.tables.reader import Reader, evaluate_any, join_words, quote_name
from authoring.tables.refusal import RefusedData

_MAX_UNPACKED = 500_000_000
"""Bytes of a workbook's XML; Excel's XML packs about tenfold, so a 50 MB workbook stays below."""
_MAX_TITLE_ROWS = 20
"""Rows of a sheet among which its header is looked for."""
_MIN_PARQUET_SIZE = 12
"""Bytes of Parquet's two signatures and the length between them."""


def parquet_reader(data: bytes, path: str) -> Reader:
    """Find out how a Parquet file is read.

    Raises:
        RefusedData: when it is no Parquet, or not the whole of it.
    """
    name = path.rsplit("/", 1)[-1]
    # A Parquet file begins and ends with the same four bytes.
    if not data.startswith(b"PAR1"):
        refuse_other_formats(data, name, "a Parquet file")
        raise RefusedData(f"{name}: this is not a Parquet file", "give it the name ending that fits what it is")
    if len(data) < _MIN_PARQUET_SIZE or not data.endswith(b"PAR1"):
        raise RefusedData(f"{name}: the Parquet file breaks off: its end is missing", "copy or download it again")
    reader = Reader("read_parquet", path)
    frame = reader.read()
    # pandas stores its index in the file; as columns, questions can name it.
    if not isinstance(frame.index, pd.RangeIndex) or frame.index.name is not None:
        has_names = any(level is not None for level in frame.index.names)
        reader.suffix = ".reset_index()" if has_names else ".reset_index(drop=True)"
        fate = "becomes columns" if has_names else "has no name and is dropped"
        reader.repairs.append(f"the index saved with the table {fate}: read with {reader.suffix}")
    _text_names(reader, frame)
    return reader


def excel_reader(data: bytes, path: str, chosen: str = "") -> Reader:
    """Find out how an Excel workbook is read: the sheet that is chosen, else the first that holds a table.

    Raises:
        RefusedData: when it is no workbook, is encrypted, unpacks to too much, or holds no table or no such sheet.
    """
    name = path.rsplit("/", 1)[-1]
    # An .xlsx workbook is a zip archive.
    if not data.startswith(b"PK"):
        refuse_other_formats(data, name, "an Excel workbook (.xlsx)")
        raise RefusedData(f"{name}: this is not an Excel workbook (.xlsx)", "save it again as .xlsx, or as .csv")
    # The archive is inspected before anything is unpacked.
    _refuse_bomb(data, name)
    # None reads every sheet, because the first one may be a cover without a table.
    all_sheets = Reader("read_excel", path, {"sheet_name": None})
    sheets: dict[str, pd.DataFrame] = evaluate_any(all_sheets.text, name)
    nonempty = [label for label, table in sheets.items() if table.shape[0] and table.shape[1]]
    if not nonempty:
        raise RefusedData(
            f"{name}: no sheet holds a table: {join_words([quote_name(label) for label in sheets])}",
            "a header in the first row, values below it",
        )
    if chosen and chosen not in nonempty:
        state = "holds no table" if chosen in sheets else "is not there"
        raise RefusedData(
            f"{name}: the sheet {quote_name(chosen)} {state}",
            f"sheets with a table: {join_words([quote_name(label) for label in nonempty])}",
        )
    sheet = chosen or nonempty[0]
    reader = Reader("read_excel", path)
    if sheet != next(iter(sheets)):
        reader.options["sheet_name"] = sheet
    left_out = [quote_name(label) for label in sheets if label != sheet]
    if left_out:
        reader.repairs.append(f"read from sheet {quote_name(sheet)}; left out: {join_words(left_out)}")
    frame = sheets[sheet]
    _skip_titles(reader, frame)
    _text_names(reader, frame if "header" not in reader.options else reader.read())
    return reader


def _skip_titles(reader: Reader, frame: pd.DataFrame) -> None:
    """Read the header where it stands, when titles stand above it: most columns have no name, and a row names them."""
    # pandas calls an empty header cell "Unnamed: 3"; many of them mean that a title stands where it looked.
    unnamed = sum(str(label).startswith("Unnamed: ") for label in frame.columns)
    if unnamed * 2 < frame.shape[1] or frame.shape[1] < 2:  # noqa: PLR2004 - one column is no table with a title
        return
    for position in range(min(_MAX_TITLE_ROWS, len(frame) - 1)):
        row = list(frame.iloc[position])
        if all(isinstance(label, str) and label.strip() for label in row) and len(set(row)) == len(row):
            trial = replace(reader, options={**reader.options, "header": position + 1})
            # Only where pandas sees exactly these names from there on is this row the header.
            if list(trial.read().columns) == row:
                reader.options["header"] = position + 1
                reader.cached = trial.cached
                title = next(str(label) for label in frame.columns if not str(label).startswith("Unnamed: "))
                lines = "1 row" if position == 0 else f"{position + 1} rows"
                reader.repairs.append(
                    f"read with header={position + 1}: left out above the header, {lines} such as {title[:60]!r}"
                )
            return


def _refuse_bomb(data: bytes, name: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
    # NotImplementedError is what zipfile raises on versions and packings that it does not know.
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError):
        raise RefusedData(f"{name}: the Excel workbook is damaged", "save it again as .xlsx, or as .csv") from None
    # These sizes are the archive's own word; for one that lies the session's memory limit holds.
    if sum(entry.file_size for entry in entries) > _MAX_UNPACKED:
        raise RefusedData(f"{name}: the workbook unpacks to more than {_MAX_UNPACKED:,} bytes", "save it as .csv")
    # The one part that every workbook has.
    if not any(entry.filename == "xl/workbook.xml" for entry in entries):
        raise RefusedData(f"{name}: this is a zip archive, not an Excel workbook", "unpack it and add the tables")


def _text_names(reader: Reader, frame: pd.DataFrame) -> None:
    """Make column names text, where a file has numbers or dates for names."""
    if frame.columns.nlevels == 1 and any(not isinstance(label, str) for label in frame.columns):
        reader.suffix += ".rename(columns=str)"
        reader.repairs.append("column names that are no text are made text: read with .rename(columns=str)")
