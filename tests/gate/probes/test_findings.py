"""Probes accuse references as the cases say, tried for real."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from authoring.dseal.diagnostic import Diagnostic
from authoring.gate.probes.codes import PROBE_CODES
from authoring.gate.probes.findings import probe_findings
from authoring.gate.probes.set_probes import probe
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from tests.case_files import read_yaml

CASES = Path(__file__).parents[2] / "cases" / "probes"


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
    """Probe a case's text and return what is found."""
    report = probe(case["text"], inputs=[], limits=Limits(), sandbox=sandbox)

    assert len(report.problems) == 1
    return probe_findings(case["text"], report)


def test_every_code_has_cases() -> None:
    """Each kind of finding is shown with and without its defect."""
    assert {file.stem for file in CASES.glob("*.yml")} == {info.code for info in PROBE_CODES}


@pytest.mark.exhaustive(sample=2, most=15)
@pytest.mark.parametrize(("code", "case"), cases("fails"))
def test_code_is_found(code: str, case: dict[str, Any], sandbox: LocalSandbox) -> None:
    """The defect is reported once, where it is, in words that name what was wrong."""
    of_code = [finding for finding in findings(case, sandbox) if finding.code == code]

    assert [(finding.line, finding.problem) for finding in of_code] == [(case["line"], case["problem"])]
    assert case["message"] in of_code[0].message
    assert not re.search(r"\.$", of_code[0].message)


@pytest.mark.exhaustive(sample=1, most=12)
@pytest.mark.parametrize(("code", "case"), cases("passes"))
def test_clean_text_has_no_finding(code: str, case: dict[str, Any], sandbox: LocalSandbox) -> None:
    """A reference without the defect is not accused of it."""
    assert code not in {finding.code for finding in findings(case, sandbox)}
