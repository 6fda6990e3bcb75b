"""Lists of seeds: what a line says, which lines cannot be read, and names that two owners gave."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from authoring.api.seeds.intake import SeedOptions
from authoring.api.seeds.lists import SeedReference, add_seeds, parse_seed_list
from authoring.api.seeds.vetting import AllowanceRequest
from authoring.errors import SeedError
from authoring.workspace import Workspace
from tests.cli.kaggle.conftest import site
from tests.seeds.sources.kaggle.server import Failure, KaggleSite

__all__ = ["site"]

LISTS = Path(__file__).parents[2] / "cases" / "kaggle" / "lists"
LIST_FILE = Path("lists") / "seeds.txt"


def read(text: str) -> tuple[SeedReference, ...]:
    """Read a list that stands in the folder ``lists``."""
    return parse_seed_list(text, path=LIST_FILE)


def test_every_kind_of_line() -> None:
    """References, options, quotes, remarks and addresses are read; paths begin at the folder of the list."""
    assert read((LISTS / "list.txt").read_text()) == (
        SeedReference(3, ("kaggle:ada/shop-sales@3",), SeedOptions("shop", licence="CC-BY-4.0")),
        SeedReference(4, ("kaggle:bob/shop-sales?select=a.csv",), SeedOptions("shop-sales")),
        SeedReference(5, ("kaggle:cleo/shop-sales",), SeedOptions("cleo-shop-sales", without_notebook=True)),
        SeedReference(
            6,
            ("lists/two words.csv", "lists/../towns.csv"),
            SeedOptions(title='Shops and "towns"', description="Don't ask.", notebook="lists/eda.ipynb"),
        ),
        SeedReference(7, ("package:vega-datasets/cars",)),
        SeedReference(
            8,
            ("/data/one.csv",),
            SeedOptions(allow=AllowanceRequest(("fame", "DS902"), "the question is about it")),
        ),
        SeedReference(9, ("kaggle:ada/shop-sales@3",), SeedOptions("shop"), repeats=3),
        SeedReference(10, ("kaggle:ada/shop-sales@3",), SeedOptions("other")),
        SeedReference(11, ("nosuch:thing",)),
    )


def test_index_of_dseval() -> None:
    """The index of DSEval's Kaggle sets is a list as it stands, whatever its titles hold; names stay apart."""
    references = read((LISTS / "index.md").read_text())

    assert [(reference.line, reference.text, reference.options.name) for reference in references] == [
        (2, "kaggle:ada/shop-sales", "shop-sales"),
        (3, "kaggle:bob/shop-sales", "bob-shop-sales"),
        (5, "kaggle:cleo/supply_chain", "supply_chain"),
        (6, "kaggle:dora/store-reviews", "store-reviews"),
    ]


def test_broken_lines(golden: Callable[[str, str], None]) -> None:
    """All lines that cannot be read are told at once, with what to do, and nothing is begun."""
    with pytest.raises(SeedError) as caught:
        read((LISTS / "broken.txt").read_text())

    golden("kaggle/lists/broken.expected.txt", f"{caught.value.message}\n{caught.value.hint}\n")


@pytest.mark.parametrize(
    "text", ["", "\n\n", "# nothing yet\n", "votes\tusability\tlastUpdated\tid\tsize\ttitle\turl\n"]
)
def test_empty(text: str) -> None:
    """A list that names nothing is refused."""
    with pytest.raises(SeedError, match="names no data"):
        read(text)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("\ufeffkaggle:a1/b1", "kaggle:a1/b1"),
        ("kaggle:a1/b1\r", "kaggle:a1/b1"),
        ("a#b.csv", "lists/a#b.csv"),
        ("./name=a.csv", "lists/name=a.csv"),
        ("kaggle.com/datasets/a1/b1/versions/4", "kaggle:a1/b1@4"),
        ('a.csv "#b.csv"', "lists/a.csv lists/#b.csv"),
        ("a.csv # don't mind", "lists/a.csv"),
    ],
)
def test_one_line(line: str, expected: str) -> None:
    """What editors and browsers leave in a line does not matter."""
    assert [reference.text for reference in read(line)] == [expected]


def test_a_name_that_is_given_is_nobody_elses() -> None:
    """A data set does not take by itself the name that a later line gives to another one."""
    references = read("kaggle:ada/shop\nkaggle:bob/other name=shop\n")

    assert [reference.options.name for reference in references] == ["ada-shop", "shop"]


@example("a.csv name='")
@given(st.text(alphabet=st.characters(blacklist_categories=["Cs"]) | st.sampled_from("\"'#= \t\n:/@"), max_size=80))
def test_any_text(text: str) -> None:
    """Any text is a list, or is refused; reading it twice gives the same."""
    try:
        references = read(text)
    except SeedError:
        return

    assert references == read(text)
    assert all(reference.references for reference in references)


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(["shop", "town"])), min_size=1))
def test_names_differ(refs: list[tuple[str, str]]) -> None:
    """Data sets that differ have names that differ, and one that is repeated is asked for once."""
    references = read("".join(f"kaggle:{owner}x/{slug}\n" for owner, slug in refs))
    distinct = [reference for reference in references if reference.repeats is None]

    assert len({reference.options.name for reference in distinct}) == len(distinct) == len(set(refs))


def test_files_and_sheets_of_a_line(tmp_path: Path) -> None:
    """A line may choose files and sheets, with commas between them; an address may select a file."""
    text = "book.xlsx sheets='May 2024,June' name=months\nkaggle:ada/shop files=a.csv,b*.csv\n"
    book, shop, address = parse_seed_list(
        f"{text}https://www.kaggle.com/datasets/ada/towns?select=t.csv\n", path=tmp_path / "list.txt"
    )

    assert book.options.sheets == ("May 2024", "June")
    assert shop.options.files == ("a.csv", "b*.csv")
    assert address.references == ("kaggle:ada/towns?select=t.csv",)


def test_a_rest_ends_the_questions_of_a_list(bare: Workspace, site: KaggleSite, tmp_path: Path) -> None:
    """While Kaggle wants rest its lines fail without a call, and those of files are added."""
    (tmp_path / "t.csv").write_text("a,b\n" + "".join(f"{n},{n * 3}\n" for n in range(30)))
    (tmp_path / "list.txt").write_text("kaggle:ada/shop-sales\nkaggle:bob/packed\nt.csv\n")
    site.fail("GetDataset", Failure(429, headers={"Retry-After": "900"}), times=9)
    listed = add_seeds(bare, tmp_path / "list.txt")

    assert [line.end for line in listed.lines] == ["failed", "failed", "added"]
    assert [line.hint for line in listed.lines[:2]] == ["run this again in 15 min"] * 2
    assert site.count("GetDataset") == 1
