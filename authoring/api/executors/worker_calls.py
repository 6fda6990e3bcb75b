"""Calls of the workers of a cluster to the machine that sent their jobs, for what that machine alone may do.

A call is a conversation: messages go to and fro, pickled, through queues of Dask's scheduler, until one side ends it.
No call outlives the other side: a worker sees when the machine has left the cluster, and where a worker died its job
begins anew on another one, or has failed.
"""

import pickle
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from enum import Enum
from queue import SimpleQueue
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self
from uuid import uuid4

WATCH_INTERVAL = 5.0
"""Seconds between two looks of a worker whether the machine that sent its job is still there."""
MOST_CALLS = 1_000
"""Calls that are answered at once, each in a thread; further ones wait."""
OPEN = "open"
"""What the scheduler knows of a desk, by its name, as long as it takes calls."""
GOODBYE_TIME = 5.0
"""Seconds for the last message to a cluster that may be gone."""


class Signal(Enum):
    """A message about the call itself."""

    END = "end"


class DeskAddress(NamedTuple):
    """Where the machine that sends jobs takes the calls of their workers."""

    name: str
    client: str
    """What the scheduler calls that machine's client."""


class CallEndedError(Exception):
    """The other side of a call is gone, or has ended it."""


class Call(Protocol):
    """One side of a call."""

    def send(self, message: object) -> None:
        """Say something to the other side.

        Raises:
            CallEndedError: the cluster is lost.
        """
        ...

    def receive(self) -> object:
        """Wait for what the other side says.

        Raises:
            CallEndedError: it says nothing any more.
        """
        ...


def _queue(name: str, client: Any) -> Any:
    """Return the scheduler's queue of a name, which is made where there is none."""
    import distributed  # noqa: PLC0415 - an extra

    # Its classes are not typed.
    queue: Any = distributed.Queue
    return queue(name, client=client)


class JobCalls:
    """On a worker, in the thread of a job: opens calls to the machine that sent it, later from any thread of the job.

    Args:
        desk: that machine's `CallDesk`.
        job: what the job is called there.
    """

    def __init__(self, desk: DeskAddress, job: str) -> None:
        from distributed import get_client  # noqa: PLC0415 - an extra

        self._client: Any = get_client()
        self._address = desk
        self._desk = _queue(desk.name, self._client)
        self._job = job
        self._attempt = uuid4().hex
        self._inboxes: dict[str, Any] = {}
        self._tokens: list[str] = []
        """Those of all calls."""
        self._lock = threading.Lock()
        self._is_lost = False
        """Whether the machine that sent the job is gone."""
        self._closed = threading.Event()
        threading.Thread(target=self._watch, daemon=True, name="watch for the sender of a job").start()

    @contextmanager
    def open(self, first: object) -> Iterator[Call]:
        """Give a call that begins with a message, and has ended when this is left.

        Raises:
            CallEndedError: nobody takes calls there any more, or the cluster is lost.
        """
        token = uuid4().hex
        inbox = _queue(token, self._client)
        call = _WorkerCall(self._desk, inbox, (self._job, self._attempt, token))
        try:
            with self._lock:
                self._inboxes[token] = inbox
                self._tokens.append(token)
            call.send(first)
            # Afterwards: what was said before the desk was left is taken.
            if self._is_lost or self._client.get_metadata([self._address.name], "") != OPEN:
                raise CallEndedError
            yield call
        finally:
            with self._lock:
                del self._inboxes[token]
            with suppress(CallEndedError):
                call.send(Signal.END)
            inbox.close()

    def _watch(self) -> None:
        while not self._closed.wait(WATCH_INTERVAL) and not self._is_lost:
            # A worker that has lost its scheduler ends by itself.
            with suppress(OSError):
                self._is_lost = not self._client.run_on_scheduler(_has_client, self._address.client)
        if self._is_lost:
            with self._lock:
                for inbox in self._inboxes.values():
                    inbox.put(pickle.dumps(Signal.END))

    def close(self) -> None:
        """Say that no call follows; what a sender that is gone has left on the scheduler is taken away."""
        self._closed.set()
        with suppress(OSError):
            if not self._client.run_on_scheduler(_has_client, self._address.client):
                self._client.run_on_scheduler(_forget, [self._address.name, *self._tokens])
        self._desk.close()


def _has_client(name: str, dask_scheduler: Any = None) -> bool:
    """On the scheduler: tell whether a client is still connected. The name of the last argument is Dask's."""
    return name in dask_scheduler.clients


