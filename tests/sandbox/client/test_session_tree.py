"""A session and its branches live and end together, each in a working directory of its own."""

import time
from pathlib import Path

from authoring.records.evidence import CellRun, Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.client.session import LocalSession
from authoring.sandbox.port import Session
from authoring.sandbox.proc import is_alive

LIMITS = Limits(max_time=20)


def text_of(run: CellRun) -> str:
    """Return what a cell's value looks like."""
    assert run.value is not None
    return run.value.text


def files_of(session: Session) -> str:
    """Return the names of the files in a session's working directory."""
    return text_of(session.run("import os\nsorted(os.listdir())", limits=LIMITS))


def gone(session: LocalSession) -> bool:
    """Wait until a session's process has ended, or for a minute."""
    deadline = time.monotonic() + 60
    while is_alive(session.number) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not is_alive(session.number)


def test_a_branch_outlives_its_origin(local: LocalSandbox) -> None:
    """Closing one member ends that one alone; with the last one nothing is left."""
    session = local.session()
    session.run("x = 1", limits=LIMITS)
    branch = session.branch()
    session.close()

    assert text_of(branch.run("x + 1", limits=LIMITS)) == "2"
    assert gone(session)
    branch.close()
    assert gone(branch)


def test_files_are_each_members_own(local: LocalSandbox, tmp_path: Path) -> None:
    """A branch begins with what was written, inputs included, and neither sees what the other writes later."""
    table = tmp_path / "t.csv"
    table.write_text("x\n1\n")
    with local.session(inputs=[table]) as session:
        session.run("open('a', 'w').close()", limits=LIMITS)
        with session.branch() as branch:
            branch.run("open('b', 'w').close()", limits=LIMITS)
            session.run("open('c', 'w').close()", limits=LIMITS)

            assert files_of(branch) == "['a', 'b', 'inputs']"
            assert text_of(branch.run("open('inputs/t.csv').read()", limits=LIMITS)) == "'x\\n1\\n'"
        assert files_of(session) == "['a', 'c', 'inputs']"
