"""The input files of a problem set, which stand beside it in ``_inputs/NAME/`` as DSEval looks for them."""

import csv
from pathlib import Path

HEADER_BYTES = 65_536
"""A header line longer than this is not looked at."""

DELIMITERS = {".csv": ",", ".tsv": "\t"}


def inputs_beside(path: Path) -> tuple[Path, ...] | None:
    """Return the input files and folders beside a set, sorted by name; None where it has no folder of them.

    In the folder that sets share, the folders of other sets are left out.
    """
    shared = path.parent / "_inputs"
    own = shared / path.stem
    folder = own if own.is_dir() else shared
    if not folder.is_dir():
        return None
    entries = (path for path in folder.iterdir() if not path.name.startswith("."))
    return tuple(
        sorted(entries if folder == own else (entry for entry in entries if not _of_a_set(entry, path.parent)))
    )


def _of_a_set(folder: Path, sets: Path) -> bool:
    return folder.is_dir() and (sets / f"{folder.name}.py").is_file()


def columns_of(path: Path) -> tuple[str, ...] | None:
    """Return a table's column names where the first line tells them cheaply, else None.

    Only csv and tsv are looked at, and only their first line; a line that does not hold the usual delimiter may be in
    another dialect, so it tells nothing.
    """
    with path.open("rb") as file:
        line = file.readline(HEADER_BYTES)
    try:
        text = line.decode("utf-8-sig").rstrip("\r\n")
        delimiter = DELIMITERS.get(path.suffix)
        if delimiter is None or delimiter not in text or not line.endswith(b"\n"):
            return None
        return tuple(next(csv.reader([text], delimiter=delimiter, strict=True)))
    except (UnicodeDecodeError, csv.Error):
        return None
