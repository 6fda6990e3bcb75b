"""Tables from local files."""

from collections.abc import Sequence
from pathlib import Path

from authoring.errors import SeedError
from authoring.seeds.file_names import SUFFIXES, safe_stem
from authoring.seeds.sources.base import FetchedSeed, NotebookRequest, OnBytes, ignore_bytes, refuse_notebook
from authoring.seeds.unpacking import ScratchFolder


class FileSource:
    """Reads what the person named: files, plain, zipped or gzipped; several make a seed of several tables."""

    def fetch(
        self,
        references: Sequence[str],
        *,
        scratch: Path,
        limit: int,
        notebook: NotebookRequest = NotebookRequest(),
        on_bytes: OnBytes = ignore_bytes,
    ) -> FetchedSeed:
        """Copy local files into `scratch`; sizes are checked before a byte is read.

        Raises:
            SeedError: when one is missing, a folder, no regular file, no table by its name, or too big.
        """
        del on_bytes
        refuse_notebook(notebook, "a local table")
        into = ScratchFolder(scratch, limit)
        files = [file for reference in references for file in into.add(_regular(reference), reference)]
        stem = Path(references[0]).name.split(".")[0] or "table"
        return FetchedSeed(
            name=safe_stem(stem),
            source=" ".join(references),
            files=tuple(files),
            left_out=tuple(into.left_out),
            title=" ".join(stem.replace("_", " ").replace("-", " ").split()).capitalize() or stem,
        )


SOURCE = FileSource()
"""What the registry finds."""


def _regular(reference: str) -> Path:
    """Return the path of a regular file, links resolved."""
    if "://" in reference:
        raise SeedError(f"{reference}: tables are not fetched from the network", hint="download it, then add the file")
    if "\0" in reference or not reference:
        raise SeedError(f"{reference!r} is no path", hint="give the path of a table")
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


def _tables_in(folder: Path) -> str:
    """A hint that names the tables of a folder."""
    try:
        names = sorted(entry.name for entry in folder.iterdir() if entry.suffix.lower() in SUFFIXES)
    except OSError:
        names = []
    if not names:
        return "name the files, not the folder"
    return "name the files: " + " ".join(str(folder / name) for name in names[:5]) + (" …" if len(names) > 5 else "")  # noqa: PLR2004 - a few show the way
