"""What is replaced is whole or absent, whoever else writes there, and whenever a process is killed."""

import errno
import fcntl
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import pytest

from authoring.errors import WorkspaceError
from authoring.workspace import unfinished
from authoring.workspace.files import folder_in_place_of, write_file
from authoring.workspace.journal import held_run
from authoring.workspace.read_lock import write_locked
from authoring.workspace.unfinished import (
    close_locked,
    is_unfinished,
    locked,
    open_locked,
    unfinished_file,
    unfinished_folder,
)

ROOT = Path(__file__).parents[2]


def fill(folder: Path, word: str, files: int = 5) -> None:
    """Write files that all hold the same word."""
    for number in range(files):
        (folder / f"{number}.txt").write_text(word)


def words(folder: Path) -> list[str]:
    """Return what the files of a folder hold."""
    return [path.read_text() for path in sorted(folder.iterdir())]


def run(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a script in another process to its end."""
    command = [sys.executable, "-c", script, *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


REPLACE_FOLDER = """
import sys
from pathlib import Path
from authoring.workspace.files import folder_in_place_of
from tests.workspace.test_unfinished import fill
with folder_in_place_of(Path(sys.argv[1])) as new:
    fill(new, sys.argv[2])
"""


def test_another_process_leaves_a_folder_under_way_alone(tmp_path: Path) -> None:
    """Two processes replace one folder: both end well, and the folder is the later one's, whole."""
    with folder_in_place_of(tmp_path / "out") as new:
        fill(new, "slow", 3)
        done = run(REPLACE_FOLDER, tmp_path / "out", "fast")
        between = words(tmp_path / "out")
        fill(new, "slow")

    assert (done.returncode, done.stderr) == (0, "")
    assert between == ["fast"] * 5
    assert words(tmp_path / "out") == ["slow"] * 5
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_another_process_leaves_a_file_under_way_alone(tmp_path: Path) -> None:
    """Two processes write one file: both end well, and the file is the later one's."""
    path = tmp_path / "a.yaml"
    with unfinished_file(path) as (file, new):
        file.write(b"slow")
        file.flush()
        done = run(
            "import sys; from tests.workspace.test_unfinished import *; write_file(Path(sys.argv[1]), b'f')", path
        )
        between = path.read_bytes()
        new.replace(path)

    assert (done.returncode, done.stderr) == (0, "")
    assert between == b"f"
    assert path.read_bytes() == b"slow"


@pytest.mark.parametrize("name", ["out", "*", "[a-z]", "?", "a.b", "x" * 250, "Zoë ☃", "line\nbreak"])
def test_hidden_files_of_a_person_stay(tmp_path: Path, name: str) -> None:
    """Whatever a target is called, only what is left of its own writing is removed, never a hidden file beside it."""
    person = [f".{name[:50]}.bak", f".{name[:50]}.txt", ".bashrc.old", ".env.local", ".x.0123abcd"]
    for hidden in person:
        (tmp_path / hidden).write_text("mine")
    (tmp_path / ".bash.d.old").mkdir()
    with folder_in_place_of(tmp_path / name) as new:
        fill(new, "a")
    with folder_in_place_of(tmp_path / name) as new:
        fill(new, "b")
    write_file(tmp_path / f"{name[:245]}.yaml", b"1")

    names = {path.name for path in tmp_path.iterdir()}
    assert names == {*person, ".bash.d.old", name, f"{name[:245]}.yaml"}
    assert words(tmp_path / name) == ["b"] * 5


KILLED = """
import os, signal, sys
from pathlib import Path
from authoring.workspace import unfinished
from authoring.workspace.files import folder_in_place_of
from tests.workspace.test_unfinished import fill
unfinished._exchange = lambda source, target: False
renamings, rename = int(sys.argv[2]), Path.rename
def counted(self, target):
    global renamings
    renamings -= 1
    if renamings < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return rename(self, target)
Path.rename = counted
with folder_in_place_of(Path(sys.argv[1])) as new:
    fill(new, "new")
"""


@pytest.mark.parametrize("renamings", range(2))
def test_a_kill_between_two_renamings_loses_no_folder(tmp_path: Path, renamings: int) -> None:
    """Where two folders cannot be swapped in one step, a kill between the steps leaves the old one to be put back."""
    out = tmp_path / "out"
    with folder_in_place_of(out) as new:
        fill(new, "old")
    done = run(KILLED, out, renamings)

    assert done.returncode == -signal.SIGKILL
    assert out.exists() is (renamings == 0)
    with locked(out):
        # Whoever writes there next finds what stood there before.
        assert words(out) == ["old"] * 5
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_folders_are_replaced_where_they_cannot_be_swapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two renamings do the same; when the second fails, the old folder is back at once."""
    out = tmp_path / "out"
    monkeypatch.setattr(unfinished, "_exchange", lambda _source, _target: False)
    for word in ("a", "b"):
        with folder_in_place_of(out) as new:
            fill(new, word)
    assert words(out) == ["b"] * 5

    real, calls = Path.rename, list[Path]()

    def failing(self: Path, target: Path) -> Path:
        calls.append(self)
        if len(calls) == 2:
            raise OSError(5, "broken")
        return real(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(OSError, match="broken"), folder_in_place_of(out) as new:
        fill(new, "c")
    monkeypatch.setattr(Path, "rename", real)
    assert words(out) == ["b"] * 5
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


HOLD = """
import sys, time
from pathlib import Path
from authoring.workspace.unfinished import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    """Others are refused in words while a process holds a place, and free when it is killed; no lock stays behind."""
    path = tmp_path / "out"
    with subprocess.Popen([sys.executable, "-c", HOLD, str(path)], cwd=ROOT, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(WorkspaceError, match="another process is writing there"), locked(path, patience=0.1):
            pass
        holder.kill()
    with locked(path, patience=5):
        pass

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["place", "run", "folder", "new file"])
def test_a_lock_is_given_up_although_a_process_that_starts_has_a_copy(tmp_path: Path, kind: str) -> None:
    """Between its fork and its program, what another thread starts has a copy of every open descriptor."""

    def lock() -> AbstractContextManager[None]:
        if kind == "run":
            return held_run(tmp_path / "journal.jsonl")
        return locked(tmp_path / "out", patience=0) if kind == "place" else write_locked([tmp_path], patience=0)

    @contextmanager
    def write() -> Iterator[None]:
        with unfinished_file(tmp_path / "new") as (_, new):
            yield
            (tmp_path / "new").hardlink_to(new)

    def lock_again() -> None:
        if kind == "new file":
            close_locked(open_locked(tmp_path / "new"))
        else:
            with lock():
                pass

    with ExitStack() as stack:
        with write() if kind == "new file" else lock():
            process = os.fork()
            if not process:
                signal.pause()
        stack.callback(os.waitpid, process, 0)
        stack.callback(os.kill, process, signal.SIGKILL)
        lock_again()


def test_waiting_is_in_turn(tmp_path: Path) -> None:
    """Only one at a time is inside, threads of one process included, although each takes the lock's file away."""
    path, inside, most = tmp_path / "out", list[int](), list[int]()

    def enter(number: int) -> None:
        for _ in range(20):
            with locked(path):
                inside.append(number)
                most.append(len(inside))
                inside.remove(number)

    threads = [threading.Thread(target=enter, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert most == [1] * 80


def test_a_lock_on_what_was_renamed_counts_for_nothing(tmp_path: Path) -> None:
    """Whoever opened a file before it was set aside gets the file that stands there now."""
    path = tmp_path / "journal.jsonl"
    first = open_locked(path)
    path.rename(tmp_path / "journal.1.jsonl")
    second = open_locked(path)
    try:
        assert os.path.samestat(os.fstat(second), path.stat())
        with pytest.raises(BlockingIOError):
            open_locked(path)
    finally:
        os.close(first)
        os.close(second)


def test_a_link_is_not_locked(tmp_path: Path) -> None:
    """A link in the place of a file that is to be held is an error, and nobody waits for it to be a file."""
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("file")

    with pytest.raises(OSError, match="is a link"):
        open_locked(tmp_path / "link")


def test_a_file_that_stands_there_may_stay(tmp_path: Path) -> None:
    """Without `replace` the file that was there first stays, and nothing is left of the other."""
    path = tmp_path / "a.yaml"

    assert write_file(path, b"first", replace=False)
    assert not write_file(path, b"second", replace=False)
    assert path.read_bytes() == b"first"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.yaml"]


@pytest.mark.parametrize("missing", ["locks", "links"])
def test_odd_file_systems_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    """Where a file system has no locks, or files have one name only, all is written whole all the same."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EOPNOTSUPP, "Operation not supported")

    if missing == "locks":
        monkeypatch.setattr(fcntl, "flock", fail)
    else:
        monkeypatch.setattr(os, "link", fail)
    path = tmp_path / "a.yaml"
    assert write_file(path, b"1", replace=False)
    assert not write_file(path, b"2", replace=False)
    assert write_file(path, b"3")
    for word in "ab":
        with folder_in_place_of(tmp_path / "out") as new:
            fill(new, word)

    assert path.read_bytes() == b"3"
    assert words(tmp_path / "out") == ["b"] * 5
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["a.yaml", "out"]


def test_nothing_unfinished_outlives_a_failure(tmp_path: Path) -> None:
    """An exception leaves what stood there before, and no trace."""

    def fail(make: Callable[[], None]) -> None:
        with pytest.raises(ValueError, match="broken"):
            make()

    def folder() -> None:
        with folder_in_place_of(tmp_path / "out") as new:
            fill(new, "new")
            raise ValueError("broken")

    def refused() -> None:
        def refuse() -> None:
            raise ValueError("broken")

        with folder_in_place_of(tmp_path / "out", check=refuse) as new:
            fill(new, "new")

    def file() -> None:
        with unfinished_file(tmp_path / "out.txt"):
            raise ValueError("broken")

    with folder_in_place_of(tmp_path / "out") as new:
        fill(new, "old")
    for make in (folder, refused, file):
        fail(make)

    assert words(tmp_path / "out") == ["old"] * 5
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_names_under_way_are_told_from_others(tmp_path: Path) -> None:
    """Whatever is under way has a name that no person gives, of whatever length."""
    for name in ("out", "a.b", "x" * 250):
        with unfinished_folder(tmp_path / name) as content:
            assert is_unfinished(content.parent.name)
    for name in ("out", ".out", ".out.0123abcd", ".out.unfinished", "out.0123abcd.unfinished"):
        assert not is_unfinished(name)


WRITE_OFTEN = """
import sys
from pathlib import Path
from authoring.workspace.files import folder_in_place_of, write_file
from tests.workspace.test_unfinished import fill
for turn in range(int(sys.argv[3])):
    with folder_in_place_of(Path(sys.argv[1], "out")) as new:
        fill(new, sys.argv[2])
    write_file(Path(sys.argv[1], "out.txt"), sys.argv[2].encode() * 1000)
"""


@pytest.mark.soak
def test_many_processes_and_kills(tmp_path: Path) -> None:
    """Four processes replace one folder and one file, one of them is killed now and then: both are always whole."""
    moments = random.Random(16)
    for _ in range(3):
        commands = [[sys.executable, "-c", WRITE_OFTEN, str(tmp_path), word, "80"] for word in "abcd"]
        processes = [subprocess.Popen(command, cwd=ROOT) for command in commands]
        victim = processes[0]
        while any(process.poll() is None for process in processes[1:]):
            if (tmp_path / "out.txt").exists():
                assert len(set((tmp_path / "out.txt").read_bytes())) == 1
                assert (tmp_path / "out").is_dir()
                if victim.poll() is None and moments.random() < 0.2:
                    victim.kill()
        victim.kill()
        for process in processes:
            process.wait()

        assert [process.returncode for process in processes[1:]] == [0, 0, 0]
        assert len(set(words(tmp_path / "out"))) == 1
        assert len(words(tmp_path / "out")) == 5
    with locked(tmp_path / "out"), locked(tmp_path / "out.txt"):
        pass
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "out.txt"]
