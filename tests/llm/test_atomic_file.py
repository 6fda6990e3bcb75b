"""A text file that several write at once is always one writer's, whole."""

import threading
from pathlib import Path

import pytest

from authoring.llm.atomic_file import write_text_whole


def test_writers_at_once_do_not_mix(tmp_path: Path) -> None:
    """Each has a file of its own until the moment of renaming; none fails, and nothing else is left."""
    path = tmp_path / "ticket.json"

    def write(word: str) -> None:
        for _ in range(30):
            write_text_whole(path, word * 5_000)

    threads = [threading.Thread(target=write, args=(word,)) for word in "abcd"]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        if path.exists():
            text = path.read_text()
            assert (len(set(text)), len(text)) == (1, 5_000)
    for thread in threads:
        thread.join()

    assert [entry.name for entry in tmp_path.iterdir()] == ["ticket.json"]


def test_what_cannot_be_written_leaves_the_old(tmp_path: Path) -> None:
    """A text that no UTF-8 holds ends in an error; the old file stays, and nothing is left beside it."""
    path = tmp_path / "a.yaml"
    write_text_whole(path, "old\r\n")
    with pytest.raises(UnicodeEncodeError):
        write_text_whole(path, "\udcff")

    assert path.read_bytes() == b"old\r\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.yaml"]
