"""Which data everybody has seen: by reference, by name, by columns."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from authoring.records.seed import Publication, Seed, TableFile, TableFormat
from authoring.seeds.vetting.well_known import known_sets_of

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases" / "vetting" / "fame.yml").read_text("utf-8"))


def seed_of(case: dict[str, Any]) -> Seed:
    """A seed as a case describes it."""
    table = TableFile(
        name=case["file"],
        format=TableFormat.CSV,
        sha256="0" * 64,
        size=1,
        rows=100,
        columns=tuple(case["columns"]),
        reader="",
    )
    return Seed(
        name="seed",
        title=case.get("title", "Some data"),
        description="",
        source=case.get("source", case["file"]),
        url=case.get("url", ""),
        licence="CC0-1.0",
        files=(table,),
        publication=Publication(ref=case["ref"]) if "ref" in case else None,
    )


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_fame(case: dict[str, Any]) -> None:
    """A known set is named once, whatever gave it away, and no other is."""
    assert [fame.name for fame in known_sets_of(seed_of(case))] == case["is"]


def test_says_why_and_how() -> None:
    """Whoever reads it knows what it was known by, and where it is used."""
    (found,) = known_sets_of(seed_of({"file": "wine.csv", "columns": ["a"]}))

    assert found.evidence == "its name says so, 'wine'"
    assert found.known_for == "stands in textbooks, tutorials and countless notebooks"


@given(st.lists(st.text(), max_size=30), st.text(), st.text(max_size=60))
def test_any_names_will_do(columns: list[str], title: str, url: str) -> None:
    """Names of a stranger's columns are no patterns, and stop nothing."""
    known_sets_of(seed_of({"file": "x.csv", "columns": columns, "title": title, "url": url}))
