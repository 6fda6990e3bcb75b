"""kill -9 at any moment loses at most the step in flight."""

import json
import random
import shutil
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.intake import fetch_seed
from authoring.workspace import Workspace

DRIVER = Path(__file__).parent / "cases" / "crash" / "driver.py"
KILLS = 6


def visible(root: Path) -> dict[str, bytes]:
    """Return every file a person or another program may look at, journals and caches left out."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for folder in ("problemsets", "export")
        for path in sorted((root / folder).rglob("*"))
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(root / folder).parts)
    }


def steps(workspace: Workspace) -> Counter[tuple[str, str]]:
    """Count how often each step with the same arguments was recorded."""
    journal = workspace.journal_path("penguins-raw")
    if not journal.exists():
        return Counter()
    content = journal.read_bytes()
    entries = [json.loads(line) for line in content[: content.rfind(b"\n") + 1].splitlines()]
    return Counter((entry["stage"], entry["key"]) for entry in entries if entry.get("kind") == "step")


def new_workspace(root: Path, reference: str) -> Workspace:
    """Make a workspace with one seed in it, and return it."""
    workspace, _ = Workspace.create(root)
    scratch = root / ".scratch"
    scratch.mkdir()
    with closing(LocalSandbox()) as sandbox:
        intake = fetch_seed([reference], sandbox=sandbox, limits=workspace.settings.limits, scratch=scratch)
        workspace.write_seed(intake.seed, zip(intake.seed.files, intake.paths, strict=True))
    shutil.rmtree(scratch)
    return workspace


@pytest.mark.exhaustive
def test_killed_run_ends_with_the_same_bytes(tmp_path: Path) -> None:
    """Killed at six random moments and resumed each time, a run ends with the bytes of one that was left alone.

    After every kill, whatever is visible is whole; and a step that was recorded never runs again.
    """
    pristine = new_workspace(tmp_path / "pristine", "package:palmerpenguins/penguins-raw").root
    command = [sys.executable, str(DRIVER)]
    shutil.copytree(pristine, tmp_path / "alone")
    began = time.monotonic()
    subprocess.run([*command, str(tmp_path / "alone"), "penguins-raw"], check=True)
    whole_time = time.monotonic() - began
    expected = visible(tmp_path / "alone")
    moments = random.Random(20261121)
    kills = completed = 0
    while kills < KILLS or not completed:
        root = tmp_path / "killed"
        shutil.rmtree(root, ignore_errors=True)
        shutil.copytree(pristine, root)
        while True:
            process = subprocess.Popen([*command, str(root), "penguins-raw"])
            try:
                process.wait(moments.uniform(0.05, whole_time) if kills < KILLS else None)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                kills += 1
            seen = visible(root)

            assert {path: content for path, content in seen.items() if expected.get(path) != content} == {}
            assert all("export" in path or path.startswith("problemsets") for path in seen)
            assert set(steps(Workspace(root)).values()) <= {1}
            if process.returncode == 0:
                break
            assert process.returncode == -9
        completed += 1

        assert visible(root) == expected
    assert [path for path in (tmp_path / "killed").rglob(".*.*") if path.name != ".authoring-export"] == []
