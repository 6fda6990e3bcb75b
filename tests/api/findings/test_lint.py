"""Lint without a terminal: the findings are those that ``authoring lint`` prints."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.findings.lint import lint_files, problemset_files
from authoring.errors import UsageError


def test_findings_are_what_is_printed(cli: Callable[..., Any], folder: Path) -> None:
    """Of a folder, every set is read."""
    (folder / "tiny" / "a-first.py").write_text('# %%\n"""\nquestoin: What?\n"""\n1 + 1\n')
    findings = lint_files(problemset_files([Path("tiny")]), ignore=["DS3"])

    assert findings
    assert [finding.model_dump(mode="json") for finding in findings] == (
        cli("lint", "tiny", "--ignore", "DS3", "--json").json
    )


def test_folder_without_sets_is_a_mistake(tmp_path: Path) -> None:
    """Nothing to read is no success."""
    with pytest.raises(UsageError, match="holds no problem set"):
        problemset_files([tmp_path])
