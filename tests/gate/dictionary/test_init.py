"""Rules that hold problems against a dictionary, driven by the cases under tests/cases/dictionary."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from authoring.dseal.compose import compose_problem
from authoring.dseal.diagnostic import Diagnostic
from authoring.gate.dictionary import dictionary_findings
from authoring.records.dictionary import ColumnEntry, DataDictionary, TableEntry, ValueKind

CASES = Path(__file__).parents[2] / "cases" / "dictionary"
SHOPS = DataDictionary.model_validate(yaml.safe_load((CASES / "shops.yml").read_text("utf-8")))
CODES = sorted(path.stem for path in CASES.glob("DS*.yml"))


def _findings(case: dict[str, str]) -> tuple[Diagnostic, ...]:
    """Hold the problem of a case against the dictionary of the shops."""
    context = '# %%\nimport numpy as np\nimport pandas as pd\ndf = pd.read_csv("inputs/orders.csv")\n\n'
    problem = compose_problem(case.get("question", "What comes out?"), case["code"].replace("\\n", "\n"))
    return dictionary_findings(context + problem, SHOPS)


@pytest.mark.parametrize("code", CODES)
def test_cases(code: str) -> None:
    """A rule finds its failing cases, at a line of the code and with a hint, and is silent on its passing ones."""
    cases = yaml.safe_load((CASES / f"{code}.yml").read_text("utf-8"))
    for case in cases["failing"]:
        findings = [finding for finding in _findings(case) if finding.code == code]
        assert [case["message"] in finding.message for finding in findings] == [True], case
        assert (findings[0].line > 6, bool(findings[0].hint)) == (True, True)
        assert findings[0].severity == case.get("severity", "warning")
    for case in cases["passing"]:
        assert [finding for finding in _findings(case) if finding.code == code] == [], case


def test_what_a_dictionary_does_not_know_may_be_asked() -> None:
    """Without a dictionary, without a kind, or of a table that was not read, nothing is found."""
    text = compose_problem("What comes out?", 'df = pd.read_csv("inputs/a.csv")\ndf["zip"].mean()')
    unknown, code, amount = (
        TableEntry(file=file, columns=(ColumnEntry(name="zip", kind=kind),))
        for file, kind in (("a.csv", ValueKind.UNKNOWN), ("a.csv", ValueKind.CODE), ("b.csv", ValueKind.AMOUNT))
    )

    assert dictionary_findings(text, None) == ()
    assert dictionary_findings(text, DataDictionary(tables=(unknown,))) == ()
    assert dictionary_findings(text, DataDictionary(tables=(amount,))) == ()
    assert len(dictionary_findings(text, DataDictionary(tables=(code, amount)))) == 1


@given(st.text(max_size=80))
def test_any_code_is_held_against_it(code: str) -> None:
    """Nothing raises, whatever a reference is."""
    dictionary_findings(f'# %%\n"""\nquestion: What?\n"""\n\ndf["zip"].mean()\n{code}\n', SHOPS)
