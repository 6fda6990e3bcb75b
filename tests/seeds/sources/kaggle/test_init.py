"""Data sets of Kaggle as a source of seeds: what is taken, what is left, what is refused before it costs a download."""

import io
import stat
import zipfile
from pathlib import Path

import pytest

from authoring.errors import SeedError
from authoring.seeds.sources.base import FetchedSeed, NotebookRequest
from authoring.seeds.sources.kaggle import KaggleSource, retry
from tests.seeds.sources.kaggle.published import PublishedDataset, PublishedNotebook, zip_of
from tests.seeds.sources.kaggle.quick import quick
from tests.seeds.sources.kaggle.server import STORAGE, Failure, KaggleSite

LIMIT = 1_000_000
ORDERS = b"id,price\n1,2.5\n2,3.5\n"
SHOP = PublishedDataset(
    "ada/shop",
    "Shop orders",
    {
        "orders.csv": ORDERS,
        "more/customers.tsv": b"id\tname\n1\tA\n",
        "more/orders.csv": b"x\n1\n",
        "img/a.png": b"png",
    },
    subtitle="Two years",
    description="All orders.",
    votes=120,
    version=3,
    older={2: {"old.csv": b"x\n1\n"}},
)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for nothing."""
    monkeypatch.setattr(retry, "DEFAULT_POLICY", quick())


def fetch(scratch: Path, reference: str = "ada/shop", *, notebook: NotebookRequest | None = None) -> FetchedSeed:
    """Fetch one data set."""
    wanted = notebook or NotebookRequest()
    return KaggleSource().fetch([reference], scratch=scratch, limit=LIMIT, notebook=wanted)


def test_a_data_set(site: KaggleSite, scratch: Path) -> None:
    """All tables of the newest version come, whatever folder they are in, with what the page says of them."""
    site.publish(SHOP)
    fetched = fetch(scratch)

    assert [file.path.name for file in fetched.files] == ["orders.csv", "customers.tsv", "orders-2.csv"]
    assert fetched.files[0].path.read_bytes() == ORDERS
    assert (fetched.name, fetched.source, fetched.title) == ("shop", "kaggle:ada/shop@3", "Shop orders")
    assert (fetched.description, fetched.licence) == ("Two years\n\nAll orders.", "CC0-1.0")
    assert fetched.url == "https://www.kaggle.com/datasets/ada/shop/versions/3"
    assert fetched.publication is not None
    assert (fetched.publication.version, fetched.publication.votes) == (3, 120)
    assert fetched.left_out == ("img/a.png: no table", "a reference notebook: there is none in Python")
    assert sorted(path.name for path in scratch.iterdir()) == ["customers.tsv", "orders-2.csv", "orders.csv"]


def test_an_earlier_version(site: KaggleSite, scratch: Path) -> None:
    """A version that is named is the one that comes, and the seed says so."""
    site.publish(SHOP)
    fetched = fetch(scratch, "ada/shop@2")

    assert [file.path.name for file in fetched.files] == ["old.csv"]
    assert fetched.source == "kaggle:ada/shop@2"
    assert fetched.publication is not None
    assert fetched.publication.version == 2


def test_a_version_to_come(site: KaggleSite, scratch: Path) -> None:
    """A version over the newest is refused with the newest, before anything is downloaded."""
    site.publish(SHOP)
    with pytest.raises(SeedError, match="ada/shop has no version 9; its newest is 3"):
        fetch(scratch, "ada/shop@9")
    assert site.count("DownloadDataset") == 0


def test_the_most_voted_notebook(site: KaggleSite, scratch: Path) -> None:
    """Without being told, the Python notebook with most votes comes along, with its title and votes."""
    site.publish(
        SHOP,
        PublishedNotebook("bob/few", "ada/shop", votes=3),
        PublishedNotebook("bob/eda", "ada/shop", '{"cells": []}', "A look", votes=30),
        PublishedNotebook("bob/in-r", "ada/shop", votes=300, language="r"),
    )
    notebook = fetch(scratch).notebook

    assert notebook is not None
    assert (notebook.source.ref, notebook.source.title, notebook.source.votes) == ("bob/eda", "A look", 30)
    assert (notebook.path.name, notebook.path.read_text()) == ("notebook.ipynb", '{"cells": []}')


def test_the_notebook_that_is_named(site: KaggleSite, scratch: Path) -> None:
    """A notebook that is named comes, though others have more votes; scripts come as such."""
    site.publish(
        SHOP,
        PublishedNotebook("bob/eda", "ada/shop", votes=30),
        PublishedNotebook("bob/script", "ada/shop", "# %%\n1 + 1\n", kind="script"),
    )
    notebook = fetch(scratch, notebook=NotebookRequest("https://www.kaggle.com/code/bob/script")).notebook

    assert notebook is not None
    assert (notebook.source.ref, notebook.path.name, notebook.path.read_text()) == (
        "bob/script",
        "notebook.py",
        "# %%\n1 + 1\n",
    )


def test_no_notebook(site: KaggleSite, scratch: Path) -> None:
    """Where none is wanted, none is asked for."""
    site.publish(SHOP, PublishedNotebook("bob/eda", "ada/shop", votes=30))
    fetched = fetch(scratch, notebook=NotebookRequest(excluded=True))

    assert fetched.notebook is None
    assert fetched.left_out == ("img/a.png: no table",)
    assert site.count("ListKernels") + site.count("GetKernel") == 0


def test_notebooks_that_are_gone(site: KaggleSite, scratch: Path) -> None:
    """A most-voted notebook that became private is passed over for the next one, and that is said."""
    site.publish(
        SHOP, PublishedNotebook("bob/eda", "ada/shop", votes=30), PublishedNotebook("bob/few", "ada/shop", votes=3)
    )
    site.fail("GetKernel", Failure(403, "Permission denied"))
    fetched = fetch(scratch)

    assert fetched.notebook is not None
    assert fetched.notebook.source.ref == "bob/few"
    assert fetched.left_out[-1].startswith("notebook bob/eda: Kaggle does not give the notebook bob/eda")


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ("bob/nothing", "no such thing \\(404\\): the notebook bob/nothing"),
        ("bob/in-r", "the notebook bob/in-r is in r"),
        ("eda.ipynb", "'eda.ipynb' is no file, and no notebook"),
    ],
)
def test_notebooks_that_cannot_be_had(site: KaggleSite, scratch: Path, wanted: str, says: str) -> None:
    """A notebook that is named and cannot be had is refused before the data is downloaded."""
    site.publish(SHOP, PublishedNotebook("bob/in-r", "ada/shop", language="r"))
    with pytest.raises(SeedError, match=says):
        fetch(scratch, notebook=NotebookRequest(wanted))

    assert site.count("DownloadDataset") == 0
    assert not list(scratch.iterdir())


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"a.png": b"1", "b.png": b"2", "c.db": b"3"}, "holds no table; it has 2 of .png, 1 of .db"),
        ({"readme.txt": b"1", "LICENSE": b"2"}, "holds no table; it has 1 of .txt, 1 of no ending"),
        ({f"{number}.csv": b"x" for number in range(51)}, "holds 51 tables, and a seed may have 50"),
        ({"a.csv": b"x" * 600_000, "b.csv": b"x" * 600_000}, "its tables have 1,200,000 bytes"),
    ],
)
def test_what_is_unsuited(site: KaggleSite, scratch: Path, files: dict[str, bytes], says: str) -> None:
    """Where nothing could be used, or too much, that is said before anything is downloaded."""
    site.publish(PublishedDataset("ada/shop", files=files))
    with pytest.raises(SeedError, match=says):
        fetch(scratch)

    assert site.count("DownloadDataset") == 0


def link() -> bytes:
    """Return an archive that holds a link."""
    out = io.BytesIO()
    entry = zipfile.ZipInfo("orders.csv")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(entry, "/etc/passwd")
    return out.getvalue()


def encrypted() -> bytes:
    """Return an archive whose file is marked as encrypted."""
    data = bytearray(zip_of({"orders.csv": ORDERS}))
    for at in (data.index(b"PK\x03\x04") + 6, data.index(b"PK\x01\x02") + 8):
        data[at] |= 1
    return bytes(data)


@pytest.mark.parametrize(
    ("archive", "says"),
    [
        (zip_of({"../../orders.csv": ORDERS}), "leads out of its folder"),
        (zip_of({"/etc/orders.csv": ORDERS}), "leads out of its folder"),
        (link(), "is a link, not a file"),
        (zip_of({"orders.csv": b"0" * 9_000_000}), "unpack to 9,000,000 bytes"),
        (zip_of({"orders.csv": ORDERS, "inner.zip": zip_of({"a.csv": ORDERS})}), "is an archive in an archive"),
        (encrypted(), "is encrypted"),
        (zip_of({"readme.md": b"hello"}), "holds no table"),
        (zip_of({}), "holds no table"),
    ],
    ids=["slip", "absolute", "link", "bomb", "nested", "encrypted", "no-table", "empty"],
)
def test_hostile_archives(site: KaggleSite, scratch: Path, archive: bytes, says: str) -> None:
    """An archive that no honest data set has is refused with the reason and the data set's name."""
    site.publish(PublishedDataset("ada/shop", files={"orders.csv": ORDERS}, archive=archive))
    with pytest.raises(SeedError, match=says) as refused:
        fetch(scratch)

    assert "kaggle:ada/shop@1" in refused.value.message
    assert not [path for path in scratch.parent.rglob("*.csv") if path.parent != scratch]


def test_one_at_a_time(site: KaggleSite, scratch: Path) -> None:
    """Several data sets are several seeds."""
    with pytest.raises(SeedError, match="one data set of Kaggle's"):
        KaggleSource().fetch(["a/b", "c/d"], scratch=scratch, limit=LIMIT)
    assert not site.asked


def test_truncated(site: KaggleSite, scratch: Path) -> None:
    """A download that stays cut off leaves no table behind."""
    site.publish(SHOP)
    site.fail(STORAGE, Failure(cut_after=20), times=3)
    with pytest.raises(SeedError, match="the data set ada/shop@3 did not arrive whole, 3 times in a row"):
        fetch(scratch)

    assert not [path for path in scratch.iterdir() if path.suffix in {".csv", ".tsv", ".zip"}]
