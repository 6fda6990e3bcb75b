"""Reference notebooks from local files."""

import codecs
import tempfile
from pathlib import Path

from authoring.errors import SeedError
from authoring.records.seed import NotebookSource
from authoring.seeds.sources.base import FetchedNotebook

MOST_BYTES = 20_000_000
"""Bytes of the largest notebook that is taken."""
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""Bytes at a file's beginning that say how its text is written."""


def fetch_local_notebook(path: Path, scratch: Path) -> FetchedNotebook:
    """Copy a local notebook into `scratch`, as UTF-8, without looking at what it says.

    Args:
        path: of a notebook, a script or a Markdown file; links are followed.
        scratch: a folder that is the caller's; the copy gets one of its own there, under the file's ending.

    Raises:
        SeedError: there is no such file, it is no regular one, it is too large, or no text.
    """
    text = _text(path, _bytes(path))
    copy = Path(tempfile.mkdtemp(prefix="notebook-", dir=scratch)) / f"notebook{path.suffix.lower()}"
    # Lines end as they do: a carriage return is not the copy's to change.
    copy.write_text(text, encoding="utf-8", newline="")
    return FetchedNotebook(copy, NotebookSource(ref=str(path)))


def _bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise SeedError(f"{path}: this is a folder", hint="name the notebook in it: --notebook FILE.ipynb")
        if path.exists() and not path.is_file():
            # A pipe would keep whoever opens it waiting.
            raise SeedError(f"{path}: this is no regular file (a pipe, a device or a socket)", hint="save it as a file")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise SeedError(f"{path}: no such notebook", hint="check the path") from None
    except (OSError, ValueError) as error:
        words = getattr(error, "strerror", None) or str(error)
        raise SeedError(f"{path}: cannot be read: {words}", hint="check the path and its permissions") from None
    if len(data) > MOST_BYTES:
        size = f"larger than {MOST_BYTES // 1_000_000} MB"
        raise SeedError(f"{path}: this notebook is {size}", hint="clear its outputs in Jupyter, then save it")
    return data


def _text(path: Path, data: bytes) -> str:
    encoding = next((name for mark, name in _MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        hint = "notebooks are UTF-8: save it in Jupyter again, or convert it"
        raise SeedError(f"{path}: this is no text in UTF-8 (byte {error.start:,})", hint=hint) from None
    # A file cannot hold half a character, and a byte of zero is in no text.
    if "\0" in text:
        raise SeedError(f"{path}: this is no text, it holds zero bytes", hint="give an .ipynb file or a script")
    return text
