"""Rules of alignment, driven by the cases under tests/cases/alignment."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from authoring.dseal.diagnostic import Severity
from authoring.gate.alignment.registry import RULES, align
from authoring.records.evidence import Evidence

CASES = Path(__file__).parents[2] / "cases" / "alignment"


def _codes(text: str) -> set[str]:
    return {finding.code for finding in align(text)}


def _text(case: dict[str, str]) -> str:
    """Return the set of a case: whole as `text`, or made of a question and its code, with a validator if it has one."""
    validator = case.get("validator", "")
    block = "" if not validator else "validator: {" + validator + "}\n"
    question = case.get("question", "")
    return case.get("text") or f'# %%\n"""\nquestion: |\n  {question}\n{block}"""\n\n{case["code"]}\n'


def _fails(code: str, case: dict[str, str]) -> bool:
    """Return whether a rule finds a case, in the words of its `message` and with the `hint` that it has, if any."""
    findings = [finding for finding in align(_text(case)) if finding.code == code]
    return any(
        case.get("message", finding.message) == finding.message and case.get("hint", finding.hint) == finding.hint
        for finding in findings
    )


@pytest.mark.parametrize("code", RULES)
def test_cases(code: str) -> None:
    """A rule finds its failing cases and is silent on its passing ones; so do its examples."""
    cases = yaml.safe_load((CASES / f"{code}.yml").read_text("utf-8"))
    failing = [_fails(code, case) for case in cases["failing"]]
    passing = [code in _codes(_text(case)) for case in cases["passing"]]
    info = RULES[code].INFO
    assert (all(failing), any(passing), code in _codes(info.bad), code in _codes(info.good)) == (
        True,
        False,
        True,
        False,
    )


@pytest.mark.parametrize("code", RULES)
def test_warnings_take_a_reason(code: str) -> None:
    """No draft with a warning of alignment is admitted unless a person says why."""
    finding = RULES[code].INFO.diagnostic("")
    evidence = Evidence(draft="0" * 64, diagnostics=(finding,))

    assert bool(evidence.objections) is (finding.severity is Severity.WARNING)


@given(st.text(max_size=100), st.text(max_size=60))
def test_any_text_is_aligned(question: str, code: str) -> None:
    """Rules never fail, whatever stands in a question or a reference."""
    text = f'# %%\n"""\nquestion: at least 5 decimals {question}\n"""\n\nround({code}, 2)\n'
    align(text)
