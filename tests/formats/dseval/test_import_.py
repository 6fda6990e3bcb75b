"""Sets of a benchmark are taken as they stand, with the files that they read and what is known of their data."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.formats.dseval.import_ import (
    ORIGIN,
    DatasetFacts,
    facts_of_card,
    facts_of_index,
    import_set,
    merged_facts,
)
from authoring.records.seed import Publication

CASES = Path(__file__).parents[2] / "cases" / "importers" / "benchmark"
FILES = ("card.json", "description.md", "notebook.md", "shops.csv")


def text_of(name: str) -> str:
    """Return a set of the benchmark."""
    return (CASES / f"{name}.py").read_text()


def test_text_is_kept_as_it_stands() -> None:
    """The draft's text is the file's, every problem has an origin, and nothing is lacking."""
    read = import_set("shops", text_of("shops"), FILES, shared=False)

    assert read.imported.text == text_of("shops")
    assert [origin.origin for origin in read.imported.origins] == [ORIGIN]
    assert read.imported.needs == ()


def test_what_no_cell_reads_is_left_out() -> None:
    """Of a set's own folder the code's files are kept; the rest is told, but for what tells of the data."""
    read = import_set("shops", text_of("shops"), FILES, shared=False)

    assert read.files == ("shops.csv",)
    assert [(finding.code, finding.message) for finding in read.imported.findings] == [
        ("DS965", "no cell reads notebook.md")
    ]


def test_of_shared_files_nothing_is_told() -> None:
    """What other sets read is no finding about this one."""
    assert import_set("shops", text_of("shops"), FILES, shared=True).imported.findings == ()


def test_files_that_are_not_named_are_all_kept() -> None:
    """Code that lists the folder gets everything, and that is told."""
    read = import_set("every-file", text_of("every-file"), ("a.csv", "b.csv"), shared=True)

    assert read.files == ("a.csv", "b.csv")
    assert [finding.code for finding in read.imported.findings] == ["DS964"]


def test_file_on_the_network_is_told() -> None:
    """A file that only its address is known of is lacking, and a finding with the address."""
    read = import_set("odd-name", text_of("Odd Name"), ("rain.csv",), shared=True, called="Odd Name")

    assert read.files == ("rain.csv",)
    assert read.imported.needs == ("wind.csv",)
    assert {finding.code: finding.message for finding in read.imported.findings} == {
        "DS962": "inputs/wind.csv is not among the benchmark's files, and comes from https://example.org/wind.csv",
        "DS963": "the set 'Odd Name' is called odd-name here",
    }


def test_folders_are_kept_whole() -> None:
    """Code that names a folder, or a file in it, gets what is in it."""
    text = '# %%\nimport glob\nnames = glob.glob("inputs/days/*.csv")\nopen("inputs/b/c.csv")\n'

    read = import_set("days", text, ("a.csv", "b/c.csv", "b/d.csv"), shared=True)
    assert "b/c.csv" in read.files


def test_set_without_a_problem_is_told() -> None:
    """A file that asks nothing is a finding, and why."""
    read = import_set("prose", text_of("prose"), (), shared=True)

    assert read.imported.origins == ()
    assert [finding.code for finding in read.imported.findings] == ["DS961"]


def test_card_tells_of_the_data() -> None:
    """Title, licence as SPDX, votes, downloads and version are read from the page as it was."""
    card = facts_of_card((CASES / "_inputs" / "shops" / "card.json").read_text())

    assert card == DatasetFacts(
        "Shops & Sales",
        "https://www.kaggle.com/somebody/shops",
        Publication(
            ref="somebody/shops",
            version=2,
            votes=120,
            downloads=4500,
            updated=datetime(2023, 5, 18, 14, 5, 19, 507000, UTC),
        ),
        "CC0-1.0",
        "Sales of two shops.",
    )


def test_index_fills_what_the_card_lacks() -> None:
    """The card comes first; usability and size are the index's. Lines that are none of it are left alone."""
    index = facts_of_index((CASES / "_inputs" / "index.md").read_text())
    card = facts_of_card((CASES / "_inputs" / "shops" / "card.json").read_text())

    assert list(index) == ["shops"]
    whole = merged_facts(card, index["shops"])
    assert whole is not None
    assert (whole.publication.votes, whole.publication.usability, whole.publication.size) == (120, 0.9, 2603)
    assert merged_facts(None, index["shops"]) is index["shops"]
    assert merged_facts(None, None) is None


@pytest.mark.parametrize(
    "card", ["", "[]", "{", '{"url": 3}', '{"url": "https://example.org"}', '{"url": null, "license": []}']
)
def test_what_is_no_card_is_none(card: str) -> None:
    """Another file of that name tells nothing, and stops nothing."""
    assert facts_of_card(card) is None


@given(st.text())
def test_any_index_is_read(text: str) -> None:
    """Whatever stands in the index, reading it raises nothing."""
    assert isinstance(facts_of_index(text), dict)


@given(st.text(), st.lists(st.text(max_size=8), max_size=3), st.booleans())
def test_any_text_is_taken(text: str, files: list[str], shared: bool) -> None:  # noqa: FBT001 - hypothesis gives it
    """Whatever stands in a set's file, it is taken as it is."""
    assert import_set("a", text, sorted(set(files)), shared=shared).imported.text == text
