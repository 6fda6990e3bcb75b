"""Lists of seeds: what a line says, which lines cannot be read, and names that two owners gave."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from authoring.cli.seed_list_lines import Reference, references_in
from authoring.errors import SeedError
from authoring.seeds.intake import Naming
from authoring.seeds.sources.base import WantedNotebook

LISTS = Path(__file__).parents[1] / "cases" / "kaggle" / "lists"
PLACE = Path("lists") / "seeds.txt"


def read(text: str) -> tuple[Reference, ...]:
    """Read a list that stands in the folder ``lists``."""
    return references_in(text, path=PLACE)


def test_every_kind_of_line() -> None:
    """References, options, quotes, remarks and addresses are read; paths begin at the folder of the list."""
    assert read((LISTS / "list.txt").read_text()) == (
        Reference(3, ("kaggle:ada/shop-sales@3",), Naming("shop", licence="CC-BY-4.0")),
        Reference(4, ("kaggle:bob/shop-sales",), Naming("shop-sales")),
        Reference(5, ("kaggle:cleo/shop-sales",), Naming("cleo-shop-sales"), WantedNotebook(none=True)),
        Reference(
            6,
            ("lists/two words.csv", "lists/../towns.csv"),
            Naming(title='Shops and "towns"', description="Don't ask."),
            WantedNotebook("lists/eda.ipynb"),
        ),
        Reference(7, ("package:vega-datasets/cars",)),
        Reference(8, ("/data/one.csv",), allow=("fame", "DS902"), why="the question is about it"),
        Reference(9, ("kaggle:ada/shop-sales@3",), Naming("shop"), repeats=3),
        Reference(10, ("kaggle:ada/shop-sales@3",), Naming("other")),
        Reference(11, ("nosuch:thing",)),
    )


def test_index_of_dseval() -> None:
    """The index of DSEval's Kaggle sets is a list as it stands, whatever its titles hold; names stay apart."""
    found = read((LISTS / "index.md").read_text())

    assert [(one.line, one.shown, one.naming.name) for one in found] == [
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
    ("line", "shown"),
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
def test_one_line(line: str, shown: str) -> None:
    """What editors and browsers leave in a line does not matter."""
    assert [one.shown for one in read(line)] == [shown]


def test_a_name_that_is_given_is_nobody_elses() -> None:
    """A data set does not take by itself the name that a later line gives to another one."""
    found = read("kaggle:ada/shop\nkaggle:bob/other name=shop\n")

    assert [one.naming.name for one in found] == ["ada-shop", "shop"]


@example("a.csv name='")
@given(st.text(alphabet=st.characters(blacklist_categories=["Cs"]) | st.sampled_from("\"'#= \t\n:/@"), max_size=80))
def test_any_text(text: str) -> None:
    """Any text is a list, or is refused; reading it twice gives the same."""
    try:
        found = read(text)
    except SeedError:
        return

    assert found == read(text)
    assert all(one.references for one in found)


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(["shop", "town"])), min_size=1))
def test_names_differ(refs: list[tuple[str, str]]) -> None:
    """Data sets that differ have names that differ, and one that is repeated is asked for once."""
    found = read("".join(f"kaggle:{owner}x/{slug}\n" for owner, slug in refs))
    wanted = [one for one in found if one.repeats is None]

    assert len({one.naming.name for one in wanted}) == len(wanted) == len(set(refs))
