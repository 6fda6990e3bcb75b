"""Data sets of Kaggle as a source of seeds: what is taken, what is left, what is refused before it costs a download."""

import gzip
import io
import json
import random
import stat
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from authoring.errors import SeedError
from authoring.seeds.sources import kaggle
from authoring.seeds.sources.base import FetchedSeed, FetchOptions, NotebookRequest
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


def fetch(
    scratch: Path,
    reference: str = "ada/shop",
    *,
    notebook: NotebookRequest | None = None,
    options: FetchOptions | None = None,
) -> FetchedSeed:
    """Fetch one data set."""
    wanted = notebook or NotebookRequest()
    chosen = options or FetchOptions()
    scratch.mkdir(exist_ok=True)
    return KaggleSource().fetch([reference], scratch=scratch, limit=LIMIT, notebook=wanted, options=chosen)


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


def test_texts_of_columns(site: KaggleSite, scratch: Path) -> None:
    """What the page says of columns comes along for the tables that are taken; two tables of one name are left out."""
    words = {"id": "number of the customer", "name": " ", "secret \u202e": "x" * 9_999}
    site.publish(
        replace(SHOP, columns={"more/customers.tsv": words, "orders.csv": {"id": "?"}, "img/a.png": {"b": "c"}})
    )
    ((name, text),) = fetch(scratch).documents
    chosen = fetch(scratch.with_name("other"), options=FetchOptions(files=("more/orders.csv",))).documents

    assert name == "the page of ada/shop"
    assert json.loads(text) == {
        "resources": [
            {
                "path": "more/customers.tsv",
                "schema": {
                    "fields": [
                        {"name": "id", "description": "number of the customer"},
                        {"name": "secret \u202e", "description": "x" * 300},
                    ]
                },
            }
        ]
    }
    assert chosen == ()


def test_an_earlier_version(site: KaggleSite, scratch: Path) -> None:
    """A version that is named is the one that comes, and the seed says so."""
    site.publish(SHOP)
    fetched = fetch(scratch, "ada/shop@2")

    assert [file.path.name for file in fetched.files] == ["old.csv"]
    assert fetched.source == "kaggle:ada/shop@2"
    assert fetched.publication is not None
    assert fetched.publication.version == 2


def test_an_earlier_version_has_a_day_and_a_size_of_its_own(site: KaggleSite, scratch: Path) -> None:
    """What is said of a pinned version is about that one; the licence is one for all, and the newest is not pinned."""
    first, second = datetime(2023, 1, 1, tzinfo=UTC), datetime(2023, 6, 1, tzinfo=UTC)
    site.publish(replace(SHOP, days={3: SHOP.updated, 2: second, 1: first}, licence="CC-BY-4.0"))
    old = fetch(scratch, "ada/shop@2").publication
    newest = fetch(scratch.with_name("other"), "ada/shop@3").publication
    site.publish(replace(SHOP, days={}))
    unlisted = fetch(scratch.with_name("third"), "ada/shop@2").publication

    assert old is not None
    assert (old.version, old.pinned, old.updated, old.size, old.licence) == (2, True, second, 4, "CC-BY-4.0")
    assert old.published == first
    assert newest is not None
    assert (newest.pinned, newest.updated, newest.size) == (False, SHOP.updated, sum(map(len, SHOP.files.values())))
    assert unlisted is not None
    # Where the page lists no versions, the files say when they came.
    assert (unlisted.updated, unlisted.published) == (datetime(2024, 5, 1, 12, tzinfo=UTC), None)


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


def test_a_notebook_without_code_is_the_last_to_be_taken(site: KaggleSite, scratch: Path) -> None:
    """What shows nothing of what people do with the data gives way to one with fewer votes that does."""
    code = '{"cells": [{"cell_type": "code", "source": "1 + 1"}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
    site.publish(SHOP, PublishedNotebook("bob/words", "ada/shop", votes=30))
    alone = fetch(scratch).notebook
    site.publish(PublishedNotebook("bob/code", "ada/shop", code, votes=3))
    beside = fetch(scratch.with_name("other")).notebook

    assert (alone and alone.source.ref, beside and beside.source.ref) == ("bob/words", "bob/code")


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


