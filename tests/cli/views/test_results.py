"""Looking at results leads from one problem that is not correct to the next."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from authoring.cli.views.results import next_of_results

LINES = [("a", 1, True), ("a", 2, False), ("b", 1, True), ("b", 2, False)]


def selected() -> Any:
    """Return results of two sets, each with one problem that is not correct."""
    lines = [SimpleNamespace(problemset=name, index=index, is_correct=correct) for name, index, correct in LINES]
    return cast("Any", SimpleNamespace(record=None, lines=lines))


@pytest.mark.parametrize(
    ("problemset", "index", "command"),
    [
        ("a", None, "authoring results show 'my results.jsonl' a 2"),
        ("a", 1, "authoring results show 'my results.jsonl' a 2"),
        ("a", 2, "authoring results show 'my results.jsonl' b 2"),
        ("b", 2, "authoring results show 'my results.jsonl'"),
    ],
)
def test_next_is_the_next_that_is_wrong(problemset: str, index: int | None, command: str) -> None:
    """Sets follow each other; behind the last problem comes the summary, and paths are quoted for a shell."""
    assert next_of_results(Path("my results.jsonl"), selected(), problemset, index) == command


def test_imported_results_are_evaluated_next() -> None:
    """Where all of a file was looked at, its submissions can be judged."""
    command = next_of_results(Path("r.jsonl"), selected(), None, None)

    assert command == "authoring evaluate BENCHMARK --submissions r.jsonl"
