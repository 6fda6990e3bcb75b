"""What the tests of sources share."""

from pathlib import Path

import pytest


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """Make an empty folder for copies."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    return folder
