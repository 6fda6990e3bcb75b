"""Statistics without a terminal: the figures are those that ``authoring stats`` prints."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.statistics import measure_statistics
from authoring.errors import UsageError


def test_figures_are_what_is_printed(cli: Callable[..., Any], folder: Path) -> None:
    """Without running anything, and with it."""
    del folder
    statistics = measure_statistics([Path("tiny")], run=False)

    assert [measured.model_dump(mode="json") for measured in statistics] == cli(
        "stats", "tiny", "--no-run", "--json"
    ).json
    assert measure_statistics([Path("tiny")])[0].session is not None


def test_picture_shows_one_benchmark(folder: Path) -> None:
    """A picture that cannot be is refused before anything runs."""
    for plot, benchmarks in (("x.docx", ["tiny"]), ("x.svg", ["tiny", "tiny"]), ("none/x.svg", ["tiny"])):
        with pytest.raises(UsageError):
            measure_statistics([Path(name) for name in benchmarks], plot=folder / plot)
