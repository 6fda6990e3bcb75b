"""The corpus: each kind of mess ends as its case file says."""

from pathlib import Path
from typing import Any

import pytest

from authoring.drafting.replies.codes import CODES
from authoring.dseal import Severity, parse
from tests.drafting.replies.cases import CASES, INPUTS, SET, load, outcome

from authoring.drafting.replies.problemset import read_problemset  # isort: skip

FILES = sorted(CASES.glob("*.yml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_reply_ends_as_the_case_says(path: Path) -> None:
    """Text, tail and findings, with their lines, are those of the case file."""
    case = load(path)

    assert outcome(case) == case["expect"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_comes_of_a_case_is_read_as_it_is(path: Path) -> None:
    """A mended text has no parser's error, and reading it again changes and says nothing but what it said before."""
    expected: dict[str, Any] = load(path)["expect"]
    texts = [SET] if expected.get("set") else [expected["text"]] if "text" in expected else []
    for text in [*texts, *expected.get("texts", {}).values()]:
        again = read_problemset(text, cut=False, inputs=INPUTS)
        errors = [found for found in parse(text).diagnostics if found.severity is Severity.ERROR]

        assert not text or [found.code for found in errors if found.code != "DS108"] == []
        assert again.text == text or not parse(text).problems
        assert {found.severity for found in again.findings} <= {Severity.ERROR}


def test_there_are_enough() -> None:
    """The corpus holds at least 60 kinds of mess, and every code is met in it or where it is tested by itself."""
    met = {found.partition(" ")[0] for path in FILES for found in load(path)["expect"]["findings"]}

    assert len(FILES) >= 60
    assert set(CODES) - met == {"DS801"}