EDA, FEW = PublishedNotebook("bob/eda", "ada/shop", votes=30), PublishedNotebook("bob/few", "ada/shop", votes=3)


@pytest.mark.parametrize(
    ("failure", "source", "says"),
    [
        (Failure(403, "Permission denied"), None, "Kaggle does not give the notebook bob/eda"),
        (Failure(500, "boom"), None, "Kaggle itself failed (500) over the notebook bob/eda"),
        (Failure(reset=True), None, "the connection to Kaggle broke"),
        (None, "", "it is empty"),
        (None, "x" * 20_000_001, "it has more than 20,000,000 characters"),
        (None, '{"cells": 3}', "notebook bob/eda: "),
    ],
    ids=["403", "500", "reset", "empty", "large", "unreadable"],
)
def test_a_notebook_that_cannot_be_used(
    site: KaggleSite, scratch: Path, failure: Failure | None, source: str | None, says: str
) -> None:
    """Whatever is wrong with the most-voted notebook, the seed gets the next one, and the reason is told."""
    site.publish(SHOP, EDA if source is None else replace(EDA, source=source), FEW)
    if failure is not None:
        site.fail("GetKernel", failure, times=1 if failure.status == 403 else 3)
    fetched = fetch(scratch)

    assert fetched.notebook is not None
    assert fetched.notebook.source.ref == "bob/few"
    assert says in fetched.left_out[-1]
    assert fetched.files


