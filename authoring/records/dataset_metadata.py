"""Data sets and notebooks as the site that publishes them shows them, and what is looked for. Frozen records."""

from datetime import date, datetime
from typing import Literal

from authoring.records.base import Name, Record
from authoring.records.seed import Publication

FileType = Literal["any", "csv", "json", "sqlite", "parquet"]
LicenceFilter = Literal["any", "open", "known"]
"""Open: may be redistributed inside a benchmark; known: open, or restricted in a way that is stated."""
Criterion = Literal["votes", "usability", "size", "date", "licence", "files", "private"]
SearchEnding = Literal["enough", "all", "votes", "bound"]
"""Why a search ended: as many candidates as were wanted; everything was looked at; the listing goes on with data sets
that have too few votes; or so many were looked at that it has to end somewhere."""


class DatasetInfo(Record):
    """One data set, as a listing or its own page shows it."""

    publication: Publication
    title: str
    subtitle: str = ""
    description: str = ""
    url: str = ""
    licence: str = ""
    """In the site's words, or as an SPDX identifier where the site gives one; empty where it says nothing."""
    private: bool = False
    tags: tuple[str, ...] = ()


class DatasetFile(Record):
    """One file of a data set."""

    name: str
    """With folders, as the site gives it."""
    size: int
    """Bytes."""


class NotebookInfo(Record):
    """One notebook about a data set."""

    ref: str
    """``OWNER/SLUG``."""
    title: str
    votes: int = 0
    updated: datetime | None = None
    url: str = ""


class DatasetQuery(Record):
    """What a person looks for."""

    words: str = ""
    votes: int = 0
    """At least."""
    usability: float = 0.0
    """At least, from 0 to 1."""
    max_size: int | None = None
    """Bytes that all files have together, unpacked."""
    after: date | None = None
    """Updated on this day or later."""
    licence: LicenceFilter = "any"
    file_type: FileType = "any"
    most: int = 20
    """Candidates that are wanted."""


class ExclusionReason(Record):
    """One thing that keeps a data set from being a candidate."""

    about: Criterion
    words: str
    """For people, for example ``41 votes, fewer than 100``."""


class ExcludedDataset(Record):
    """A data set that was looked at and is no candidate."""

    ref: str
    title: str
    reasons: tuple[ExclusionReason, ...]
    """All of them, not only the first; what was never asked because of others is not among them."""


class WellKnown(Record):
    """A candidate that seems to be a set that models know by heart; a person decides."""

    ref: str
    name: str
    """Of the known set."""
    known_for: str
    """Why it is no secret, in words that go on after ``it``."""


class SearchResult(Record):
    """What a search gave."""

    wish: DatasetQuery
    candidates: tuple[DatasetInfo, ...]
    """With the bytes of their files as `publication.size`."""
    worn_out: tuple[WellKnown, ...] = ()
    """Those candidates that seem to be known sets."""
    left_out: tuple[ExcludedDataset, ...]
    looked_at: int
    ended: SearchEnding


class UpstreamChange(Record):
    """One thing that is not upstream as a seed has it."""

    about: Literal["version", "files", "size", "licence", "title", "votes", "usability", "downloads", "notebooks"]
    before: str
    """As the seed has it, for people; empty where it says nothing."""
    now: str
    news: bool
    """Whether it is about the data; votes and the like change every day and mean nothing for a problem set."""


class UpstreamComparison(Record):
    """What the site says today of the data set that a seed came from."""

    seed: Name
    ref: str
    """``OWNER/SLUG``."""
    version: int | None
    """Today's; None where it is not known."""
    changes: tuple[UpstreamChange, ...] = ()
    notes: tuple[str, ...] = ()
    """What could not be compared, and why."""
    gone: bool = False
    """Whether the site says that there is no such data set, or none that may be seen."""
    failure: str = ""
    """Why nothing is known; the site could not be asked, or did not answer."""

    @property
    def changed(self) -> bool:
        """Whether a person should look at the seed again."""
        return self.gone or any(change.news for change in self.changes)
