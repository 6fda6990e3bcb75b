"""What values say about how text is read: decimal commas, codes that must stay text, mixed columns."""

import re
from collections.abc import Iterator

import numpy as np
import pandas as pd

from authoring.sandbox.inside.refusal import RefusedData
from authoring.sandbox.inside.table_reader import Column, Reader, listed, quoted

_COMMA = r"[-+]?\d+,\d+"
_WHOLE = r"[-+]?\d+"
_POINT = r"[-+]?\d*\.\d+"
_NUMBER = r"\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*"
_FORMULA = r"[=@].*|[+-][A-Za-z(].*"
_NESTED = {list, dict, tuple, set, np.ndarray}
_DATE_NAME = re.compile(r"date|datum|fecha|(?:^|[^a-z])day(?:$|[^a-z])", re.IGNORECASE)


def decimal_commas(reader: Reader, delimiter: str) -> bool:
    """Whether numbers are written with a decimal comma, beyond doubt.

    Sure when a whole column consists of such numbers, one of them has other than three digits behind the comma (three
    could be thousands), and no column holds numbers with a point.
    """
    if delimiter == ",":
        return False
    frame = reader.read()
    sure = False
    for _, column in _texts(frame):
        if not bool(column.str.fullmatch(f"{_COMMA}|{_WHOLE}").all()):
            continue
        with_comma = column[column.str.contains(",", regex=False)]
        if with_comma.empty:
            continue
        sure = sure or not bool(with_comma.str.fullmatch(r"[-+]?\d{1,3},\d{3}").all())
    points = any(pd.api.types.is_float_dtype(frame.dtypes.iloc[at]) for at in range(frame.shape[1]))
    return sure and not (points and _has_points(reader))


def _has_points(reader: Reader) -> bool:
    """Whether any value is written as a number with a decimal point; floats may also be whole numbers with gaps."""
    raw = Reader(reader.function, reader.path, {**reader.options, "dtype": "str"}, reader.suffix).read()
    return any(bool(column.str.fullmatch(_POINT).any()) for _, column in _texts(raw))


def changes_type(frame: pd.DataFrame) -> bool:
    """Whether a column holds texts and other values side by side.

    Out of CSV that happens when pandas reads a long file piece by piece and decides on types anew for each piece.
    """
    return any(
        len(set(map(type, column))) > 1 for _, column in _objects(frame) if pd.api.types.is_object_dtype(column.dtype)
    )


def kept_as_text(reader: Reader) -> None:
    """Keep whole numbers as text where reading them as numbers would lose something: leading zeros, dates as digits."""
    frame = reader.read()
    whole = [
        at
        for at in range(frame.shape[1])
        if pd.api.types.is_numeric_dtype(frame.dtypes.iloc[at])
        and not pd.api.types.is_bool_dtype(frame.dtypes.iloc[at])
    ]
    if not whole or not all(isinstance(name, str) for name in frame.columns) or not frame.columns.is_unique:
        return
    raw = Reader(reader.function, reader.path, {**reader.options, "dtype": "str"}, reader.suffix).read()
    kept: dict[str | int, str] = {}
    for at in whole:
        name, column = str(frame.columns[at]), raw.iloc[:, at].dropna()
        if column.empty:
            continue
        if bool(column.str.contains(r"^0\d+$").any()) and bool(column.str.fullmatch(r"\d+").all()):
            kept[at if reader.suffix else name] = "str"
            reader.repairs.append(f"{quoted(name)} is read as text, because its numbers have leading zeros")
        elif _DATE_NAME.search(name) and _digits_of_dates(column):
            kept[at if reader.suffix else name] = "str"
            reader.repairs.append(f"{quoted(name)} is read as text, because its numbers are dates (yyyymmdd)")
    if kept:
        reader.options["dtype"] = kept


def _digits_of_dates(column: Column) -> bool:
    if not bool(column.str.fullmatch(r"[12]\d{7}").all()):
        return False
    return not bool(pd.to_datetime(column, format="%Y%m%d", errors="coerce").isna().any())


def notes(frame: pd.DataFrame) -> list[str]:
    """Return what a reader of the table should know of its values: mixed columns, formulas, nested values."""
    found = []
    for name, column in _objects(frame):
        if pd.api.types.is_object_dtype(column.dtype) and not _NESTED.isdisjoint(map(type, column)):
            found.append(f"{quoted(name)} holds nested values; they are treated as text")
            continue
        texts = column
        if pd.api.types.is_object_dtype(column.dtype):
            texts = column[column.map(lambda value: isinstance(value, str))]
        rest = texts[~texts.str.fullmatch(_NUMBER).astype(bool)]
        numbers = len(column) - len(rest)
        others = "numbers" if len(texts) == len(column) else "other values"
        if 0 < len(rest) <= numbers:
            first = str(rest.iloc[0])
            first = first if len(first) <= 40 else first[:39] + "…"  # noqa: PLR2004 - a glimpse
            mix = f"{others} ({numbers}) with texts ({len(rest)})"
            found.append(f"{quoted(name)} mixes {mix} such as {first!r}; it is read as text")
        if bool(texts.str.fullmatch(_FORMULA).any()):
            found.append(f"{quoted(name)} has values that look like spreadsheet formulas; they stay text")
    return found


def refuse_useless(frame: pd.DataFrame, name: str, most: int) -> None:
    """Refuse a table without rows or columns, with too many columns, or whose column names are no usable text."""
    if frame.shape[1] == 0:
        raise RefusedData(f"{name}: it has no columns", "give a file that holds a table")
    if frame.shape[0] == 0:
        raise RefusedData(f"{name}: it has columns but no rows", "give a file with at least one row")
    if frame.shape[1] > most:
        raise RefusedData(f"{name}: {frame.shape[1]} columns, and {most} is the most that can be used", "keep fewer")
    if frame.columns.nlevels > 1:
        raise RefusedData(f"{name}: its columns have names of several levels", "give each column one name")
    if any(not isinstance(label, str) for label in frame.columns):
        raise RefusedData(f"{name}: some column names are no text", "give every column a name")
    broken = [quoted(label) for label in frame.columns if any("\ud800" <= c <= "\udfff" for c in label)]
    if broken:
        raise RefusedData(f"{name}: column names with half a character: {listed(broken)}", "rename these columns")
    if not frame.columns.is_unique:
        raise RefusedData(f"{name}: several columns have the same name", "rename them")


def _objects(frame: pd.DataFrame) -> Iterator[tuple[str, Column]]:
    for at in range(frame.shape[1]):
        column = frame.iloc[:, at]
        if pd.api.types.is_object_dtype(column.dtype) or isinstance(column.dtype, pd.StringDtype):
            filled = column.dropna()
            if len(filled):
                yield str(frame.columns[at]), filled


def _texts(frame: pd.DataFrame) -> Iterator[tuple[str, Column]]:
    """The columns that hold nothing but strings, missing values left out."""
    for name, column in _objects(frame):
        if isinstance(column.dtype, pd.StringDtype) or all(isinstance(value, str) for value in column):
            yield name, column.str.strip()
