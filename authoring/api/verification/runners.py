"""What a check does with the jobs of sets, here or by a cluster: it verifies them, examines parts of them, mends them.

Caches stay with whoever asks: a job is run where nothing is known of it, and what comes back is held against the job.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from authoring.api.executors.threads import default_jobs
from authoring.api.sandboxes import open_sandbox
from authoring.api.trust import UNKNOWN_CODE, CodeOrigin
from authoring.api.verification import verify_job
from authoring.api.workers import Workers, open_workers
from authoring.dseal.parse import parse
from authoring.errors import AuthoringError, SandboxError
from authoring.gate.certificate.lookup import examine_part, problem_keys
from authoring.gate.mending.mend import MendingResult, mended
from authoring.records.base import sha256_of
from authoring.records.certificate.problem import Certificate, Part, ProblemCertificate
from authoring.records.evidence import Evidence, Pins
from authoring.records.job import Job, SandboxRequirements
from authoring.records.progress import NOBODY, ProgressCallback, Reporter
from authoring.sandbox.port import Sandbox
from authoring.sandbox.worker_cache import identity_of, required_sandbox
from authoring.workspace import Workspace

SETS_PER_THREAD = 2
"""Sets under way for each thread of the workers: none waits while this machine looks at what came back."""
R = TypeVar("R")


def examine_job(
    job: Job,
    *,
    part: Part,
    numbers: Collection[int],
    quick: bool,
    progress: ProgressCallback,
    sandbox: Sandbox | None = None,
) -> tuple[ProblemCertificate, ...]:
    """Look at a part of a job's problems, in the sandbox that is given or in the one that this process keeps.

    Raises:
        SandboxError: the sandbox failed, or is not the one that the job wants.
    """
    sandbox = required_sandbox(job.requirements) if sandbox is None else sandbox
    return examine_part(job, part=part, numbers=numbers, quick=quick, sandbox=sandbox, progress=progress)


def mend_job(
    job: Job, *, certificate: Certificate, progress: ProgressCallback, sandbox: Sandbox | None = None
) -> MendingResult:
    """Mend what a certificate has against a job's set, in a sandbox as in `examine_job`.

    Raises:
        SandboxError: the sandbox failed, or is not the one that the job wants.
    """
    return mended(
        job.text,
        certificate,
        inputs=job.files,
        limits=job.limits,
        sandbox=required_sandbox(job.requirements) if sandbox is None else sandbox,
        dialect=job.dialect,
        progress=progress,
    )


class JobRunner(Protocol):
    """Runs a check's jobs, each for a thread that waits for it; raises a `SandboxError` where it cannot."""

    requirements: SandboxRequirements
    """The sandbox that jobs have to want."""
    capacity: int
    """Sets that are under way at once, unless somebody says it: half as many as there are processors, or twice as many
    as the workers of a cluster have threads."""

    def prepare(self) -> None:
        """Begin what takes a while before a session can be opened, and do not wait for it."""
        ...

    def verify(self, job: Job, progress: ProgressCallback) -> Evidence:
        """Lint a set and run it; see `verify_job`."""
        ...

    def examine(
        self,
        job: Job,
        *,
        part: Part,
        numbers: Collection[int],
        quick: bool,
        progress: ProgressCallback,
        due: Collection[int] = (),
    ) -> Sequence[ProblemCertificate]:
        """Look at a part of some problems; see `examine_part`.

        `due` are the problems whose references ended well in the dry run, so that something has to come of each.
        """
        ...

    def mend(self, job: Job, certificate: Certificate, progress: ProgressCallback) -> MendingResult:
        """Mend what a certificate has against a set; see `mended`."""
        ...

    def close(self) -> None:
        """End what is under way; called from another thread, and more than once."""
        ...


