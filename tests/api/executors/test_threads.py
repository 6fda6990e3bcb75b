"""Many things on any executor: each is told once, and ^C gives up what has not begun and waits for the rest."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from typing import Any

import pytest

from authoring.api.executors.threads import StoppedError, run_all_or_none, run_batch, threads_over
from authoring.errors import SandboxError
from authoring.records.evidence import CellRun, Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.fake import FakeSandbox


class Serial(Executor):
    """An executor that somebody made at home: it does the work when it is handed over."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Do it now."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - it belongs to the future
            future.set_exception(error)
        return future


class Gated(Executor):
    """Things that begin at once, as many as there are `hands`, and end when the test says so."""

    def __init__(self, hands: int) -> None:
        self.begun: list[Future[Any]] = []
        self.waiting: list[Future[Any]] = []
        self._hands = hands

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Begin it, or have it wait."""
        del fn, args, kwargs
        future: Future[Any] = Future()
        if len(self.begun) < self._hands:
            future.set_running_or_notify_cancel()
            self.begun.append(future)
        else:
            self.waiting.append(future)
        return future


def interrupt_when(ready: Callable[[], bool]) -> None:
    """Send ^C, as a thread beside, once something is so."""
    while not ready():
        time.sleep(0.001)
    os.kill(os.getpid(), signal.SIGINT)


def double(number: int) -> int:
    """Do some work."""
    if number == 7:
        raise ValueError(number)
    return 2 * number


def die(number: int) -> int:
    """End the process that works, for one number."""
    if number == 3:
        os._exit(1)
    return number


EXECUTORS: dict[str, Callable[[], Executor]] = {
    "serial": Serial,
    "threads": lambda: ThreadPoolExecutor(3),
    "processes": lambda: ProcessPoolExecutor(2),
}


@pytest.mark.parametrize("ahead", [1, 4, 256])
@pytest.mark.parametrize("kind", EXECUTORS)
def test_each_is_told_once(kind: str, ahead: int) -> None:
    """Whatever the executor and however many are handed over at once; those that are settled are not handed over."""
    told: list[tuple[int, object]] = []
    settled: list[int] = []

    def is_settled(number: int) -> bool:
        if number % 5 == 0:
            settled.append(number)
        return number % 5 == 0

    def tell(number: int, future: "Future[int]") -> None:
        told.append((number, repr(future.exception()) if future.exception() else future.result()))

    with EXECUTORS[kind]() as executor:
        run_batch(range(30), double, executor=executor, on_done=tell, is_settled=is_settled, ahead=ahead)

    expected = {number: 2 * number if number != 7 else "ValueError(7)" for number in range(30) if number % 5}
    assert sorted(number for number, _ in told) == sorted(expected)
    assert dict(told) == expected
    assert settled == [0, 5, 10, 15, 20, 25]


def test_things_are_taken_as_there_is_room() -> None:
    """Of ten thousand things, no more than `ahead` are held at once."""
    executor = Gated(hands=10_000)
    given = 0

    def things() -> Iterator[int]:
        nonlocal given
        for number in range(100):
            given += 1
            yield number

    most = 0

    def tell(_: int, future: "Future[int]") -> None:
        nonlocal most
        most = max(most, given - future.result())

    def finish() -> None:
        for number in range(100):
            while len(executor.begun) <= number:
                time.sleep(0.001)
            executor.begun[number].set_result(number)

    finishing = threading.Thread(target=finish)
    finishing.start()
    run_batch(things(), double, executor=executor, on_done=tell, ahead=8)
    finishing.join()

    assert given == 100
    assert most <= 8


def test_broken_pool_fails_each_of_the_rest_once() -> None:
    """When a process ends abruptly, everything that is not done is told with that, and nothing twice."""
    told: dict[int, BaseException | None] = {}

    def tell(number: int, future: "Future[int]") -> None:
        assert number not in told
        told[number] = future.exception()

    with ProcessPoolExecutor(1) as executor:
        run_batch(range(8), die, executor=executor, on_done=tell, ahead=2)

    assert sorted(told) == list(range(8))
    assert isinstance(told[7], BrokenProcessPool)


def test_first_interrupt_waits_for_what_is_under_way() -> None:
    """^C is taken between results: what has begun is told, what has not is given up, and then it is raised."""
    executor, told, stopped = Gated(hands=2), list[int](), list[int]()

    def on_stop(number: int) -> None:
        stopped.append(number)
        for future in executor.begun:
            future.set_result(1)

    interrupting = threading.Thread(target=interrupt_when, args=(lambda: len(executor.waiting) == 8,))
    interrupting.start()
    with pytest.raises(KeyboardInterrupt):
        run_batch(
            range(1000),
            double,
            executor=executor,
            on_done=lambda number, _: told.append(number),
            on_stop=on_stop,
            ahead=10,
        )
    interrupting.join()

    assert sorted(told) == [0, 1]
    assert stopped == [2]
    assert all(future.cancelled() for future in executor.waiting)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_interrupt_that_ends_no_wait_is_not_missed() -> None:
    """A ^C that comes just before the wait for a result, or to another thread, is taken all the same."""
    executor = Gated(hands=1)

    def interrupt() -> None:
        while not executor.begun:
            time.sleep(0.001)
        # Whatever waits in the main thread goes on waiting.
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)

    def on_stop(_: int) -> None:
        executor.begun[0].set_result(1)

    interrupting = threading.Thread(target=interrupt)
    interrupting.start()
    with pytest.raises(KeyboardInterrupt):
        run_batch(range(5), double, executor=executor, on_done=lambda *_: None, on_stop=on_stop)
    interrupting.join()


def test_interrupt_while_telling_tells_that_one_whole() -> None:
    """A ^C in the middle of telling a result does not tear it."""
    told = []

    def tell(number: int, _: "Future[int]") -> None:
        signal.raise_signal(signal.SIGINT)
        told.append(number)

    with pytest.raises(KeyboardInterrupt):
        run_batch(range(5), double, executor=Serial(), on_done=tell)

    assert told == [0]


def test_interrupt_ends_a_row_of_settled_things() -> None:
    """Where nothing has to be done, ^C takes effect at the next thing."""
    seen = []

    def settled(number: int) -> bool:
        seen.append(number)
        if number == 2:
            signal.raise_signal(signal.SIGINT)
        return True

    with pytest.raises(KeyboardInterrupt):
        run_batch(range(100), double, executor=Serial(), on_done=lambda *_: None, is_settled=settled)

    assert seen == [0, 1, 2]


def test_second_interrupt_waits_for_nothing() -> None:
    """The second ^C is raised while something is still under way."""
    executor = Gated(hands=1)

    def on_stop(_: int) -> None:
        threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT]).start()

    interrupting = threading.Thread(target=interrupt_when, args=(lambda: len(executor.waiting) == 4,))
    interrupting.start()
    with pytest.raises(KeyboardInterrupt):
        run_batch(range(5), double, executor=executor, on_done=lambda *_: None, on_stop=on_stop)
    interrupting.join()

    assert executor.begun[0].running()
    assert all(future.cancelled() for future in executor.waiting)


def test_interrupt_of_the_work_is_one_of_all() -> None:
    """A terminal's ^C that reached a worker ends the batch and is no result."""
    executor, told = Gated(hands=9), list[int]()

    def interrupt() -> None:
        while len(executor.begun) < 3:
            time.sleep(0.001)
        executor.begun[1].set_exception(KeyboardInterrupt())
        executor.begun[0].set_result(1)
        executor.begun[2].set_result(1)

    interrupting = threading.Thread(target=interrupt)
    interrupting.start()
    with pytest.raises(KeyboardInterrupt):
        run_batch(range(3), double, executor=executor, on_done=lambda number, _: told.append(number))
    interrupting.join()

    assert sorted(told) == [0, 2]


