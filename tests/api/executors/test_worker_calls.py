"""Calls of workers over a real Dask scheduler: what crosses, and how a call ends when one of its sides is gone."""

import math
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from authoring.api.executors.worker_calls import Call, CallDesk, CallEndedError, DeskAddress, JobCalls
from tests.api.executors.machines import Machines, machines_in, told_by, wait_for

AWKWARD = ("half a character: \ud800", math.nan, b"\x00\xff", None, "x" * 3_000_000)
"""What texts of JSON would lose or refuse."""

# Workers know no tests. The module has no types.
cloudpickle: Any = import_module("cloudpickle")
cloudpickle.register_pickle_by_value(sys.modules[__name__])


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Share a worker with two threads."""
    with machines_in(tmp_path_factory.mktemp("machines"), workers=0) as machines:
        machines.join(threads=2)
        machines.wait(workers=1)
        yield machines


def echo(desk: DeskAddress, messages: tuple[object, ...], threads: int = 1) -> list[object]:
    """On a worker: say each message in a call of its own, and return what is said to it."""
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - on the worker

    calls = JobCalls(desk, "job")

    def ask(message: object) -> object:
        with calls.open(message) as call:
            return call.receive()

    with ThreadPoolExecutor(threads) as executor:
        answers = list(executor.map(ask, messages))
    calls.close()
    return answers


def wait_for_nothing(desk: DeskAddress) -> str:
    """On a worker: call, and return how that ends when nobody answers."""
    calls = JobCalls(desk, "job")
    try:
        with calls.open("hello") as call:
            call.receive()
    except CallEndedError:
        return "ended"
    finally:
        calls.close()
    return "answered"


def names_on(client: Any) -> set[str]:
    """Return the names of the scheduler's queues, and what else it keeps by name."""

    def names(dask_scheduler: Any) -> list[str]:
        return [*dask_scheduler.extensions["queues"].queues, *dask_scheduler.task_metadata]

    return set(client.run_on_scheduler(names))


@pytest.mark.exhaustive
def test_messages_cross_as_they_are(machines: Machines) -> None:
    """Many calls at once get each its own answer, to the bit, and leave nothing on the scheduler."""

    def answer(call: Call) -> None:
        call.send(call.receive())

    messages = AWKWARD * 10
    with told_by(machines.address) as client:
        before = names_on(client)
        with CallDesk(client, answer) as desk:
            answers = client.submit(echo, desk.address, messages, 20, pure=False).result()
        after = names_on(client)

    assert [repr(item) for item in answers] == [repr(message) for message in messages]
    assert after == before


@pytest.mark.exhaustive
def test_calls_end_with_their_desk(machines: Machines) -> None:
    """Those that wait for an answer, and those that come too late, end at once."""
    asked, left = threading.Event(), threading.Event()

    def never(call: Call) -> None:
        call.receive()
        asked.set()
        with pytest.raises(CallEndedError):
            call.receive()
        left.set()

    with told_by(machines.address) as client:
        with CallDesk(client, never) as desk:
            waiting = client.submit(wait_for_nothing, desk.address, pure=False)
            assert asked.wait(60)
        late = client.submit(wait_for_nothing, desk.address, pure=False)

        assert left.is_set()
        assert (waiting.result(timeout=60), late.result(timeout=60)) == ("ended", "ended")


@pytest.mark.exhaustive
def test_a_new_attempt_ends_the_calls_of_the_last_one(machines: Machines) -> None:
    """Whoever answers a worker that is gone is told so when its job calls again."""
    begun, ended = threading.Event(), threading.Event()

    def answer(call: Call) -> None:
        if call.receive() == "hello":
            begun.set()
            with pytest.raises(CallEndedError):
                call.receive()
            ended.set()
        else:
            call.send("good-bye")

    with told_by(machines.address) as client, CallDesk(client, answer) as desk:
        first = client.submit(wait_for_nothing, desk.address, pure=False)
        assert begun.wait(60)
        second = client.submit(echo, desk.address, ("again",), pure=False)

        assert second.result(timeout=60) == ["good-bye"]
        assert ended.wait(60)
        assert first.result(timeout=60) == "ended"


@pytest.mark.exhaustive
def test_workers_leave_what_a_killed_machine_had_begun(machines: Machines) -> None:
    """SIGKILL to who sent a job frees its worker within seconds, and leaves nothing of it on the scheduler."""
    program = f"""
import sys, time
from distributed import Client
from authoring.api.executors.worker_calls import CallDesk
from tests.api.executors.test_worker_calls import wait_for_nothing
client = Client({machines.address!r})
def never(call):
    print("asked", flush=True)
    time.sleep(1_000)
with CallDesk(client, never) as desk:
    futures = [client.submit(wait_for_nothing, desk.address, pure=False) for _ in range(2)]
    time.sleep(1_000)
"""
    with told_by(machines.address) as client:
        before = names_on(client)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as sender:
        assert sender.stdout is not None
        assert [sender.stdout.readline() for _ in range(2)] == ["asked\n"] * 2
        sender.kill()
    began = time.monotonic()

    with told_by(machines.address) as client:
        with CallDesk(client, lambda call: call.send("hello")) as desk:
            assert client.submit(echo, desk.address, ("hello",), pure=False).result(timeout=60) == ["hello"]
        # The second thread is free as soon.
        wait_for(lambda: names_on(client) == before)
    assert time.monotonic() - began < 40
