"""Bars between questions let go of the terminal."""

import pytest

from authoring.cli.views.intermittent import IntermittentReporter
from authoring.records.progress import Ended, Notice, PartialResult, Progress


def test_terminal_is_free_when_nothing_is_under_way(capsys: pytest.CaptureFixture[str]) -> None:
    """Several activities may be under way; notices are shown in any case, and partial results are handed on."""
    records: list[object] = []
    reporter = IntermittentReporter(records.append)
    reporter.report(Notice("before"))
    reporter.report(Progress("dry run", 0, None, "a"))
    reporter.report(Progress("looking", 0))
    reporter.report(Notice("between"))
    reporter.report(Ended("dry run", "a"))
    reporter.report(PartialResult(7))
    assert reporter.is_drawing
    reporter.report(Ended("looking"))
    reporter.report(Ended("looking"))

    assert not reporter.is_drawing
    assert records == [7]
    assert capsys.readouterr().err.split() == ["before", "between"]
