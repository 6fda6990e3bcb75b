"""A local notebook is copied as text, and what is none is refused with the reason."""

import os
from pathlib import Path

import pytest

from authoring.errors import SeedError
from authoring.seeds.local_notebook import MOST_BYTES, fetch_local_notebook

TEXT = '{"cells": [],\r\n "metadata": {"ä": 1}}\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_copy_is_utf8(tmp_path: Path, encoding: str) -> None:
    """However it was written, as far as its first bytes say; its text, ending and path are kept."""
    path, scratch = tmp_path / "Rivers.IPYNB", tmp_path / "scratch"
    path.write_bytes(TEXT.encode(encoding))
    scratch.mkdir()
    (scratch / "notebook.ipynb").write_text("a table's own")
    fetched = fetch_local_notebook(path, scratch)

    assert fetched.path.read_bytes() == TEXT.encode()
    assert fetched.path.name == "notebook.ipynb"
    assert fetched.path.is_relative_to(scratch)
    assert fetched.source.ref == str(path)
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
def test_no_text_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    """Bytes that are no text, and more of them than anybody's notebook has."""
    path = tmp_path / "rivers.ipynb"
    path.write_bytes(data)
    with pytest.raises(SeedError) as caught:
        fetch_local_notebook(path, tmp_path)

    assert message in caught.value.message
    assert caught.value.hint


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """A path that leads nowhere, to a folder, or to a pipe that would never end."""
    os.mkfifo(tmp_path / "pipe.ipynb")
    for name, message in (("no.ipynb", "no such notebook"), ("", "a folder"), ("pipe.ipynb", "no regular file")):
        with pytest.raises(SeedError, match=message):
            fetch_local_notebook(tmp_path / name, tmp_path)
    with pytest.raises(SeedError, match="cannot be read"):
        fetch_local_notebook(Path("a\0b"), tmp_path)
