"""Lint without a terminal: the findings are those that ``authoring lint`` prints."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.findings.lint import LintedPaths, lint_paths, problemset_files
from authoring.dseal import Diagnostic, Severity
from authoring.errors import UsageError


def test_findings_are_what_is_printed(cli: Callable[..., Any], folder: Path) -> None:
    """Of a folder, every set is read."""
    (folder / "tiny" / "a-first.py").write_text('# %%\n"""\nquestoin: What?\n"""\n1 + 1\n')
    linted = lint_paths([Path("tiny")], ignore=["DS3"])

    assert linted.findings
    assert [path.name for path in linted.files] == ["a-first.py", "b-second.py"]
    assert [finding.model_dump(mode="json") for finding in linted.findings] == (
        cli("lint", "tiny", "--ignore", "DS3", "--json").json
    )


def test_folder_without_sets_is_a_mistake(tmp_path: Path) -> None:
    """Nothing to read is no success."""
    with pytest.raises(UsageError, match="holds no problem set"):
        problemset_files([tmp_path])


@pytest.mark.parametrize(
    ("severity", "failure", "strict"),
    [(Severity.ERROR, True, True), (Severity.WARNING, False, True), (Severity.NOTE, False, False)],
)
def test_weight_decides(severity: Severity, failure: bool, strict: bool) -> None:  # noqa: FBT001 - a table of cases
    """Errors fail, warnings fail when strict, notes never."""
    finding = Diagnostic(code="DS201", name="x", severity=severity, message="m", hint="", line=1)
    linted = LintedPaths((), (finding,))

    assert (linted.fails(strict=False), linted.fails(strict=True)) == (failure, strict)
