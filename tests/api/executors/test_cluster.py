"""A real Dask scheduler and real workers on the loopback: the same jobs, each told once, whatever dies on the way."""

import gc
import os
import pickle
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import distributed
import pytest

import authoring
from authoring.api.executors import cluster
from authoring.api.executors.cluster import open_cluster
from authoring.api.verification import verify_many
from authoring.errors import SandboxError, UsageError
from authoring.records.evidence import Limits
from authoring.records.job import Job, JobInput, JobResult, SandboxRequirements
from authoring.workspace import Workspace
from authoring.workspace.cache import RunCache
from authoring.workspace.files import sha256_of_file
from tests.api.executors.machines import Machines, machines_in, told_by, wait_for

TEXT = '''# %%
import time

import pandas as pd

time.sleep(SECONDS)
table = pd.read_csv("inputs/table.csv")

# %%
"""
question: How many rows does `table` have, and then some?
validator:
  result:
"""
len(table) + NUMBER
'''
LIMITS = Limits(max_time=60, max_memory=600)
LONG = 40
"""Seconds, where a job shall not be done before something else has happened; no test waits for it."""
SECRET = "sk-not-to-leave-this-machine"  # noqa: S105 - made up for the test
BLOCKED = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "authoring":
            raise ModuleNotFoundError("No module named 'authoring'", name="authoring")

sys.meta_path.insert(0, Blocked())
from distributed.cli.dask_worker import main
main()
"""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Share two workers among tests that leave them as they are."""
    with machines_in(tmp_path_factory.mktemp("machines"), workers=2) as machines:
        yield machines


@pytest.fixture
def table(tmp_path: Path) -> JobInput:
    """Return a file."""
    path = tmp_path / "secret-project" / "table.csv"
    path.parent.mkdir()
    path.write_text("a\n1\n2\n")
    return JobInput(name=path.name, sha256=sha256_of_file(path), size=6, path=str(path))


def jobs_of(table: JobInput, where: SandboxRequirements, count: int, seconds: float = 0) -> list[Job]:
    """Return jobs that differ in a number."""
    return [
        Job(
            name=str(number),
            text=TEXT.replace("SECONDS", str(seconds)).replace("NUMBER", str(number)),
            inputs=(table,),
            limits=LIMITS,
            requirements=where,
        )
        for number in range(count)
    ]


class OneDone(Executor):
    """Hands jobs on to another executor: one that takes no time, and once it is done, others that take LONG.

    Which of the jobs that it has a cluster begins with is its own affair.
    """

    def __init__(self, executor: Executor, table: JobInput, where: SandboxRequirements) -> None:
        self._executor = executor
        self._first = jobs_of(table, where, 1)
        self._others = jobs_of(table, where, 20, seconds=LONG)[1:]
        self._handed: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Hand it on."""
        self._handed.append(self._executor.submit(fn, *args, **kwargs))
        return self._handed[-1]

    def jobs(self, then: Callable[[], object]) -> Iterator[Job]:
        """Give the jobs; when all of them are handed on, do something."""
        yield from self._first
        wait(self._handed)
        yield from self._others
        then()


def answers(done: list[JobResult]) -> dict[str, str]:
    """Return the value of each set's last cell."""
    found = {}
    for each in done:
        run = each.evidence.dry_run if each.evidence else None
        value = run.cells[-1].run.value if run else None
        found[each.job.name] = value.text if value else str(each.failure)
    return found


