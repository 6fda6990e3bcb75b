"""The sandbox that a worker process keeps: one for all jobs, and gone with the process."""

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

import authoring
from authoring.records.evidence import Limits
from authoring.records.job import SandboxRequirements
from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.worker_cache import cached_sandbox, identity_of, program

LIMITS = Limits()
LEAVES = """
import json
from authoring.records.job import SandboxRequirements
from authoring.records.evidence import Limits
from authoring.sandbox.worker_cache import cached_sandbox

with cached_sandbox(SandboxRequirements()).session() as session:
    session.run("x = 1", limits=Limits())
print("ran", flush=True)
"""


def children(process: int) -> set[int]:
    """Return what a process has started, and what that has started, and so on."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(path.name)] = int((path / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    processes, new = set[int](), {process}
    while new:
        new = {child for child, parent in parents.items() if parent in new}
        processes |= new
    return processes


def work(_: int) -> tuple[int, int, list[int]]:
    """In a worker: run something in the kept sandbox; return this process, the sandbox, and what it has started."""
    sandbox = cached_sandbox(SandboxRequirements())
    with sandbox.session() as session:
        session.run("x = 1", limits=LIMITS)
    return os.getpid(), id(sandbox), sorted(children(os.getpid()))


def gone(processes: set[int]) -> bool:
    """Wait for processes to end, a minute at most."""
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        if not any(Path(f"/proc/{process}").exists() for process in processes):
            return True
        time.sleep(0.05)
    return False


def test_sandbox_is_kept_by_what_is_wanted() -> None:
    """Jobs that want the same get the same; another interpreter is another sandbox."""
    retained = cached_sandbox(SandboxRequirements())

    assert cached_sandbox(SandboxRequirements(identity="whatever")) is retained
    assert cached_sandbox(SandboxRequirements(python=sys.executable)) is not retained


def test_worker_keeps_one_and_takes_it_along() -> None:
    """Four jobs in one worker process use one sandbox; when the pool ends, nothing of it is left."""
    identity = id(cached_sandbox(SandboxRequirements()))
    with ProcessPoolExecutor(1) as pool:
        identities = list(pool.map(work, range(4)))
    workers, sandboxes = {worker for worker, _, _ in identities}, {sandbox for _, sandbox, _ in identities}

    assert len(workers) == len(sandboxes) == 1
    assert os.getpid() not in workers
    assert sandboxes != {identity}
    assert identities[-1][2]
    assert gone({process for _, _, processes in identities for process in processes})


@pytest.mark.exhaustive
def test_process_that_ends_takes_it_along() -> None:
    """Without anybody closing it, and without a word."""
    completed = subprocess.run([sys.executable, "-c", LEAVES], capture_output=True, text=True, check=True)

    assert (completed.stdout, completed.stderr) == ("ran\n", "")


def test_identity_tells_program_and_sandbox() -> None:
    """Two sandboxes of one machine are one; the version and the sources of the program are told, and the level."""
    sandbox = LocalSandbox()

    assert identity_of(sandbox) == identity_of(cached_sandbox(SandboxRequirements()))
    assert identity_of(sandbox).startswith(program())
    assert Level(identity_of(sandbox).split()[-1]) is sandbox.protection.level


@pytest.mark.exhaustive
def test_program_is_told_by_its_sources(tmp_path: Path) -> None:
    """A copy is the same program until one line of it changes; the command line's own lines do not count."""
    home, source = (
        Path(authoring.__file__).parent,
        "from authoring.sandbox.worker_cache import program; print(program())",
    )
    copy = tmp_path / "authoring"
    shutil.copytree(home, copy)

    def told() -> str:
        # The folder in which it is started comes first on its path.
        return subprocess.run(
            [sys.executable, "-c", source], cwd=tmp_path, capture_output=True, text=True, check=True
        ).stdout.strip()

    first = told()
    (copy / "cli" / "main.py").write_text("changed = True\n")
    same = told()
    (copy / "errors.py").write_text((copy / "errors.py").read_text() + "\n")

    assert same == first
    assert told() != first
