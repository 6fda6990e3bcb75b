"""The same for each of many things, on any executor: results as they come, each once, and ^C that loses nothing.

The first ^C is taken between two results, never within one: what has not begun is given up, what is under way is waited
for and told. The second waits for nothing.
"""

import signal
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, as_completed
from queue import SimpleQueue
from types import FrameType, TracebackType
from typing import Generic, Self, TypeVar

AHEAD = 256
"""Things that are handed to the executor before the first of them is done: ten thousand cost no more memory."""


class StoppedError(Exception):
    """Raised by work that is under way when something else has ended the batch."""


T = TypeVar("T")
R = TypeVar("R")


def each(
    things: Iterable[T],
    work: Callable[[T], R],
    *,
    executor: Executor,
    tell: Callable[[T, "Future[R]"], object],
    settled: Callable[[T], bool] = lambda _: False,
    on_stop: Callable[[int], object] = lambda _: None,
    ahead: int = AHEAD,
) -> None:
    """Do the work with each thing; return when all is done.

    Args:
        things: taken one by one, as there is room.
        work: what an executor of other processes runs has to be a function of a module, or a partial of one.
        executor: stays its owner's: it is not shut down here.
        tell: called in this thread, for each thing once, in the order in which they are done.
        settled: called in this thread before a thing is handed over; true for one that needs no work.
        on_stop: called in this thread after the first ^C, with the number of things that have to be waited for.
        ahead: things handed over at once.

    Raises:
        KeyboardInterrupt: after the first ^C, when what was under way is told; after the second, at once.
    """
    with _Interrupts() as interrupts:
        batch = _Batch(work, executor, tell, interrupts)
        try:
            for thing in things:
                if interrupts.taken:
                    break
                if not settled(thing):
                    batch.submit(thing)
                while not interrupts.taken and (batch.full(ahead) or batch.waiting):
                    batch.tell_next()
            while batch.pending and not interrupts.taken:
                batch.tell_next()
            if interrupts.taken:
                batch.cancel()
                if batch.pending:
                    on_stop(len(batch.pending))
                while batch.pending:
                    batch.tell_next()
        finally:
            batch.cancel()
    if interrupts.taken:
        raise KeyboardInterrupt


def each_or_none(things: Iterable[T], work: Callable[[T], object], *, jobs: int, stopped: threading.Event) -> None:
    """Do the work with each thing, some side by side in threads; the first failure ends all.

    Args:
        things: all of them.
        work: looks at `stopped` from time to time, and raises StoppedError when it is set.
        jobs: things at once; with one, all is done in this thread, so that ^C takes effect at once.
        stopped: set by a failure.
    """
    if jobs <= 1:
        for thing in things:
            work(thing)
        return
    with ThreadPoolExecutor(max_workers=jobs) as side_by_side:
        working = [side_by_side.submit(work, thing) for thing in things]
        try:
            for finished in as_completed(working):
                finished.result()
        finally:
            # In this order: a thread that wakes takes up what is not cancelled yet.
            side_by_side.shutdown(wait=False, cancel_futures=True)
            stopped.set()


class _Batch(Generic[T, R]):
    """What is under way."""

    def __init__(
        self,
        work: Callable[[T], R],
        executor: Executor,
        tell: Callable[[T, "Future[R]"], object],
        interrupts: "_Interrupts",
    ) -> None:
        self.pending: dict[Future[R], T] = {}
        self._work, self._executor, self._tell, self._interrupts = work, executor, tell, interrupts
        interrupts.wake = lambda: self._ended.put(None)
        # Its `put` may interrupt its own `get`, which is what a signal does.
        self._ended: SimpleQueue[Future[R] | None] = SimpleQueue()

    @property
    def waiting(self) -> bool:
        """Whether there is news."""
        return not self._ended.empty()

    def full(self, ahead: int) -> bool:
        """Tell whether no more should be handed over for now."""
        return len(self.pending) >= ahead

    def submit(self, thing: T) -> None:
        """Hand a thing over; an executor that takes no more has failed at it."""
        try:
            future = self._executor.submit(self._work, thing)
        except BrokenExecutor as error:
            future = Future()
            future.set_exception(error)
        self.pending[future] = thing
        future.add_done_callback(self._ended.put)

    def tell_next(self) -> None:
        """Wait for news, and tell it."""
        future = self._ended.get()
        if future is None or future not in self.pending:
            return
        thing = self.pending.pop(future)
        if not future.cancelled() and isinstance(future.exception(), KeyboardInterrupt):
            # A terminal's ^C reaches the executor's own processes as well.
            self._interrupts.taken = True
        else:
            self._tell(thing, future)

    def cancel(self) -> None:
        """Give up what has not begun."""
        for future in [future for future in self.pending if future.cancel()]:
            del self.pending[future]


class _Interrupts:
    """Takes the first ^C as a wish; where signals are someone else's, or this is no main thread, leaves them alone."""

    def __init__(self) -> None:
        self.taken = False
        self.wake: Callable[[], object] = lambda: None
        """Ends a wait for news."""
        self._ours = False

    def _take(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        if self.taken:
            raise KeyboardInterrupt
        self.taken = True
        self.wake()

    def __enter__(self) -> Self:
        in_main = threading.current_thread() is threading.main_thread()
        self._ours = in_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if self._ours:
            signal.signal(signal.SIGINT, self._take)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
