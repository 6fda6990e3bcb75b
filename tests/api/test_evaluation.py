"""Evaluations without a terminal: the report is what ``authoring evaluate`` prints."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.evaluation import EvaluationRequest, evaluate
from authoring.errors import UsageError
from authoring.records.progress import PartialResult, ProgressEvent, Started
from authoring.records.results import SetResult


class Listener:
    """Keeps the events that are reported."""

    def __init__(self) -> None:
        self.events: list[ProgressEvent] = []

    def report(self, event: ProgressEvent, /) -> None:
        """Take one event."""
        self.events.append(event)


def test_report_is_what_is_printed(cli: Callable[..., Any], folder: Path) -> None:
    """Sets that were judged before are taken as they are, so that even times are the same."""
    listener, out = Listener(), folder / "out.jsonl"
    request = EvaluationRequest(benchmark=Path("tiny"), submissions=Path("agent.jsonl"), out=out)
    report = evaluate(request, reporter=listener)
    printed = cli("evaluate", "tiny", "--submissions", "agent.jsonl", "--out", out, "--json")

    assert report.model_dump(mode="json") == printed.json
    assert (report.exit_code(None), report.exit_code(99)) == (0, 1)
    assert listener.events[0] == Started((("a-first", 2), ("b-second", 2)))
    results = [event for event in listener.events if isinstance(event, PartialResult)]
    assert [event.record.name for event in results if isinstance(event.record, SetResult)] == ["a-first", "b-second"]
    assert not any(event.is_earlier for event in results)


def test_who_answers_has_to_be_said(folder: Path) -> None:
    """Submissions or a solver, and not both."""
    del folder
    with pytest.raises(UsageError, match="who answers"):
        evaluate(EvaluationRequest(benchmark=Path("tiny")))
