"""The profile of a seed, through the real sandbox: every table that packages carry gives a sane one."""

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from authoring.errors import SeedError
from authoring.records.dictionary import ColumnEntry, DataDictionary, TableEntry
from authoring.records.evidence import Limits
from authoring.records.profile import ColumnKind, Profile
from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.intake import fetch_seed
from authoring.seeds.profile import profile_data
from authoring.seeds.sources.package.catalogue import CATALOGUE

KNOWN = [
    f"package:{package}/{table}" for package, tables in CATALOGUE.items() for table in tables if table != "flights"
]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """One sandbox for all tests of this file."""
    sandbox = LocalSandbox()
    yield sandbox
    sandbox.close()


def profile(reference: str, sandbox: LocalSandbox, scratch: Path) -> Profile:
    """Fetch and profile, twice; both must be the same bytes."""
    scratch.mkdir()
    intake = fetch_seed([reference], sandbox=sandbox, limits=Limits(), scratch=scratch)
    first = profile_data(intake.seed, files=intake.paths, sandbox=sandbox)
    assert profile_data(intake.seed, files=intake.paths, sandbox=sandbox).model_dump_json() == first.model_dump_json()
    assert [table.rows for table in first.tables] == [file.rows for file in intake.seed.files]
    return first


def installed(reference: str) -> bool:
    """Whether the package of a reference is installed."""
    try:
        distribution(reference.removeprefix("package:").partition("/")[0])
    except PackageNotFoundError:
        return False
    return True


@pytest.mark.exhaustive(sample=3, most=16)
@pytest.mark.parametrize("reference", KNOWN)
def test_known_tables(reference: str, sandbox: LocalSandbox, tmp_path: Path) -> None:
    """Every known table reads, and its profile is stable and adds up."""
    if not installed(reference):
        pytest.skip("the package is not installed")
    for table in profile(reference, sandbox, tmp_path / "scratch").tables:
        for column in table.columns:
            filled = table.rows - column.missing
            assert column.distinct <= filled
            assert len(column.histogram) in {0, 10}
            assert sum(column.histogram) in {0, filled}
            assert (column.kind in {ColumnKind.CATEGORY, ColumnKind.FLAG}) == bool(column.levels)
            assert (column.kind is ColumnKind.DATE) <= (column.minimum is not None)


def test_penguins(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """A known table's columns are what a person would say they are."""
    (table,) = profile("package:palmerpenguins/penguins-raw", sandbox, tmp_path / "scratch").tables
    kinds = {column.name: column.kind.value for column in table.columns}

    assert kinds["Date Egg"] == "date"
    assert kinds["Individual ID"] == "identifier"
    assert kinds["Clutch Completion"] == "flag"
    assert kinds["Comments"] == "text"
    assert kinds["Region"] == "constant"
    assert kinds["Species"] == kinds["Sex"] == kinds["Island"] == "category"
    assert kinds["Body Mass (g)"] == kinds["Delta 15 N (o/oo)"] == "amount"
    assert table.keys[0] == ("Sample Number", "Species")


def test_changed_file(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """A file that no longer reads as the seed says is refused, not guessed at anew."""
    (tmp_path / "a.csv").write_text("x,y\n1,2\n3,4\n")
    (tmp_path / "scratch").mkdir()
    intake = fetch_seed([str(tmp_path / "a.csv")], sandbox=sandbox, limits=Limits(), scratch=tmp_path / "scratch")
    intake.paths[0].write_text('x,y\n"1,2\n')
    with pytest.raises(SeedError, match=r"a\.csv: pandas cannot read it"):
        profile_data(intake.seed, files=intake.paths, sandbox=sandbox)


def test_stated_marks_are_tidied(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """What somebody states to mean that a value is missing is so in the table as it is once it is tidied."""
    (tmp_path / "a.csv").write_text("x,y\n" + "".join(f"{row % 7},{row}\n" for row in range(70)))
    (tmp_path / "scratch").mkdir()
    intake = fetch_seed([str(tmp_path / "a.csv")], sandbox=sandbox, limits=Limits(), scratch=tmp_path / "scratch")
    stated = DataDictionary(tables=(TableEntry(file="a.csv", columns=(ColumnEntry(name="x", missing=("6",)),)),))
    seed = intake.seed.model_copy(update={"dictionary": stated})

    [tidied] = profile_data(seed, files=intake.paths, sandbox=sandbox).tidied or ()

    assert profile_data(intake.seed, files=intake.paths, sandbox=sandbox).tidied is None
    assert [(step.name, step.marks) for step in tidied.steps] == [("x", (6,))]
    assert (tidied.table.columns[0].missing, tidied.table.columns[0].maximum) == (10, 5)
    assert tidied.entry is not None
    assert tidied.entry.columns[0].missing == ()
