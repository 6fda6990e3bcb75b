"""What verifies the jobs of a batch: threads over one sandbox of this machine, or a Dask cluster."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from authoring.api.cluster import open_cluster
from authoring.api.executors import threads_over
from authoring.api.sandboxes import default_environment, demand_of, open_sandbox
from authoring.api.verification import verify_job
from authoring.errors import UsageError
from authoring.records.evidence import Evidence
from authoring.records.job import Job, SandboxRequirements
from authoring.records.progress import NOBODY, Progress, Reporter
from authoring.sandbox.worker_cache import identity_of
from authoring.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Pool:
    """An executor, and the work that it is to do with every job."""

    executor: Executor
    requirements: SandboxRequirements
    """The sandbox that its jobs have to want."""
    work: Callable[[Job], Evidence]


def default_jobs() -> int:
    """Return how many sets run at once unless somebody says it: each takes two sessions that compute side by side."""
    # Of twelve small sets on two cores, two at once take 0.87 to 0.90 of the time that one at a time takes, and three
    # or four take no less; but times are findings (DS413), and should not tell of the neighbours. Processes in place of
    # the threads change that by no more than two rounds differ: the work is done in the sessions.
    return max(len(os.sched_getaffinity(0)) // 2, 1)


@contextmanager
def local_pool(
    workspace: Workspace | None, jobs: int, *, benchmarks: Sequence[Path] = (), reporter: Reporter = NOBODY
) -> Iterator[Pool]:
    """Run sets side by side in threads; when this is left by an exception, they are ended and not waited for.

    Args:
        workspace: the one whose settings hold.
        jobs: sets at once.
        benchmarks: the folders of those that the sets are in; their manifests may name an environment.
        reporter: told from the threads how many cells of a job have run.
    """
    with (
        open_sandbox(workspace, benchmarks=benchmarks, reporter=reporter) as sandbox,
        threads_over(sandbox, jobs) as threads,
    ):

        def work(job: Job) -> Evidence:
            def progress(cells: int, total: int) -> None:
                threads.check()
                reporter.report(Progress("dry run", cells, total, subject=job.name))

            progress(0, 0)
            return verify_job(job, sandbox=sandbox, progress=progress)

        yield Pool(threads.executor, SandboxRequirements(identity=identity_of(sandbox)), threads.stoppable(work))


@contextmanager
def cluster_pool(workspace: Workspace | None, address: str, *, benchmarks: Sequence[Path] = ()) -> Iterator[Pool]:
    """Have a Dask cluster run the sets; arguments as in `local_pool`.

    Raises:
        UsageError: the settings ask for a sandbox that workers have no means to open.
        SandboxError: the cluster is not there, or does not fit.
    """
    demand, choice = demand_of(workspace), default_environment(workspace, benchmarks)
    local_only = {"sandbox.container": demand.container, "sandbox.command": demand.command, choice.name: choice.lock}
    for name, value in local_only.items():
        if value:
            hint = (
                "The workers run cells in their own sandbox; environment.python may name an interpreter they all have."
            )
            raise UsageError(f"--cluster cannot follow {name}", hint=hint)
    requirements = SandboxRequirements(python=choice.python, minimum_level=demand.minimum_level)
    with open_cluster(address, requirements) as (executor, identified):
        yield Pool(executor, identified, verify_job)
