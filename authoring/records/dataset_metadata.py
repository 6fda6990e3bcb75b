"""Data sets and notebooks as the site that publishes them shows them, and what is looked for. Frozen records."""

from datetime import date, datetime
from typing import Literal

from authoring.records.base import Name, Record
from authoring.records.seed import Publication

FileType = Literal["any", "csv", "json", "sqlite", "parquet"]
LicenceFilter = Literal["any", "open", "known"]
"""Open: may be redistributed inside a benchmark; known: open, or restricted in a way that is stated."""
Criterion = Literal["votes", "usability", "size", "date", "licence", "files", "private"]
SearchEnding = Literal["enough", "all", "votes", "bound", "failure"]
"""Why a search ended: as many candidates as were wanted; everything was looked at; the listing goes on with data sets
that have too few votes; so many were looked at that it has to end somewhere; or the site did not answer any more."""


class DatasetVersion(Record):
    """One version of a data set, as its page lists it."""

    number: int
    created: datetime | None = None
    notes: str = ""
    """What the publisher wrote about it."""
    status: str = ""
    """In the site's words, for example ``Ready``."""


class DatasetColumn(Record):
    """What the page of a data set says of a column."""

    file: str
    """With folders, as the site gives it."""
    name: str
    description: str


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
    versions: tuple[DatasetVersion, ...] = ()
    """The newest first; listings name none."""
    columns: tuple[DatasetColumn, ...] = ()
    """Those with a text on the data set's own page; listings name none."""


class DatasetFile(Record):
    """One file of a data set."""

    name: str
    """With folders, as the site gives it."""
    size: int
    """Bytes."""
    created: datetime | None = None


class NotebookInfo(Record):
    """One notebook about a data set."""

    ref: str
    """``OWNER/SLUG``."""
    title: str
    votes: int = 0
    updated: datetime | None = None
    url: str = ""


class DatasetQuery(Record):
    """The criteria of a search for data sets."""

    words: str = ""
    votes: int = 0
    """Least number of votes."""
    usability: float = 0.0
    """Least usability, from 0 to 1."""
    max_size: int | None = None
    """Most bytes of all files together, unpacked."""
    after: date | None = None
    """The data set was first published on this day or later."""
    updated_after: date | None = None
    """The data set was updated on this day or later."""
    licence: LicenceFilter = "any"
    file_type: FileType = "any"
    most: int = 20
    """Candidates after which the search ends."""


class ExclusionReason(Record):
    """One thing that keeps a data set from being a candidate."""

    about: Criterion
    words: str
    """The reason for people, for example ``41 votes, fewer than 100``."""


class ExcludedDataset(Record):
    """A data set that was looked at and is no candidate."""

    ref: str
    title: str
    reasons: tuple[ExclusionReason, ...]
    """Every reason that was found; what was not examined because of them is missing."""


class WellKnown(Record):
    """A candidate that seems to be a set that models know by heart; a person decides whether to use it."""

    ref: str
    name: str
    """What the well-known set is called."""
    known_for: str
    """Why it is no secret, in words that go on after ``it``."""


class SearchResult(Record):
    """The result of a search for data sets."""

    wish: DatasetQuery
    candidates: tuple[DatasetInfo, ...]
    """Data sets that meet every criterion; `publication.size` is the bytes of their files where these were asked for,
    else what the listing says."""
    worn_out: tuple[WellKnown, ...] = ()
    """Candidates that seem to be sets that models know by heart."""
    left_out: tuple[ExcludedDataset, ...]
    looked_at: int
    ended: SearchEnding
    failure: str = ""
    """What went wrong where a failure ended the search, and what to do; what was found until then is there."""


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
