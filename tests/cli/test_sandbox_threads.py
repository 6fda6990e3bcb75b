"""Threads over a sandbox: order, the first failure, and an end that waits for no cell."""

import threading
import time
from contextlib import closing

import pytest

from authoring.api.batch import StoppedError
from authoring.cli.sandbox_threads import threads_over
from authoring.errors import SandboxError
from authoring.records.evidence import CellRun, Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.fake import FakeSandbox


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
