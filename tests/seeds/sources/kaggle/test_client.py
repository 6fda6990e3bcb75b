"""The real client against the loopback: listings, pages, data sets, files and notebooks as records."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from authoring.errors import SeedError
from authoring.records.dataset_metadata import DatasetFile, DatasetQuery
from authoring.seeds.sources.kaggle.client import Kaggle
from tests.seeds.sources.kaggle.published import PublishedDataset, PublishedNotebook
from tests.seeds.sources.kaggle.quick import quick
from tests.seeds.sources.kaggle.server import BROKEN_JSON, HTML, WRONG_SHAPE, Failure, KaggleSite

SHOP = PublishedDataset(
    "ada/shop",
    "Shop orders",
    {"orders.csv": b"id,price\n1,2.5\n", "notes/readme.md": b"hello"},
    subtitle="Two years of orders",
    description="All *orders*.",
    licence="CC-BY-4.0",
    label="Attribution 4.0 International (CC BY 4.0)",
    votes=120,
    usability=0.88,
    downloads=7,
    notebooks=3,
    version=4,
    updated=datetime(2024, 5, 1, 12, 30, tzinfo=UTC),
    tags=("retail",),
    size=4_321,
)


def test_a_data_set_as_its_page_shows_it(site: KaggleSite) -> None:
    """Every field of the page comes through, times as UTC, and the licence under its SPDX name."""
    site.publish(SHOP)
    with Kaggle.open(quick()) as kaggle:
        info = kaggle.dataset("ada/shop")

    publication = info.publication
    assert (publication.ref, publication.version, publication.votes, publication.usability) == (
        "ada/shop",
        4,
        120,
        0.88,
    )
    assert (publication.downloads, publication.notebooks, publication.size) == (7, 3, 4_321)
    assert publication.updated == SHOP.updated
    assert (info.title, info.subtitle, info.description) == ("Shop orders", "Two years of orders", "All *orders*.")
    assert (info.licence, info.url) == ("CC-BY-4.0", "https://www.kaggle.com/datasets/ada/shop")
    assert (info.private, info.tags) == (False, ("retail",))


def test_listings_have_pages(site: KaggleSite) -> None:
    """A listing is walked by its tokens, most votes first; the last page names no further one."""
    site.publish(*(PublishedDataset(f"ada/set-{n:03}", votes=n) for n in range(130)))
    with Kaggle.open(quick()) as kaggle:
        first = kaggle.datasets(DatasetQuery(), "")
        second = kaggle.datasets(DatasetQuery(), first.next_page)

    votes = [info.publication.votes for info in (*first.datasets, *second.datasets)]
    assert (len(first.datasets), len(second.datasets), second.next_page) == (100, 30, "")
    assert votes == sorted(votes, key=lambda vote: -(vote or 0))


def test_what_the_site_looks_at(site: KaggleSite) -> None:
    """Words, size and file type go to the site; a listing shows the licence in the site's words."""
    site.publish(
        SHOP,
        PublishedDataset("ada/shop-json", "Shop events", {"events.json": b"[]"}),
        PublishedDataset("ada/big-shop", "Big shop", size=90_000_000),
    )
    with Kaggle.open(quick()) as kaggle:
        found = kaggle.datasets(DatasetQuery(words="shop", max_size=10_000_000, file_type="csv"), "")

    assert [info.publication.ref for info in found.datasets] == ["ada/shop"]
    assert found.datasets[0].licence == SHOP.label


def test_files_have_pages(site: KaggleSite) -> None:
    """All files of a version are listed, page after page, with their folders; older versions are other files."""
    many = {f"d/{n:03}.csv": b"x\n" * n for n in range(150)}
    site.publish(PublishedDataset("ada/many", files=many, version=2, older={1: {"old.csv": b"x\n"}}))
    with Kaggle.open(quick()) as kaggle:
        files = kaggle.files("ada/many", None)
        older = kaggle.files("ada/many", 1)

    day = datetime(2024, 5, 1, 12, tzinfo=UTC)
    assert files == tuple(DatasetFile(name=name, size=len(content), created=day) for name, content in many.items())
    assert older == (DatasetFile(name="old.csv", size=2, created=day),)


def test_notebooks(site: KaggleSite) -> None:
    """Python notebooks about a data set come with most votes first, scripts and other languages not at all."""
    site.publish(
        PublishedNotebook("bob/few", "ada/shop", votes=3),
        PublishedNotebook("bob/eda", "ada/shop", '{"cells": [1]}', "A look", votes=30),
        PublishedNotebook("bob/in-r", "ada/shop", votes=300, language="r"),
        PublishedNotebook("bob/script", "ada/shop", votes=300, kind="script"),
        PublishedNotebook("bob/other", "ada/other", votes=300),
    )
    with Kaggle.open(quick()) as kaggle:
        found = kaggle.notebooks("ada/shop")
        text = kaggle.read_notebook("bob/eda").text

    assert [(info.ref, info.votes) for info in found] == [("bob/eda", 30), ("bob/few", 3)]
    assert (found[0].title, found[0].url) == ("A look", "https://www.kaggle.com/code/bob/eda")
    assert text == '{"cells": [1]}'


