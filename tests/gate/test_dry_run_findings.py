"""The gate refuses what the cases say it refuses, run for real."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from authoring.dseal.diagnostic import Severity
from authoring.dseal.gate_codes import GATE_CODES as CODES
from authoring.gate.dry_run import dry_run
from authoring.gate.dry_run_findings import check_dry_run, check_inputs
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from tests.case_files import read_yaml

CASES = Path(__file__).parents[1] / "cases" / "gate"


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


def findings(case: dict[str, Any], sandbox: LocalSandbox, folder: Path) -> list[Any]:
    """Run a case's text and return what the gate says of it."""
    inputs = []
    for name, text in case.get("inputs", {}).items():
        (folder / name).write_text(text)
        inputs.append(folder / name)
    limits = Limits(**case.get("limits", {}))
    told = check_inputs(inputs, limits)
    if told:
        return list(told)
    dialect = case.get("dialect", "dseval")
    run = dry_run(case["text"], inputs=inputs, limits=limits, sandbox=sandbox, dialect=dialect)
    return list(check_dry_run(case["text"], run, limits))


@pytest.mark.exhaustive(sample=4, most=30)
@pytest.mark.parametrize(("code", "case"), cases("fails"))
def test_code_is_found(code: str, case: dict[str, Any], sandbox: LocalSandbox, tmp_path: Path) -> None:
    """The defect is reported once, where it is, in words that name what was wrong and what to do."""
    found = [finding for finding in findings(case, sandbox, tmp_path) if finding.code == code]

    assert [(finding.line, finding.problem) for finding in found] == [(case["line"], case["problem"])]
    assert case["message"] in found[0].message
    assert case.get("hint", "") in found[0].hint
    assert found[0].hint
    assert not re.search(r"\.$", found[0].message)


@pytest.mark.exhaustive(sample=21)
@pytest.mark.parametrize(("code", "case"), cases("passes"))
def test_clean_text_has_no_finding(code: str, case: dict[str, Any], sandbox: LocalSandbox, tmp_path: Path) -> None:
    """A text without the defect is not accused of it."""
    assert code not in {finding.code for finding in findings(case, sandbox, tmp_path)}


def test_failure_is_told_once(sandbox: LocalSandbox) -> None:
    """One failing cell gives one error, however many cells stand behind it."""
    problem = '# %%\n"""\nquestion: How much is {0}?\n"""\n\n{0}\n'
    text = "".join(problem.format(code) for code in ("broken", "broken + 1", "broken + 2"))

    run = dry_run(text, inputs=[], limits=Limits(), sandbox=sandbox)

    errors = [f.code for f in check_dry_run(text, run, Limits()) if f.severity is Severity.ERROR]
    assert errors == ["DS401"]


def test_folders_count_with_all_in_them(tmp_path: Path) -> None:
    """The files in a folder are inputs like any other; what is not there weighs nothing."""
    (tmp_path / "images" / "deep").mkdir(parents=True)
    (tmp_path / "images" / "deep" / "a.csv").write_bytes(bytes(60))
    (tmp_path / "b.csv").write_bytes(bytes(41))
    files = [tmp_path / name for name in ("images", "b.csv", "gone.csv")]

    [found] = check_inputs(files, Limits(max_inputs=100))

    assert "hold 101 bytes" in found.message
    assert "sample of images" in found.hint
    assert check_inputs(files, Limits(max_inputs=101)) == ()


def test_every_code_has_a_case() -> None:
    """A kind of finding is proven by texts that have it and texts that have it not."""
    assert [file.stem for file in sorted(CASES.glob("*.yml"))] == sorted(CODES)
    for file in CASES.glob("*.yml"):
        assert set(read_yaml(file.read_text())) == {"fails", "passes"}
