"""A report of a fault of the program holds what its authors need, whatever the arguments and the error say."""

import os
import platform
import tempfile
from pathlib import Path

import pytest

from authoring.cli.bug import PACKAGES, write_report


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have reports written below the test's folder."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def test_report_says_what_was_done_and_with_what() -> None:
    """Arguments, versions and the traceback stand in one file, which nobody else can read."""
    try:
        os.environ["MISSING"]
    except KeyError as error:
        path = write_report(error, ["draft", "penguins"])
    text = path.read_text()

    assert "arguments: ['draft', 'penguins']" in text
    assert platform.python_version() in text
    assert all(package in text for package in PACKAGES)
    assert "KeyError: 'MISSING'" in text
    assert path.stat().st_mode & 0o077 == 0


def test_each_report_is_a_file_of_its_own() -> None:
    """No report takes another's place, and half a character does not keep one from being written."""
    paths = {write_report(ValueError("\ud800"), ["\udcff"]) for _ in range(2)}

    assert len(paths) == 2
    assert all("ValueError" in path.read_text() for path in paths)