def test_notebooks_that_keep_the_data_waiting(site: KaggleSite, scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site that is slow about notebooks costs the seed its notebook after some time, and not the data."""
    monkeypatch.setattr(kaggle, "_LONGEST_LOOK", 0.0)
    site.publish(SHOP, *(PublishedNotebook(f"bob/n{n}", "ada/shop", "{", votes=n) for n in range(4)))
    fetched = fetch(scratch)

    assert (fetched.notebook, len(fetched.files)) == (None, 3)
    assert site.count("GetKernel") == 0
    assert "no further one was asked for after 0 s; name another" in fetched.left_out[-1]


@pytest.mark.parametrize(
    ("call", "failure", "says"),
    [
        ("ListKernels", Failure(500, "boom"), "Kaggle itself failed (500) over notebooks about ada/shop"),
        ("GetKernel", Failure(429, headers={"Retry-After": "900"}), "wants 900 s of rest"),
    ],
)
def test_no_notebook_can_be_had(site: KaggleSite, scratch: Path, call: str, failure: Failure, says: str) -> None:
    """Where no notebook can be had, the data comes without one, and it is said how to name one or to take none."""
    site.publish(SHOP, EDA, FEW)
    site.fail(call, failure, times=9)
    fetched = fetch(scratch)

    assert (fetched.notebook, len(fetched.files)) == (None, 3)
    assert says in fetched.left_out[-1]
    assert "take none: --no-notebook" in fetched.left_out[-1]
    # Kaggle's wish for rest is not answered by a question about the next notebook.
    assert site.count("GetKernel") <= 1


def test_a_named_notebook_that_fails(site: KaggleSite, scratch: Path) -> None:
    """A notebook that somebody named is not replaced by another one; the hint says how to go on without it."""
    site.publish(SHOP, EDA, FEW)
    site.fail("GetKernel", Failure(500, "boom"), times=3)
    with pytest.raises(SeedError, match="over the notebook bob/eda") as refused:
        fetch(scratch, notebook=NotebookRequest("bob/eda"))

    assert "--no-notebook" in refused.value.hint
    assert site.count("DownloadDataset") == 0


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


def test_packed_tables(site: KaggleSite, scratch: Path) -> None:
    """A table that is packed with gzip is a table, beside others and alone; a bomb among them is refused."""
    packed = gzip.compress(ORDERS, mtime=0)
    site.publish(PublishedDataset("ada/shop", files={"orders.csv.gz": packed, "b.csv": ORDERS}))
    site.publish(PublishedDataset("ada/alone", files={"deep/orders.csv.gz": packed}))
    site.publish(PublishedDataset("ada/bomb", files={"orders.csv.gz": gzip.compress(b"0" * 30_000_000)}))
    fetched = fetch(scratch)
    alone = fetch(scratch.with_name("alone"), "ada/alone")

    assert [(file.path.name, file.path.read_bytes()) for file in fetched.files] == [
        ("orders.csv", ORDERS),
        ("b.csv", ORDERS),
    ]
    assert alone.files[0].path.read_bytes() == ORDERS
    with pytest.raises(SeedError, match="it has more bytes than allowed"):
        fetch(scratch.with_name("bomb"), "ada/bomb")


@pytest.mark.parametrize("packs_files", [False, True], ids=["plain", "zipped"])
@pytest.mark.parametrize(
    ("reference", "files"),
    [("ada/large", ("orders.csv",)), ("ada/large?select=orders.csv", ()), ("ada/large", ("ord*",))],
    ids=["name", "address", "pattern"],
)
def test_one_table_of_a_large_data_set(
    site: KaggleSite,
    scratch: Path,
    reference: str,
    files: tuple[str, ...],
    packs_files: bool,  # noqa: FBT001 - from the table above
) -> None:
    """Of a data set that is too large the tables that are chosen come alone, whatever the site packs them in."""
    large = {"huge.csv": b"x" * 2 * LIMIT, "orders.csv": ORDERS, "notes.txt": b"hello"}
    site.publish(PublishedDataset("ada/large", files=large, packs_files=packs_files))
    fetched = fetch(scratch, reference, options=FetchOptions(files=files))

    assert [(file.path.name, file.path.read_bytes()) for file in fetched.files] == [("orders.csv", ORDERS)]
    assert fetched.left_out[:2] == ("huge.csv: not chosen", "notes.txt: not chosen")
    assert [asked.body["fileName"] for asked in site.asked if asked.call == "DownloadDataset"] == ["orders.csv"]
    with pytest.raises(SeedError, match=r"its tables have 2,000,021 bytes") as refused:
        fetch(scratch, "ada/large")
    assert "--files NAME" in refused.value.hint


def test_a_table_beside_gigabytes_of_pictures(site: KaggleSite, scratch: Path) -> None:
    """Where all files are more than may come, the tables come one by one, and nothing else does."""
    pictures = {f"img/{number}.png": bytes(LIMIT // 2) for number in range(4)}
    site.publish(PublishedDataset("ada/zoo", files={"animals.csv": ORDERS, "datapackage.json": b"{}", **pictures}))
    fetched = fetch(scratch, "ada/zoo")

    assert [file.path.name for file in fetched.files] == ["animals.csv"]
    assert site.count(STORAGE) == 1


def test_files_that_are_not_there(site: KaggleSite, scratch: Path) -> None:
    """A file that is chosen and not there is refused with the names of those that are, before any download."""
    site.publish(SHOP)
    with pytest.raises(SeedError, match=r"ada/shop@3: no table is called towns.csv") as refused:
        fetch(scratch, options=FetchOptions(files=("orders.csv", "towns.csv")))

    assert "more/customers.tsv" in refused.value.hint
    assert site.count("DownloadDataset") == 0


def test_a_download_goes_on_in_the_next_run(site: KaggleSite, scratch: Path, tmp_path: Path) -> None:
    """What came in a run that failed is gone on with in the next one, and nothing is left behind afterwards."""
    content = random.Random(1).randbytes(200_000)
    site.publish(PublishedDataset("ada/shop", files={"a.csv": b"a\n" + content.hex().encode()}))
    site.fail(STORAGE, Failure(cut_after=100_000))
    site.fail(STORAGE, Failure(reset=True), times=2)
    parts = FetchOptions(parts=tmp_path / "parts")
    with pytest.raises(SeedError, match="3 times in a row"):
        fetch(scratch, options=parts)
    fetched = fetch(scratch.with_name("next-run"), options=parts)

    assert fetched.files[0].path.read_bytes() == b"a\n" + content.hex().encode()
    assert [asked.headers.get("Range", "") for asked in site.asked if asked.call == STORAGE][-1].startswith("bytes=")
    assert list((tmp_path / "parts").iterdir()) == []
