"""Sending jobs to a Dask cluster whose workers share no disk with this machine.

What leaves this machine is the job: the text, limits and input files, each file once for every worker that needs it.
What comes back is read with pickle, so a cluster is trusted as a program is that one starts oneself.
"""

import hashlib
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from weakref import WeakSet

from authoring.api.executors.worker_calls import Call, CallDesk, DeskAddress
from authoring.api.executors.worker_progress import WorkerProgress
from authoring.errors import AuthoringError, SandboxError, UsageError
from authoring.records.job import JobInput, SandboxJob, SandboxRequirements
from authoring.sandbox.worker_cache import cached_sandbox, identity_of, program

CONNECT_TIME = 10.0
"""Seconds for reaching the scheduler, and again for the first worker to be there."""
GOODBYE_TIME = 5.0
"""Seconds for leaving."""
RETRIES = 1
"""How often a job whose sandbox failed is tried again; that a worker dies does not count, the scheduler limits that."""
MAX_CACHED_BYTES = 1_000_000_000
"""Bytes of input files that the cluster keeps for jobs to come; what a job waits for is kept in any case."""
INSTALL = "Install {} with its extra [cluster] for the scheduler and every worker, and start them again."
R = TypeVar("R")
J = TypeVar("J", bound=SandboxJob)


@contextmanager
def open_cluster(
    address: str, requirements: SandboxRequirements
) -> Iterator[tuple["ClusterExecutor", SandboxRequirements]]:
    """Connect to a scheduler, as ``tcp://host:8786``; give an executor, and the requirements with its identity.

    Raises:
        UsageError: the extra is not installed here.
        SandboxError: the cluster cannot be reached, has no workers, or scheduler and workers do not fit.
    """
    try:
        from distributed import Client  # noqa: PLC0415 - an extra
        from distributed.comm.core import CommClosedError  # noqa: PLC0415 - as above
    except ImportError as error:
        hint = "Install the extra: pip install 'dseal-authoring[cluster]'"
        raise UsageError("--cluster needs the package distributed, which is not installed", hint=hint) from error
    # Made before it connects, so that a client which cannot is closed here. Left to the garbage collector, it would be
    # closed while the next client starts its thread, and wait for ever for a lock that this very thread holds.
    client = Client.__new__(Client)
    with _quiet():
        try:
            Client.__init__(client, address, timeout=CONNECT_TIME, set_as_default=False)
        except (OSError, ValueError, AssertionError) as error:  # distributed asserts that its own thread starts in time
            client.__del__()
            hint = (
                "Start one with `dask scheduler`, and workers with `dask worker ADDRESS`; give the address it prints."
            )
            raise SandboxError(f"there is no Dask scheduler at {address}: {_words(error)}", hint=hint) from error
        try:
            yield ClusterExecutor(client), requirements.model_copy(update={"identity": _identity(client, requirements)})
        except CommClosedError as error:
            raise _lost(error) from error
        finally:
            # A scheduler that is gone hears no good-bye.
            with suppress(OSError, CancelledError, TimeoutError):
                client.close(timeout=GOODBYE_TIME)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from writing to the terminal: what goes wrong is an error of this program, said once in its words."""
    # Each module of Dask has a level of its own, and all have these handlers.
    writers: list[logging.Handler | logging.Logger] = [*logging.getLogger("distributed").handlers]
    writers += [logging.getLogger("tornado"), logging.getLogger("asyncio")]
    levels = [writer.level for writer in writers]
    for writer in writers:
        writer.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for writer, level in zip(writers, levels, strict=True):
            writer.setLevel(level)


class ClusterExecutor(Executor):
    """Sends jobs, and says of a failure what it means."""

    def __init__(self, client: Any) -> None:
        self._client = client
        # Not pure: dask would answer a job that it has seen before with the result of that time.
        self._executor = client.get_executor(pure=False, retries=RETRIES)
        # Several threads submit: a file that two jobs need leaves here once.
        self._lock = threading.Lock()
        self._jobs: WeakSet[Future[Any]] = WeakSet()
        self._contents: OrderedDict[str, tuple[Any, int]] = OrderedDict()
        """Dask's future of each content, and its bytes; the last used last."""

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> "Future[R]":
        """Have `fn(job)` run by a worker that has the job's input files; nothing but a job can be sent."""
        (job,) = args
        outer: Future[R] = Future()
        self._jobs.add(outer)
        try:
            with self._lock:
                contents = [self._content(file) for file in job.inputs]
                inner = self._executor.submit(_with_contents, partial(fn, **kwargs), job.without_paths(), *contents)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is of this job, and is told with it
            outer.set_exception(_explained(error))
            return outer
        inner.add_done_callback(partial(_settle, outer))
        # A job that is given up here is taken from the cluster, too.
        outer.add_done_callback(lambda given_up: given_up.cancelled() and inner.cancel())
        return outer

    def give_up(self) -> None:
        """Take all jobs from the cluster; who waits for one hears that it was cancelled."""
        for job in list(self._jobs):
            job.cancel()

    @property
    def threads(self) -> int:
        """How many jobs the workers can run at once."""
        return sum(self._client.nthreads().values())

    @cached_property
    def progress(self) -> WorkerProgress:
        """What hears from the workers how far jobs have come."""
        return WorkerProgress(self._client)

    @contextmanager
    def desk(self, answer: Callable[[Call], None]) -> Iterator[DeskAddress]:
        """Answer the calls of workers until this is left, and give what `JobCalls` are made with."""
        with CallDesk(self._client, answer) as desk:
            yield desk.address

    def ask(self, fn: Callable[..., R], *args: object) -> R:
        """Return what a function gives on one of the workers.

        Raises:
            SandboxError: the cluster, or the worker's sandbox, failed.
        """
        try:
            answer: R = self._client.submit(fn, *args, pure=False, retries=RETRIES).result()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is said as of a job
            raise _explained(error) from None
        return answer

    def _content(self, file: JobInput) -> Any:
        """Return Dask's future of a file's bytes: a task, so that it is done again where its worker dies.

        Raises:
            SandboxError: the file is not what the job says.
        """
        import dask  # noqa: PLC0415 - an extra

        if file.sha256 not in self._contents:
            # Hashed again: it may have changed since the job was made.
            content = _read(file)
            # Dask warns of large arguments; this one is sent once, on purpose.
            with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 TiB"}):
                sent = self._client.submit(bytes, content, pure=False)
            self._contents[file.sha256] = (sent, len(content))
        self._contents.move_to_end(file.sha256)
        while len(self._contents) > 1 and sum(size for _, size in self._contents.values()) > MAX_CACHED_BYTES:
            # The one that was used longest ago; a job that waits for it holds dask's future of its own.
            self._contents.popitem(last=False)
        return self._contents[file.sha256][0]


