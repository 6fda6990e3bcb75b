"""Words for one skill are one point, and a plan is offered what its data carry."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.drafting.knowledge import SYNONYMS, canonical_point, carried_points, names_skill
from tests.drafting.prompts.scene import profile

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Filling missing values", "imputation"),
        ("pivot table", "Pivot  tables"),
        ("one-hot encoding", "indicator variables"),
        ("left join", "joining"),
        ("z scores", "standardisation"),
        ("boolean masks", "filtering"),
        ("Group by", "grouping"),
        ("missing data", "missing values"),
        ("running totals", "cumulative sums"),
        ("train/test split", "train and test split"),
    ],
)
def test_synonyms_are_one(first: str, second: str) -> None:
    """Case, spacing, hyphens, number and usual other words make no other point."""
    assert canonical_point(first) == canonical_point(second)


@pytest.mark.parametrize(("first", "second"), [("correlation", "regression"), ("class", "clas"), ("melting", "pivot")])
def test_different_skills_are_two(first: str, second: str) -> None:
    """What only sounds alike is kept apart."""
    assert canonical_point(first) != canonical_point(second)


def test_words_stand_in_one_line() -> None:
    """No word has two meanings, and each is written as it is looked up."""
    words = [word for line in SYNONYMS for word in line]

    assert len(words) == len(set(words))
    assert all(canonical_point(word) == line[0] for line in SYNONYMS for word in line)


def test_points_are_ranked_by_what_the_data_carry() -> None:
    """A table with dates, gaps and one amount carries no join and no regression; what needs nothing comes last."""
    points = ("correlation matrix", "functions", "joining", "loops", "moving average", "imputation", "duplicates")

    assert carried_points(points, profile()) == ("moving average", "imputation", "duplicates", "functions", "loops")


@pytest.mark.parametrize(
    "point", ["cleaning", "Edge cases", "data types", "functions", "first and last", "data manipulation", "loops", ""]
)
def test_vague_words_name_no_skill(point: str) -> None:
    """A point of words that nearly every problem falls under says nothing of what a problem is to exercise."""
    assert not names_skill(point)


@pytest.mark.parametrize(
    "point", ["missing values", "index numbers", "derived columns", "several tables", "ties", "geocoding", "conditions"]
)
def test_skills_are_named(point: str) -> None:
    """A word of its own, and a usual name for a skill whatever its words, say what a problem is to exercise."""
    assert names_skill(point)


def test_what_the_guide_refuses_is_no_lack() -> None:
    """A model is not asked for plots by one page and told by another that they are refused."""
    assert carried_points(("bar charts", "line plots", "histograms", "loops"), profile()) == ("loops",)


def test_data_without_a_thing_do_not_carry_it() -> None:
    """The same table without dates, repeated rows and gaps carries none of the three."""
    table = profile().tables[0]
    columns = tuple(column.model_copy(update={"missing": 0}) for column in table.columns[:2])
    plain = profile().model_copy(
        update={"tables": (table.model_copy(update={"columns": columns, "duplicate_rows": 0}),)}
    )

    assert carried_points(("moving average", "imputation", "duplicates", "ranking"), plain) == ("ranking",)


@given(st.lists(st.text(max_size=30)))
def test_any_words_are_points(points: list[str]) -> None:
    """Points come from models and people: whatever they are, nothing is added, doubled or fails."""
    carried = carried_points(points, profile())

    assert all(carried.count(point) <= points.count(point) for point in carried)


def test_points_are_as_long_as_the_guide_allows() -> None:
    """What the benchmark lacks is named by the points of templates, and a plan is to take them in these words."""
    pages = (ROOT / "templates").glob("*.py")
    points = {point.strip() for page in pages for point in _points(page.read_text())}

    assert "one to four plain words" in (ROOT / "guides" / "sketch.md").read_text()
    assert {point for point in points if not 1 <= len(point.split()) <= 4} == set()
    assert len(points) > 60


def _points(text: str) -> Iterator[str]:
    for listed in re.findall(r"^#? *knowledge: *\[([^\]]*)\]", text, re.MULTILINE):
        yield from filter(None, listed.split(","))
