"""What licences are taken for: names, labels, addresses, sentences."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.seeds.vetting.licences import licence_of
from tests.case_files import read_yaml

CASES = read_yaml((Path(__file__).parents[2] / "cases" / "vetting" / "licences.yml").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["words"] or "nothing" for case in CASES])
def test_licence(case: dict[str, Any]) -> None:
    """Every way to say a licence gives its identifier, its kind, and whether copies may be handed on."""
    found = licence_of(case["words"])

    assert (found.spdx, found.kind, found.redistributable) == (case["spdx"], case["kind"], case["passes"])


@pytest.mark.parametrize("case", [case for case in CASES if case["spdx"]], ids=lambda case: case["words"])
def test_identifier_means_itself(case: dict[str, Any]) -> None:
    """What a licence is called by is a licence of the same kind: seeds keep identifiers, and are vetted again."""
    found = licence_of(case["words"])

    assert licence_of(found.spdx) == found


@given(st.text())
def test_any_words_are_vetted(words: str) -> None:
    """Whatever a site says, there is an answer with a reason, and only what is known may be handed on."""
    found = licence_of(words)

    assert found.why
    assert found.name
    assert found.kind != "unknown" or not found.redistributable


@given(st.sampled_from([case["words"] for case in CASES]), st.sampled_from(["", " ", "\n", "  \t"]))
def test_case_and_spaces_do_not_matter(words: str, space: str) -> None:
    """Sites differ in both."""
    assert licence_of(f"{space}{words.upper()}{space}").kind == licence_of(words).kind
