"""What is not upstream as a seed has it."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.errors import SeedError
from authoring.records.dataset_metadata import DatasetFile, DatasetInfo
from authoring.records.seed import Publication, Seed
from authoring.seeds.sources.kaggle.upstream import publication_of, upstream_changes

THEN = Publication(
    ref="ada/shop",
    version=3,
    votes=100,
    usability=0.9,
    downloads=1000,
    notebooks=4,
    size=2000,
    updated=datetime(2023, 4, 1, tzinfo=UTC),
)
SEED = Seed(
    name="shop",
    title="Shop",
    description="",
    source="kaggle:ada/shop@3",
    licence="CC-BY-4.0",
    files=(),
    publication=THEN,
)


def today(*, title: str = "Shop", licence: str = "CC-BY-4.0", **changed: Any) -> DatasetInfo:
    """Return what the site says today, as it was but for what is said."""
    return DatasetInfo(publication=THEN.model_copy(update=changed), title=title, licence=licence)


def files(**sizes: int) -> tuple[DatasetFile, ...]:
    """Return files by name."""
    return tuple(DatasetFile(name=f"{name}.csv", size=size) for name, size in sizes.items())


def test_nothing() -> None:
    """A data set as it was has no changes, whatever name its licence goes by."""
    for licence in ("CC-BY-4.0", "Attribution 4.0 International (CC BY 4.0)", ""):
        assert upstream_changes(SEED, today(licence=licence), seed_files=None, newest_files=None) == ()


@pytest.mark.parametrize(
    ("info", "about", "before", "now", "news"),
    [
        (today(version=4), "version", "3", "4", True),
        (today(size=2001), "size", "2,000 bytes", "2,001 bytes", True),
        (today(licence="CC-BY-NC-4.0"), "licence", "CC-BY-4.0", "CC-BY-NC-4.0", True),
        (today(licence="Data files © Original Authors"), "licence", "CC-BY-4.0", "Data files © Original Authors", True),
        (today(title="Shops"), "title", "Shop", "Shops", False),
        (today(votes=1101), "votes", "100", "1,101", False),
        (today(usability=1.0), "usability", "0.90", "1.00", False),
        (today(downloads=1), "downloads", "1,000", "1", False),
        (today(notebooks=5), "notebooks", "4", "5", False),
    ],
)
def test_one_change(info: DatasetInfo, about: str, before: str, now: str, news: bool) -> None:  # noqa: FBT001 - from the table above
    """What is about the data is news; what people say of it is not."""
    (change,) = upstream_changes(SEED, info, seed_files=None, newest_files=None)

    assert (change.about, change.before, change.now, change.news) == (about, before, now, news)


def test_what_a_person_said_is_no_change() -> None:
    """A seed may have a title and a licence of its own; the page is held against what the page said."""
    page = THEN.model_copy(update={"title": "Shop", "licence": "CC-BY-4.0"})
    seed = SEED.model_copy(update={"title": "My shop", "licence": "CC0-1.0", "publication": page})

    assert upstream_changes(seed, today(), seed_files=None, newest_files=None) == ()
    assert [
        change.before for change in upstream_changes(seed, today(title="New"), seed_files=None, newest_files=None)
    ] == ["Shop"]


def test_what_is_not_said_is_no_change() -> None:
    """A site that says nothing of a number has not changed it; one that was not known is told."""
    silent = today(version=None, votes=None, usability=None, downloads=None, notebooks=None, size=None)
    seed = SEED.model_copy(update={"publication": Publication(ref="ada/shop")})

    assert upstream_changes(SEED, silent, seed_files=None, newest_files=None) == ()
    assert [change.before for change in upstream_changes(seed, today(), seed_files=None, newest_files=None)] == [""] * 5


def test_files() -> None:
    """Files are compared by name and size; the size of all is that of the files, where they are known."""
    before, now = files(a=100, b=200, c=300), files(a=100, b=250, d=1)
    found = upstream_changes(SEED, today(version=4, size=77), seed_files=before, newest_files=now)

    assert [(change.about, change.now) for change in found] == [
        ("version", "4"),
        ("files", "3 files; new: d.csv; gone: c.csv; of another size: b.csv"),
        ("size", "351 bytes"),
    ]


def test_many_files() -> None:
    """Of many files a few are named."""
    now = tuple(DatasetFile(name=f"{n:03}.csv", size=1) for n in range(100))
    (change, _) = upstream_changes(SEED, today(), seed_files=(), newest_files=now)

    assert change.now.endswith("006.csv, 007.csv and 92 more")


@given(st.dictionaries(st.text(min_size=1, max_size=5), st.integers(0, 9)))
def test_same_files(sizes: dict[str, int]) -> None:
    """Files are the same in any order."""
    one = tuple(DatasetFile(name=name, size=size) for name, size in sizes.items())

    assert upstream_changes(SEED, today(), seed_files=one, newest_files=one[::-1]) == ()


def test_no_upstream() -> None:
    """A seed from a file has no upstream, and says where it comes from."""
    with pytest.raises(SeedError, match=r"shop comes from shop\.csv, which is no published data set"):
        publication_of(SEED.model_copy(update={"source": "shop.csv", "publication": None}))
