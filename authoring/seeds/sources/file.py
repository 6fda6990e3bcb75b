"""Tables and reference notebooks from local files."""

import codecs
import contextlib
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from authoring.errors import SeedError
from authoring.records.seed import NotebookSource
from authoring.seeds.file_names import SUFFIXES, safe_stem, title_of
from authoring.seeds.sources.base import (
    FetchedNotebook,
    FetchedSeed,
    FetchOptions,
    NotebookRequest,
    OnBytes,
    ignore_bytes,
    refuse_notebook,
)
from authoring.seeds.unpacking import DOCUMENTS, MOST_DOCUMENT, ScratchFolder

MOST_BYTES = 20_000_000
"""Bytes of the largest notebook that is taken."""
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""Bytes at a file's beginning that say how its text is written."""


class FileSource:
    """Reads what the person named: files, plain, zipped or gzipped; several make a seed of several tables."""

    def fetch(
        self,
        references: Sequence[str],
        *,
        scratch: Path,
        limit: int,
        notebook: NotebookRequest = NotebookRequest(),
        options: FetchOptions = FetchOptions(),
        on_bytes: OnBytes = ignore_bytes,
    ) -> FetchedSeed:
        """Copy local files into `scratch`; sizes are checked before a byte is read.

        Raises:
            SeedError: when one is missing, a folder, no regular file, no table by its name, or too big.
        """
        # Local files come at once.
        del on_bytes
        refuse_notebook(notebook, "a local table")
        into = ScratchFolder(scratch, limit, options.files, options.sheets)
        files = [file for reference in references for file in into.add(_regular(reference), reference)]
        into.refuse_unmet()
        stem = Path(references[0]).name.split(".")[0] or "table"
        return FetchedSeed(
            name=safe_stem(stem),
            # Names alone: a path would name folders of this machine, and so whose it is, wherever the seed is told of.
            source=" ".join(Path(reference).name for reference in references),
            files=tuple(files),
            left_out=tuple(into.left_out),
            documents=(*_documents_beside(references), *into.documents),
            title=title_of(stem) or stem,
        )


SOURCE = FileSource()
"""What the registry finds."""


def _regular(reference: str) -> Path:
    """Return the path of a regular file, links resolved."""
    if "://" in reference:
        raise SeedError(f"{reference}: tables are not fetched from the network", hint="download it, then add the file")
    if "\0" in reference or not reference:
        raise SeedError(f"{reference!r} is no path", hint="give the path of a table")
    # Links are resolved once, so that what is checked is what is copied.
    original = Path(reference)
    try:
        path = original.resolve(strict=True)
        folder, regular = path.is_dir(), path.is_file()
    except FileNotFoundError:
        reason = (
            f"it is not in {original.parent}" if original.parent.is_dir() else f"there is no folder {original.parent}"
        )
        raise SeedError(f"{reference}: no such file; {reason}", hint="check the path") from None
    except (OSError, RuntimeError) as error:
        words = getattr(error, "strerror", None) or str(error)
        raise SeedError(f"{reference}: cannot be read: {words}", hint="check the path and its permissions") from None
    if folder:
        raise SeedError(f"{reference}: this is a folder", hint=_tables_in(path))
    if not regular:
        raise SeedError(
            f"{reference}: this is no regular file (a pipe, a device or a socket)", hint="save the table as a file"
        )
    return path


def _documents_beside(references: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield descriptions that lie beside tables, as name and text; one that cannot be read is passed over."""
    folders = dict.fromkeys(Path(reference).resolve().parent for reference in references)
    tables = {Path(reference).resolve() for reference in references}
    for path in (folder / name for folder in folders for name in DOCUMENTS):
        with contextlib.suppress(OSError, UnicodeDecodeError):
            if path.is_file() and path not in tables and path.stat().st_size <= MOST_DOCUMENT:
                yield path.name, path.read_text("utf-8-sig")


def _tables_in(folder: Path) -> str:
    """A hint that names the tables of a folder."""
    try:
        names = sorted(entry.name for entry in folder.iterdir() if entry.suffix.lower() in SUFFIXES)
    except OSError:
        names = []
    if not names:
        return "name the files, not the folder"
    return "name the files: " + " ".join(str(folder / name) for name in names[:5]) + (" …" if len(names) > 5 else "")  # noqa: PLR2004 - a few show the way


def fetch_local_notebook(path: Path, scratch: Path) -> FetchedNotebook:
    """Copy a local notebook into `scratch`, as UTF-8, without looking at what it says.

    Args:
        path: of a notebook, a script or a Markdown file; links are followed.
        scratch: a folder that is the caller's; the copy gets one of its own there, under the file's ending.

    Raises:
        SeedError: there is no such file, it is no regular one, it is too large, or no text.
    """
    text = _decoded(path, _read_bytes(path))
    # A folder of its own, because a table in the scratch folder may have the same name.
    copy = Path(tempfile.mkdtemp(prefix="notebook-", dir=scratch)) / f"notebook{path.suffix.lower()}"
    # Lines end as they do: a carriage return is not the copy's to change.
    copy.write_text(text, encoding="utf-8", newline="")
    return FetchedNotebook(copy, NotebookSource(ref=path.name))


def _read_bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise SeedError(f"{path}: this is a folder", hint="name the notebook in it: --notebook FILE.ipynb")
        if path.exists() and not path.is_file():
            # A pipe would keep whoever opens it waiting.
            raise SeedError(f"{path}: this is no regular file (a pipe, a device or a socket)", hint="save it as a file")
        with path.open("rb") as file:
            # One byte more than allowed tells that it is too large, without reading all of it.
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise SeedError(f"{path}: no such notebook", hint="check the path") from None
    except (OSError, ValueError) as error:
        words = getattr(error, "strerror", None) or str(error)
        raise SeedError(f"{path}: cannot be read: {words}", hint="check the path and its permissions") from None
    # Nearly always the outputs: nobody writes that much code.
    if len(data) > MOST_BYTES:
        size = f"larger than {MOST_BYTES // 1_000_000} MB"
        raise SeedError(f"{path}: this notebook is {size}", hint="clear its outputs in Jupyter, then save it")
    return data


def _decoded(path: Path, data: bytes) -> str:
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
