"""Files of JSON lines that a person names: each line a record, and errors that name file, line and key."""

from typing import TypeVar

from pydantic import ValidationError

from authoring.errors import ResultsError
from authoring.records.base import Record
from authoring.records.documents import DocumentError, load_json

LineRecord = TypeVar("LineRecord", bound=Record)


def read_json_lines(text: str, record: type[LineRecord], *, location: str, hint: str) -> tuple[LineRecord, ...]:
    """Return the records of a text, of which each line that is not blank holds one.

    Args:
        text: of the file.
        record: what a line holds.
        location: of the file, for messages.
        hint: what to do about a file that holds something else.

    Raises:
        ResultsError: a line is no such record, or there is none.
    """
    records = []
    # Editors on Windows begin files with a byte order mark, which is no JSON.
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            records.append(record.model_validate(_object(line)))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            key = ".".join(map(str, first["loc"])) or "the line"
            raise ResultsError(f"{location}:{number}: {key}: {first['msg'].lower()}", hint=hint) from None
        except ValueError as error:
            raise ResultsError(f"{location}:{number}: {error}", hint=hint) from None
    if not records:
        raise ResultsError(f"{location}: holds no lines", hint=hint)
    return tuple(records)


def _object(line: str) -> object:
    """Return what a line of JSON says.

    Raises:
        ValueError: it is none.
    """
    try:
        return load_json(line)
    except DocumentError as error:
        raise ValueError(f"is no JSON: {error.reason}" if error.column else error.reason) from None
