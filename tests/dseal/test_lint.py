"""Lint: order, selection, and rules that hold what their case files say."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.dseal import Diagnostic, InputTable, Surroundings, lint
from authoring.dseal.rules.registry import CODES, RULES
from tests.case_files import read_yaml
from tests.examples import examples

CASES = Path(__file__).parents[1] / "cases" / "lint"
ROOT = Path(__file__).parents[2]
NO_EXAMPLE = {"DS101"}
"""Its bad text would be half a million characters long; tests/dseal/test_parse.py makes it."""
DATA = Surroundings(inputs=(InputTable("data.csv", ("a", "b")),))


def _load(code: str) -> dict[str, list[dict[str, Any]]]:
    loaded: dict[str, list[dict[str, Any]]] = read_yaml((CASES / f"{code}.yml").read_text(encoding="utf-8"))
    return loaded


def _cases(outcome: str) -> list[Any]:
    return [
        pytest.param(path.stem, case, id=f"{path.stem}-{number}")
        for path in sorted(CASES.glob("*.yml"))
        for number, case in enumerate(_load(path.stem)[outcome], 1)
    ]


@pytest.fixture
def found(cell_text: Callable[..., str]) -> Callable[[str, dict[str, Any]], list[Diagnostic]]:
    """Lint a case and keep the findings of one code."""

    def run(code: str, case: dict[str, Any]) -> list[Diagnostic]:
        parts = {key: case[key] for key in ("yaml", "code", "context") if key in case}
        text = case["text"] if "text" in case else cell_text(**parts)
        tables = case.get("inputs")
        inputs = None
        if tables is not None:
            shared, levels = case.get("shared", False), tuple(case.get("levels", ()))
            inputs = tuple(
                InputTable(name, None if names is None else tuple(names), shared=shared, levels=levels)
                for name, names in tables.items()
            )
        return [found for found in lint(text, surroundings=Surroundings(inputs)) if found.code == code]

    return run


Found = Callable[[str, dict[str, Any]], list[Diagnostic]]


@pytest.mark.parametrize(("code", "case"), _cases("failing"))
def test_failing_texts_are_found(code: str, case: dict[str, Any], found: Found) -> None:
    """The defect is reported at the place, with the words and with the hint, if any, that the case file gives."""
    first = found(code, case)[0]
    wanted = case["expect"]
    assert wanted.get("hint", first.hint) == first.hint
    assert (wanted["line"], wanted["column"], wanted["end_column"]) == (first.line, first.column, first.end_column)
    assert wanted["message"] in first.message
    assert not first.message.endswith(".")


@pytest.mark.parametrize(("code", "case"), _cases("passing"))
def test_passing_texts_are_not(code: str, case: dict[str, Any], found: Found) -> None:
    """A text that only looks alike is left alone."""
    assert found(code, case) == []


def test_every_code_has_cases() -> None:
    """Each code has one case file with at least three failing and three passing texts."""
    assert {path.stem for path in CASES.glob("*.yml")} == set(CODES) - NO_EXAMPLE
    for code in set(CODES) - NO_EXAMPLE:
        loaded = _load(code)
        assert len(loaded["failing"]) >= 3, code
        assert len(loaded["passing"]) >= 3, code


@pytest.mark.parametrize("code", sorted(set(CODES) - NO_EXAMPLE))
def test_examples_of_codes_are_true(code: str) -> None:
    """What `explain` shows as bad has the defect, and what it shows as good has not."""
    info = CODES[code]
    assert code in {found.code for found in lint(info.bad, surroundings=DATA)}
    assert code not in {found.code for found in lint(info.good, surroundings=DATA)}


def test_codes_and_names_are_unique() -> None:
    """A code and a name each stand for one kind of finding, and rules are listed under their own code."""
    infos = list(CODES.values())
    assert len({info.name for info in infos}) == len(infos)
    assert all(rule.INFO.code == code for code, rule in RULES.items())
    assert list(RULES) == sorted(RULES)
    assert all(info.what.endswith(".") and info.why.endswith(".") for info in infos)


def test_every_code_stands_in_the_guide() -> None:
    """The guide's table lists each code with its name."""
    guide = (ROOT / "guides" / "dseal.md").read_text(encoding="utf-8")
    missing = [code for code, info in CODES.items() if f"| {code} | {info.name} |" not in guide]
    assert missing == []


def test_no_rule_raises(nasty: st.SearchStrategy[str]) -> None:
    """Any text can be linted, and every finding points into it."""

    @given(nasty)
    @settings(max_examples=examples(400), deadline=None)
    def holds(text: str) -> None:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for found in lint(text, surroundings=DATA):
            assert 1 <= found.line <= len(lines)
            assert found.column <= len(lines[found.line - 1]) + 1

    holds()


def test_findings_come_in_order_and_can_be_chosen(cell_text: Callable[..., str]) -> None:
    """Findings are sorted by place; prefixes select, and ignoring is stronger than selecting."""
    text = cell_text("question: ''\nvalidator:\n  reslt:", "x = open('/etc/passwd')")
    codes = [found.code for found in lint(text, path="a.py")]
    assert codes == ["DS201", "DS312", "DS301", "DS203"]
    assert [found.code for found in lint(text, select=["DS2"])] == ["DS201", "DS203"]
    assert [found.code for found in lint(text, select=["DS2"], ignore=["DS201"])] == ["DS203"]
    assert {found.path for found in lint(text, path="a.py")} == {"a.py"}


def test_findings_know_their_problem(cell_text: Callable[..., str]) -> None:
    """A finding about a problem carries its number, one about context none."""
    text = cell_text("question: ''", "1", context="x = open('/etc/passwd')")
    assert [(found.code, found.problem) for found in lint(text)] == [("DS203", None), ("DS201", 1)]


def test_a_secret_is_not_repeated(cell_text: Callable[..., str]) -> None:
    """The finding about a password shows neither it nor its line in clear."""
    finding = lint(cell_text(code="password = 'hunter2-hunter2'\n1"))[0]
    assert finding.code == "DS212"
    assert "hunter2" not in finding.model_dump_json()


def test_columns_count_characters(cell_text: Callable[..., str]) -> None:
    """Python counts bytes; findings count characters, also behind accents and emoji."""
    first = lint(cell_text(code="x = 'é😀'; open('/etc/passwd')"))[0]
    assert (first.column, first.source_line[first.column - 1 : (first.end_column or 1) - 1]) == (16, "'/etc/passwd'")