def test_nothing_is_printed(
    site: KaggleSite, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the client prints reaches nobody, even where it was made verbose, which shows keys."""
    from kaggle.api.kaggle_api_extended import KaggleApi  # noqa: PLC0415 - reads the environment when imported

    monkeypatch.setattr(KaggleApi, "args", ["--local", "--verbose"])
    site.publish(SHOP, PublishedNotebook("bob/eda", "ada/shop"))
    with Kaggle.open(quick()) as kaggle:
        kaggle.dataset("ada/shop")
        kaggle.files("ada/shop", None)
        kaggle.read_notebook("bob/eda")

    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("failure", "says"),
    [
        (HTML, "it is a web page, not data"),
        (BROKEN_JSON, "it is no whole JSON"),
        (WRONG_SHAPE, "JSON of another shape"),
        (Failure(status=200, body=b""), "it is empty"),
        (Failure(status=200, body=b"{}"), "it is no data set"),
        (Failure(status=200, body=b'{"ref": "bob/other", "title": "x"}'), "about another data set"),
        (Failure(status=200, body=b'{"ref": "ada/shop", "voteCount": "many"}'), "not what they should be"),
        (Failure(status=200, body=b'{"ref": "ada/shop", "lastUpdated": "yesterday"}'), "not what they should be"),
        (Failure(status=200, body=b'{"ref": "ada/shop", "title": 7}'), "text is expected"),
        (Failure(status=200, body=b'{"ref": "ada/shop", "tags": 7}'), "not what they should be"),
    ],
)
def test_answers_that_are_none(site: KaggleSite, failure: Failure, says: str) -> None:
    """Pages instead of data, cut JSON and odd fields end in a refusal that says what came; nobody asks again."""
    site.publish(SHOP)
    site.fail("GetDataset", failure)
    with Kaggle.open(quick()) as kaggle, pytest.raises(SeedError, match=says) as refused:
        kaggle.dataset("ada/shop")

    assert "about the data set ada/shop cannot be used" in refused.value.message
    assert site.count("GetDataset") == 1


def test_what_the_site_says_is_bounded(site: KaggleSite) -> None:
    """Titles and descriptions are cut, and hold no halves of characters that could not be written."""
    site.publish(PublishedDataset("ada/odd", "T" * 5_000, description="D" * 50_000 + "\ud800", subtitle="\ud83d"))
    with Kaggle.open(quick()) as kaggle:
        info = kaggle.dataset("ada/odd")

    assert (len(info.title), len(info.description), info.subtitle) == (300, 20_000, "?")
    assert info.model_dump_json().encode()


def test_files_without_end(site: KaggleSite) -> None:
    """A site that names the same page again and again is not followed for ever."""
    site.publish(SHOP)
    page = b'{"datasetFiles": [{"name": "a.csv", "totalBytes": 3}], "nextPageToken": "again"}'
    site.fail("ListDatasetFiles", Failure(status=200, body=page), times=50)
    with Kaggle.open(quick()) as kaggle:
        files = kaggle.files("ada/shop", None)

    assert (len(files), site.count("ListDatasetFiles")) == (2, 2)


@pytest.mark.parametrize("blob", [b"{}", b'{"blob": {"source": "  "}}', b'{"blob": {"source": "x"}, "metadata": {}}'])
def test_notebooks_that_are_none(site: KaggleSite, blob: bytes) -> None:
    """A notebook without text or name is refused."""
    site.fail("GetKernel", Failure(status=200, body=blob))
    with Kaggle.open(quick()) as kaggle, pytest.raises(SeedError, match="about the notebook bob/eda cannot be used"):
        kaggle.read_notebook("bob/eda")


def test_an_answer_that_drips(site: KaggleSite) -> None:
    """A site that sends a byte now and then is not waited for without end, nor asked again; no silence shows it."""
    site.fail("GetKernel", Failure(drip=0.02))
    site.publish(PublishedNotebook("bob/eda", "ada/shop", "x" * 9_999))
    with Kaggle.open(replace(quick(), answer=0.3)) as kaggle, pytest.raises(SeedError) as refused:
        kaggle.read_notebook("bob/eda")

    assert refused.value.message.endswith("cannot be used: it had not come to its end after 0.3 s")
    assert site.count("GetKernel") == 1


def test_an_answer_without_end(site: KaggleSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer of the API is not read beyond what any honest one has."""
    from authoring.seeds.sources.kaggle import transport  # noqa: PLC0415 - it imports the client

    monkeypatch.setattr(transport, "MOST_ANSWER", 100_000)
    site.fail("GetKernel", Failure(status=200, body=b'{"blob": {"source": "' + b"x" * 200_000 + b'"}}'))
    with Kaggle.open(quick()) as kaggle, pytest.raises(SeedError, match="it has more than 100,000 bytes"):
        kaggle.read_notebook("bob/eda")