def _read(file: JobInput) -> bytes:
    try:
        content = Path(file.path).read_bytes()
    except OSError as error:
        hint = "See that it is there and may be read."
        raise SandboxError(f"the input file {file.path} cannot be read: {error.strerror}", hint=hint) from error
    if hashlib.sha256(content).hexdigest() != file.sha256:
        raise SandboxError(f"the input file {file.path} has changed since this run began", hint="Run again.")
    return content


def _with_contents(work: Callable[[J], R], job: J, *contents: bytes) -> R:
    """On a worker: do the work with the input files standing on this machine's disk."""
    with TemporaryDirectory(prefix="dseal-inputs-", ignore_cleanup_errors=True) as folder:
        paths = {}
        for file, content in zip(job.inputs, contents, strict=True):
            path = Path(folder, file.name)
            # The name of an input file may lead into folders.
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            paths[file.name] = path
        return work(job.with_paths(paths))


def _settle(outer: "Future[R]", inner: "Future[R]") -> None:
    # It was given up here meanwhile, and nobody waits for the result.
    if not outer.set_running_or_notify_cancel():
        return
    if inner.cancelled():
        outer.set_exception(_explained(CancelledError()))
    elif (error := inner.exception()) is not None:
        outer.set_exception(_explained(error))
    else:
        outer.set_result(inner.result())


def _explained(error: BaseException) -> BaseException:
    """Return what went wrong with the cluster as an error of the sandbox, and anything else as it is."""
    from distributed import KilledWorker  # noqa: PLC0415 - an extra

    if isinstance(error, KilledWorker):
        text = "each worker that was to run it died"
        return _failed(text, error, "See the workers' logs, and whether their memory suffices.")
    if isinstance(error, CancelledError | OSError):
        return _lost(error)
    if isinstance(error, ImportError) or "deseriali" in str(error):
        return _failed("a worker cannot take the job", error, INSTALL.format(_this_version()))
    return error


def _lost(error: BaseException) -> SandboxError:
    hint = "See whether the scheduler is still there, and run again."
    if not isinstance(error, CancelledError):
        return _failed("the cluster was lost", error, hint)
    # What was cancelled has names of Dask's own.
    lost = SandboxError("the cluster was lost", hint=hint)
    lost.__cause__ = error
    return lost


def _failed(text: str, error: BaseException, hint: str) -> SandboxError:
    failed = SandboxError(f"{text}: {_words(error)}".removesuffix(": "), hint=hint)
    failed.__cause__ = error
    return failed


def _identity(client: Any, requirements: SandboxRequirements) -> str:
    """Return what the sandbox of every worker is.

    Raises:
        SandboxError: there are no workers, one cannot take jobs, or they differ.
    """
    try:
        client.wait_for_workers(1, timeout=CONNECT_TIME)
    except TimeoutError as error:
        hint = "Start some with: dask worker ADDRESS"
        raise SandboxError("the cluster has no workers", hint=hint) from error
    try:
        programs = {"the scheduler": client.run_on_scheduler(program)}
    except Exception as error:
        raise _unfit("the scheduler", error) from error
    identities: dict[str, str] = {}
    # Errors come back as answers, so that a message can say which worker is at fault.
    for worker, answer in sorted(client.run(_examine_worker, requirements, on_error="return").items()):
        if isinstance(answer, Exception):
            raise _unfit(f"the worker {worker}", answer)
        programs[f"the worker {worker}"], identities[worker] = answer
    for process, its_program in programs.items():
        if its_program != program():
            hint = INSTALL.format(_this_version())
            raise SandboxError(f"{process} has {its_program}, and here is {program()}", hint=hint)
    # The requirements promise one identity for all evidence of a batch.
    first, expected = next(iter(identities.items()))
    for worker, identity in identities.items():
        if identity != expected:
            raise SandboxError(
                f"the workers differ, and so might results: {first} has {expected}; {worker} has {identity}",
                hint="Give all workers the same Python and the same packages.",
            )
    return expected


def _examine_worker(requirements: SandboxRequirements) -> tuple[str, str]:
    """On a worker: return which program and which sandbox there is."""
    return program(), identity_of(cached_sandbox(requirements))


def _unfit(process: str, error: Exception) -> SandboxError:
    if isinstance(error, AuthoringError):
        return SandboxError(f"{process}: {error.message}", hint=error.hint)
    if isinstance(error, CancelledError | OSError):
        return _lost(error)
    return _failed(f"{process} cannot take jobs", error, INSTALL.format(_this_version()))


def _this_version() -> str:
    return "dseal-authoring " + program().split()[1]


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(": ")
