"""What a session holds is counted by the kernel, by pages that it has alone and pages that it shares."""

import mmap
import os
import sys
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.inside.kernel import LINUX
from authoring.sandbox.proc import (
    files_in_memory,
    mapped_shares,
    memory_of,
    own_pages_size,
    parent_of,
    shared_mappings,
    start_time,
)

LIMITS = Limits(max_time=60, max_memory=600)
SIZE = 80_000_000
TABLE = f"import numpy as np\nt = np.ones({SIZE // 8})"
NEAR = 20_000_000
"""Bytes that a session takes or lets go of besides."""


def test_memory_tells_what_is_shared(local: LocalSandbox) -> None:
    """A table belongs to the session alone, then to it and its branch, then to whom of both kept it."""
    with local.session() as session:
        empty = session.memory
        session.run(TABLE, limits=LIMITS)
        full = session.memory
        with session.branch() as branch:
            shared = session.memory
            session.run("del t", limits=LIMITS)
            retained, ended = branch.memory, session.memory

    assert empty is not None
    assert full is not None
    assert shared is not None
    assert retained is not None
    assert ended is not None
    assert abs(full.total - empty.total - SIZE) < NEAR
    assert full.private > SIZE > shared.private + SIZE / 2
    assert abs(full.proportional - shared.proportional - SIZE / 2) < NEAR
    assert retained.private > SIZE
    assert abs(retained.total - ended.total - SIZE) < NEAR


def test_nobody_has_no_memory(local: LocalSandbox) -> None:
    """A session that is closed, and a process that is not there, hold nothing that could be told."""
    with local.session() as session:
        pass

    assert session.memory is None
    assert memory_of(2**22 + 1) is None


@pytest.mark.skipif(not LINUX, reason="files without a name are the kernel's own affair elsewhere")
def test_files_in_memory_count_with_and_without_a_map() -> None:
    """A file without a name holds what was written; what of it a process has mapped counts among its own shares."""
    before = files_in_memory(os.getpid())
    descriptor = os.memfd_create("x")
    os.write(descriptor, b"x" * 3_000_000)
    (inode,) = files_in_memory(os.getpid()).keys() - before.keys()
    size, unmapped = files_in_memory(os.getpid())[inode], mapped_shares(os.getpid(), [inode])
    with mmap.mmap(descriptor, 2_000_000) as mapped:
        total = sum(mapped[place] for place in range(0, 2_000_000, mmap.PAGESIZE))
        shares = mapped_shares(os.getpid(), [inode])
    os.close(descriptor)

    assert total
    assert size == pytest.approx(3_000_000, abs=mmap.PAGESIZE)
    assert unmapped == 0
    assert shares == pytest.approx(2_000_000, abs=mmap.PAGESIZE)
    assert inode not in files_in_memory(os.getpid())


def _listed() -> list[tuple[str, str]]:
    """Return protection and path of all memory that this process shares and may write to."""
    listed = []
    for mapping in shared_mappings(os.getpid()):
        assert isinstance(mapping, list)
        listed.append((str(mapping[2]), str(mapping[4])))
    return listed


@pytest.mark.skipif(not Path("/proc/self/map_files").is_dir(), reason="the kernel does not link mapped files")
def test_shared_memory_is_what_may_be_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory mapped for reading counts if its file was opened for writing, and no other; smaps says the same."""
    path = tmp_path / "shared"
    path.write_bytes(bytes(mmap.PAGESIZE))
    reading, writing = os.open(path, os.O_RDONLY), os.open(path, os.O_RDWR)
    mappings = [
        mmap.mmap(descriptor, mmap.PAGESIZE, mmap.MAP_SHARED, protection)
        for descriptor in (reading, writing)
        for protection in (mmap.PROT_READ, mmap.PROT_READ | mmap.PROT_WRITE)
        if (descriptor, protection) != (reading, mmap.PROT_READ | mmap.PROT_WRITE)
    ]
    anonymous = mmap.mmap(-1, mmap.PAGESIZE, mmap.MAP_SHARED, mmap.PROT_READ)
    quick = _listed()
    monkeypatch.setattr(os, "lstat", lambda _: (_ for _ in ()).throw(FileNotFoundError))
    thorough = _listed()

    assert quick == thorough
    assert sorted(protection for protection, name in quick if name == str(path)) == ["r--", "rw-"]
    for mapping in (*mappings, anonymous):
        mapping.close()
    os.close(reading)
    os.close(writing)


@pytest.mark.skipif(not LINUX, reason="other systems do not tell pages of files from others")
def test_own_pages_grow_as_what_is_held_grows() -> None:
    """Pages that are taken count, those of a file that is mapped do not, and a process that is gone has none."""
    before = own_pages_size(os.getpid())
    # Memory of the interpreter's own may be of pages that were taken earlier, and these are new.
    with mmap.mmap(-1, 40_000_000) as pages:
        pages.write(b"x" * len(pages))
        taken = own_pages_size(os.getpid()) - before
    size = own_pages_size(os.getpid())
    with Path(sys.executable).resolve().open("rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as mapped:
        whole = sum(mapped[::4096])
        with_file = own_pages_size(os.getpid())

    assert whole > 0
    assert taken >= 39_000_000
    assert with_file - size < 1_000_000
    assert own_pages_size(2**22 + 1) == 0


@pytest.mark.skipif(not LINUX, reason="other systems have no resident size either")
def test_all_pages_are_own_where_the_kernel_does_not_tell_them_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel whose status of a process has no such counters, as gVisor's, still has a process be larger than none."""
    whole = Path.read_text
    status = Path(f"/proc/{os.getpid()}/status")
    monkeypatch.setattr(Path, "read_text", lambda path, **_: "Name:\tpython\n" if path == status else whole(path))

    assert own_pages_size(os.getpid()) > 1_000_000


@pytest.mark.skipif(not LINUX, reason="other systems have no /proc")
@pytest.mark.parametrize("name", [b"\xff\xfe", b") Z 1 (", b"\xe4\xb8"])
def test_any_name_of_a_process_is_read_over(name: bytes) -> None:
    """A process may call itself by any bytes, such as half a character; what the kernel says of it can be read."""
    program = "import sys; open('/proc/self/comm', 'wb').write(bytes.fromhex(sys.argv[1])); print(flush=True); input()"
    with Popen([sys.executable, "-c", program, name.hex()], stdin=PIPE, stdout=PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()

        assert parent_of(process.pid) == os.getpid()
        assert start_time(process.pid) > 0
        process.communicate(b"\n")
