"""Scratch folders are whole while somebody works in them, gone afterwards, and swept after a kill."""

import multiprocessing
import os
import signal
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from authoring.api.findings.lint import lint_files
from authoring.api.set_runs import runnable_sets
from authoring.errors import AuthoringError
from authoring.llm.models.scripted import open_model
from authoring.llm.port import MOST_REPLY
from authoring.records.model_config import ModelChoice
from authoring.workspace.benchmark import read_benchmark, read_manifest
from authoring.workspace.files import MOST_BYTES, MOST_PROBLEM_SET, MOST_YAML, read_text, scratch_folder


def left(root: Path) -> list[str]:
    """Return what stands among the scratch folders."""
    return sorted(path.name for path in (root / ".authoring" / "scratch").iterdir())


def test_gone_when_done(tmp_path: Path) -> None:
    """Nothing is left, whether it went well or not."""
    with scratch_folder(tmp_path, "seed") as folder:
        (folder / "a.csv").write_text("1")
    with pytest.raises(ValueError, match="broken"), scratch_folder(tmp_path, "seed"):
        raise ValueError("broken")

    assert left(tmp_path) == []


def test_two_at_once(tmp_path: Path) -> None:
    """The sweep of one leaves the folder of another alone."""
    with scratch_folder(tmp_path, "seed") as one, scratch_folder(tmp_path, "import") as other:
        assert one.is_dir()
        assert other.is_dir()


def _hold(root: Path) -> None:
    with scratch_folder(root, "seed") as folder:
        (folder / "half.csv").write_text("1")
        os.kill(os.getpid(), signal.SIGKILL)


def test_swept_after_a_kill(tmp_path: Path) -> None:
    """What a killed process left is gone when the next one begins."""
    process = multiprocessing.get_context("spawn").Process(target=_hold, args=(tmp_path,))
    process.start()
    process.join()
    killed = left(tmp_path)
    with scratch_folder(tmp_path, "seed"):
        now = left(tmp_path)

    assert len(killed) == 1
    assert not set(killed) & set(now)
    assert left(tmp_path) == []


@pytest.mark.parametrize(
    ("read", "most", "limit"),
    [
        (read_text, MOST_BYTES, "file"),
        (lambda path: lint_files([path]), MOST_PROBLEM_SET, "problem_set_file"),
        (read_benchmark, MOST_PROBLEM_SET, "problem_set_file"),
        (lambda path: runnable_sets([str(path)]), MOST_PROBLEM_SET, "problem_set_file"),
        (read_manifest, MOST_YAML, "yaml_file"),
        (
            lambda path: open_model(ModelChoice(name="scripted"), str(path.parent), key=None),
            MOST_REPLY,
            "recorded_reply",
        ),
    ],
)
def test_large_file_is_refused_by_a_limit_with_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[Path], object], most: int, limit: str
) -> None:
    """Of a file that is too large one byte more than allowed is read, and the message names the limit."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / ("1.md" if limit == "recorded_reply" else "large.py")
    path.touch()
    # Zeros that cost no disk.
    os.truncate(path, 500_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(AuthoringError, match=rf"{path.name}: is larger than \d+ MB \(limit {limit}\)"):
            read(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    # Twice, because a buffer that grows is copied.
    assert peak < 2.5 * most + 20_000_000
