"""Sets in other surroundings without a terminal: the records are those that ``authoring run`` prints."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.surroundings import compare_environments, vary_surroundings

ZONE = '# %%\n"""\nquestion: |\n  Which hour?\n"""\nimport datetime\n\ndatetime.datetime.fromtimestamp(0).hour\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a set whose result depends on the time zone."""
    path = tmp_path / "zone.py"
    path.write_text(ZONE)
    return path


def test_variation_is_what_is_printed(cli: Callable[..., Any], file: Path) -> None:
    """What depends on the pin is found in either way."""
    variation = vary_surroundings([str(file)], ["timezone"])

    assert variation.model_dump(mode="json") == cli("run", file, "--vary", "timezone", "--json").json
    assert [(each.on, each.matters) for each in variation.sets[0].dependences] == [("timezone", True)]


def test_comparison_is_what_is_printed(cli: Callable[..., Any], file: Path) -> None:
    """An environment compared with itself holds."""
    comparison = compare_environments([str(file)], ["here"])

    assert comparison.holds
    assert comparison.model_dump(mode="json") == cli("run", file, "--env", "here", "--json").json
