"""How far the workers of a cluster have come with jobs, as events that Dask passes on to who waits for these."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from authoring.records.progress import ProgressCallback

TOPIC = "dseal-authoring-progress"
"""Dask's name for the events. All clients of a cluster share it, since a scheduler keeps the last events of each topic
until it ends; whose job an event is of, its token tells."""
INTERVAL = 0.5
"""Seconds between two events of a job, but for the last step, which is always told."""


class WorkerProgress:
    """Hears from the workers, and tells who waits for a job; events of other clients' jobs are nobody's here."""

    def __init__(self, client: Any) -> None:
        self._listeners: dict[str, ProgressCallback] = {}
        self._lock = threading.Lock()
        client.subscribe_topic(TOPIC, self._handle)

    @contextmanager
    def listening(self, progress: ProgressCallback) -> Iterator[str]:
        """Give a token for a job; how far that has come is told until this is left, and not afterwards."""
        token = uuid4().hex
        with self._lock:
            self._listeners[token] = progress
        try:
            yield token
        finally:
            with self._lock:
                del self._listeners[token]

    def _handle(self, event: object) -> None:
        """Take an event as Dask gives it, in Dask's own thread; what no worker of this program sends is ignored."""
        match event:
            case (_, [str(token), int(done), int(total)]):
                # Held while it is told, so that nothing is told of a job that has ended.
                with self._lock:
                    if (progress := self._listeners.get(token)) is not None:
                        progress(done, total)
            case _:
                pass


def worker_progress(token: str) -> ProgressCallback:
    """On a worker: return what tells the client that listens to a token how far its job has come."""
    from distributed import get_worker  # noqa: PLC0415 - an extra

    worker, latest = get_worker(), -INTERVAL

    def report(done: int, total: int) -> None:
        nonlocal latest
        now = time.monotonic()
        if now - latest >= INTERVAL or done == total:
            latest = now
            worker.log_event(TOPIC, [token, done, total])

    return report