def children(process: int) -> set[int]:
    """Return what a process has started, and what that has started, and so on."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(path.name)] = int((path / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found, new = set[int](), {process}
    while new:
        new = {child for child, parent in parents.items() if parent in new}
        found |= new
    return found


@pytest.mark.exhaustive
@pytest.mark.slow
def test_cluster_gives_what_this_machine_gives(shared: Machines, table: JobInput, tmp_path: Path) -> None:
    """Each job is told once with the right evidence; what the workers are decides what is unchanged the next time."""
    first, second = list[JobResult](), list[JobResult]()
    cache = RunCache(tmp_path / "run")
    with open_cluster(shared.address, SandboxRequirements()) as (executor, where):
        verify_many(jobs_of(table, where, 6), executor=executor, on_done=first.append, cache=cache)
        verify_many(jobs_of(table, where, 6), executor=executor, on_done=second.append, cache=cache)

    assert len(first) == 6
    assert answers(first) == {str(number): str(number + 2) for number in range(6)}
    assert all(each.evidence and not each.evidence.errors for each in first)
    assert all(each.since for each in second)
    assert sorted(each.job.name for each in second) == sorted(each.job.name for each in first)
    # The file stood nowhere but here.
    assert not any("secret-project" in repr(each.evidence) for each in first)


@pytest.mark.exhaustive
def test_killed_worker_loses_nothing(tmp_path: Path, table: JobInput) -> None:
    """SIGKILL to one of two workers while both are at work: every job is told once, and nothing of the dead is left."""
    done: list[JobResult] = []
    left = set[int]()
    with machines_in(tmp_path, workers=2) as machines:

        def on_done(each: JobResult) -> None:
            done.append(each)
            if len(done) == 2:
                left.update(children(machines.workers[0].pid))
                machines.workers[0].kill()

        with open_cluster(machines.address, SandboxRequirements()) as (executor, where):
            verify_many(jobs_of(table, where, 12, seconds=0.5), executor=executor, on_done=on_done)
        assert left
        wait_for(lambda: not any(Path(f"/proc/{process}").exists() for process in left))

    assert len(done) == 12
    assert answers(done) == {str(number): str(number + 2) for number in range(12)}


@pytest.mark.exhaustive
def test_worker_that_joins_helps(tmp_path: Path, table: JobInput) -> None:
    """With its only worker dead, work goes on when another one comes."""
    done: list[JobResult] = []
    with machines_in(tmp_path, workers=1) as machines:

        def on_done(each: JobResult) -> None:
            done.append(each)
            if len(done) == 1:
                machines.workers[0].kill()
                machines.join()

        with open_cluster(machines.address, SandboxRequirements()) as (executor, where):
            verify_many(jobs_of(table, where, 5, seconds=0.2), executor=executor, on_done=on_done)

    assert len(done) == 5
    assert answers(done) == {str(number): str(number + 2) for number in range(5)}


@pytest.mark.exhaustive
def test_lost_scheduler_fails_each_job_once(tmp_path: Path, table: JobInput, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done stays done; each of the others is told as not done."""
    import dask  # noqa: PLC0415 - the extra

    done: list[JobResult] = []
    with machines_in(tmp_path, workers=1) as machines:
        assert machines.scheduler is not None

        monkeypatch.setattr(cluster, "GOODBYE_TIME", 1.0)
        with (
            dask.config.set({"distributed.comm.timeouts.connect": "5s"}),
            open_cluster(machines.address, SandboxRequirements()) as (executor, where),
        ):
            ours = OneDone(executor, table, where)
            verify_many(ours.jobs(then=machines.scheduler.kill), executor=ours, on_done=done.append)

    assert sorted((each.job.name for each in done), key=int) == [str(number) for number in range(20)]
    assert (done[0].job.name, done[0].failure) == ("0", None)
    assert {type(each.failure) for each in done[1:]} == {SandboxError}


@pytest.mark.exhaustive
def test_data_go_once_to_each_worker(shared: Machines, tmp_path: Path) -> None:
    """Two large files and many jobs: the files leave here once, and each worker is given each of them once at most."""
    files = []
    for name in ("one.csv", "table.csv"):
        path = tmp_path / name
        path.write_text(f"{name}\n" + "1\n" * 6_000_000)
        files.append(JobInput(name=name, sha256=sha256_of_file(path), size=path.stat().st_size, path=str(path)))
    done: list[JobResult] = []
    with open_cluster(shared.address, SandboxRequirements()) as (executor, where):
        jobs = [job.model_copy(update={"inputs": tuple(files)}) for job in jobs_of(files[1], where, 8)]
        with told_by(shared.address) as client:
            before = client.run(taken_in)
            verify_many(jobs, executor=executor, on_done=done.append)
            after = client.run(taken_in)
        assert len(executor._contents) == 2  # noqa: SLF001 - what it holds
    taken = {worker: after[worker] - before[worker] for worker in after}

    assert answers(done) == {str(number): str(number + 6_000_000) for number in range(8)}
    assert all(bytes_taken <= sum(file.size for file in files) * 1.01 for bytes_taken in taken.values())


def taken_in(dask_worker: Any) -> int:
    """On a worker: return how many bytes it was given by other workers."""
    return int(sum(each["total"] for each in dask_worker.transfer_incoming_log))


