"""Tables in binary formats: Parquet and Excel."""

import io
import zipfile
from dataclasses import replace

import pandas as pd

from authoring.tables.encoding import refuse_other_formats
from authoring.tables.reader import Reader, evaluate_any, listed, quoted
from authoring.tables.refusal import RefusedData

_MAX_UNPACKED = 500_000_000
"""Bytes of a workbook's XML; Excel's XML packs about tenfold, so a 50 MB workbook stays below."""
_MOST_TITLES = 20
"""Rows of a sheet among which its header is looked for."""
_TOO_SMALL = 12
"""Bytes of Parquet's two signatures and the length between them."""


def parquet_reader(data: bytes, path: str) -> Reader:
    """Find out how a Parquet file is read.

    Raises:
        RefusedData: when it is no Parquet, or not the whole of it.
    """
    name = path.rsplit("/", 1)[-1]
    if not data.startswith(b"PAR1"):
        refuse_other_formats(data, name, "a Parquet file")
        raise RefusedData(f"{name}: this is not a Parquet file", "give it the name ending that fits what it is")
    if len(data) < _TOO_SMALL or not data.endswith(b"PAR1"):
        raise RefusedData(f"{name}: the Parquet file breaks off: its end is missing", "copy or download it again")
    reader = Reader("read_parquet", path)
    frame = reader.read()
    if not isinstance(frame.index, pd.RangeIndex) or frame.index.name is not None:
        keep = any(level is not None for level in frame.index.names)
        reader.suffix = ".reset_index()" if keep else ".reset_index(drop=True)"
        what = "becomes columns" if keep else "has no name and is dropped"
        reader.repairs.append(f"the index saved with the table {what}: read with {reader.suffix}")
    _text_names(reader, frame)
    return reader


def excel_reader(data: bytes, path: str) -> Reader:
    """Find out how an Excel workbook is read: the first sheet that holds a table.

    Raises:
        RefusedData: when it is no workbook, is encrypted, unpacks to too much, or holds no table.
    """
    name = path.rsplit("/", 1)[-1]
    if not data.startswith(b"PK"):
        refuse_other_formats(data, name, "an Excel workbook (.xlsx)")
        raise RefusedData(f"{name}: this is not an Excel workbook (.xlsx)", "save it again as .xlsx, or as .csv")
    _refuse_bomb(data, name)
    every = Reader("read_excel", path, {"sheet_name": None})
    sheets: dict[str, pd.DataFrame] = evaluate_any(every.text, name)
    filled = [label for label, table in sheets.items() if table.shape[0] and table.shape[1]]
    if not filled:
        raise RefusedData(
            f"{name}: no sheet holds a table: {listed([quoted(label) for label in sheets])}",
            "a header in the first row, values below it",
        )
    reader = Reader("read_excel", path)
    if filled[0] != next(iter(sheets)):
        reader.options["sheet_name"] = filled[0]
    others = [quoted(label) for label in sheets if label != filled[0]]
    if others:
        reader.repairs.append(f"read from sheet {quoted(filled[0])}; left out: {listed(others)}")
    frame = sheets[filled[0]]
    _skip_titles(reader, frame)
    _text_names(reader, frame if "header" not in reader.options else reader.read())
    return reader


def _skip_titles(reader: Reader, frame: pd.DataFrame) -> None:
    """Read the header where it stands, when titles stand above it: most columns have no name, and a row names them."""
    unnamed = sum(str(label).startswith("Unnamed: ") for label in frame.columns)
    if unnamed * 2 < frame.shape[1] or frame.shape[1] < 2:  # noqa: PLR2004 - one column is no table with a title
        return
    for at in range(min(_MOST_TITLES, len(frame) - 1)):
        row = list(frame.iloc[at])
        if all(isinstance(label, str) and label.strip() for label in row) and len(set(row)) == len(row):
            trial = replace(reader, options={**reader.options, "header": at + 1})
            if list(trial.read().columns) == row:
                reader.options["header"] = at + 1
                reader.learn(trial)
                title = next(str(label) for label in frame.columns if not str(label).startswith("Unnamed: "))
                lines = "1 row" if at == 0 else f"{at + 1} rows"
                reader.repairs.append(
                    f"read with header={at + 1}: left out above the header, {lines} such as {title[:60]!r}"
                )
            return


def _refuse_bomb(data: bytes, name: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError):
        raise RefusedData(f"{name}: the Excel workbook is damaged", "save it again as .xlsx, or as .csv") from None
    if sum(entry.file_size for entry in entries) > _MAX_UNPACKED:
        raise RefusedData(f"{name}: the workbook unpacks to more than {_MAX_UNPACKED:,} bytes", "save it as .csv")
    if not any(entry.filename == "xl/workbook.xml" for entry in entries):
        raise RefusedData(f"{name}: this is a zip archive, not an Excel workbook", "unpack it and add the tables")


def _text_names(reader: Reader, frame: pd.DataFrame) -> None:
    """Make column names text, where a file has numbers or dates for names."""
    if frame.columns.nlevels == 1 and any(not isinstance(label, str) for label in frame.columns):
        reader.suffix += ".rename(columns=str)"
        reader.repairs.append("column names that are no text are made text: read with .rename(columns=str)")
