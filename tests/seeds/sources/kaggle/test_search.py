"""Searching: which data sets are candidates, why the others are none, and how far the listing is walked."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.records.dataset_metadata import DatasetFile, DatasetInfo, DatasetQuery, SearchResult
from authoring.records.seed import Publication
from authoring.seeds.sources.kaggle import client, search
from authoring.seeds.sources.kaggle.client import Kaggle
from authoring.seeds.sources.kaggle.errors import RestError
from authoring.seeds.sources.kaggle.responses import DatasetPage
from authoring.seeds.sources.kaggle.search import reasons_against, reasons_inside
from tests.seeds.sources.kaggle.published import PublishedDataset
from tests.seeds.sources.kaggle.server import Failure, KaggleSite

PAPER = DatasetQuery(
    votes=100, usability=0.9, max_size=10_000_000, after=date(2023, 4, 1), licence="open", file_type="csv"
)
"""What the data sets of DSEval were chosen by, and a little more."""


def described(
    *,
    votes: int | None = 100,
    usability: float | None = 0.9,
    size: int | None = 10_000_000,
    updated: datetime | None = datetime(2023, 4, 1, tzinfo=UTC),
    licence: str = "CC0: Public Domain",
    private: bool = False,
) -> DatasetInfo:
    """Return a data set that just fits `PAPER`, but for what is said."""
    publication = Publication(ref="ada/shop", votes=votes, usability=usability, size=size, updated=updated)
    return DatasetInfo(publication=publication, title="Shop", licence=licence, private=private)


@pytest.mark.parametrize(
    ("info", "about", "words"),
    [
        (described(votes=99), "votes", "99 votes, fewer than 100"),
        (described(votes=1), "votes", "1 vote, fewer than 100"),
        (described(votes=None), "votes", "votes not stated"),
        (described(usability=0.88), "usability", "usability 0.88, below 0.90"),
        (described(usability=None), "usability", "usability not stated"),
        (described(size=10_000_001), "size", "10,000,001 bytes, more than 10 MB"),
        (described(size=1_234_567_890), "size", "1.235 GB, more than 10 MB"),
        (
            described(updated=datetime(2023, 3, 31, 23, tzinfo=UTC)),
            "date",
            "last updated 2023-03-31, before 2023-04-01",
        ),
        (described(licence=""), "licence", "licence not stated: "),
        (described(licence="CC BY-NC-SA 4.0"), "licence", "licence 'CC BY-NC-SA 4.0': only for purposes"),
        (described(licence="Data files © Original Authors"), "licence", "licence 'Data files © Original Authors': "),
        (described(private=True), "private", "private: nobody else could have it"),
    ],
)
def test_one_reason(info: DatasetInfo, about: str, words: str) -> None:
    """A data set that misses one thing is left out for that alone, in words that hold both numbers."""
    (reason,) = reasons_against(info, PAPER)

    assert reason.about == about
    assert reason.words.startswith(words)


def test_what_just_fits() -> None:
    """Bounds belong to what is wished for; a size that is not stated is left to the files."""
    assert reasons_against(described(), PAPER) == ()
    assert reasons_against(described(size=None), PAPER) == ()


def test_all_reasons() -> None:
    """A data set that misses everything is told everything, not only the first."""
    info = described(votes=1, usability=0.1, size=10**9, updated=None, licence="", private=True)

    assert {
        reason.about for reason in reasons_against(info, PAPER.model_copy(update={"updated_after": PAPER.after}))
    } == {*("votes", "usability", "size", "date", "licence", "private")}


def test_known_licences() -> None:
    """A restricted licence is known, words that say nothing are not; whoever takes any takes all."""
    known = DatasetQuery(licence="known")

    assert reasons_against(described(licence="CC BY-NC-SA 4.0"), known) == ()
    assert reasons_against(described(licence="Other (specified in description)"), known) != ()
    assert reasons_against(described(licence=""), DatasetQuery()) == ()


@given(
    st.builds(
        described,
        votes=st.none() | st.integers(0, 10**6),
        usability=st.none() | st.floats(0, 1),
        size=st.none() | st.integers(0, 10**12),
        updated=st.none() | st.datetimes(timezones=st.just(UTC)),
        licence=st.text(max_size=20) | st.sampled_from(["CC0-1.0", "MIT", "unknown"]),
    )
)
def test_no_wish_no_reason(info: DatasetInfo) -> None:
    """Whoever asks for nothing gets everything; a stricter wish never has fewer reasons."""
    assert reasons_against(info, DatasetQuery()) == ()
    later = date(2030, 1, 1)
    strict = PAPER.model_copy(update={"votes": 1000, "max_size": 10, "after": later, "updated_after": later})
    assert {one.about for one in reasons_against(info, PAPER)} <= {one.about for one in reasons_against(info, strict)}


@pytest.mark.parametrize(
    ("names", "file_type", "fits"),
    [
        (["a.csv"], "csv", True),
        (["folder/A.CSV"], "csv", True),
        (["a.csv.gz"], "csv", True),
        (["a.csv.zip"], "csv", True),
        (["a.json"], "csv", False),
        (["a.json", "b.png"], "json", True),
        (["a.sqlite"], "sqlite", True),
        (["a.pq"], "parquet", True),
        (["a.xlsx"], "any", True),
        (["a.zip"], "any", True),
        (["a.png", "b.jpg", "README", "licence.txt"], "any", False),
        ([], "any", False),
    ],
)
def test_files(names: list[str], file_type: str, fits: bool) -> None:  # noqa: FBT001 - from the table above
    """The type of a file is in its name, whatever it is packed in; what an archive holds is not known yet."""
    wish = DatasetQuery.model_validate({"file_type": file_type})
    found = reasons_inside([DatasetFile(name=name, size=1) for name in names], wish)

    assert (found == ()) is fits
    if not fits:
        assert found[0].words.startswith("no ")


def found_at(site: KaggleSite, wish: DatasetQuery) -> SearchResult:
    """Search with the real client."""
    del site.asked[:]
    with Kaggle.open() as kaggle:
        return search.search(kaggle, wish)


def several(number: int, *, votes: int = 1000) -> list[PublishedDataset]:
    """Return data sets with falling votes."""
    return [PublishedDataset(f"ada/set-{n:03}", votes=votes - n) for n in range(number)]


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the site give four data sets a page."""
    monkeypatch.setattr(client, "PAGE_SIZE", 4)


