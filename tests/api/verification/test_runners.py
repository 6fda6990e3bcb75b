"""Checks whose jobs a real Dask cluster on the loopback runs: what this machine would have found, each set named."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from authoring.api.checks import CheckedSet, check_sets
from authoring.api.executors.cluster import open_cluster
from authoring.api.verification.runners import ClusterRunner
from authoring.api.workers import Workers
from authoring.errors import SandboxError
from authoring.records.certificate.problem import PARTS
from authoring.records.job import Job, SandboxRequirements
from authoring.records.progress import Progress, ProgressCallback
from authoring.workspace import Workspace
from tests.api.events import EventLog
from tests.api.executors.machines import Machines, machines_in, told_by, wait_for
from tests.api.twins import settled

pytestmark = pytest.mark.own_certificates
SECRET = "a-name-that-stays-here"  # noqa: S105 - the name of a folder
LAX = '''# %%
import pandas as pd

table = pd.read_csv("inputs/table.csv")

# %%
"""
question: How many rows does `table` have, as an integer?
validator:
  result:
    atol: 10
"""
len(table)

# %%
"""
question: What is the sum of `a` of `table`, as an integer?
"""
int(table["a"].sum())
'''
MENDED = LAX.replace("validator:\n  result:\n    atol: 10\n", "")
BROKEN = '# %%\n"""\nquestion: How much is `nothing`, as an integer?\n"""\nnothing + 1\n'
LONG = 40
"""Seconds that a set takes which nobody waits for."""
WORKER = """
import os, signal
from authoring.gate.certificate import lookup
lookup.certify = CERTIFY
from distributed.cli.dask_worker import main
main()
"""
"""A worker that tries answers otherwise; the sources of its program are those that all others have."""
LYING = "lambda text, **_: lookup.Certificate(draft=lookup.sha256_of(text), problems=())"
DYING = "lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)"


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Share two workers."""
    with machines_in(tmp_path_factory.mktemp("machines"), workers=2) as machines:
        yield machines


def workspace_in(folder: Path, **texts: str) -> Workspace:
    """Return a workspace with these admitted sets."""
    workspace = Workspace.create(folder)[0]
    inputs = workspace.root / "problemsets" / "_inputs" / "lax"
    inputs.mkdir(parents=True)
    (inputs / "table.csv").write_text("a\n" + "1\n2\n" * 20)
    for name, text in texts.items():
        workspace.problemset_path(name).write_text(text)
    return workspace


@pytest.fixture
def home(tmp_path: Path) -> Workspace:
    """Return a workspace with a set whose first validator lets wrong answers pass, and one that does not run."""
    return workspace_in(tmp_path / SECRET, lax=LAX, broken=BROKEN)


def checked(home: Workspace, *names: str, **options: Any) -> tuple[CheckedSet, ...]:
    """Check sets, all of them unless they are named."""
    return check_sets(names or ("lax", "broken"), workspace=home.root, **options)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("parts", "activities"),
    [(("answers", "alignment"), set()), (PARTS, {"probing lax", "varying what surrounds lax"})],
)
def test_cluster_finds_what_this_machine_finds(
    machines: Machines, home: Workspace, cli: Callable[..., Any], parts: tuple[str, ...], activities: set[str]
) -> None:
    """In the order of the names; what came back is known here the next time, whoever runs it."""
    log = EventLog()
    there = checked(home, parts=parts, cluster=machines.address, reporter=log)
    known = checked(home, parts=parts)
    options = ("--part", ",".join(parts), "--workspace", home.root, "--cluster", machines.address, "--json")
    printed = cli("check", "lax", "broken", *options)
    here = checked(home, parts=parts, fresh=True)

    assert settled(there, home) == settled(here, home)
    assert [(result.name, result.since) for result in there] == [("lax", None), ("broken", None)]
    assert there[0].certificate is not None
    assert there[0].certificate.parts == parts
    assert {finding.code for finding in there[0].findings} >= {"DS601"}
    # A run that ends with an error of the code is kept as well.
    assert all(result.since for result in known)
    assert settled(printed.json, home) == settled(known, home)
    activities = {"running lax", "running broken", "trying answers on lax", *activities}
    assert activities <= {event.activity for event in log.events if isinstance(event, Progress)}


@pytest.mark.exhaustive
def test_workers_mend(machines: Machines, home: Workspace) -> None:
    """The mended text is what this machine would have written."""
    options = {"parts": ["answers"], "fix_as": "Ann"}
    path = home.root / "lax.py"
    path.write_text(LAX)
    inputs = home.root / "_inputs" / "lax"
    inputs.mkdir(parents=True)
    (inputs / "table.csv").write_text("a\n" + "1\n2\n" * 20)
    (there,) = checked(home, str(path), cluster=machines.address, **options)

    assert path.read_text() == MENDED
    assert ([mend.number for mend in there.mends], there.written_to, there.failure) == ([1], "file", "")


