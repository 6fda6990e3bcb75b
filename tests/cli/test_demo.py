"""``authoring demo``: the whole way on a real table, without key and network."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

from authoring.workspace import Workspace

ROOT = Path(__file__).parents[2]
Cli = Callable[..., Any]


@pytest.mark.soak
def test_person_may_review(tmp_path: Path) -> None:
    """On a terminal the real review is offered, and what it leaves open is admitted in the end."""
    path = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
    child = pexpect.spawn(
        sys.executable,
        ["-m", "authoring", "demo", str(tmp_path / "demo")],
        env={**os.environ, "PYTHONPATH": path, "USER": "ada"},
        encoding="utf-8",
        timeout=180,
        dimensions=(60, 100),
    )
    child.expect("review the problems yourself")
    child.sendline("y")
    child.expect("0 of [0-9]+ accepted")
    child.expect("quit")
    child.send("q")
    child.expect("by you")
    child.expect("next: cd")
    child.expect(pexpect.EOF)
    child.close()

    assert child.exitstatus == 0
    assert Workspace(tmp_path / "demo").problemsets() == ("penguins-raw",)


def test_full_folder_is_left_alone(cli: Cli, tmp_path: Path) -> None:
    """The demo writes into no folder that holds anything."""
    (tmp_path / "thesis.txt").touch()

    assert cli("demo", tmp_path).code == 3
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
