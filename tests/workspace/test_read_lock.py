"""Who reads a folder keeps others from changing it; who changes it waits for readers, and says so when that is long."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from authoring.errors import WorkspaceError
from authoring.workspace.read_lock import ReadLocks, reading_benchmark, write_locked

HOLD = """
import sys, time
from pathlib import Path
from authoring.workspace.read_lock import ReadLocks
locks = ReadLocks(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(600)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a file in it."""
    folder = tmp_path / "terns"
    folder.mkdir()
    (folder / "data.csv").write_text("x\n1\n")
    return folder


def test_readers_share_and_keep_a_change_out(folder: Path) -> None:
    """Any number may read at once; a change is refused, and nothing is changed, as long as one of them reads."""
    with ReadLocks(folder) as first, ReadLocks(folder):
        first.add(folder)
        with pytest.raises(WorkspaceError, match="another command is reading it"), write_locked([folder], patience=0.1):
            pytest.fail("it is held")
    with write_locked([folder], patience=0):
        pass


def test_change_waits_for_a_reader(folder: Path) -> None:
    """A change begins as soon as the reader is done."""
    locks = ReadLocks(folder)
    timer = threading.Timer(0.3, locks.close)
    timer.start()
    with write_locked([folder]):
        assert not timer.is_alive()


def test_reader_waits_for_a_change_and_gets_the_new_folder(folder: Path, tmp_path: Path) -> None:
    """A reader that began during a change locks what stands there after it, however long there is nothing between."""
    locks = ReadLocks()
    with write_locked([folder]):
        reader = threading.Thread(target=locks.add, args=[folder])
        reader.start()
        time.sleep(0.1)
        folder.rename(tmp_path / "old")
        time.sleep(0.2)
        folder.mkdir()
    reader.join()
    with write_locked([tmp_path / "old"], patience=0):
        pass
    with pytest.raises(WorkspaceError), write_locked([folder], patience=0):
        pytest.fail("it is held")
    locks.close()


def test_lock_ends_with_its_process(folder: Path) -> None:
    """Nothing is left of a reader that was killed, neither a lock nor a file."""
    with subprocess.Popen([sys.executable, "-c", HOLD, str(folder)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(WorkspaceError), write_locked([folder], patience=0):
            pytest.fail("it is held")
        process.kill()
    with write_locked([folder]):
        assert [path.name for path in folder.iterdir()] == ["data.csv"]
    assert [path.name for path in folder.parent.iterdir()] == ["terns"]


@pytest.mark.parametrize("name", ["missing", "terns/data.csv", "circle"])
def test_what_is_no_folder_is_passed_over(folder: Path, name: str) -> None:
    """Whoever reads it says what is wrong with it."""
    (folder.parent / "circle").symlink_to("circle")
    with ReadLocks(folder.parent / name), write_locked([folder.parent / name], patience=0):
        pass


def test_descriptors_are_given_back(folder: Path) -> None:
    """A lock that was let go of, or refused, leaves no descriptor open."""
    before = len([*Path("/proc/self/fd").iterdir()])
    for _ in range(20):
        with ReadLocks(folder), pytest.raises(WorkspaceError), write_locked([folder.parent, folder], patience=0):
            pass
    assert len([*Path("/proc/self/fd").iterdir()]) == before


def test_records_of_a_benchmark_are_held_for_a_moment_and_its_data_for_longer(tmp_path: Path) -> None:
    """While sets run, another set may be admitted or renamed; their inputs stay as they are."""
    inputs = tmp_path / "_inputs"
    inputs.mkdir()
    with ReadLocks() as locks:
        with (
            reading_benchmark(tmp_path, locks),
            pytest.raises(WorkspaceError),
            write_locked([tmp_path], patience=0),
        ):
            pytest.fail("it is held")
        with write_locked([tmp_path], patience=0):
            pass
        with pytest.raises(WorkspaceError), write_locked([inputs], patience=0):
            pytest.fail("it is held")
