"""Tables of questions and answers become problem sets by rule."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.dseal.diagnostic import Severity
from authoring.dseal.parse import parse
from authoring.formats.csv.codes import CODES
from authoring.formats.csv.import_ import import_pairs
from tests.examples import examples

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests" / "cases" / "importers" / "pairs"
NAMES = sorted(path.stem for path in CASES.glob("*.csv"))
REFUSED = {"binary", "empty", "one_column", "open_quote", "unnamed_columns"}


def content_of(name: str) -> bytes:
    """Return the bytes of a case."""
    return (CASES / f"{name}.csv").read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_tables(name: str, golden: Callable[[str, str], None]) -> None:
    """Each case is an encoding, a delimiter, a way of naming columns, or a way of being broken."""
    imported = import_pairs(content_of(name), files=("shops.csv",))
    findings = [
        f"{finding.code} {finding.severity} {finding.problem or '-'} {finding.message}" for finding in imported.findings
    ]

    golden(f"importers/pairs/{name}.txt", "\n".join([imported.text, "=" * 120, *findings, ""]))


@pytest.mark.parametrize("name", NAMES)
def test_set_or_error(name: str) -> None:
    """A table gives a set whose every problem has an origin, or an error; never both, never neither."""
    imported = import_pairs(content_of(name), files=())
    errors = [finding.code for finding in imported.findings if finding.severity is Severity.ERROR]

    assert len(parse(imported.text).problems) == len(imported.origins)
    assert (name in REFUSED) is bool(errors) is not bool(imported.origins)


def test_columns_may_be_named() -> None:
    """A person's word comes before any guess, and nothing was guessed then."""
    content = b"id,text,gold\n1,Add 1 and 2.,1 + 2\n"

    imported = import_pairs(content, files=(), question="Text", answer="gold")

    assert len(imported.origins) == 1
    assert imported.findings == ()


def test_named_column_is_missing() -> None:
    """A slip in a column's name is told, with those that there are."""
    imported = import_pairs(content_of("plain"), files=(), question="querry", answer="answer")

    assert [finding.message for finding in imported.findings] == [
        "there is no column 'querry'; there are question, answer"
    ]


@settings(max_examples=examples(100), deadline=None)
@given(st.binary(max_size=200) | st.text(alphabet='question,answer\n";=()1 df\t', max_size=120).map(str.encode))
def test_any_bytes_give_a_set_or_say_why(content: bytes) -> None:
    """Whatever a file holds, there is a set or an error among the findings; never an exception."""
    imported = import_pairs(content, files=())

    assert bool(imported.origins) is not any(finding.severity is Severity.ERROR for finding in imported.findings)


@pytest.mark.parametrize("code", sorted(CODES))
def test_code_stands_in_the_guide(code: str) -> None:
    """Whoever reads the guide meets every code about pairs."""
    assert re.search(rf"\b{code}\b", (ROOT / "guides" / "importing.md").read_text("utf-8"))
