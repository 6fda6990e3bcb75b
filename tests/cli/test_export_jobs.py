"""``authoring export --jobs``: sets side by side give the same folder, and end together."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

from authoring.workspace import Workspace
from tests.admitted_sets import put_set
from tests.cli.test_run import children, gone

Cli = Callable[..., Any]
WAITING = '# %%\nimport time\ntime.sleep(SECONDS)\n\n# %%\n"""\nquestion: How much is 1 + 1?\n"""\n1 + 1\n'


def waiting(workspace: Workspace, **seconds: float) -> None:
    """Write sets that take so long, each with a file of data."""
    for name, time_taken in seconds.items():
        data = workspace.root / "t.csv"
        data.write_text("a\n1\n")
        put_set(workspace, name, WAITING.replace("SECONDS", str(time_taken)), [data])


def start(workspace: Workspace, out: Path, jobs: int) -> "subprocess.Popen[str]":
    """Start an export."""
    command = [sys.executable, "-m", "authoring", "export", "jupyter", str(out), "--jobs", str(jobs)]
    # A shell without job control starts programs that it puts aside with ^C turned off.
    return subprocess.Popen(
        command,
        cwd=workspace.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509 - nothing else runs
    )


def at_work(process: int) -> set[int]:
    """Return the processes of a sandbox once its sessions are open; what only tries the machine out ends sooner."""
    limit, before, lasting = time.monotonic() + 60, set[int](), set[int]()
    while len(lasting) < 4:
        assert time.monotonic() < limit
        time.sleep(1)
        now = children(process)
        before, lasting = now, before & now
    return lasting


def ended(program: "subprocess.Popen[str]") -> tuple[str, str]:
    """Return what a program says until it ends, which is long before the longest cell does."""
    try:
        return program.communicate(timeout=40)
    finally:
        program.kill()


def test_jobs_of_no_number_are_refused(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """Nothing can be played by nobody."""
    answer = cli("export", "jupyter", tmp_path / "out", "--jobs", "0", "--workspace", bare.root)

    assert answer.code == 2
    assert "--jobs" in answer.err
    assert not (tmp_path / "out").exists()


@pytest.mark.exhaustive
def test_sets_at_once_give_the_same_folder(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """One at a time or three at a time: the same files, the same findings in the same order."""
    waiting(bare, a=1, c=0.5)
    for name in "bd":
        put_set(bare, name, WAITING.replace("SECONDS", "0").replace("\n1 + 1", "\n1 / 0"))
    options = ["--allow", "DS751", "--workspace", bare.root, "--json"]
    one, three = (cli("export", "jupyter", tmp_path / jobs, "--jobs", jobs, *options).json for jobs in "13")

    assert [finding["path"] for finding in one["findings"]] == ["b.py", "d.py"]
    assert {**one, "folder": ""} == {**three, "folder": ""}
    for file in one["files"]:
        assert (tmp_path / "1" / file).read_bytes() == (tmp_path / "3" / file).read_bytes()


@pytest.mark.exhaustive(most=1)
@pytest.mark.parametrize("jobs", [1, 2])
def test_failure_of_the_sandbox_ends_all(bare: Workspace, tmp_path: Path, jobs: int) -> None:
    """A set whose data lead nowhere by now is told at once, whatever runs beside it; nothing is written or stays."""
    waiting(bare, a=12, c=0)
    if jobs > 1:
        waiting(bare, b=50)
    program = start(bare, tmp_path / "out", jobs)
    left = at_work(program.pid)
    data = bare.problemset_path("c").parent / "_inputs" / "c" / "t.csv"
    data.unlink()
    data.symlink_to("nowhere")
    _, err = ended(program)

    assert program.returncode == 7
    assert "t.csv" in err
    assert "Traceback" not in err
    assert not (tmp_path / "out").exists()
    assert gone(left)


@pytest.mark.exhaustive(most=1)
@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupt_stops_at_once(bare: Workspace, tmp_path: Path, jobs: int) -> None:
    """^C waits for no cell, writes nothing, and leaves no process behind."""
    waiting(bare, a=50, b=50, c=50)
    program = start(bare, tmp_path / "out", jobs)
    left = at_work(program.pid)
    program.send_signal(signal.SIGINT)
    _, err = ended(program)

    assert program.returncode == 130
    assert "Traceback" not in err
    assert not (tmp_path / "out").exists()
    assert gone(left)


@pytest.mark.exhaustive
def test_bar_counts_the_sets_that_are_done(bare: Workspace, tmp_path: Path) -> None:
    """On a terminal, whichever of several sets ends first."""
    waiting(bare, a=4, b=0, c=0)
    program = pexpect.spawn(
        sys.executable,
        ["-m", "authoring", "export", "jupyter", str(tmp_path / "out"), "--jobs", "2"],
        cwd=str(bare.root),
        env={**os.environ, "COLUMNS": "80", "LINES": "30", "TERM": "xterm", "NO_COLOR": "1"},
        dimensions=(30, 80),
        encoding="utf-8",
        timeout=60,
    )
    program.expect("Exporting to jupyter[^\n]* 0/3")
    program.expect("Exporting to jupyter[^\n]* 2/3")
    program.expect("3 problem sets, ")
    program.expect(pexpect.EOF)
    program.close()

    assert program.exitstatus == 0
