"""Temporary folders hold what they should, tell what changed, and are swept when their owner is gone."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from authoring.errors import SandboxError
from authoring.sandbox.folders import INPUTS, PREFIX, changed_paths, copy_inputs, remove, scan_folder, sweep
from authoring.sandbox.proc import pid_namespace, start_time


def test_sweep_takes_what_nobody_owns(tmp_path: Path) -> None:
    """Folders of ended processes and of reused numbers go; those of living ones and of strangers stay."""
    alive = f"{PREFIX}-{pid_namespace()}-{os.getpid()}-{start_time(os.getpid())}-abc"
    reused = f"{PREFIX}-{pid_namespace()}-{os.getpid()}-{start_time(os.getpid()) + 1}-abc"
    for name in (alive, reused, f"{PREFIX}-{pid_namespace()}-{2**22 + 5}-77-abc", f"{PREFIX}-notes", "other"):
        (tmp_path / name).mkdir()

    sweep(tmp_path)

    assert {path.name for path in tmp_path.iterdir()} == {alive, f"{PREFIX}-notes", "other"}


def test_sweeps_at_the_same_time_do_not_disturb_each_other(tmp_path: Path) -> None:
    """Many processes start at once and sweep one folder: what another has taken away is no error."""
    for number in range(300):
        (tmp_path / f"{PREFIX}-{pid_namespace()}-{2**22 + 5}-77-{number}").mkdir()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(sweep, [tmp_path] * 8))

    assert not [*tmp_path.iterdir()]


def test_two_inputs_of_one_name_are_refused(tmp_path: Path) -> None:
    """Files that would overwrite each other are told by name."""
    files = [tmp_path / "a" / "t.csv", tmp_path / "b" / "t.csv"]
    for file in files:
        file.parent.mkdir()
        file.write_text("x\n")

    with pytest.raises(SandboxError, match=r"two inputs are called t\.csv"):
        copy_inputs(tmp_path / "work", files)


def test_scan_tells_every_kind_of_change(tmp_path: Path) -> None:
    """Made, changed, removed and replaced files show, also where size and content stay the same."""
    for name in ("kept", "changed", "removed", "replaced"):
        (tmp_path / name).write_text("x")
    before = scan_folder(tmp_path)
    (tmp_path / "changed").write_text("y")
    (tmp_path / "removed").unlink()
    (tmp_path / "new").write_text("x")
    (tmp_path / "new").replace(tmp_path / "replaced")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "link").symlink_to("/")

    assert changed_paths(before, scan_folder(tmp_path)) == ("changed", "folder", "folder/link", "removed", "replaced")


def test_unreadable_folders_are_removed(tmp_path: Path) -> None:
    """A folder whose parts were made unreadable goes all the same; what a link points to stays."""
    (tmp_path / "work" / INPUTS / "deep").mkdir(parents=True)
    (tmp_path / "stays").write_text("x")
    (tmp_path / "work" / "link").symlink_to(tmp_path)
    (tmp_path / "work" / INPUTS / "deep").chmod(0)
    (tmp_path / "work" / INPUTS).chmod(0)

    remove(tmp_path / "work")

    assert [path.name for path in tmp_path.iterdir()] == ["stays"]


def test_folders_are_copied_with_all_in_them(tmp_path: Path) -> None:
    """Inputs may be folders; a link to a file of the same folder becomes a copy of that file."""
    (tmp_path / "images" / "deep").mkdir(parents=True)
    (tmp_path / "images" / "deep" / "a.csv").write_text("x")
    (tmp_path / "images" / "link.csv").symlink_to("deep/a.csv")
    (tmp_path / "b.csv").symlink_to(tmp_path / "images" / "deep" / "a.csv")

    copy_inputs(tmp_path / "work", [tmp_path / "images", tmp_path / "b.csv"])

    target = tmp_path / "work" / INPUTS
    copied = {str(path.relative_to(target)): path.read_text() for path in target.rglob("*.csv")}
    assert copied == {"images/deep/a.csv": "x", "images/link.csv": "x", "b.csv": "x"}
    assert not any(path.is_symlink() for path in target.rglob("*"))


@pytest.mark.parametrize(
    "leads_to", ["/etc", "/etc/passwd", "..", ".", "gone.csv", "link", "../images-of-others/a.csv"]
)
def test_link_that_leads_out_of_a_folder_is_refused(leads_to: str, tmp_path: Path) -> None:
    """No file beside the folder comes in through a link, and no circle is walked."""
    for name in ("images", "images-of-others"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.csv").write_text("x")
    (tmp_path / "images" / "link").symlink_to(leads_to)

    with pytest.raises(SandboxError, match=r"images/link"):
        copy_inputs(tmp_path / "work", [tmp_path / "images"])


def test_input_that_is_no_file_is_refused(tmp_path: Path) -> None:
    """A pipe would be waited for without end."""
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(SandboxError, match=r"pipe is neither"):
        copy_inputs(tmp_path / "work", [tmp_path / "pipe"])


def test_inputs_are_copied_where_the_kernel_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between file systems that cannot copy by themselves the content is copied all the same."""

    def refuse(*_: int) -> int:
        raise OSError

    (tmp_path / "a.csv").write_bytes(bytes(3_000_000))
    monkeypatch.setattr(os, "copy_file_range", refuse)

    copy_inputs(tmp_path / "work", [tmp_path / "a.csv"])

    assert (tmp_path / "work" / INPUTS / "a.csv").read_bytes() == bytes(3_000_000)