class SandboxRunner:
    """Runs jobs in one sandbox of this machine, which stays its owner's; see `JobRunner`."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self.requirements = SandboxRequirements(identity=identity_of(sandbox))
        self.capacity = default_jobs()

    def prepare(self) -> None:
        """Start the process that sessions are forked from."""
        self._sandbox.prepare([Pins()])

    def verify(self, job: Job, progress: ProgressCallback) -> Evidence:
        """Lint a set and run it."""
        return verify_job(job, sandbox=self._sandbox, progress=progress)

    def examine(
        self,
        job: Job,
        *,
        part: Part,
        numbers: Collection[int],
        quick: bool,
        progress: ProgressCallback,
        due: Collection[int] = (),
    ) -> tuple[ProblemCertificate, ...]:
        """Look at a part of some problems."""
        del due  # what this very program leaves out, it has a reason for
        return examine_part(job, part=part, numbers=numbers, quick=quick, sandbox=self._sandbox, progress=progress)

    def mend(self, job: Job, certificate: Certificate, progress: ProgressCallback) -> MendingResult:
        """Mend what a certificate has against a set."""
        return mend_job(job, certificate=certificate, sandbox=self._sandbox, progress=progress)

    def close(self) -> None:
        """End the sessions of the sandbox."""
        self._sandbox.close()


class ClusterRunner:
    """Has the workers of a cluster run jobs, and holds what comes back against the job; see `JobRunner`.

    Each job is a task: one whose worker dies is run by another.
    """

    def __init__(self, workers: Workers) -> None:
        self._executor = workers.executor
        self.requirements = workers.requirements
        self.capacity = SETS_PER_THREAD * self._executor.threads
        self._under_way = set[Future[Any]]()

    def prepare(self) -> None:
        """Do nothing: workers stand ready."""

    def verify(self, job: Job, progress: ProgressCallback) -> Evidence:
        """Lint a set and run it."""
        evidence: object = self._run(verify_job, job, progress)
        if not isinstance(evidence, Evidence) or evidence.draft != sha256_of(job.text):
            raise _wrong_result("no evidence of this text")
        return evidence

    def examine(
        self,
        job: Job,
        *,
        part: Part,
        numbers: Collection[int],
        quick: bool,
        progress: ProgressCallback,
        due: Collection[int] = (),
    ) -> tuple[ProblemCertificate, ...]:
        """Look at a part of some problems."""
        options = {"part": part, "numbers": tuple(sorted(numbers)), "quick": quick}
        problems: object = self._run(examine_job, job, progress, **options)
        cells = {number: cell for number, (cell, _) in problem_keys(job).items()}
        if not isinstance(problems, tuple) or not all(
            isinstance(problem, ProblemCertificate) and cells.get(problem.number) == problem.cell
            for problem in problems
        ):
            raise _wrong_result("no certificates of these problems")
        missing = set(due).intersection(numbers).difference(problem.number for problem in problems)
        if missing:
            raise _wrong_result(f"nothing of problem {min(missing)}, whose reference ran well before")
        return problems

    def mend(self, job: Job, certificate: Certificate, progress: ProgressCallback) -> MendingResult:
        """Mend what a certificate has against a set."""
        result: object = self._run(mend_job, job, progress, certificate=certificate)
        # Mends change validators and questions; what a set computes stays as it is.
        if not isinstance(result, MendingResult) or _code_of(result.text) != _code_of(job.text):
            raise _wrong_result("no mended text with the code of this one")
        return result

    def close(self) -> None:
        """Give up what the cluster has."""
        for future in self._under_way.copy():
            future.cancel()

    def _run(self, work: Callable[..., R], job: Job, progress: ProgressCallback, **options: object) -> R:
        with self._executor.progress.listening(progress) as token:
            future: Future[R] = self._executor.submit(_work_with_progress, job, work=work, token=token, **options)
            self._under_way.add(future)
            try:
                return future.result()
            except (AuthoringError, CancelledError):
                raise
            except Exception as error:
                hint = "See the workers' logs."
                words = f"{type(error).__name__}: {error}".removesuffix(": ")
                raise SandboxError(f"a worker failed at it: {words}", hint=hint) from error
            finally:
                self._under_way.discard(future)


def _code_of(text: str) -> tuple[str, ...]:
    return tuple(cell.code for cell in parse(text).cells)


def _wrong_result(text: str) -> SandboxError:
    hint = "See that every worker runs an unchanged installation of this program, and check again."
    return SandboxError(f"a worker gave no right result: {text} came back", hint=hint)


def _work_with_progress(job: Job, *, work: Callable[..., R], token: str, **options: object) -> R:
    """On a worker: do the work, and tell who waits for it how far it has come."""
    from authoring.api.executors.worker_progress import worker_progress  # noqa: PLC0415 - the machine itself needs none

    return work(job, progress=worker_progress(token), **options)


@contextmanager
def open_runner(
    workspace: Workspace | None,
    cluster: str | None,
    *,
    benchmarks: Sequence[Path] = (),
    code: CodeOrigin = UNKNOWN_CODE,
    reporter: Reporter = NOBODY,
) -> Iterator[JobRunner]:
    """Open what runs the jobs of a check: a sandbox of this machine, or the workers of the cluster at an address.

    Raises:
        UsageError: the settings ask for a sandbox that workers have no means to open.
        SandboxError: the sandbox or the cluster is not there, or does not fit.
        TrustError: what the settings name, or code without walls, needs a person's leave.
        PackagesError: the environment that is named cannot be made.
    """
    if cluster is None:
        with open_sandbox(workspace, benchmarks=benchmarks, code=code, reporter=reporter) as sandbox:
            yield SandboxRunner(sandbox)
    else:
        with open_workers(workspace, cluster, benchmarks=benchmarks, code=code) as workers:
            yield ClusterRunner(workers)
