"""Which notebooks of a CIBench tree are read, and what they are called."""

from pathlib import Path

import pytest

from authoring.errors import SeedError, UsageError
from authoring.seeds.cibench_tree import notebook_text, read_tree, select_experiments

NAMES = {
    "cibench_generation/pandas/penguins.ipynb": "penguins",
    "cibench_generation/scipy/1.ipynb": "scipy-1",
    "cibench_generation/scipy/filters.ipynb": "scipy-filters",
    "cibench_generation/scipy/more/Ä filter.ipynb": "a-filter",
    "cibench_template/scipy/filters.ipynb": "scipy-filters-2",
    "cibench_template_chinese/nltk/tokens.ipynb": "tokens-zh",
    "loose.ipynb": "loose",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a tree with data."""
    for place in (*NAMES, "datasources/data/deep/a.csv", "datasources/example.ipynb"):
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
    return tmp_path


def test_names_and_order(tree: Path) -> None:
    """A draft is called like its file where that says something and is one of its kind; files come before folders."""
    read = read_tree(tree)

    assert {f"{one.label}.ipynb": one.name for one in read.experiments} == NAMES
    assert [one.label for one in read.experiments][:2] == ["loose", "cibench_generation/pandas/penguins"]
    assert [name for name, _ in read.data] == ["deep/a.csv"]
    assert read.left_out == ()


def test_part_of_a_tree_knows_its_data(tree: Path) -> None:
    """A folder inside of the tree gives its own notebooks, called by their place in the whole."""
    read = read_tree(tree / "cibench_generation" / "scipy")

    assert [one.label.split("/")[:2] for one in read.experiments] == [["cibench_generation", "scipy"]] * 3
    assert read.root == tree
    assert [name for name, _ in read.data] == ["deep/a.csv"]


@pytest.mark.parametrize(
    ("wanted", "count"), [("scipy", 4), ("scipy/filters", 2), ("filters.ipynb", 2), ("cibench_template", 1)]
)
def test_parts_of_labels_choose(tree: Path, wanted: str, count: int) -> None:
    """Whole parts between slashes choose; a piece of a word does not."""
    assert len(select_experiments(read_tree(tree), [wanted])) == count
    with pytest.raises(UsageError, match="has no experiment filt"):
        select_experiments(read_tree(tree), ["filt"])


def test_byte_order_mark_and_size(tree: Path) -> None:
    """A byte order mark is left out; what is far too large is not read."""
    first = read_tree(tree).experiments[0]
    first.path.write_bytes(b"\xef\xbb\xbf{}")
    assert notebook_text(first) == "{}"
    with first.path.open("wb") as file:
        file.truncate(50_000_001)
    with pytest.raises(SeedError, match="larger than 50 MB"):
        notebook_text(first)
