"""What a session holds is counted by the kernel, by pages that it has alone and pages that it shares."""

from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.proc import memory_of

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
