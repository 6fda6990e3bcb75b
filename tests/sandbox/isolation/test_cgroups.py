"""Control groups are found where they can be made, hold their members, and leave nothing behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.records.protection import Layer
from authoring.sandbox.isolation.cgroups import NAME, PREFIX, Cgroup, Cgroups, UnusableError, own_group, sweep
from authoring.sandbox.proc import start_time

CASES = Path(__file__).parents[2] / "cases" / "sandbox" / "cgroups" / "places.yaml"
SLEEP = [sys.executable, "-c", "import time; time.sleep(300)"]
SPACE = Path("/proc/self/ns/pid").stat().st_ino


def places() -> list[Any]:
    """Return what machines say of their groups."""
    return [pytest.param(case, id=case["name"]) for case in yaml.safe_load(CASES.read_text())]


def recorded(folder: Path, cgroup: str, mountinfo: str) -> Path:
    """Return a folder with what a process's own part of /proc says."""
    (folder / "cgroup").write_text(cgroup)
    (folder / "mountinfo").write_text(mountinfo)
    return folder


@pytest.mark.parametrize("case", places())
def test_own_group_is_found(case: dict[str, Any]) -> None:
    """The group of a process is found below its mount, or it is said why it cannot be."""
    if "why" in case:
        with pytest.raises(UnusableError, match=case["why"]):
            own_group(case["cgroup"], case["mountinfo"])
    else:
        assert own_group(case["cgroup"], case["mountinfo"]) == Path(case["group"])


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a recorded tree: files as a group has them, in which nothing is enforced."""
    place = tmp_path / "tree"
    place.mkdir()
    recorded(tmp_path, "0::/\n", f"41 31 0:38 / {place} rw - cgroup2 none rw\n")
    for name, text in {
        "cgroup.controllers": "cpu memory pids",
        "cgroup.subtree_control": "",
        "cgroup.procs": "",
    }.items():
        (place / name).write_text(f"{text}\n")
    return place


def test_missing_controllers_are_named(tree: Path) -> None:
    """A tree without one of the two controllers gives none, and the report names it and what to do."""
    (tree / "cgroup.controllers").write_text("cpu pids\n")
    cgroups = Cgroups.detect(tree.parent)

    assert isinstance(cgroups, Layer)
    assert (cgroups.name, cgroups.used, cgroups.detail) == (NAME, False, f"{tree} has no controller for memory")
    assert "Delegate" in cgroups.hint


def test_other_programs_are_never_moved(tree: Path) -> None:
    """Where somebody else runs in our group nothing is changed, and the report says so."""
    (tree / "cgroup.type").write_text("domain\n")
    (tree / "cgroup.procs").write_text(f"{os.getpid()}\n{os.getppid()}\n")
    cgroups = Cgroups.detect(tree.parent)

    assert isinstance(cgroups, Layer)
    assert "other programs run in" in cgroups.detail
    assert [path for path in tree.iterdir() if path.is_dir()] == []
    assert (tree / "cgroup.subtree_control").read_text() == "\n"


def test_tree_without_write_permission(tree: Path) -> None:
    """A tree that may be read only gives none, in words."""
    if os.access("/proc/1/environ", os.R_OK):
        pytest.skip("this user may write everywhere")
    tree.chmod(0o500)
    cgroups = Cgroups.detect(tree.parent)

    assert isinstance(cgroups, Layer)
    assert "may not make groups" in cgroups.detail


def test_group_that_is_gone_has_nothing(tmp_path: Path) -> None:
    """A group that somebody removed counts nothing, and can be killed and removed again."""
    ended = Cgroup(tmp_path / "gone")
    ended.kill()
    ended.remove()

    assert (ended.oom_kills(), ended.processes()) == (0, ())


def test_member_that_is_hidden_is_no_number(tmp_path: Path) -> None:
    """The kernel writes 0 for a member in a PID namespace that is not ours, and killing 0 would end this program."""
    (tmp_path / "cgroup.procs").write_text("0\n7\n")

    assert Cgroup(tmp_path).processes() == (7,)


# --- real groups ----------------------------------------------------------------------------------------------------


@pytest.fixture
def group() -> Iterator[Cgroup]:
    """Make a real group of the second version, whatever controllers it has."""
    try:
        base = own_group(*(Path("/proc/self", name).read_text() for name in ("cgroup", "mountinfo")))
        path = base / f"{PREFIX}-{SPACE}-{os.getpid()}-{start_time(os.getpid())}-test"
        path.mkdir()
    except (UnusableError, OSError) as error:
        pytest.skip(f"no group of version 2 can be made: {error}")
    yield Cgroup(path)
    Cgroup(path).remove()
    assert not path.exists()


def test_children_belong_to_the_group(group: Cgroup) -> None:
    """What a member starts is a member, and all of them are killed at once."""
    code = "import subprocess, sys; sys.stdin.readline(); subprocess.run([sys.executable, '-c', 'input()'])"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE) as parent:
        group.add(parent.pid)
        assert parent.stdin is not None
        parent.stdin.write(b"\n")
        parent.stdin.flush()
        deadline = time.monotonic() + 60
        while len(group.processes()) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        members = group.processes()
        group.kill()
        ended = parent.wait(60)

    assert parent.pid in members
    assert len(members) == 2
    assert ended == -signal.SIGKILL


def test_removing_takes_what_lies_below(group: Cgroup) -> None:
    """A group goes with the groups in it and their members."""
    inner = Cgroup(group.path / "a" / "b")
    inner.path.mkdir(parents=True)
    with subprocess.Popen(SLEEP) as child:
        inner.add(child.pid)
        group.remove()

        assert child.wait(60) == -signal.SIGKILL
    assert not group.path.exists()


def test_groups_of_the_dead_are_swept(group: Cgroup) -> None:
    """What a maker left who is gone is killed and removed; groups of the living, and of strangers, stay."""
    dead = f"{PREFIX}-{SPACE}-{os.getpid()}-{start_time(os.getpid()) + 1}-left"
    alive = f"{PREFIX}-{SPACE}-{os.getpid()}-{start_time(os.getpid())}-kept"
    elsewhere = f"{PREFIX}-{SPACE + 1}-{os.getpid()}-1-theirs"
    for name in (dead, alive, elsewhere, "other"):
        (group.path / name).mkdir()
    with subprocess.Popen(SLEEP) as child:
        Cgroup(group.path / dead).add(child.pid)
        sweep(group.path)

        assert child.wait(60) == -signal.SIGKILL
    assert {path.name for path in group.path.iterdir() if path.is_dir()} == {alive, elsewhere, "other"}


@pytest.fixture
def cgroups() -> Cgroups:
    """Return where groups with controllers can be made."""
    cgroups = Cgroups.detect()
    if isinstance(cgroups, Layer):
        pytest.skip(cgroups.detail)
    return cgroups


def test_memory_of_all_members_together_is_held(cgroups: Cgroups) -> None:
    """Processes that are small enough each are ended by the kernel where they are too large together, and counted."""
    group = cgroups.make("memory", memory_bytes=150_000_000, processes=50)
    program = "import sys, time; sys.stdin.readline(); kept = bytearray(b'x') * 90_000_000; time.sleep(120)"
    children = [subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE) for _ in range(2)]
    for child in children:
        group.add(child.pid)
    assert group.oom_kills() == 0
    for child in children:
        assert child.stdin is not None
        child.stdin.close()
    deadline = time.monotonic() + 60
    while not group.oom_kills() and time.monotonic() < deadline:
        time.sleep(0.01)
    kills = group.oom_kills()
    group.remove()

    assert kills == 1
    assert sorted(child.wait(60) for child in children) == [-signal.SIGKILL] * 2
    assert not group.path.exists()


def test_number_of_processes_is_held(cgroups: Cgroups) -> None:
    """The root of a machine, whom resource limits do not hold, cannot start more than its group allows."""
    group = cgroups.make("pids", processes=5)
    code = (
        "import os, sys, time\nsys.stdin.readline()\n"
        "for n in range(50):\n    try:\n        child = os.fork()\n    except BlockingIOError:\n        break\n"
        "    if not child:\n        time.sleep(120)\nprint(n, flush=True)\ntime.sleep(120)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        group.add(child.pid)
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(b"\n")
        child.stdin.flush()
        count = int(child.stdout.readline())
        group.remove()

    assert count == 4


BOXED = """
import os, subprocess, sys
from pathlib import Path
from authoring.sandbox.isolation.cgroups import Cgroups, Cgroup
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
found = Cgroups.detect()
print(found)
group = found.make("inner", memory_bytes=50_000_000, processes=7)
group.add(child.pid)
print(group.processes() == (child.pid,), Cgroup(found.base).processes() == ())
print((group.path / "memory.max").read_text().strip(), (group.path / "pids.max").read_text().strip())
group.remove()
print(child.wait(60), [path.name.rpartition("-")[2] for path in found.base.iterdir() if path.is_dir()])
"""


@pytest.mark.parametrize("user", [0, 65_534])
def test_group_that_was_given_away_is_used(user: int, cgroups: Cgroups) -> None:
    """A process alone in its group moves to a part of it with what it started, and makes groups beside that part.

    For an ordinary user the group has to be given away: its folder, and the files that move processes and controllers.
    """
    if os.getuid() != 0:
        pytest.skip("an ordinary user has no group to give away")
    box = cgroups.make("box")
    for path in (box.path, *(box.path / name for name in ("cgroup.procs", "cgroup.subtree_control"))):
        os.chown(path, user, user)
    code = f"import os\nos.setresgid({user}, {user}, {user})\nos.setresuid({user}, {user}, {user})\n{BOXED}"
    code = f"open('{box.path}/cgroup.procs', 'w').write('0')\n{code}"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    completed = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    box.remove()

    assert completed.returncode == 0, completed.stderr
    reply, *words = completed.stdout.splitlines()
    assert reply == f"Cgroups(base={box.path!r})"
    page = os.sysconf("SC_PAGE_SIZE")
    assert words == ["True True", f"{50_000_000 // page * page} 7", "-9 ['own']"]


def test_no_member_has_no_limit(cgroups: Cgroups) -> None:
    """A limit that is None is none."""
    group = cgroups.make("free")
    result = [(group.path / name).read_text().strip() for name in ("memory.max", "pids.max")]
    group.remove()

    assert result == ["max", "max"]
    assert cgroups.layer.used
