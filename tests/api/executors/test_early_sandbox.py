"""A sandbox that starts early is the one that is asked for, or ends with the program."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from authoring.api.executors.early_sandbox import start_sandbox, started_sandbox
from authoring.api.sandboxes import open_under
from authoring.records.evidence import Limits, Outcome
from authoring.sandbox.registry import SandboxRequest

UNUSED = "from authoring.api.executors.early_sandbox import start_sandbox; start_sandbox()"


@pytest.fixture(autouse=True)
def _end_of_what_is_left() -> Iterator[None]:
    yield
    while sandbox := started_sandbox(SandboxRequest()):
        sandbox.close()


def test_first_that_asks_gets_it() -> None:
    """The sandbox that was started is opened once, and runs cells like any other."""
    start_sandbox()
    with open_under(None, None) as sandbox, sandbox.session() as session:
        assert started_sandbox(SandboxRequest()) is None
        assert session.run("1 + 1", limits=Limits()).outcome is Outcome.OK


def test_one_waits() -> None:
    """A command that fails before it asks leaves its sandbox to the next one."""
    start_sandbox()
    start_sandbox()
    sandbox = started_sandbox(SandboxRequest())
    assert sandbox is not None
    sandbox.close()
    assert started_sandbox(SandboxRequest()) is None


@pytest.mark.parametrize(
    "request_of_another",
    [
        SandboxRequest(python=Path(sys.executable)),
        SandboxRequest(container="image"),
        SandboxRequest(command=("ssh", "host", "authoring", "serve")),
    ],
    ids=["interpreter", "container", "command"],
)
def test_other_requests_leave_it(request_of_another: SandboxRequest) -> None:
    """Whoever asks for another interpreter or another place does not get it, and it stays for others."""
    start_sandbox()
    assert started_sandbox(request_of_another) is None
    sandbox = started_sandbox(SandboxRequest())
    assert sandbox is not None
    with closing(sandbox):
        assert started_sandbox(SandboxRequest()) is None


def test_unused_ends_with_the_program(tmp_path: Path) -> None:
    """A program that starts one and asks for none leaves neither processes nor folders behind."""
    program = subprocess.run(
        [sys.executable, "-c", UNUSED],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (program.returncode, program.stderr) == (0, "")
    assert not [*tmp_path.iterdir()]
    assert not [*_processes_below(tmp_path)]


def _processes_below(folder: Path) -> Iterator[str]:
    """Yield the numbers of processes with a folder in their command line, as that of a zygote holds its own."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if str(folder).encode() in (process / "cmdline").read_bytes():
                yield process.name
        except OSError:
            continue
