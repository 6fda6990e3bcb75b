"""A branch that is cut off writes into its own folder or nowhere, through descriptors that it inherited."""

import os
from pathlib import Path

import pytest

from authoring.sandbox.inside.forks import in_fork
from authoring.sandbox.inside.isolation.open_files import open_files, reopen
from authoring.sandbox.inside.kernel import LINUX

pytestmark = pytest.mark.skipif(not LINUX, reason="descriptors are followed in /proc")


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Return the folders of a session and of a branch that has a copy of its files."""
    for name in ("1", "2"):
        (tmp_path / name / "work").mkdir(parents=True)
        (tmp_path / name / "tmp").mkdir()
        (tmp_path / name / "work" / "log").write_text("begun\n")
    return tmp_path / "1", tmp_path / "2"


def written_after(opened: Path, mode: int, branch: Path) -> None:
    """Open a file, cut the branch off in a fork, and write there."""

    def work() -> bytes:
        descriptor = os.open(opened, mode)
        os.lseek(descriptor, 0, os.SEEK_END)
        reopen([file for file in open_files(spared=()) if file.descriptor == descriptor], str(branch))
        os.write(descriptor, b"more\n")
        return b"done"

    assert in_fork(work) == (b"done", 0)


def test_writing_goes_on_in_the_own_copy(folders: tuple[Path, Path]) -> None:
    """The same file of this session's folder is written on where the other one stood."""
    origin, branch = folders
    written_after(origin / "work" / "log", os.O_RDWR, branch)

    assert (origin / "work" / "log").read_text() == "begun\n"
    assert (branch / "work" / "log").read_text() == "begun\nmore\n"


def test_without_a_copy_the_origin_keeps_what_it_held(folders: tuple[Path, Path]) -> None:
    """A file that the branch does not have, or that is a link there, is replaced by a private copy."""
    origin, branch = folders
    (branch / "work" / "log").unlink()
    (branch / "work" / "log").symlink_to(origin / "work" / "log")
    written_after(origin / "work" / "log", os.O_WRONLY, branch)

    assert (origin / "work" / "log").read_text() == "begun\n"


def test_own_files_are_left_alone(folders: tuple[Path, Path]) -> None:
    """What the branch opened itself stays open as it is."""
    _, branch = folders
    written_after(branch / "work" / "log", os.O_WRONLY | os.O_APPEND, branch)

    assert (branch / "work" / "log").read_text() == "begun\nmore\n"
