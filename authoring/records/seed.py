"""What a problem set is about: tables, licence, source, and what a person lets pass."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import SerializerFunctionWrapHandler, model_serializer

from authoring.records.base import Name, Record, RelativePath, Sha256
from authoring.records.dictionary import DataDictionary


class TableFormat(StrEnum):
    """The file formats a table is read from."""

    CSV = "csv"
    TSV = "tsv"
    JSON = "json"
    JSONL = "jsonl"
    PARQUET = "parquet"
    XLSX = "xlsx"


class TableFile(Record):
    """One table of a seed, as a file below the seed's ``data/``.

    `reader` is the pandas expression that reads it from a session's working directory, for example
    ``pd.read_csv("inputs/penguins.csv")``; reference code uses it word for word.
    """

    name: RelativePath
    """File name below ``data/`` and ``inputs/``; no folders."""
    format: TableFormat
    sha256: Sha256
    size: int
    """Bytes."""
    rows: int
    columns: tuple[str, ...]
    reader: str
    repairs: tuple[str, ...] = ()
    """What had to be assumed or changed to read it, in words, for example ``read with sep=';'``."""


class Publication(Record):
    """A data set as its page showed it when the seed was added; None and empty where it said nothing."""

    ref: str
    """``OWNER/SLUG``."""
    title: str = ""
    licence: str = ""
    version: int | None = None
    votes: int | None = None
    usability: float | None = None
    """From 0 to 1, the site's own measure."""
    downloads: int | None = None
    notebooks: int | None = None
    size: int | None = None
    """Bytes, as the page counts them, which may be those of the archive."""
    updated: datetime | None = None
    """When this version was published."""
    published: datetime | None = None
    """When the data set was first published, where the page said so."""
    pinned: bool = False
    """Whether the seed is of a version that was not the newest when it was added: somebody chose it on purpose."""

    @model_serializer(mode="wrap")
    def _without_what_is_not_said(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out what younger versions of this record say: journals know steps by the seeds they were given."""
        content: dict[str, Any] = serialize(self)
        return {key: value for key, value in content.items() if value or key not in {"published", "pinned"}}


class NotebookSource(Record):
    """Where a reference notebook came from."""

    ref: str
    """``OWNER/SLUG`` or a path as given."""
    title: str = ""
    votes: int | None = None


class Allowance(Record):
    """A finding of the seed gate that a person let pass: which, why, who, when."""

    code: str
    why: str
    who: str
    time: datetime


class Seed(Record):
    """What a problem set is about."""

    name: Name
    title: str
    description: str
    source: str
    """Where the data came from: ``package:palmerpenguins/penguins-raw`` or a path as given."""
    url: str = ""
    licence: str
    """SPDX identifier where there is one, else words; ``unknown`` when nobody said."""
    files: tuple[TableFile, ...]
    companions: tuple["InputFile", ...] = ()
    """Files that stand beside the tables and are read in ways of the code's own; only imports bring them."""
    publication: Publication | None = None
    """What the page it was published on said; None for what no page was asked about."""
    notebook: NotebookSource | None = None
    """Where the reference notebook came from; None without one."""
    allowed: tuple[Allowance, ...] = ()
    """Findings of the seed gate that a person let pass."""
    dictionary: DataDictionary | None = None
    """What documents, a model or a person said of the data; rules propose the remainder whenever it is needed."""

    @model_serializer(mode="wrap")
    def _without_what_nobody_said(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out a dictionary that is not there: journals know steps by the seeds that they were given."""
        content: dict[str, Any] = serialize(self)
        if content.get("dictionary", self) is None:
            del content["dictionary"]
        return content

    @property
    def data(self) -> tuple["TableFile | InputFile", ...]:
        """Every file below the seed's ``data/``."""
        return (*self.files, *self.companions)


class InputFile(Record):
    """A file that stands as ``inputs/NAME`` in the session's working directory."""

    name: RelativePath
    sha256: Sha256
    size: int
    """Bytes."""


class SeedLine(Record):
    """A seed in the answer of ``status``."""

    name: str
    title: str
    licence: str
    tables: int
    rows: int


def seed_line(seed: Seed) -> SeedLine:
    """Return a seed as one line of a list."""
    rows = sum(file.rows for file in seed.files)
    return SeedLine(name=seed.name, title=seed.title, licence=seed.licence, tables=len(seed.files), rows=rows)
