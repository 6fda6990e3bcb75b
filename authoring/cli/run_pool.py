"""Who does the work of ``authoring run``: threads over one sandbox of this machine, or a Dask cluster."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from authoring.api.cluster import open_cluster
from authoring.api.verification import verify_job
from authoring.cli.environments import settled_choice
from authoring.cli.isolation import demand_of, open_sandbox
from authoring.cli.sandbox_threads import threads_over
from authoring.errors import UsageError
from authoring.records.evidence import Evidence
from authoring.records.job import Job, Where
from authoring.sandbox.worker_cache import identity_of
from authoring.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Pool:
    """What verifies jobs."""

    executor: Executor
    where: Where
    """The sandbox that its jobs have to want."""
    work: Callable[[Job], Evidence]


def usual_jobs() -> int:
    """Return how many sets run at once unless somebody says it: each takes two sessions that compute side by side."""
    # Of twelve small sets on two cores, two at once take 0.87 to 0.90 of the time that one at a time takes, and three
    # or four take no less; but times are findings (DS413), and should not tell of the neighbours. Processes in place of
    # the threads change that by no more than two rounds differ: the work is done in the sessions.
    return max(len(os.sched_getaffinity(0)) // 2, 1)


@contextmanager
def local_pool(
    place: Workspace | None,
    jobs: int,
    moved: Callable[[Job, int, int], object],
    *,
    benchmarks: Sequence[Path] = (),
) -> Iterator[Pool]:
    """Run sets side by side in threads; when this is left by an exception, they are ended and not waited for.

    Args:
        place: the workspace whose settings hold.
        jobs: sets at once.
        moved: told from their threads how many cells of a job are done, and of how many.
        benchmarks: the folders of those that the sets are in; their manifests may name an environment.
    """
    with open_sandbox(place, benchmarks=benchmarks) as sandbox, threads_over(sandbox, jobs) as threads:

        def work(job: Job) -> Evidence:
            def progress(done: int, total: int) -> None:
                threads.check()
                moved(job, done, total)

            progress(0, 0)
            return verify_job(job, sandbox=sandbox, progress=progress)

        yield Pool(threads.executor, Where(identity=identity_of(sandbox)), threads.stoppable(work))


@contextmanager
def cluster_pool(place: Workspace | None, address: str, *, benchmarks: Sequence[Path] = ()) -> Iterator[Pool]:
    """Have a Dask cluster run the sets; arguments as in `local_pool`.

    Raises:
        UsageError: the settings ask for a sandbox that workers have no means to open.
        SandboxError: the cluster is not there, or does not fit.
    """
    demand, choice = demand_of(place), settled_choice(place, benchmarks)
    elsewhere = {"sandbox.container": demand.container, "sandbox.command": demand.command, choice.name: choice.lock}
    for name, value in elsewhere.items():
        if value:
            hint = (
                "The workers run cells in their own sandbox; environment.python may name an interpreter they all have."
            )
            raise UsageError(f"--cluster cannot follow {name}", hint=hint)
    where = Where(python=choice.python, least=demand.least)
    with open_cluster(address, where) as (executor, found):
        yield Pool(executor, found, verify_job)