def test_another_thread_leaves_signals_alone() -> None:
    """Only the main thread may handle signals; the work is the same in any."""
    told: list[int] = []
    thread = threading.Thread(
        target=run_batch,
        args=(range(3), double),
        kwargs={"executor": Serial(), "on_done": lambda number, _: told.append(number)},
    )
    thread.start()
    thread.join()

    assert told == [0, 1, 2]


@pytest.mark.parametrize("jobs", [1, 3])
def test_first_failure_ends_all(jobs: int) -> None:
    """With `run_all_or_none`, what is under way is told to end, and what has not begun never does."""
    stopped, ran = threading.Event(), list[int]()

    def work(number: int) -> None:
        ran.append(number)
        if number == 1:
            raise ValueError(number)
        if jobs > 1 and stopped.wait(60):
            raise StoppedError

    with pytest.raises(ValueError, match="1"):
        run_all_or_none(range(50), work, jobs=jobs, stopped=stopped)

    assert len(ran) <= jobs + 1


def test_a_failure_ends_what_does_not_look() -> None:
    """What is called then may free threads that wait for something else; by then the others know that it is over."""
    stopped, freed, begun, seen = threading.Event(), threading.Event(), threading.Event(), list[bool]()

    def work(number: int) -> None:
        if number == 0:
            assert begun.wait(60)
            raise ValueError(number)
        begun.set()
        assert freed.wait(60)

    def on_failure() -> None:
        seen.append(stopped.is_set())
        freed.set()

    with pytest.raises(ValueError, match="0"):
        run_all_or_none(range(2), work, jobs=2, stopped=stopped, on_failure=on_failure)

    assert seen == [True]


