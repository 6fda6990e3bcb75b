"""Temporary folders hold what they should, tell what changed, and are swept when their owner is gone."""

import os
from pathlib import Path

import pytest

from authoring.errors import SandboxError
from authoring.sandbox.folders import INPUTS, PREFIX, differences, fill, remove, scan, started, sweep


def test_sweep_takes_what_nobody_owns(tmp_path: Path) -> None:
    """Folders of ended processes and of reused numbers go; those of living ones and of strangers stay."""
    alive = f"{PREFIX}-{os.getpid()}-{started(os.getpid())}-abc"
    reused = f"{PREFIX}-{os.getpid()}-{started(os.getpid()) + 1}-abc"
    for name in (alive, reused, f"{PREFIX}-{2**22 + 5}-77-abc", f"{PREFIX}-notes", "other"):
        (tmp_path / name).mkdir()

    sweep(tmp_path)

    assert {path.name for path in tmp_path.iterdir()} == {alive, f"{PREFIX}-notes", "other"}


def test_two_inputs_of_one_name_are_refused(tmp_path: Path) -> None:
    """Files that would overwrite each other are told by name."""
    files = [tmp_path / "a" / "t.csv", tmp_path / "b" / "t.csv"]
    for file in files:
        file.parent.mkdir()
        file.write_text("x\n")

    with pytest.raises(SandboxError, match=r"two input files are called t\.csv"):
        fill(tmp_path / "work", files)


def test_scan_tells_every_kind_of_change(tmp_path: Path) -> None:
    """Made, changed, removed and replaced files show, also where size and content stay the same."""
    for name in ("kept", "changed", "removed", "replaced"):
        (tmp_path / name).write_text("x")
    before = scan(tmp_path)
    (tmp_path / "changed").write_text("y")
    (tmp_path / "removed").unlink()
    (tmp_path / "new").write_text("x")
    (tmp_path / "new").replace(tmp_path / "replaced")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "link").symlink_to("/")

    assert differences(before, scan(tmp_path)) == ("changed", "folder", "folder/link", "removed", "replaced")


def test_unreadable_folders_are_removed(tmp_path: Path) -> None:
    """A folder whose parts were made unreadable goes all the same; what a link points to stays."""
    (tmp_path / "work" / INPUTS / "deep").mkdir(parents=True)
    (tmp_path / "stays").write_text("x")
    (tmp_path / "work" / "link").symlink_to(tmp_path)
    (tmp_path / "work" / INPUTS / "deep").chmod(0)
    (tmp_path / "work" / INPUTS).chmod(0)

    remove(tmp_path / "work")

    assert [path.name for path in tmp_path.iterdir()] == ["stays"]
