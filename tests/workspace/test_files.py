"""Scratch folders are whole while somebody works in them, gone afterwards, and swept after a kill."""

import multiprocessing
import os
import signal
from pathlib import Path

import pytest

from authoring.workspace.files import scratch_folder


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
