"""The port through which seeds come in: a reference goes in, files and what is known of them come out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from authoring.errors import SeedError
from authoring.records.seed import NotebookSource, Publication
from authoring.seeds.unpacking import FetchedFile

OnBytes = Callable[[int, int], None]
"""Called with (bytes that came, bytes in all; 0 where that is not known)."""


def ignore_bytes(_received: int, _total: int) -> None:
    """Hear of bytes where nobody looks on."""


@dataclass(frozen=True, slots=True)
class FetchedNotebook:
    """A notebook as it came, not looked at yet."""

    path: Path
    source: NotebookSource


@dataclass(frozen=True, slots=True)
class NotebookRequest:
    """Which reference notebook a seed is to have."""

    reference: str = ""
    """The source's own name of one; empty for the one that the source would choose."""
    excluded: bool = False
    """Whether the seed is to have none, even where the source would choose one."""


@dataclass(frozen=True, slots=True)
class FetchOptions:
    """Which of a source's tables are taken, and where a download that breaks off waits for the next run."""

    files: tuple[str, ...] = ()
    """Names or patterns of files in an archive or a data set; all tables without any."""
    sheets: tuple[str, ...] = ()
    """Sheets of workbooks, each of which becomes a table; the first that holds one without any."""
    parts: Path | None = None
    """A folder that outlives the run; None where what came of a broken download is thrown away."""


@dataclass(frozen=True, slots=True)
class FetchedSeed:
    """What a source gave. Text about the data is empty where the source knows nothing."""

    name: str
    """What a seed of it may be called: a valid `records.Name`."""
    source: str
    files: tuple[FetchedFile, ...]
    title: str
    description: str = ""
    url: str = ""
    licence: str = "unknown"
    publication: Publication | None = None
    notebook: FetchedNotebook | None = None
    left_out: tuple[str, ...] = ()
    """Files that the source holds and that are no tables, or too many, each with the reason, in words."""
    documents: tuple[tuple[str, str], ...] = ()
    """Descriptions of the columns that lie beside the files, as name and text: Table Schema, Croissant."""


def refuse_notebook(request: NotebookRequest, origin: str) -> None:
    """Refuse a notebook that is asked for by name of a source that has none.

    Raises:
        SeedError: one is named.
    """
    if request.reference:
        message = f"{request.reference}: no such file, and {origin} comes with no notebook"
        raise SeedError(message, hint="give the path of a notebook: --notebook FILE.ipynb")


def refuse_choice(options: FetchOptions, origin: str) -> None:
    """Refuse files and sheets that are chosen of a source that has nothing to choose from.

    Raises:
        SeedError: some are chosen.
    """
    if options.files or options.sheets:
        raise SeedError(
            f"{origin} is one table, of which no files or sheets can be chosen", hint="leave out --files and --sheets"
        )


class Source(Protocol):
    """One kind of place that tables come from."""

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
        """Copy the referenced tables into `scratch`, an empty folder, without reading what is in them.

        Args:
            references: as the person gave them, without the source's prefix.
            scratch: where the copies go; they are the caller's from then on.
            limit: bytes that all files may have together.
            notebook: which reference notebook is wanted; a source that has none refuses one that is named.
            options: which tables are taken; a source that has nothing to choose from refuses a choice.
            on_bytes: told how far a download has come.

        Raises:
            SeedError: when there is no such table, or it may not be used.
        """
        ...
