"""The demo without a terminal."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.demo import DemoResult, DemoStart, DemoStep, demonstrate
from authoring.errors import WorkspaceError
from authoring.records.decision import Waiting
from authoring.records.protection import Level, Protection
from authoring.sandbox.isolation import detection
from authoring.workspace import Workspace
from tests.api.events import EventLog


@pytest.mark.exhaustive
def test_demo_is_what_the_command_prints(
    cli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for times and folders; steps are reported as they are done, and the draft with them; it needs no walls."""
    log, results = EventLog(), list[DemoResult]()

    def recorded(*arguments: Any, **options: Any) -> DemoResult:
        results.append(demonstrate(*arguments, **{**options, "reporter": log}))
        return results[0]

    monkeypatch.setattr("authoring.api.demo.demonstrate", recorded)
    monkeypatch.setattr(detection, "protection", lambda: Protection(level=Level.LIMITS))
    printed = cli("demo", tmp_path / "a", "--json").json
    (result,) = results

    data, beside = "_inputs/penguins-raw/penguins-raw.csv", "_meta/penguins-raw.yaml"
    assert list(result.files) == printed["files"]
    assert printed["files"] == [data, "_manifest.yaml", beside, "penguins-raw.py", "export.json"]
    assert Workspace(tmp_path / "a").problemsets() == ("penguins-raw",)
    assert [step.step for step in result.steps] == [step["step"] for step in printed["steps"]]
    assert log.records[0] == DemoStart(folder=str(tmp_path / "a"))
    assert tuple(part for part in log.records if isinstance(part, DemoStep)) == result.steps
    assert sum(isinstance(part, Waiting) for part in log.records) == 1


def test_full_folder_is_left_alone(tmp_path: Path) -> None:
    """The demo writes into no folder that holds anything."""
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(WorkspaceError, match="is not empty"):
        demonstrate(tmp_path)
