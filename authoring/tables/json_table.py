"""Tables as JSON: which shapes are tables, and the reader that follows."""

import json
from typing import Any

from authoring.tables.encoding import decode, refuse_other_formats
from authoring.tables.reader import Reader, literal, quote_name
from authoring.tables.refusal import RefusedData

_START = 1_000_000
"""Characters at the start of a file in which two lines are looked for."""
_SHAPES = 'a table is a list of records, [{"a": 1, "b": 2}, …], or lists by column, {"a": [1, …], "b": [2, …]}'


def json_reader(data: bytes, path: str, *, lines: bool) -> Reader:
    """Find out how a JSON (or, with `lines`, JSON Lines) file is read.

    Text stays text and numbers stay numbers, as the file has them.

    Raises:
        RefusedData: when it is no JSON, with line and column, or no table.
    """
    name = path.rsplit("/", 1)[-1]
    refuse_other_formats(data, name, "JSON")
    decoded = decode(data, name)
    reader = Reader("read_json", path, {"lines": True} if lines else {}, repairs=list(decoded.repairs))
    # pandas' JSON parser stops at a byte-order mark that the encoding does not take off.
    encoding = decoded.encoding or ("utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else None)
    if encoding:
        reader.options["encoding"] = encoding
    if decoded.broken:
        reader.options["encoding_errors"] = "replace"
    # Without it, pandas turns texts of digits into numbers.
    reader.options["dtype"] = False
    text = decoded.text
    # Many files called .json are JSON Lines.
    if not lines and _is_lines(text):
        lines, reader.options = True, {"lines": True, **reader.options}
        reader.repairs.append("read with lines=True: the file holds one record per line")
    if lines:
        _shape_records(reader, _parse_lines(text, name), name)
        return reader
    value = _parse(text, name, 0)
    if isinstance(value, list):
        _shape_records(reader, value, name)
    elif isinstance(value, dict):
        _shape_object(reader, value, name)
    else:
        raise RefusedData(f"{name}: the file holds one value, not a table", _SHAPES)
    return reader


def _parse(text: str, name: str, lines_above: int) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise RefusedData(
            f"{name}: line {lines_above + error.lineno}, column {error.colno} is not JSON: {error.msg}",
            "one value in the file, or one record per line" if error.msg == "Extra data" else "",
        ) from None
    # A stranger may nest values without end.
    except RecursionError:
        raise RefusedData(f"{name}: values are nested too deeply", _SHAPES) from None
    except ValueError as error:  # whole numbers of more than 4300 digits
        raise RefusedData(f"{name}: {error}", "shorten the number") from None


def _is_lines(text: str) -> bool:
    """Whether the first two lines are an object each, so that the file is no JSON but JSON Lines."""
    first = [line for line in text[:_START].split("\n") if line.strip()][:2]
    try:
        return len(first) > 1 and all(isinstance(json.loads(line), dict) for line in first)
    except (ValueError, RecursionError):
        return False


def _parse_lines(text: str, name: str) -> list[Any]:
    lines = text.split("\n")
    values = [_parse(line, name, number) for number, line in enumerate(lines) if line.strip()]
    for number, value in enumerate(values):
        if not isinstance(value, dict):
            raise RefusedData(f"{name}: record {number + 1} is no object with column names", "one {…} per line")
    return values


def _shape_object(reader: Reader, value: dict[str, Any], name: str) -> None:
    """Lists by column, cells by column, or an envelope with one list of records in it."""
    columns = list(value.values())
    if columns and all(isinstance(column, list) for column in columns):
        lengths = {key: len(column) for key, column in value.items()}
        # One list of records alone is an envelope, not a column whose cells are records.
        if len(value) == 1 and all(isinstance(item, dict) for item in columns[0]):
            _shape_envelope(reader, value, name)
            return
        if len(set(lengths.values())) > 1:
            raise RefusedData(f"{name}: its columns are not equally long", f"column lengths: {lengths}"[:300])
        if any(isinstance(item, (dict, list)) for column in columns for item in column):
            raise RefusedData(f"{name}: its columns hold nested values", _SHAPES)
    elif columns and all(isinstance(column, dict) for column in columns):
        if any(isinstance(item, (dict, list)) for column in columns for item in column.values()):
            raise RefusedData(f"{name}: its columns hold nested values", _SHAPES)
        # Cells by column are keyed by row labels, which DataFrame.to_json writes and nobody asks about.
        reader.suffix = ".reset_index(drop=True)"
        reader.repairs.append("the labels of the rows are dropped: read with .reset_index(drop=True)")
    elif sum(_is_records(column) for column in columns) == 1:
        _shape_envelope(reader, value, name)
    else:
        raise RefusedData(f"{name}: the file holds an object, not a table", _SHAPES)


def _is_records(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _shape_envelope(reader: Reader, value: dict[str, Any], name: str) -> None:
    key = next((key for key, item in value.items() if _is_records(item)), None)
    if key is None:
        raise RefusedData(f"{name}: it has no records", _SHAPES)
    # Lists in cells would survive as Python objects, on which hardly any pandas method works.
    _refuse_lists(value[key], name)
    reader.whole = f"pd.json_normalize(pd.read_json({_call_arguments(reader)})[{literal(key)}])"
    reader.repairs.append(f"the table is the list of records under {quote_name(key)}; all else in the file is left out")


def _shape_records(reader: Reader, records: list[Any], name: str) -> None:
    """A list of objects; objects in them become columns of their own, lists in them are refused."""
    if not records:
        raise RefusedData(f"{name}: it has no records", _SHAPES)
    for number, record in enumerate(records, 1):
        if not isinstance(record, dict):
            raise RefusedData(f"{name}: item {number} of the list is no record with column names", _SHAPES)
    _refuse_lists(records, name)
    nested = list(dict.fromkeys(key for record in records for key, item in record.items() if isinstance(item, dict)))
    if not nested:
        return
    if any(not isinstance(record.get(key, {}), dict) for record in records for key in nested):
        raise RefusedData(f"{name}: {quote_name(nested[0])} is a record in some rows and a value in others", _SHAPES)
    if reader.options.pop("lines", None):
        reader.whole = f'pd.json_normalize(pd.read_json({_call_arguments(reader, series=False)}).to_dict("records"))'
        # Read by lines, a record that is missing becomes a gap, which json_normalize cannot take apart.
        if any(key not in record for record in records for key in nested):
            raise RefusedData(f"{name}: {quote_name(nested[0])} is a record that some lines lack", _SHAPES)
    else:
        reader.whole = f"pd.json_normalize(pd.read_json({_call_arguments(reader)}).tolist())"
    reader.repairs.append(
        f"records in records become columns: {quote_name(nested[0])} gives {quote_name(nested[0] + '.…')}"
    )


def _call_arguments(reader: Reader, *, series: bool = True) -> str:
    """The arguments of ``pd.read_json`` inside a longer expression."""
    encoding = reader.options.get("encoding")
    encoding_argument = f", encoding={literal(encoding)}" if encoding else ""
    return literal(reader.path) + encoding_argument + (', typ="series"' if series else ", lines=True, dtype=False")


def _refuse_lists(records: list[Any], name: str) -> None:
    for number, record in enumerate(records, 1):
        path = _path_to_list(record)
        if path:
            raise RefusedData(
                f"{name}: record {number} has a list in {quote_name('.'.join(path))}, and a table's cell holds"
                " one value",
                "make a second table of the lists",
            )


def _path_to_list(record: dict[str, Any]) -> list[str]:
    """The path to the first list, empty when there is none; bounded, because `json` refuses deep nesting."""
    for key, value in record.items():
        if isinstance(value, list):
            return [key]
        inner_path = _path_to_list(value) if isinstance(value, dict) else []
        if inner_path:
            return [key, *inner_path]
    return []
