"""Threads over one sandbox, which end at once when something fails or a person stops it."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from typing import TypeVar

from authoring.api.batch import StoppedError
from authoring.sandbox.port import Sandbox

T = TypeVar("T")
R = TypeVar("R")
PAUSE = 0.05
"""Seconds between two looks at whether threads have ended."""


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

    def stoppable(self, work: Callable[[T], R]) -> Callable[[T], R]:
        """Return the same work, which does not begin any more when the threads are to end, and is waited for."""

        def watched(thing: T) -> R:
            self._under_way.add(threading.get_ident())
            try:
                self.check()
                return work(thing)
            finally:
                self._under_way.discard(threading.get_ident())

        return watched

    def map(self, work: Callable[[T], R], things: Sequence[T], /) -> list[R]:
        """Return what the work gives for each thing, in their order; the first that fails is raised at once."""
        begun = [self.executor.submit(self.stoppable(work), thing) for thing in things]
        for ended in as_completed(begun):
            ended.result()
        return [one.result() for one in begun]

    def end(self, sandbox: Sandbox) -> None:
        """End what is under way together with its sessions, and return when it has."""
        self._stopped.set()
        self.executor.shutdown(wait=False, cancel_futures=True)
        while self._under_way:
            # More than once: a thread may just be opening a session.
            sandbox.close()
            time.sleep(PAUSE)


@contextmanager
def threads_over(sandbox: Sandbox, jobs: int) -> Iterator[SandboxThreads]:
    """Give threads; when this is left by an exception, they are ended and not waited for."""
    with ThreadPoolExecutor(max_workers=jobs) as executor:
        threads = SandboxThreads(executor)
        try:
            yield threads
        except BaseException:
            threads.end(sandbox)
            raise
