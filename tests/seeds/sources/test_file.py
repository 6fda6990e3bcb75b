"""Local files as a source: what comes in, and what is refused before a byte of it is interpreted."""

import os
import socket
from pathlib import Path

import pytest

from authoring.errors import SeedError
from authoring.records.seed import TableFormat
from authoring.seeds.sources.base import FetchedSeed
from authoring.seeds.sources.file import MOST_BYTES, FileSource, fetch_local_notebook

LIMIT = 1_000_000
TEXT = '{"cells": [],\r\n "metadata": {"ä": 1}}\n'


def fetch(scratch: Path, *paths: Path | str, limit: int = LIMIT) -> FetchedSeed:
    """Fetch paths."""
    return FileSource().fetch([str(path) for path in paths], scratch=scratch, limit=limit)


def test_plain_files(tmp_path: Path, scratch: Path) -> None:
    """Files are copied byte for byte, under safe names that differ, and name the seed."""
    (tmp_path / "b").mkdir()
    first, second = tmp_path / "Müll Daten (1).CSV", tmp_path / "b" / "mull-daten-1.csv"
    first.write_bytes(b"x\xff\n1\n")
    second.write_bytes(b"y\n2\n")
    fetched = fetch(scratch, first, second)

    assert fetched.name == "mull-daten-1"
    assert fetched.title == "Müll Daten (1)"
    assert fetched.licence == "unknown"
    assert [file.path.name for file in fetched.files] == ["mull-daten-1.csv", "mull-daten-1-2.csv"]
    assert [file.path.read_bytes() for file in fetched.files] == [b"x\xff\n1\n", b"y\n2\n"]
    assert [file.format for file in fetched.files] == [TableFormat.CSV, TableFormat.CSV]
    assert {path.parent for path in (file.path for file in fetched.files)} == {scratch}


def test_link(tmp_path: Path, scratch: Path) -> None:
    """A link is followed, and what it leads to decides on name and format."""
    (tmp_path / "real.csv").write_text("x\n1\n")
    (tmp_path / "link").symlink_to(tmp_path / "real.csv")

    assert fetch(scratch, tmp_path / "link").files[0].path.name == "real.csv"


def bytes_read() -> int:
    """Return how many bytes this process has read so far."""
    return int(Path("/proc/self/io").read_text().split()[1])


def test_gigabyte_file(tmp_path: Path, scratch: Path) -> None:
    """A file over the limit is refused by its size at once, without being read."""
    path = tmp_path / "big.csv"
    with path.open("wb") as out:
        out.truncate(3_000_000_000)
    before = bytes_read()
    with pytest.raises(SeedError, match="3,000,000,000 bytes, and the tables of one seed may have 1,000,000") as error:
        fetch(scratch, path)

    assert bytes_read() - before < 10_000_000
    assert "max_inputs" in error.value.hint
    assert not list(scratch.iterdir())


def test_limit_is_for_all(tmp_path: Path, scratch: Path) -> None:
    """The limit holds for all files together."""
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_bytes(b"x" * 600_000)
    with pytest.raises(SeedError, match=r"b\.csv: it has 600,000 bytes"):
        fetch(scratch, tmp_path / "a.csv", tmp_path / "b.csv")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("none.csv", "no such file; it is not in"),
        ("nowhere/none.csv", "no such file; there is no folder"),
        ("loop.csv", "cannot be read"),
        ("folder", "this is a folder"),
        ("pipe.csv", "no regular file"),
        ("socket.csv", "no regular file"),
        ("/dev/zero", "no regular file"),
        ("empty.csv", "the file is empty"),
        ("a.doc", "files ending in .doc are no tables"),
        ("a.xls", "files ending in .xls are no tables"),
        ("noending", "no ending that says what it is"),
        ("a.tar.gz", "archives of this kind are not unpacked"),
        ("a.7z", "archives of this kind are not unpacked"),
        ("", "is no path"),
        ("a\0b.csv", "is no path"),
        ("x" * 5000, "cannot be read"),
        ("https://example.org/a.csv", "not fetched from the network"),
    ],
)
def test_refused_paths(tmp_path: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch, name: str, says: str) -> None:
    """What is no regular file with a table's name is refused with a hint, and nothing is left behind."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "t.csv").write_text("x\n1\n")
    (tmp_path / "loop.csv").symlink_to(tmp_path / "loop.csv")
    os.mkfifo(tmp_path / "pipe.csv")
    for plain in ("a.doc", "a.xls", "noending", "a.tar.gz", "a.7z"):
        (tmp_path / plain).write_text("x\n1\n")
    (tmp_path / "empty.csv").touch()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.csv")
        with pytest.raises(SeedError) as error:
            fetch(scratch, name)

    assert says in error.value.message
    assert error.value.hint
    assert not list(scratch.iterdir())
    if name == "folder":
        assert "folder/t.csv" in error.value.hint


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_permission(tmp_path: Path, scratch: Path) -> None:
    """A file that may not be read is refused."""
    path = tmp_path / "a.csv"
    path.write_text("x\n1\n")
    path.chmod(0)
    with pytest.raises(SeedError, match="Permission denied"):
        fetch(scratch, path)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_copy_of_a_notebook_is_utf8(tmp_path: Path, encoding: str) -> None:
    """However it was written, as far as its first bytes say; its text, ending and name are kept, and no path."""
    path, scratch = tmp_path / "Rivers.IPYNB", tmp_path / "scratch"
    path.write_bytes(TEXT.encode(encoding))
    scratch.mkdir()
    (scratch / "notebook.ipynb").write_text("a table's own")
    fetched = fetch_local_notebook(path, scratch)

    assert fetched.path.read_bytes() == TEXT.encode()
    assert fetched.path.name == "notebook.ipynb"
    assert fetched.path.is_relative_to(scratch)
    assert fetched.source.ref == path.name
    assert (scratch / "notebook.ipynb").read_text() == "a table's own"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"caf\xe9", "no text in UTF-8 (byte 3)"),
        (b"\xff\xfe\x00", "no text in UTF-8"),
        (b"a\0b", "holds zero bytes"),
        (b" " * (MOST_BYTES + 1), "larger than 20 MB"),
    ],
)
def test_notebook_that_is_no_text_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    """Bytes that are no text, and more of them than anybody's notebook has."""
    path = tmp_path / "rivers.ipynb"
    path.write_bytes(data)
    with pytest.raises(SeedError) as caught:
        fetch_local_notebook(path, tmp_path)

    assert message in caught.value.message
    assert caught.value.hint


def test_notebook_that_is_no_file_is_refused(tmp_path: Path) -> None:
    """A path that leads nowhere, to a folder, or to a pipe that would never end."""
    os.mkfifo(tmp_path / "pipe.ipynb")
    for name, message in (("no.ipynb", "no such notebook"), ("", "a folder"), ("pipe.ipynb", "no regular file")):
        with pytest.raises(SeedError, match=message):
            fetch_local_notebook(tmp_path / name, tmp_path)
    with pytest.raises(SeedError, match="cannot be read"):
        fetch_local_notebook(Path("a\0b"), tmp_path)
