"""What CIBench cannot take is found before anything is written, each kind by a code of its own."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.dseal.diagnostic import Severity
from authoring.formats.cibench.codes import EXPORT_CODES
from tests.formats.cibench.export.conftest import ExportCase, Exporting, Tree

CASES = Path(__file__).parents[3] / "cases" / "exporters" / "cibench" / "findings"


def case_of(case: dict[str, Any]) -> ExportCase:
    """Return the failing set of a case."""
    heavy = {"t.csv": bytes(case["heavy"])} if "heavy" in case else None
    return ExportCase(
        text=case["bad"],
        name=case.get("name", "small"),
        seed=case.get("seed", "small"),
        inputs=heavy,
        slow=case.get("slow", ""),
    )


def export_case(case: dict[str, Any], request: ExportCase, exported: Exporting) -> Tree:
    """Export a set of a case, with the one that stands behind it in its folder if the case has one."""
    behind = [replace(request, text=case["behind"], name=f"{request.name}er")] if "behind" in case else []
    tree = exported(request, *behind)
    assert len(tree.notebooks) == 1 + len(behind)
    return tree


def test_every_code_has_a_case() -> None:
    """No kind of finding goes without an example."""
    assert sorted(path.stem for path in CASES.glob("*.yml")) == sorted(EXPORT_CODES)


@pytest.mark.exhaustive(sample=2, most=8)
@pytest.mark.parametrize("code", sorted(EXPORT_CODES))
def test_finding_names_its_problem(code: str, exported: Exporting) -> None:
    """The failing set gets this finding and no other, with file and line; let pass, the notebook is complete."""
    case = yaml.safe_load((CASES / f"{code}.yml").read_text())
    request = case_of(case)
    tree = export_case(case, request, exported)
    steps = next(iter(tree.notebooks.values()))
    [finding] = tree.bundle.findings

    assert (finding.code, finding.severity, finding.path) == (code, EXPORT_CODES[code].severity, f"{request.name}.py")
    assert case["said"] in finding.message
    assert ("Let pass" in finding.hint) == (finding.severity is Severity.ERROR)
    assert [step.step_type for step in steps] == case["left"]
    assert [bool(step.outputs) for step in steps] == [step.step_type != "exec" for step in steps]
    if finding.problem is not None:
        assert finding.line > 1


@pytest.mark.exhaustive(sample=4, most=6)
@pytest.mark.parametrize("code", sorted(EXPORT_CODES))
def test_what_is_mended_is_not_found(code: str, exported: Exporting) -> None:
    """The same set without the defect has no findings, and each step shows what it is judged by."""
    case = yaml.safe_load((CASES / f"{code}.yml").read_text())
    mended = replace(
        case_of(case),
        text=case["good"],
        name=case.get("good_name", "small"),
        suite=case.get("good_suite", ""),
        inputs=None,
        slow="",
    )
    tree = export_case(case, mended, exported)
    steps = next(iter(tree.notebooks.values()))

    assert tree.bundle.findings == ()
    assert [step.step_type for step in steps] == case["steps"]
    assert [bool(step.outputs) for step in steps] == [step.step_type != "exec" for step in steps]
