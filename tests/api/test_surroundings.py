"""Sets under several environments without a terminal: the record is the one that ``authoring run`` prints."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.surroundings import SetRunOptions, run
from authoring.records.environment import EnvironmentComparison

ZONE = '# %%\n"""\nquestion: |\n  Which hour?\n"""\nimport datetime\n\ndatetime.datetime.fromtimestamp(0).hour\n'


@pytest.fixture
def zone_file(tmp_path: Path) -> Path:
    """Return a set whose result depends on the time zone."""
    path = tmp_path / "zone.py"
    path.write_text(ZONE)
    return path


@pytest.mark.exhaustive
def test_comparison_is_what_is_printed(cli: Callable[..., Any], zone_file: Path) -> None:
    """An environment compared with itself holds."""
    comparison = run([str(zone_file)], SetRunOptions(environments=("here",)))

    assert isinstance(comparison, EnvironmentComparison)
    assert comparison.holds
    assert comparison.model_dump(mode="json") == cli("run", zone_file, "--env", "here", "--json").json