@contextmanager
def overheard(address: str) -> Iterator[tuple[str, bytearray]]:
    """Give an address that leads to another, and all bytes that are sent there."""
    host, _, port = address.removeprefix("tcp://").partition(":")
    heard, listening = bytearray(), socket.create_server(("127.0.0.1", 0))

    def pass_on(source: socket.socket, target: socket.socket, *, listen: bool) -> None:
        try:
            while data := source.recv(1 << 16):
                if listen:
                    heard.extend(data)
                target.sendall(data)
        except OSError:
            pass
        target.close()

    def serve() -> None:
        try:
            while True:
                near, _ = listening.accept()
                far = socket.create_connection((host, int(port)))
                for pair, listen in (((near, far), True), ((far, near), False)):
                    threading.Thread(target=pass_on, args=pair, kwargs={"listen": listen}, daemon=True).start()
        except OSError:
            return

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"tcp://127.0.0.1:{listening.getsockname()[1]}", heard
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()


@pytest.mark.exhaustive
@pytest.mark.slow
def test_nothing_but_jobs_leaves(shared: Machines, table: JobInput, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all bytes sent to the cluster, none tell an environment variable or where files stand; the data are there."""
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    done: list[JobResult] = []
    with (
        overheard(shared.address) as (address, heard),
        open_cluster(address, SandboxRequirements()) as (executor, where),
    ):
        verify_many(jobs_of(table, where, 2), executor=executor, on_done=done.append)

    assert answers(done) == {"0": "2", "1": "3"}
    assert b"How many rows" in heard
    assert b"a\n1\n2\n" in heard
    assert SECRET.encode() not in heard
    assert b"secret-project" not in heard
    for name in ("HOME", "PATH"):
        assert os.environ[name].encode() not in heard


def refused(address: str, where: SandboxRequirements = SandboxRequirements()) -> SandboxError:  # noqa: B008 - frozen
    """Return why a cluster is not worked with."""
    with pytest.raises(SandboxError) as caught, open_cluster(address, where):
        pytest.fail("it was let in")
    return caught.value


@pytest.mark.exhaustive
def test_worker_without_the_package_is_told(tmp_path: Path) -> None:
    """Before any job is sent, with what to install."""
    with machines_in(tmp_path, workers=1) as machines:
        machines.join("-c", BLOCKED)
        machines.wait(2)
        refusal = refused(machines.address)

    assert re.search(r"the worker tcp:.* cannot take jobs: .*No module named .*authoring", refusal.message)
    assert "Install dseal-authoring" in refusal.hint


@pytest.mark.exhaustive
def test_worker_with_another_program_is_told(tmp_path: Path) -> None:
    """One changed line of the program that decides results is another program."""
    shutil.copytree(Path(authoring.__file__).parent, tmp_path / "other" / "authoring")
    with (tmp_path / "other" / "authoring" / "weak.py").open("a") as file:
        file.write("\n")
    with machines_in(tmp_path, workers=1) as machines:
        path = os.pathsep.join((str(tmp_path / "other"), os.environ.get("PYTHONPATH", "")))
        machines.join(PYTHONPATH=path)
        machines.wait(2)
        refusal = refused(machines.address)

    assert re.fullmatch(r"the worker tcp://\S+ has authoring .*, and here is authoring .*", refusal.message)


@pytest.mark.slow
def test_interpreter_that_workers_lack_is_told(shared: Machines) -> None:
    """What the settings ask for and a worker has not is said of that worker."""
    refusal = refused(shared.address, SandboxRequirements(python="/opt/none"))

    assert re.fullmatch(r"the worker tcp://\S+: there is no Python interpreter at /opt/none", refusal.message)


@pytest.mark.exhaustive
def test_cluster_without_workers_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for ever."""
    monkeypatch.setattr(cluster, "CONNECT_TIME", 5.0)
    with machines_in(tmp_path, workers=0) as machines:
        assert "no workers" in refused(machines.address).message


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "ftp://127.0.0.1:1"])
def test_no_scheduler_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address that leads nowhere, or is none."""
    monkeypatch.setattr(cluster, "CONNECT_TIME", 0.5)
    assert f"there is no Dask scheduler at {address}" in refused(address).message


@pytest.mark.exhaustive
def test_client_that_could_not_connect_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """None is left to the garbage collector, which may close it while the next one starts, and both wait for ever."""
    monkeypatch.setattr(cluster, "CONNECT_TIME", 0.5)
    gc.collect()
    before = {id(client) for client in gc.get_objects() if isinstance(client, distributed.Client)}
    refused("nowhere")
    clients = [client for client in gc.get_objects() if isinstance(client, distributed.Client)]

    assert {client.status for client in clients if id(client) not in before} <= {"closed"}


def test_extra_that_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the command that installs it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError) as caught, open_cluster("tcp://127.0.0.1:1", SandboxRequirements()):
        pytest.fail("it was let in")

    assert "pip install 'dseal-authoring[cluster]'" in caught.value.hint


@pytest.mark.slow
def test_file_that_changed_is_not_sent(shared: Machines, table: JobInput) -> None:
    """The job says what its data are; other data under its name would be another job. The other jobs go on."""
    gone = table.model_copy(update={"path": table.path + ".gone", "sha256": "0" * 64})
    done: list[JobResult] = []
    with open_cluster(shared.address, SandboxRequirements()) as (executor, where):
        Path(table.path).write_text("b\n")
        jobs = [
            *jobs_of(table, where, 1),
            *jobs_of(gone, where, 1),
            Job(name="well", text="# %%\nx = 1\n", requirements=where),
        ]
        verify_many(jobs, executor=executor, on_done=done.append)
    said = [each.failure.message if each.failure else "well" for each in done]

    assert sum("has changed since" in message for message in said) == 1
    assert sum("cannot be read" in message for message in said) == 1
    assert "well" in said


@pytest.mark.exhaustive
def test_interrupt_gives_up_what_the_cluster_has(tmp_path: Path, table: JobInput) -> None:
    """^C waits for no worker: all that is not done is given up, and the cluster is free again."""
    done: list[JobResult] = []
    # Machines of its own: a thread of theirs goes on with what was given up.
    with machines_in(tmp_path, workers=2) as machines, told_by(machines.address) as client:

        def interrupt() -> None:
            wait_for(lambda: all(client.processing().values()))
            signal.raise_signal(signal.SIGINT)

        with open_cluster(machines.address, SandboxRequirements()) as (executor, where):
            ours = OneDone(executor, table, where)
            with pytest.raises(KeyboardInterrupt):
                verify_many(ours.jobs(then=interrupt), executor=ours, on_done=done.append)
            wait_for(lambda: not any(client.processing().values()))

    assert [each.job.name for each in done] == ["0"]


@pytest.mark.exhaustive
def test_command_runs_on_a_cluster(table: JobInput, tmp_path: Path) -> None:
    """`authoring run --cluster`: ^C gives up what is not done, tells and keeps what is; a later run here goes on."""
    root = Workspace.create(tmp_path / "bench")[0].root
    (root / "problemsets" / "_inputs").mkdir()
    for job, seconds in zip(jobs_of(table, SandboxRequirements(), 3), (0, LONG, LONG), strict=True):
        shutil.copytree(Path(table.path).parent, root / "problemsets" / "_inputs" / job.name)
        text = job.text.replace("time.sleep(0)", f"time.sleep({seconds})")
        (root / "problemsets" / f"{job.name}.py").write_text(text)
    with machines_in(tmp_path, workers=0) as machines:
        # All three are at work together: which of them a cluster begins with is its own affair.
        worker = machines.join(threads=3)
        machines.wait(1)
        command = [sys.executable, "-m", "authoring", "run", "--all", "--cluster", machines.address]
        program = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert program.stdout is not None
        assert program.stdout.readline().startswith("0 ")
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=120)
        for path in (root / "problemsets").glob("[12].py"):
            path.write_text(path.read_text().replace(f"sleep({LONG})", "sleep(0)"))
        # Its threads go on with what was given up.
        worker.kill()
        machines.wait(0)
        machines.join()
        machines.wait(1)
        after = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)

    assert program.returncode == 130, err
    assert "stopped after 1 of 3 sets; 1 set run; no findings" in out
    assert "2 sets run; 1 set unchanged" in after.stdout


def test_errors_cross_processes() -> None:
    """An error that a worker raises arrives with its hint."""
    error = pickle.loads(pickle.dumps(SandboxError("what", hint="how")))  # noqa: S301 - our own bytes

    assert (error.message, error.hint) == ("what", "how")
