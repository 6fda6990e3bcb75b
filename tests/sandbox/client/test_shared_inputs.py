"""Inputs of one problem set are copied once, for all sessions that use the same files."""

from pathlib import Path

import pytest

from authoring.errors import SandboxError
from authoring.sandbox.client.shared_inputs import MAX_UNUSED, SharedInputsStore


@pytest.fixture
def store(tmp_path: Path) -> SharedInputsStore:
    """Return an empty store."""
    (tmp_path / "store").mkdir()
    return SharedInputsStore(tmp_path / "store")


def table(folder: Path, name: str, text: str = "x\n") -> Path:
    """Write a table."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    return folder / name


def test_the_same_files_are_copied_once(store: SharedInputsStore, tmp_path: Path) -> None:
    """Sessions that begin with the same inputs share one folder, and users are counted."""
    path = table(tmp_path / "data", "t.csv")
    first, second = store.stage([path]), store.stage([path])

    assert first is second
    assert first.users == 2
    assert (first.path / "t.csv").read_text() == "x\n"
    assert first.inside.startswith("/inputs/")


def test_a_changed_file_is_copied_again(store: SharedInputsStore, tmp_path: Path) -> None:
    """What a running session sees stays as it was when that session began."""
    path = table(tmp_path / "data", "t.csv")
    before = store.stage([path])
    path.write_text("another, longer text\n")
    after = store.stage([path])

    assert (before.path / "t.csv").read_text() == "x\n"
    assert (after.path / "t.csv").read_text() == "another, longer text\n"


def test_unused_inputs_go_in_the_end(store: SharedInputsStore, tmp_path: Path) -> None:
    """A few sets are kept for their next session; those in use stay, however many there are."""
    used = store.stage([table(tmp_path / "data", "used.csv")])
    unused = []
    for number in range(MAX_UNUSED + 5):
        unused.append(store.stage([table(tmp_path / "data", f"{number}.csv")]))
        unused[-1].release()
    last = store.stage([table(tmp_path / "data", "last.csv")])

    assert used.path.exists()
    assert last.path.exists()
    assert 0 < sum(shared.path.exists() for shared in unused) <= MAX_UNUSED
    assert not unused[0].path.exists()


def test_a_missing_input_is_an_error(store: SharedInputsStore, tmp_path: Path) -> None:
    """The file is named, and nothing is remembered of it."""
    for _ in range(2):
        with pytest.raises(SandboxError, match=r"gone\.csv"):
            store.stage([tmp_path / "gone.csv"])


def test_inputs_in_use_push_no_unused_ones_out(store: SharedInputsStore, tmp_path: Path) -> None:
    """Only unused sets are counted: while many are in use, those of a session that ended stay for the next one."""
    for number in range(MAX_UNUSED + 1):
        store.stage([table(tmp_path / "data", f"{number}.csv")])
    unused = store.stage([table(tmp_path / "data", "unused.csv")])
    unused.release()
    store.stage([table(tmp_path / "data", "last.csv")])

    assert unused.path.exists()
