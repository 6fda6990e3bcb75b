"""Environments are made whole or not at all, once, and kept while they are used."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from authoring.errors import PackagesError
from authoring.sandbox.environments.lock import parse_lock
from authoring.sandbox.environments.pythons import Python, running_python
from authoring.sandbox.environments.store import LOCK, EnvironmentStore
from authoring.sandbox.environments.uv import Uv
from tests.sandbox.environments.conftest import Old

pytestmark = [pytest.mark.slow, pytest.mark.exhaustive]
MAKE = """
import sys
from pathlib import Path
from authoring.sandbox.environments.lock import read_lock
from authoring.sandbox.environments.pythons import running_python
from authoring.sandbox.environments.store import LOCK, EnvironmentStore
from authoring.sandbox.environments.uv import Uv
store, lock = EnvironmentStore(Path(sys.argv[2])), read_lock(Path(sys.argv[1]))
made = store.make(lock, running_python(), uv=Uv.locate(), report=print)
print("made", made.key)
"""
WAIT = 120.0
"""Seconds for what takes a few, on a machine that is busy."""


def start(lock: Path, folder: Path) -> subprocess.Popen[str]:
    """Begin to make an environment in another process."""
    return subprocess.Popen([sys.executable, "-c", MAKE, lock, folder], stdout=subprocess.PIPE, text=True)


@pytest.fixture
def lock(old_text: str, tmp_path: Path) -> Path:
    """Return the path of a lock."""
    path = tmp_path / "old.lock"
    path.write_text(old_text)
    return path


def test_environment_is_what_the_lock_says(old: Old) -> None:
    """Exactly the packages of the lock, for this Python, found again afterwards."""
    assert {(item.name, item.version) for item in old.made.packages} == {
        (pin.name, pin.version) for pin in old.lock.pins
    }
    assert old.made.python == old.python.version
    assert old.store.get(old.lock, old.python) == old.made
    assert old.store.environments() == (old.made,)
    assert (old.store.folder_of(old.made) / LOCK).read_text("utf-8") == old.lock.text
    assert old.made.size > 50_000_000


def test_interpreter_runs_where_it_lies(old: Old) -> None:
    """The place in which it was made is forgotten: packages and programs are those of the folder it stands in."""
    with old.store.using(old.made) as python:
        code = "import numpy, pandas; print(pandas.__version__, numpy.__file__)"
        output = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.split()
        program = subprocess.run([python.parent / "f2py", "-v"], capture_output=True, text=True, check=True).stdout

    assert output == ["2.1.1", str(old.folder / f"lib/python{old.python.minor}/site-packages/numpy/__init__.py")]
    assert program.strip()


def test_second_making_does_nothing(old: Old) -> None:
    """What is there is given back, and uv is not started."""
    lines: list[str] = []
    missing_uv = Uv("/nowhere/uv", (), {})

    assert old.store.make(old.lock, old.python, uv=missing_uv, report=lines.append) == old.made
    assert lines == []


def test_other_python_is_another_environment(old: Old) -> None:
    """A Python that was updated does not find the environment of the one before."""
    assert old.store.get(old.lock, Python(old.python.path, "3.11.99")) is None


def test_environment_in_use_stays(old: Old) -> None:
    """Whoever runs cells in an environment does not lose it."""
    with old.store.using(old.made), pytest.raises(PackagesError, match="in use"):
        old.store.remove(old.made)

    assert old.store.get(old.lock, old.python) == old.made


def test_removed_environment_is_gone(lock: Path, tmp_path: Path) -> None:
    """Nothing of it is left but the file that guards its place, and nobody begins to use it."""
    store, read = EnvironmentStore(tmp_path / "made"), parse_lock(lock.read_text(), lock)
    environment = store.make(read, running_python(), uv=Uv.locate())
    store.remove(environment)

    assert store.environments() == ()
    assert {path.name for path in (tmp_path / "made").iterdir()} == {f".{environment.key}.guard", "CACHEDIR.TAG"}
    with pytest.raises(PackagesError, match="was removed meanwhile"), store.using(environment):
        pass


def test_environment_without_its_interpreter_is_made_again(lock: Path, tmp_path: Path) -> None:
    """A Python that was taken from under it leaves a link that leads nowhere."""
    store, read = EnvironmentStore(tmp_path / "made"), parse_lock(lock.read_text(), lock)
    environment = store.make(read, running_python(), uv=Uv.locate())
    for link in (store.folder_of(environment) / "bin").glob("python*"):
        link.unlink()
        link.symlink_to("/nowhere/python")

    assert store.get(read, running_python()) is None
    assert store.make(read, running_python(), uv=Uv.locate()).key == environment.key
    assert store.python_of(environment).exists()


@pytest.mark.parametrize("moment", ["pyvenv.cfg", "numpy", "RECORD"])
def test_kill_leaves_nothing_half_made(lock: Path, tmp_path: Path, moment: str) -> None:
    """Killed when the folder, a first package or a whole one is there: nothing is used, and the next one cleans up."""
    folder = tmp_path / "made"
    killed = start(lock, folder)
    end = time.monotonic() + WAIT
    while not any(path.name == moment for path in folder.glob(".*.*/**/*")):
        assert killed.poll() is None, "it ended before the moment came"
        assert time.monotonic() < end
        time.sleep(0.002)
    os.kill(killed.pid, signal.SIGKILL)
    killed.communicate()
    read = parse_lock(lock.read_text(), lock)
    key = read.key(running_python().version)

    assert EnvironmentStore(folder).get(read, running_python()) is None
    assert EnvironmentStore(folder).environments() == ()
    assert not (folder / key).exists()

    # uv, which was left behind, holds the place until it has ended too.
    environment = EnvironmentStore(folder).make(read, running_python(), uv=Uv.locate())

    assert environment.key == key
    assert {path.name for path in folder.iterdir()} == {key, f".{key}.guard", "CACHEDIR.TAG"}


def test_two_at_once_make_one(lock: Path, tmp_path: Path) -> None:
    """One makes it, the other waits and takes what it finds."""
    processes = [start(lock, tmp_path / "made") for _ in range(2)]
    lines = [process.communicate(timeout=WAIT)[0] for process in processes]

    assert [process.returncode for process in processes] == [0, 0]
    assert len({text.splitlines()[-1] for text in lines}) == 1
    assert sum("+ pandas==2.1.1" in text for text in lines) == 1


def test_other_bytes_than_locked_are_refused(old_text: str, tmp_path: Path) -> None:
    """A file of the index that is not the one that was locked is not installed, and no environment is left."""
    broken = "\n".join(
        f"{pin.name}=={pin.version} --hash=sha256:{'0' * 64}" for pin in parse_lock(old_text, tmp_path / "x").pins
    )
    store, read = EnvironmentStore(tmp_path / "made"), parse_lock(broken, tmp_path / "bad.lock")
    with pytest.raises(PackagesError, match="the environment cannot be made") as caught:
        store.make(read, running_python(), uv=Uv.locate())

    assert "find out why it changed" in caught.value.hint
    assert store.environments() == ()
    assert [path.name for path in (tmp_path / "made").iterdir() if path.is_dir()] == []