@pytest.mark.exhaustive
@pytest.mark.slow
def test_what_is_known_is_not_sent(home: Workspace, machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an edited set, the problems that are unchanged are not examined again, there or here."""
    sent: list[tuple[str, tuple[int, ...]]] = []
    examine = ClusterRunner.examine

    def noting(runner: ClusterRunner, job: Job, **options: Any) -> object:
        sent.append((options["part"], tuple(sorted(options["numbers"]))))
        return examine(runner, job, **options)

    options = {"cluster": machines.address, "quick": True}
    (first,) = checked(home, "lax", **options)
    home.problemset_path("lax").write_text(LAX.replace("What is the sum", "How much is the sum"))
    with monkeypatch.context() as context:
        context.setattr(ClusterRunner, "examine", noting)
        checked(home, "lax", **options)

    assert first.certificate is not None
    assert first.certificate.is_quick
    assert sent == [("answers", (2,))]


def waiting_job(job: Job, *, progress: ProgressCallback, folder: str) -> str:
    """On a worker: tell a first step, and go on when somebody has heard of it."""
    progress(1, 3)
    wait_for(Path(folder, "heard").exists)
    progress(3, 3)
    return job.name


@pytest.mark.slow
def test_progress_is_told_while_a_worker_is_at_work(machines: Machines, tmp_path: Path) -> None:
    """And not only when it is done."""
    steps: list[tuple[int, int]] = []

    def on_step(done: int, total: int) -> None:
        steps.append((done, total))
        (tmp_path / "heard").touch()

    with open_cluster(machines.address, SandboxRequirements()) as (executor, where):
        runner = ClusterRunner(Workers(executor, where))
        run = partial(runner._run, waiting_job, folder=str(tmp_path))  # noqa: SLF001 - any work will do
        assert run(Job(name="a", text=""), on_step) == "a"

    assert steps[0] == (1, 3)


@pytest.mark.parametrize(
    ("certify", "workers", "message"),
    [
        (LYING, 1, "a worker gave no right result: nothing of problem 1, whose reference ran well before came back"),
        ("None", 1, "a worker failed at it: TypeError: 'NoneType' object is not callable"),
        # As many as Dask lets die of one job before it gives that up.
        (DYING, 4, "each worker that was to run it died: KilledWorker: "),
    ],
    ids=["lying", "failing", "dying"],
)
@pytest.mark.exhaustive
def test_broken_worker_is_told(home: Workspace, tmp_path: Path, certify: str, workers: int, message: str) -> None:
    """What it gives passes for no result, and is not known the next time; the set is named."""
    with machines_in(tmp_path, workers=0) as machines:
        for _ in range(workers):
            machines.join("-c", WORKER.replace("CERTIFY", certify))
        machines.wait(workers)
        (lax,) = checked(home, "lax", parts=["answers"], cluster=machines.address)
    (again,) = checked(home, "lax", parts=["answers"])

    assert (lax.failure[: len(message)], lax.evidence, lax.failure_code) == (message, None, SandboxError.exit_code)
    assert again.certificate is not None
    assert [problem.number for problem in again.certificate.problems] == [1, 2]


@pytest.mark.exhaustive
def test_set_of_a_dead_worker_is_tried_elsewhere(home: Workspace, tmp_path: Path) -> None:
    """A worker that ends while it tries answers takes no set with it: the next worker that comes tries them."""
    with machines_in(tmp_path, workers=0) as machines:
        dying = machines.join("-c", WORKER.replace("CERTIFY", DYING))
        machines.wait(1)

        def follow() -> None:
            dying.wait()
            machines.join()

        threading.Thread(target=follow, daemon=True).start()
        lax, broken = checked(home, parts=["answers"], cluster=machines.address)

    assert dying.returncode == -signal.SIGKILL
    assert (lax.failure, broken.failure) == ("", "")
    assert lax.certificate is not None
    assert [problem.number for problem in lax.certificate.problems] == [1, 2]


@pytest.mark.exhaustive
def test_interrupt_gives_up_what_the_cluster_has(home: Workspace, tmp_path: Path) -> None:
    """^C waits for no worker: what it has begun is given up, and the cluster is free again."""
    home.problemset_path("long").write_text(f"# %%\nimport time\n\ntime.sleep({LONG})\n\n{BROKEN}")
    with machines_in(tmp_path, workers=1) as machines, told_by(machines.address) as client:

        def interrupt() -> None:
            wait_for(lambda: any(client.processing().values()))
            # As from a terminal: to the process, and so to its main thread.
            os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=interrupt, daemon=True).start()
        with pytest.raises(KeyboardInterrupt):
            checked(home, "long", cluster=machines.address)
        wait_for(lambda: not any(client.processing().values()))
        assert machines.workers[0].poll() is None


def test_no_cluster_is_told(home: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything runs."""
    monkeypatch.setattr("authoring.api.executors.cluster.CONNECT_TIME", 0.5)
    with pytest.raises(SandboxError, match=r"there is no Dask scheduler at tcp://127\.0\.0\.1:1"):
        checked(home, cluster="tcp://127.0.0.1:1")
