"""Reading a file as a table: the reader expression, the columns, and the repairs that were needed."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from authoring.tables.binary import excel_reader, parquet_reader
from authoring.tables.json_table import json_reader
from authoring.tables.reader import LATEST_TABLE, Reader
from authoring.tables.refusal import RefusedData
from authoring.tables.text.delimited import MAX_COLUMNS, text_reader
from authoring.tables.text.values import refuse_unusable, value_notes

READERS: dict[str, Callable[[bytes, str], Reader]] = {
    "csv": partial(text_reader, tabs=False),
    "tsv": partial(text_reader, tabs=True),
    "json": partial(json_reader, lines=False),
    "jsonl": partial(json_reader, lines=True),
    "parquet": parquet_reader,
    "xlsx": excel_reader,
}
"""The function that finds the reader of each `TableFormat`."""


def read_table(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Find out how a file is read as a table.

    Args:
        arguments: ``path``, relative to the working directory, for example ``inputs/penguins.csv``, ``format``, a key
            of `READERS`, and perhaps ``sheet``, that of a workbook which is the table.

    Returns:
        ``rows``, ``columns`` (names in order), ``reader`` (a pandas expression that gives exactly this table; it
        parses no dates), ``repairs`` (what had to be assumed or changed, in words).

    Raises:
        RefusedData: when the file is no table that can be used; the message names file and line.
    """
    path, table_format = str(arguments["path"]), str(arguments["format"])
    name = path.rsplit("/", 1)[-1]
    # What was read before makes room.
    LATEST_TABLE.take("")
    try:
        # The reader is found from the bytes; the table it gives is checked afterwards.
        data, sheet = Path(path).read_bytes(), str(arguments.get("sheet") or "")
        reader = excel_reader(data, path, sheet) if sheet else READERS[table_format](data, path)
        frame = reader.read()
        refuse_unusable(frame, name, MAX_COLUMNS)
        decimal = str(reader.options.get("decimal", "."))
        repairs = [*reader.repairs, *value_notes(frame, formulas=reader.formulas, decimal=decimal)]
    # The session has a limit of its own for memory, see `records.evidence.Limits`.
    except MemoryError:
        raise RefusedData(f"{name}: reading it takes more memory than a session may use", "take fewer rows") from None
    LATEST_TABLE.keep(reader.text, frame)
    return {"rows": len(frame), "columns": list(frame.columns), "reader": reader.text, "repairs": repairs}
