"""Runs batches on any executor of ``concurrent.futures``, and threads over one sandbox.

A batch hands over results as they come, each once, and ^C loses none: the first is taken between two results, never
within one, so that what has not begun is given up, and what is under way is waited for and handed over. The second
waits for nothing.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from types import FrameType, TracebackType
from typing import Generic, Protocol, Self, TypeVar

AHEAD = 256
"""Items that are with the executor at once, so that a batch of ten thousand needs no more memory than one of 256."""

SIGNAL_INTERVAL = 1.0
"""Seconds after which a wait for results is begun anew: a ^C just before it does not end it, and would be missed."""


class StoppedError(Exception):
    """Raised by work that is under way when something else has ended the batch."""


Item = TypeVar("Item")

Result = TypeVar("Result")


def run_batch(
    items: Iterable[Item],
    work: Callable[[Item], Result],
    *,
    executor: Executor,
    on_done: Callable[[Item, "Future[Result]"], object],
    is_settled: Callable[[Item], bool] = lambda _: False,
    on_stop: Callable[[int], object] = lambda _: None,
    ahead: int = AHEAD,
) -> None:
    """Do the work with every item; return when all is done.

    Args:
        items: taken one by one, as there is room for them.
        work: what an executor of other processes runs has to be a function of a module, or a partial of one.
        executor: stays its owner's: it is not shut down here.
        on_done: called in this thread, for every item once, in the order in which they are done.
        is_settled: called in this thread before an item is handed over; true for one that needs no work.
        on_stop: called in this thread after the first ^C, with the number of items that have to be waited for.
        ahead: items that are with the executor at once.

    Raises:
        KeyboardInterrupt: after the first ^C, when what was under way is told; after the second, at once.
    """
    with _Interrupts() as interrupts:
        batch = _Batch(work, executor, on_done, interrupts)
        try:
            for item in items:
                if interrupts.taken:
                    break
                if not is_settled(item):
                    batch.submit(item)
                # Results are handed over as soon as they come, and not only when there is no more room.
                while not interrupts.taken and (batch.full(ahead) or batch.waiting):
                    batch.handle_next()
            while batch.pending and not interrupts.taken:
                batch.handle_next()
            if interrupts.taken:
                batch.cancel()
                if batch.pending:
                    on_stop(len(batch.pending))
                while batch.pending:
                    batch.handle_next()
        finally:
            batch.cancel()
    if interrupts.taken:
        raise KeyboardInterrupt


def processors() -> int:
    """Return how many processors this process may use."""
    # macOS has no affinity.
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def default_jobs() -> int:
    """Return how many sets run at once unless somebody says it: each takes two sessions that compute side by side."""
    # Of twelve small sets on two cores, two at once take 0.87 to 0.90 of the time that one at a time takes, and three
    # or four take no less; but times are findings (DS413), and should not tell of the neighbours. Processes in place of
    # the threads change that by no more than two rounds differ: the work is done in the sessions.
    return max(processors() // 2, 1)


def run_all_or_none(
    items: Iterable[Item],
    work: Callable[[Item], object],
    *,
    jobs: int,
    stopped: threading.Event,
    on_failure: Callable[[], object] = lambda: None,
) -> None:
    """Do the work with every item, some side by side in threads; the first failure ends all.

    A failure, or ^C, sets `stopped`; the work looks at it from time to time, and raises an error of its own when it is
    set. Then `on_failure` is called, which may end what keeps the work from looking; all threads are waited for.
    """
    # One at a time is done in this thread, so that ^C takes effect at once.
    if jobs <= 1:
        for item in items:
            work(item)
        return
    with ThreadPoolExecutor(max_workers=jobs) as executor:
        futures = [executor.submit(work, item) for item in items]
        try:
            for future in as_completed(futures):
                future.result()
        except BaseException:
            # In this order: a thread that wakes takes up what is not cancelled yet.
            executor.shutdown(wait=False, cancel_futures=True)
            stopped.set()
            on_failure()
            raise


class _Batch(Generic[Item, Result]):
    """What is under way."""

    def __init__(
        self,
        work: Callable[[Item], Result],
        executor: Executor,
        on_done: Callable[[Item, "Future[Result]"], object],
        interrupts: "_Interrupts",
    ) -> None:
        self.pending: dict[Future[Result], Item] = {}
        self._work, self._executor, self._on_done, self._interrupts = work, executor, on_done, interrupts
        # None is no result: it only ends the wait for one.
        interrupts.wake = lambda: self._ended.put(None)
        # Its `put` may interrupt its own `get`, which is what a signal does.
        self._ended: SimpleQueue[Future[Result] | None] = SimpleQueue()

    @property
    def waiting(self) -> bool:
        """Whether an item has ended, or ^C was pressed."""
        return not self._ended.empty()

    def full(self, ahead: int) -> bool:
        """Tell whether no more should be handed over for now."""
        return len(self.pending) >= ahead

    def submit(self, item: Item) -> None:
        """Hand an item to the executor; one that takes no more has failed at it."""
        try:
            future = self._executor.submit(self._work, item)
        except BrokenExecutor as error:
            # The pool is gone, and each item is handed over with the reason, as if it had failed by itself.
            future = Future()
            future.set_exception(error)
        self.pending[future] = item
        future.add_done_callback(self._ended.put)

    def handle_next(self) -> None:
        """Wait until an item has ended, and hand its result over; do nothing where none has for a while."""
        try:
            future = self._ended.get(timeout=SIGNAL_INTERVAL)
        except Empty:
            return
        # ^C ended the wait, or the item was given up meanwhile.
        if future is None or future not in self.pending:
            return
        item = self.pending.pop(future)
        if not future.cancelled() and isinstance(future.exception(), KeyboardInterrupt):
            # A terminal's ^C reaches the executor's own processes as well.
            self._interrupts.taken = True
        else:
            self._on_done(item, future)

    def cancel(self) -> None:
        """Give up what has not begun."""
        for future in [future for future in self.pending if future.cancel()]:
            del self.pending[future]


class _Interrupts:
    """Notes the first ^C without raising.

    Signals that somebody else handles are left alone, and so are all of them outside of the main thread.
    """

    def __init__(self) -> None:
        self.taken = False
        self.wake: Callable[[], object] = lambda: None
        """Ends a wait for results."""
        self._ours = False

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        if self.taken:
            raise KeyboardInterrupt
        self.taken = True
        self.wake()

    def __enter__(self) -> Self:
        in_main = threading.current_thread() is threading.main_thread()
        # Python delivers signals to the main thread only, and a handler of somebody else is not to be replaced.
        self._ours = in_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._ours:
            signal.signal(signal.SIGINT, self._on_signal)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)


PAUSE = 0.05
"""Seconds between two looks at whether threads have ended."""


class Closable(Protocol):
    """What cells run in: closing it ends those under way."""

    def close(self) -> None:
        """End what is under way; called from another thread, and more than once."""
        ...


class SandboxThreads:
    """Threads whose work waits for nothing but cells.

    Attributes:
        executor: its work is to be made by `stoppable`.
    """

    def __init__(self, executor: ThreadPoolExecutor) -> None:
        self.executor = executor
        self._stopped = threading.Event()
        self._under_way = set[int]()

    def check(self) -> None:
        """Go on, unless the threads are to end; work asks this before it opens a session, at the latest.

        Raises:
            StoppedError: they are.
        """
        if self._stopped.is_set():
            raise StoppedError

    def stoppable(self, work: Callable[[Item], Result]) -> Callable[[Item], Result]:
        """Return the same work, which does not begin any more when the threads are to end, and is waited for."""

        def watched(item: Item) -> Result:
            self._under_way.add(threading.get_ident())
            try:
                self.check()
                return work(item)
            finally:
                self._under_way.discard(threading.get_ident())

        return watched

    def map(self, work: Callable[[Item], Result], items: Sequence[Item], /) -> list[Result]:
        """Return the results of the work in the order of the items; the first failure is raised at once."""
        # Awaited in the order in which they end, so that no failure hides behind a slow item.
        futures = [self.executor.submit(self.stoppable(work), item) for item in items]
        for future in as_completed(futures):
            future.result()
        return [future.result() for future in futures]

    def end(self, sandbox: Closable) -> None:
        """End what is under way together with its sessions, and return when it has."""
        self._stopped.set()
        self.executor.shutdown(wait=False, cancel_futures=True)
        while self._under_way:
            # More than once: a thread may just be opening a session.
            sandbox.close()
            time.sleep(PAUSE)


@contextmanager
def threads_over(sandbox: Closable, jobs: int) -> Iterator[SandboxThreads]:
    """Give threads; when this is left by an exception, they are ended and not waited for."""
    with ThreadPoolExecutor(max_workers=jobs) as executor:
        threads = SandboxThreads(executor)
        try:
            yield threads
        except BaseException:
            threads.end(sandbox)
            raise
