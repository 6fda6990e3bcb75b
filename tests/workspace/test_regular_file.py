"""What is no file is refused at once, and what is moved aside keeps its content."""

import os
from pathlib import Path

import pytest

from authoring.workspace.regular_file import is_present, open_regular, read_regular, refuse_pipe, set_aside


def test_only_files_are_opened(tmp_path: Path) -> None:
    """A pipe is not waited for; a folder, a device and a dead link are refused as well."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "dead").symlink_to("nowhere")
    (tmp_path / "file").write_bytes(b"x")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/null"), tmp_path / "dead"):
        with pytest.raises(OSError):  # noqa: PT011 - each has an error of its own
            open_regular(path)

    assert read_regular(tmp_path / "file") == b"x"
    assert is_present(tmp_path / "dead")
    with pytest.raises(OSError, match="is a pipe"):
        refuse_pipe(tmp_path / "pipe")


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    """A file is read through a link, and neither opened for writing nor made through one."""
    (tmp_path / "file").write_bytes(b"x")
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "dead").symlink_to("new")
    for name in ("link", "dead"):
        for access in (os.O_RDWR, os.O_WRONLY):
            with pytest.raises(OSError, match="is a link"):
                open_regular(tmp_path / name, access | os.O_CREAT)

    assert read_regular(tmp_path / "link") == b"x"
    assert not (tmp_path / "new").exists()


def test_what_is_set_aside_is_kept(tmp_path: Path) -> None:
    """A second damaged file of a name takes the place of none."""
    names = []
    for content in ("a", "b"):
        (tmp_path / "file").write_text(content)
        names.append(set_aside(tmp_path / "file").name)

    assert names == ["file.damaged-1", "file.damaged-2"]
    assert [(tmp_path / name).read_text() for name in names] == ["a", "b"]