# Threads over a sandbox: order, the first failure, and an end that waits for no cell.


def test_results_stand_in_the_order_of_the_things() -> None:
    """Whichever is done first."""

    def late(number: int) -> int:
        time.sleep((3 - number) / 20)
        return -number

    with threads_over(FakeSandbox(), 3) as threads:
        assert threads.map(late, range(3)) == [0, -1, -2]
        assert threads.map(str, []) == []


def test_first_failure_is_raised_and_nothing_begins_any_more() -> None:
    """A later thing that fails does not wait for an earlier one, which is told to end; the rest is given up."""
    begun = list[int]()

    def fail_third(number: int) -> None:
        begun.append(number)
        if number == 2:
            raise SandboxError("gone", hint="")
        while number != 1:
            time.sleep(0.01)
            threads.check()

    with pytest.raises(SandboxError, match="gone"), threads_over(FakeSandbox(), 2) as threads:
        threads.map(fail_third, range(50))

    assert begun in ([0, 1, 2], [0, 1, 2, 3])
    with pytest.raises(StoppedError):
        threads.check()


@pytest.mark.own_zygotes  # its end ends the cells, too
def test_interrupt_ends_cells_that_run() -> None:
    """^C while cells run in several sessions: they are killed, and no thread keeps the process."""
    began = time.monotonic()
    at_work = threading.Barrier(3, timeout=30)
    ended: list[CellRun | Exception] = []

    def sleep(sandbox: LocalSandbox) -> None:
        try:
            with sandbox.session() as session:
                at_work.wait()
                ended.append(session.run("import time\ntime.sleep(50)", limits=Limits()))
        except SandboxError as error:
            ended.append(error)

    def interrupted(sandbox: LocalSandbox) -> None:
        with threads_over(sandbox, 2) as threads:
            for _ in range(2):
                threads.executor.submit(threads.stoppable(sleep), sandbox)
            at_work.wait()
            time.sleep(0.2)
            raise KeyboardInterrupt

    with closing(LocalSandbox()) as sandbox, pytest.raises(KeyboardInterrupt):
        interrupted(sandbox)

    assert len(ended) == 2
    assert time.monotonic() - began < 40
