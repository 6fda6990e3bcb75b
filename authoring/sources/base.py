"""The port through which seeds come in: a reference goes in, files and what is known of them come out."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from authoring.records import TableFormat


@dataclass(frozen=True, slots=True)
class FetchedFile:
    """One table as a file of our own, under a safe name."""

    path: Path
    format: TableFormat
    repairs: tuple[str, ...] = ()
    """What had to be done to get it, in words, for example ``unpacked from cars.zip``."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a source gave. Text about the data is empty where the source knows nothing."""

    name: str
    """What a seed of it may be called: a valid `records.Name`."""
    source: str
    files: tuple[FetchedFile, ...]
    title: str
    description: str = ""
    url: str = ""
    licence: str = "unknown"


class Source(Protocol):
    """One kind of place that tables come from."""

    def fetch(self, references: Sequence[str], *, scratch: Path, limit: int) -> Fetched:
        """Copy the referenced tables into `scratch`, an empty folder, without reading what is in them.

        Args:
            references: as the person gave them, without the source's prefix.
            scratch: where the copies go; they are the caller's from then on.
            limit: bytes that all files may have together.

        Raises:
            SeedError: when there is no such table, or it may not be used.
        """
        ...
