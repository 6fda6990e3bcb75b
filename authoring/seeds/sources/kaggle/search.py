"""Candidates for seeds: the site's listing walked page by page and held against what a person looks for.

The listing is asked first, because it costs one call for many data sets. The listing of those that hold CSV files says
of most of them that they hold a table. Only where both leave a question open, a data set is asked for its files or its
first version, one call each.
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Protocol

from authoring.errors import SeedError
from authoring.records.dataset_metadata import (
    DatasetFile,
    DatasetInfo,
    DatasetQuery,
    ExcludedDataset,
    ExclusionReason,
    FileType,
    SearchEnding,
    SearchResult,
    WellKnown,
)
from authoring.records.seed import Seed
from authoring.seeds.file_names import SUFFIXES, safe_stem
from authoring.seeds.sources.kaggle.errors import MissingError, NoAccessError, WithheldError
from authoring.seeds.sources.kaggle.responses import DatasetPage
from authoring.seeds.vetting.licences import licence_of
from authoring.seeds.vetting.well_known import known_sets_of

MOST_LOOKED_AT = 2_000
"""Data sets of a listing after which a search ends, so that a query that nothing fits does not read the whole site."""
ENDINGS: dict[FileType, tuple[str, ...]] = {
    "any": tuple(sorted(SUFFIXES.keys() - {".txt"})),
    "csv": (".csv", ".tsv"),
    "json": (".json", ".jsonl", ".ndjson"),
    "sqlite": (".sqlite", ".sqlite3", ".db"),
    "parquet": (".parquet", ".pq"),
}
"""How the names of files of each type end. Texts may be tables, but are mostly there to be read."""
_PACKED = (".gz", ".zip")
_MOST_PACKED = 50
"""Times that tables shrink at most when they are packed: a size that fits a bound so many times is small enough."""


class DatasetListing(Protocol):
    """What a search asks the site; the real client is one."""

    def datasets(self, query: DatasetQuery, page: str) -> DatasetPage:
        """Return one page of data sets; the first for an empty `page`."""
        ...

    def files(self, ref: str, version: int | None) -> tuple[DatasetFile, ...]:
        """Return the files of a data set."""
        ...

    def first_published(self, ref: str) -> datetime | None:
        """Return when a data set was first published; None where the site does not say."""
        ...


def search(
    listing: DatasetListing,
    query: DatasetQuery,
    *,
    on_progress: Callable[[int, int], None] = lambda _candidates, _limit: None,
) -> SearchResult:
    """Walk the listing until enough candidates are found, it ends, or `MOST_LOOKED_AT` were looked at.

    `on_progress` is told after each data set how many candidates there are, and how many are wanted. A failure in the
    middle ends the search, and the result says so and holds what was found until then.

    Raises:
        SeedError: the site cannot be asked, or does not answer as it should, before it named a data set.
    """
    walk = _Search(listing, query)
    try:
        return _walked(walk, listing, query, on_progress)
    except NoAccessError:
        raise
    except SeedError as error:
        if not walk.looked_at:
            raise
        failure = f"{error.message}; {error.hint}" if error.hint else error.message
        return walk.result("failure").model_copy(update={"failure": failure})


def _walked(
    walk: "_Search", listing: DatasetListing, query: DatasetQuery, on_progress: Callable[[int, int], None]
) -> SearchResult:
    token, requested_pages = "", {""}
    while True:
        page, before = listing.datasets(query, token), walk.looked_at
        # Ends in the middle of a page when there are enough, so that no further data set is asked for its files.
        for info in page.datasets:
            if walk.enough or walk.bound:
                break
            walk.look_at(info)
            on_progress(len(walk.candidates), query.most)
        else:
            token = page.next_page
            # A listing that sends us round in circles, or goes on with nothing new, ends here.
            if token in requested_pages or walk.looked_at == before:
                return walk.result("all")
            requested_pages.add(token)
            if walk.only_less_voted(page.datasets):
                return walk.result("votes")
        if walk.enough or walk.bound:
            return walk.result("enough" if walk.enough else "bound")


class _Search:
    """What a search has seen so far."""

    def __init__(self, listing: DatasetListing, query: DatasetQuery) -> None:
        self.candidates: list[DatasetInfo] = []
        self._listing, self._query = listing, query
        self._csv = _CsvListing(listing, query)
        self._left_out: list[ExcludedDataset] = []
        self._votes: dict[str, int] = {}

    @property
    def enough(self) -> bool:
        return len(self.candidates) >= self._query.most

    @property
    def looked_at(self) -> int:
        return len(self._votes)

    @property
    def bound(self) -> bool:
        return self.looked_at >= MOST_LOOKED_AT

    def look_at(self, info: DatasetInfo) -> None:
        ref = info.publication.ref
        if ref in self._votes:
            return  # one that moves down the listing while we read it stands on two pages
        complete, reasons = _looked_into(self._listing, info, self._query, self._csv)
        # Not before: what a failure kept from being looked into was not looked at.
        self._votes[ref] = info.publication.votes or 0
        if reasons:
            self._left_out.append(ExcludedDataset(ref=ref, title=info.title, reasons=reasons))
        else:
            self.candidates.append(complete)

    def only_less_voted(self, page: Sequence[DatasetInfo]) -> bool:
        """Whether a listing that has begun with the most votes has come to where they are too few."""
        votes = list(self._votes.values())
        # Trusted only while the site keeps to the order that it was asked for.
        falling = all(earlier >= later for earlier, later in pairwise(votes))
        return falling and all((info.publication.votes or 0) < self._query.votes for info in page)

    def result(self, ended: SearchEnding) -> SearchResult:
        return SearchResult(
            wish=self._query,
            candidates=tuple(self.candidates),
            worn_out=tuple(match for info in self.candidates for match in well_known_matches(info)),
            left_out=tuple(self._left_out),
            looked_at=self.looked_at,
            ended=ended,
        )


def well_known_matches(info: DatasetInfo) -> tuple[WellKnown, ...]:
    """Return the known sets that a data set seems to be by its reference and title; its columns are not seen yet."""
    ref = info.publication.ref
    seed = Seed(
        name=safe_stem(ref.rpartition("/")[2]),
        title=info.title,
        description="",
        source=f"kaggle:{ref}",
        licence=info.licence,
        files=(),
        publication=info.publication,
    )
    return tuple(WellKnown(ref=ref, name=fame.name, known_for=fame.known_for) for fame in known_sets_of(seed))


class _CsvListing:
    """The data sets that the site lists as holding CSV files, read as far as a search needs."""

    def __init__(self, listing: DatasetListing, query: DatasetQuery) -> None:
        self._listing, self._query = listing, query.model_copy(update={"file_type": "csv"})
        self._refs: set[str] = set()
        self._token, self._requested_pages = "", set[str]()
        self._least_votes = 0

    def holds(self, info: DatasetInfo) -> bool:
        """Return whether a data set is listed there; False also where the listing, most votes first, is past it."""
        while info.publication.ref not in self._refs and self._may_follow(info.publication.votes or 0):
            page = self._listing.datasets(self._query, self._token)
            self._requested_pages.add(self._token)
            new_refs = {listed.publication.ref for listed in page.datasets} - self._refs
            # A listing that goes on with nothing new ends here, as the one that is searched does.
            self._token = page.next_page if new_refs else ""
            self._refs |= new_refs
            self._least_votes = min((listed.publication.votes or 0 for listed in page.datasets), default=0)
        return info.publication.ref in self._refs

    def _may_follow(self, votes: int) -> bool:
        if not self._requested_pages:
            return True
        is_end = not self._token or self._token in self._requested_pages
        return not is_end and len(self._refs) < MOST_LOOKED_AT and self._least_votes >= votes


def _looked_into(
    listing: DatasetListing, info: DatasetInfo, query: DatasetQuery, csv: _CsvListing
) -> tuple[DatasetInfo, tuple[ExclusionReason, ...]]:
    """Return what is known of a data set in the end, and what speaks against it."""
    # What the listing itself rules out costs no call.
    if reasons := reasons_against(info, query):
        return info, reasons
    try:
        if reasons := _published_too_early(listing, info, query):
            return info, reasons
        # A listing by type was asked for with the type, and a small size stays small unpacked.
        if _is_small(info.publication.size, query.max_size) and (query.file_type != "any" or csv.holds(info)):
            return info, ()
        files = listing.files(info.publication.ref, info.publication.version)
    # One that cannot be had is passed over; every other failure ends the search.
    except (MissingError, WithheldError) as error:
        return info, (ExclusionReason(about="files", words=error.message),)
    # A listing gives the size of the archive; what counts is the size unpacked.
    whole = info.publication.model_copy(update={"size": sum(file.size for file in files)})
    return info.model_copy(update={"publication": whole}), reasons_inside(files, query)


def _is_small(size: int | None, maximum: int | None) -> bool:
    """Return whether a size fits a bound even where it is that of an archive."""
    return maximum is None or (size is not None and size * _MOST_PACKED <= maximum)


def _published_too_early(
    listing: DatasetListing, info: DatasetInfo, query: DatasetQuery
) -> tuple[ExclusionReason, ...]:
    if query.after is None:
        return ()
    # Of a data set with one version, the listing has said it already.
    published = info.publication.published or listing.first_published(info.publication.ref)
    day = published.date() if published else None
    reason = _date("first published", day, query.after)
    return (reason,) if reason else ()


def reasons_against(info: DatasetInfo, query: DatasetQuery) -> tuple[ExclusionReason, ...]:
    """Return everything in a listing's entry that keeps a data set from fitting a query.

    What the site does not say counts against it where it is asked for.
    """
    publication = info.publication
    reasons = [
        ExclusionReason(about="private", words="private: nobody else could have it") if info.private else None,
        _votes(publication.votes, query.votes),
        _usability(publication.usability, query.usability),
        _size(publication.size, query.max_size),
        _date("updated", publication.updated.date() if publication.updated else None, query.updated_after),
        # Before the call that asks for the first publication: what was last updated earlier was published earlier.
        _updated_too_early(publication.updated, query.after) if query.after != query.updated_after else None,
        _licence(info.licence, query),
    ]
    return tuple(reason for reason in reasons if reason)


def reasons_inside(files: Sequence[DatasetFile], query: DatasetQuery) -> tuple[ExclusionReason, ...]:
    """Return what in the files of a data set keeps it from fitting a query."""
    size = _size(sum(file.size for file in files), query.max_size)
    fits = any(_bare(file.name).endswith(ENDINGS[query.file_type]) for file in files)
    # What an archive inside holds is only seen when it is there.
    unseen = query.file_type == "any" and any(file.name.lower().endswith(_PACKED) for file in files)
    kind = "table" if query.file_type == "any" else f"{query.file_type} file"
    message = f"no {kind} among {_some(files)}" if files else "no files"
    missing = None if fits or unseen else ExclusionReason(about="files", words=message)
    return tuple(reason for reason in (size, missing) if reason)


def _bare(name: str) -> str:
    """The name of a file without folders and without the ending of its packing."""
    bare = PurePosixPath(name).name.lower()
    # sales.csv.gz is a csv file.
    for ending in _PACKED:
        bare = bare.removesuffix(ending)
    return bare


def _some(files: Sequence[DatasetFile]) -> str:
    endings = sorted({PurePosixPath(file.name).suffix.lower() or "no ending" for file in files})
    noun = "file" if len(files) == 1 else "files"
    return f"{len(files):,} {noun} ({', '.join(endings[:4])}{', …' if len(endings) > 4 else ''})"  # noqa: PLR2004 - a few show what it is


def _votes(votes: int | None, minimum: int) -> ExclusionReason | None:
    if not minimum or (votes is not None and votes >= minimum):
        return None
    message = (
        "votes not stated"
        if votes is None
        else f"{votes:,} {'vote' if votes == 1 else 'votes'}, fewer than {minimum:,}"
    )
    return ExclusionReason(about="votes", words=message)


def _usability(usability: float | None, minimum: float) -> ExclusionReason | None:
    if not minimum or (usability is not None and usability >= minimum):
        return None
    message = "usability not stated" if usability is None else f"usability {usability:.2f}, below {minimum:.2f}"
    return ExclusionReason(about="usability", words=message)


def _size(size: int | None, maximum: int | None) -> ExclusionReason | None:
    if maximum is None or size is None or size <= maximum:
        # A listing that says nothing of the size is no reason: the files say it.
        return None
    text, bound = _megabytes(size), _megabytes(maximum)
    # Rounded alike, only the bytes show which is larger.
    return ExclusionReason(about="size", words=f"{f'{size:,} bytes' if text == bound else text}, more than {bound}")


def _megabytes(size: int) -> str:
    for unit, bytes_of in (("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)):
        if size >= bytes_of:
            return f"{size / bytes_of:,.4g} {unit}"
    return f"{size} B"


def _date(event: str, day: date | None, after: date | None) -> ExclusionReason | None:
    if after is None or (day is not None and day >= after):
        return None
    message = (
        f"{event} on a day that is not stated, and after {after.isoformat()} is asked for"
        if day is None
        else f"{event} {day.isoformat()}, before {after.isoformat()}"
    )
    return ExclusionReason(about="date", words=message)


def _updated_too_early(updated: datetime | None, after: date | None) -> ExclusionReason | None:
    return _date("last updated", updated.date(), after) if updated is not None else None


def _licence(words: str, query: DatasetQuery) -> ExclusionReason | None:
    if query.licence == "any":
        return None
    licence = licence_of(words)
    open_enough = licence.kind == "open" and licence.redistributable
    if open_enough or (query.licence == "known" and licence.kind != "unknown"):
        return None
    label = f"licence {words!r}" if words else "licence not stated"
    return ExclusionReason(about="licence", words=f"{label}: {licence.why}")
