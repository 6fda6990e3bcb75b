"""The certificate accuses validators as the cases say, tried for real."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from authoring.dseal import certificate_codes
from authoring.dseal.diagnostic import Diagnostic, RuleInfo
from authoring.gate.certificate.findings import certificate_findings
from authoring.gate.certificate.trials import certify
from authoring.records.certificate.problem import Certificate, ProblemCertificate
from authoring.records.certificate.trial import Trial
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from tests.case_files import read_yaml

CASES = Path(__file__).parents[2] / "cases" / "certificate"
CODES = {info.code for info in vars(certificate_codes).values() if isinstance(info, RuleInfo)}


def cases(kind: str) -> list[Any]:
    """Return the cases of one kind, each with its code."""
    return [
        pytest.param(file.stem, case, id=f"{file.stem}: {case['name']}")
        for file in sorted(CASES.glob("*.yml"))
        for case in read_yaml(file.read_text())[kind]
    ]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    local = LocalSandbox()
    yield local
    local.close()


def findings(case: dict[str, Any], sandbox: LocalSandbox) -> tuple[Diagnostic, ...]:
    """Try a case's text and return what the certificate says of it."""
    dialect = case.get("dialect", "dseval")
    certificate = certify(case["text"], inputs=[], limits=Limits(), sandbox=sandbox, dialect=dialect)
    return certificate_findings(case["text"], certificate)


def test_every_code_has_cases() -> None:
    """Each kind of finding is shown with and without its defect."""
    assert {file.stem for file in CASES.glob("*.yml")} == CODES


@pytest.mark.exhaustive(sample=1, most=10)
@pytest.mark.parametrize(("code", "case"), cases("fails"))
def test_code_is_found(code: str, case: dict[str, Any], sandbox: LocalSandbox) -> None:
    """The defect is reported once, where it is, in words that name what was wrong."""
    of_code = [finding for finding in findings(case, sandbox) if finding.code == code]

    assert [(finding.line, finding.problem) for finding in of_code] == [(case["line"], case["problem"])]
    assert case["message"] in of_code[0].message
    assert case.get("hint", "") in of_code[0].hint
    assert not re.search(r"\.$", of_code[0].message)


@pytest.mark.exhaustive(sample=1, most=8)
@pytest.mark.parametrize(("code", "case"), cases("passes"))
def test_clean_text_has_no_finding(code: str, case: dict[str, Any], sandbox: LocalSandbox) -> None:
    """A validator without the defect is not accused of it."""
    assert code not in {finding.code for finding in findings(case, sandbox)}


SURVIVED = """# %%
\"\"\"
question: How many?
validator:
  result:
\"\"\"

(df["a"] > 3).sum()
"""


@pytest.mark.parametrize(
    ("trial", "hint"),
    [
        (
            {"code": '(df["a"] >= 3).sum()', "text": "17"},
            'The first has `(df["a"] >= 3).sum()` in place of `(df["a"] > 3).sum()`, and gives `17`',
        ),
        (
            {"code": "x = 1\ny = 2\nx + y", "text": "3 " * 60},
            f"The first: x = 1 y = 2 x + y, and gives `{'3 ' * 39}3…`",
        ),
        ({"code": "1 / 0", "text": "", "crashed": True}, 'The first has `1 / 0` in place of `(df["a"] > 3).sum()`'),
        ({"subject": "value", "text": "'17'"}, "The first: '17'"),
    ],
)
def test_survivor_is_shown_with_its_code_and_its_value(trial: dict[str, Any], hint: str) -> None:
    """A wrong answer that is accepted is shown with what it changes and with what it gives, both cut."""
    answer = Trial(side="wrong", operator="wrong_operator", description="another operator", outcome="accepted", **trial)
    refused = answer.model_copy(update={"outcome": "refused", "text": "4", "crashed": False})
    problem = ProblemCertificate(number=1, cell=0, trials=(answer, refused))
    certificate = Certificate(draft="0" * 64, problems=(problem,), is_quick=True)

    assert [f.hint for f in certificate_findings(SURVIVED, certificate) if f.code == "DS601"] == [hint]