def _forget(names: Sequence[str], dask_scheduler: Any = None) -> None:
    """On the scheduler: take away desks and queues, also those that somebody who is gone has opened."""
    extension = dask_scheduler.extensions["queues"]
    for name in names:
        dask_scheduler.task_metadata.pop(name, None)
        extension.queues.pop(name, None)
        extension.client_refcount.pop(name, None)


class _WorkerCall(Call):
    def __init__(self, desk: Any, inbox: Any, origin: tuple[str, str, str]) -> None:
        self._desk, self._inbox, self._origin = desk, inbox, origin

    def send(self, message: object) -> None:
        try:
            self._desk.put([*self._origin, pickle.dumps(message)])
        except (OSError, KeyError) as error:
            # The queue of a desk that was left is gone.
            raise CallEndedError from error

    def receive(self) -> object:
        try:
            message: object = pickle.loads(self._inbox.get())  # noqa: S301 - of this program, which sent the job
        except (OSError, KeyError) as error:
            raise CallEndedError from error
        if message is Signal.END:
            raise CallEndedError
        return message


class HomeCall(Call):
    """The side of the machine that sent the job."""

    def __init__(self, job: str, inbox: Any) -> None:
        self.job = job
        self._inbox = inbox
        self._messages: SimpleQueue[object] = SimpleQueue()

    def send(self, message: object) -> None:
        """Say something to the worker; see `Call.send`."""
        try:
            self._inbox.put(pickle.dumps(message))
        except OSError as error:
            raise CallEndedError from error

    def receive(self) -> object:
        """Wait for what the worker says; see `Call.receive`."""
        message = self._messages.get()
        if message is Signal.END:
            # Whoever asks again hears it again.
            self._messages.put(message)
            raise CallEndedError
        return message

    def take(self, message: object) -> None:
        """Take what the worker has said."""
        self._messages.put(message)

    def close(self) -> None:
        """Say that nothing follows, and free the queue to the worker."""
        # The cluster may be lost.
        with suppress(Exception):
            self.send(Signal.END)
            self._inbox.close()


class CallDesk:
    """Answers the calls of workers, each in a thread; leaving it ends all calls and waits for their threads.

    Args:
        client: Dask's client.
        answer: holds one call; that it is over is said to the worker when this returns or raises.
    """

    def __init__(self, client: Any, answer: Callable[[Call], None]) -> None:
        self.address = DeskAddress(f"dseal-authoring-calls-{uuid4().hex}", client.id)
        self._client = client
        self._answer = answer
        self._calls: dict[str, HomeCall] = {}
        self._attempts: dict[str, list[str]] = {}
        """Those of each job, the last one last: a worker that died calls no more."""
        self._lock = threading.Lock()
        self._left = threading.Event()

    def __enter__(self) -> Self:
        self._messages = _queue(self.address.name, self._client)
        self._client.set_metadata([self.address.name], OPEN)
        self._pool = ThreadPoolExecutor(MOST_CALLS, thread_name_prefix="worker call")
        self._listener = threading.Thread(target=self._listen, daemon=True, name="desk for workers")
        self._listener.start()
        return self

    def _listen(self) -> None:
        # Where the cluster is lost nobody calls any more; what becomes of the jobs says so.
        with suppress(Exception):
            while received := self._messages.get():
                self._take(*received)
        self._end_calls()

    def _take(self, job: str, attempt: str, token: str, pickled: bytes) -> None:
        message = pickle.loads(pickled)  # noqa: S301 - of a worker, whose results are pickled, too
        with self._lock:
            attempts = self._attempts.setdefault(job, [])
            if attempt not in attempts:
                attempts.append(attempt)
                self._end(call for call in self._calls.values() if call.job == job)
            call = self._calls.get(token)
            is_new = call is None and attempt == attempts[-1] and message is not Signal.END
            if is_new:
                call = self._calls[token] = HomeCall(job, _queue(token, self._client))
        if call is not None:
            call.take(message)
            if is_new:
                self._pool.submit(self._hold, token, call)

    def _hold(self, token: str, call: HomeCall) -> None:
        try:
            if not self._left.is_set():
                self._answer(call)
        except CallEndedError:
            pass
        finally:
            with self._lock:
                del self._calls[token]
            call.close()

    def _end_calls(self) -> None:
        with self._lock:
            self._end(self._calls.values())

    @staticmethod
    def _end(calls: Iterable[HomeCall]) -> None:
        for call in calls:
            call.take(Signal.END)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._left.set()
        # The cluster may be lost.
        with suppress(Exception):
            self._client.set_metadata([self.address.name], "")
            self._messages.put([], timeout=GOODBYE_TIME)
        self._listener.join(GOODBYE_TIME)
        self._end_calls()
        self._pool.shutdown()
        with suppress(Exception):
            self._client.run_on_scheduler(_forget, [self.address.name])