@pytest.mark.usefixtures("small_pages")
def test_pages(site: KaggleSite) -> None:
    """All pages are walked, and every data set stands on one side."""
    site.publish(*several(10), PublishedDataset("ada/pictures", votes=995, files={"a.png": b"1"}))
    found = found_at(site, DatasetQuery(votes=1, most=50))

    assert (found.looked_at, len(found.candidates), found.ended) == (11, 10, "all")
    assert [one.ref for one in found.left_out] == ["ada/pictures"]
    assert [info.publication.votes for info in found.candidates] == sorted(
        (info.publication.votes or 0 for info in found.candidates), reverse=True
    )
    # Three pages of all data sets and three of those with CSV files; only the one without is asked for its files.
    assert (site.count("ListDatasets"), site.count("ListDatasetFiles")) == (6, 1)


@pytest.mark.usefixtures("small_pages")
@pytest.mark.parametrize(("most", "pages"), [(1, 1), (4, 1), (5, 2), (9, 3)])
def test_enough(site: KaggleSite, most: int, pages: int) -> None:
    """A search asks for no page beyond the last candidate that is wanted, and for no files that need not be."""
    site.publish(*several(10))
    found = found_at(site, DatasetQuery(most=most))

    assert (len(found.candidates), found.ended) == (most, "enough")
    assert (site.count("ListDatasets"), site.count("ListDatasetFiles")) == (2 * pages, 0)
    found_at(site, DatasetQuery(most=most, file_type="csv"))
    assert (site.count("ListDatasets"), site.count("ListDatasetFiles")) == (pages, 0)


def test_few_calls(site: KaggleSite) -> None:
    """A search through hundreds of data sets costs some pages of listings, and no call for each of them."""
    site.publish(*several(250), *(PublishedDataset(f"ada/p-{n}", votes=990, files={"a.png": b"1"}) for n in range(10)))
    found = found_at(site, DatasetQuery(most=200))

    assert (len(found.candidates), found.ended) == (200, "enough")
    assert len([asked for asked in site.asked if asked.call != "IntrospectToken"]) <= 16


def test_cut_off_by_a_rest(site: KaggleSite) -> None:
    """A search that Kaggle wants to rest keeps what it has found, and says how long the rest is."""
    site.publish(*several(3, votes=50), PublishedDataset("ada/books", votes=20, files={"a.xlsx": b"1"}))
    site.fail("ListDatasetFiles", Failure(429, headers={"Retry-After": "900"}))
    found = found_at(site, DatasetQuery())

    assert (len(found.candidates), found.looked_at, found.ended) == (3, 3, "failure")
    assert "900 s of rest" in found.failure
    assert "run this again in 15 min" in found.failure
    assert site.count("ListDatasetFiles") == 1


def test_cut_off_at_once(site: KaggleSite) -> None:
    """Where nothing was looked at yet, there is nothing to keep, and the failure is one."""
    site.fail("ListDatasets", Failure(429, headers={"Retry-After": "900"}))
    with pytest.raises(RestError, match="900 s of rest"):
        found_at(site, DatasetQuery())


