"""A working directory is made with its parts, copied as it is, and removed whatever was done to it."""

import os
import shutil
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from authoring.sandbox.inside.isolation import inputs
from authoring.sandbox.inside.isolation.workdir import INPUTS, DiskQuota, copy, prepare, remove


def test_a_branch_begins_with_what_was_written(tmp_path: Path) -> None:
    """Files and links are copied, links as links, temporary files too; inputs are not."""
    prepare(str(tmp_path / "1"), None, None)
    work = tmp_path / "1" / "work"
    (work / "folder").mkdir()
    (work / "folder" / "a").write_text("a")
    (work / "link").symlink_to("/etc/passwd")
    (work / INPUTS).mkdir()
    (work / INPUTS / "t.csv").write_text("x\n")
    (tmp_path / "1" / "tmp" / "scratch").write_text("")
    prepare(str(tmp_path / "2"), str(tmp_path / "1"), None)
    branch = tmp_path / "2" / "work"

    assert (branch / "folder" / "a").read_text() == "a"
    assert (branch / "link").readlink() == Path("/etc/passwd")
    assert not (branch / INPUTS).exists()
    assert [path.name for path in (tmp_path / "2" / "tmp").iterdir()] == ["scratch"]


def test_what_is_no_file_is_not_copied(tmp_path: Path) -> None:
    """Copying never waits for a pipe, and a source that is gone copies nothing."""
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    os.mkfifo(source / "pipe")
    (source / "a").write_text("a")
    copy(source, target)
    copy(tmp_path / "nowhere", target)

    assert [path.name for path in target.iterdir()] == ["a"]


@pytest.mark.parametrize("looks", range(4))
@pytest.mark.parametrize("copying", [copy, inputs.mirror])
def test_what_is_removed_meanwhile_is_left_out(
    copying: Callable[[Path, Path], None], looks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process of the session that still runs may remove a file at any moment, as joblib's does."""
    source, target = tmp_path / "source", tmp_path / "target"
    (source / "folder").mkdir(parents=True)
    target.mkdir()
    for name in ("a", "gone", "folder/b"):
        (source / name).write_text(name)
    stat_file = os.stat
    remaining = looks

    def stat_and_remove(path: Any, **options: Any) -> os.stat_result:
        nonlocal remaining
        if str(path) == str(source / "gone"):
            remaining -= 1
            if remaining < 0:
                (source / "gone").unlink(missing_ok=True)
        return stat_file(path, **options)

    monkeypatch.setattr(os, "stat", stat_and_remove)
    monkeypatch.setattr(os, "lstat", partial(stat_and_remove, follow_symlinks=False))
    copying(source, target)

    copies = {str(path.relative_to(target)): path for path in target.rglob("*")}
    # Removed only after its content was read, the file is copied whole.
    assert copies.pop("gone", source / "a").read_text() in {"a", "gone"}
    assert sorted(copies) == ["a", "folder", "folder/b"]


def test_what_cannot_be_copied_is_an_error(tmp_path: Path) -> None:
    """A file that is there and does not fit is never left out in silence."""
    source, target = tmp_path / "source", tmp_path / "target"
    target.mkdir()
    (source / "a").mkdir(parents=True)
    (target / "a").write_text("")

    with pytest.raises(shutil.Error, match="File exists"):
        copy(source, target)


def test_locked_folders_are_removed(tmp_path: Path) -> None:
    """A cell cannot leave anything behind by taking away permissions; what a link leads to stays."""
    (tmp_path / "outside").write_text("stays")
    prepare(str(tmp_path / "1"), None, None)
    locked = tmp_path / "1" / "work" / "locked"
    locked.mkdir()
    (locked / "file").write_text("")
    (tmp_path / "1" / "work" / "link").symlink_to(tmp_path / "outside")
    locked.chmod(0)
    remove(str(tmp_path / "1"))

    assert not (tmp_path / "1").exists()
    assert (tmp_path / "outside").read_text() == "stays"


def test_a_quota_is_options_of_a_mount() -> None:
    """Bytes and numbers of files reach the kernel as they are; nobody else may look in."""
    assert DiskQuota(1_000, 7).options == f"mode={stat.S_IRWXU:04o},size=1000,nr_inodes=7"


def test_folder_with_links_is_removed(tmp_path: Path) -> None:
    """A link to a folder, whose own permissions Linux cannot change, neither stops the removal nor leads it astray."""
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o750)
    session = tmp_path / "session"
    (session / "work").mkdir(parents=True)
    (session / "work" / "link").symlink_to(outside)
    remove(str(session))

    assert not session.exists()
    assert stat.S_IMODE(outside.stat().st_mode) == 0o750