def test_first_publication(site: KaggleSite) -> None:
    """`after` is about the first version, `updated_after` about the newest; where no page says, the files are asked."""
    old, new = datetime(2019, 1, 1, tzinfo=UTC), datetime(2024, 2, 1, tzinfo=UTC)
    site.publish(
        PublishedDataset("ada/updated", votes=9, version=2, days={2: new, 1: old}, updated=new),
        PublishedDataset(
            "ada/fresh", votes=8, version=2, days={2: new, 1: datetime(2023, 5, 1, tzinfo=UTC)}, updated=new
        ),
        PublishedDataset("ada/single", votes=7, updated=new),
        PublishedDataset("ada/stale", votes=6, version=2, updated=old),
        PublishedDataset("ada/unlisted", votes=5, version=2, updated=new, older={1: {"a.csv": b"a\n1\n"}}),
        PublishedDataset("ada/deleted", votes=4, version=2, updated=new),
    )
    first = found_at(site, DatasetQuery(after=date(2023, 4, 1)))
    asked = site.count("GetDataset")
    updated = found_at(site, DatasetQuery(updated_after=date(2023, 4, 1)))

    assert [info.publication.ref for info in first.candidates] == ["ada/fresh", "ada/single", "ada/unlisted"]
    assert {one.ref: one.reasons[0].words for one in first.left_out} == {
        "ada/updated": "first published 2019-01-01, before 2023-04-01",
        "ada/stale": "last updated 2019-01-01, before 2023-04-01",
        "ada/deleted": "first published on a day that is not stated, and after 2023-04-01 is asked for",
    }
    assert asked == 4, "of what has one version, or was last updated too early, the listing knows"
    assert [one.ref for one in updated.left_out] == ["ada/stale"]
    assert site.count("GetDataset") == 0


@pytest.mark.usefixtures("small_pages")
def test_too_few_votes_from_there_on(site: KaggleSite) -> None:
    """A listing by votes is not walked further once a whole page has too few."""
    site.publish(*several(40))
    found = found_at(site, DatasetQuery(votes=994, most=50))

    assert (len(found.candidates), found.looked_at, found.ended) == (7, 12, "votes")
    # Two of them are of the listing of those with CSV files, which is read no further than the candidates go.
    assert site.count("ListDatasets") == 5


@pytest.mark.usefixtures("small_pages")
def test_bound(site: KaggleSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wish that nothing fits does not read the whole site."""
    monkeypatch.setattr(search, "MOST_LOOKED_AT", 6)
    site.publish(*several(40))
    found = found_at(site, DatasetQuery(after=date(2030, 1, 1)))

    assert (found.candidates, found.looked_at, found.ended) == ((), 6, "bound")
    assert site.count("ListDatasetFiles") == 0


def test_sizes_are_those_of_the_files(site: KaggleSite) -> None:
    """What a listing says of the size is only where the looking begins: data sets are packed there."""
    site.publish(
        PublishedDataset("ada/packed", files={"a.csv": b"a\n" * 5000}, size=300, votes=2),
        PublishedDataset("ada/small", files={"a.csv": b"a\n" * 50}, votes=1),
    )
    found = found_at(site, DatasetQuery(max_size=1000))

    assert [(info.publication.ref, info.publication.size) for info in found.candidates] == [("ada/small", 100)]
    assert [(one.ref, one.reasons[0].words) for one in found.left_out] == [("ada/packed", "10 kB, more than 1 kB")]


def test_what_is_not_given(site: KaggleSite) -> None:
    """A data set that is listed and not given to this account is left out with the reason; the others are found."""
    site.publish(*several(3))
    site.fail("ListDatasetFiles", Failure(status=403, message="Accept the rules first"))
    # A bound that is so near to the size that the files have to be looked at.
    found = found_at(site, DatasetQuery(max_size=100))

    assert len(found.candidates) == 2
    assert "403" in found.left_out[0].reasons[0].words


class Shifting:
    """A listing that moves while it is read, and never says that it is at its end."""

    def __init__(self, pages: list[list[str]]) -> None:
        self.pages = pages
        self.asked = 0

    def datasets(self, wish: DatasetQuery, page: str) -> DatasetPage:
        """Return the next page, and the last one for ever."""
        del page
        if wish.file_type == "csv":
            return DatasetPage((), next_page="more")
        refs = self.pages[min(self.asked, len(self.pages) - 1)]
        self.asked += 1
        infos = tuple(DatasetInfo(publication=Publication(ref=ref), title=ref) for ref in refs)
        return DatasetPage(infos, next_page=f"page-{self.asked}")

    def files(self, ref: str, version: int | None) -> tuple[DatasetFile, ...]:
        """Return one table."""
        del ref, version
        return (DatasetFile(name="a.csv", size=1),)

    def first_published(self, ref: str) -> None:
        """Say nothing."""
        del ref


@pytest.mark.parametrize(
    ("pages", "refs"),
    [
        ([["a/1", "a/2"], ["a/2", "a/3"], ["a/3"]], ["a/1", "a/2", "a/3"]),
        ([["a/1"]], ["a/1"]),
        ([[]], []),
    ],
)
def test_restless_listing(pages: list[list[str]], refs: list[str]) -> None:
    """A data set that stands on two pages counts once, and a listing without an end has one."""
    found = search.search(Shifting(pages), DatasetQuery())

    assert [info.publication.ref for info in found.candidates] == refs
    assert (found.looked_at, found.ended) == (len(refs), "all")
