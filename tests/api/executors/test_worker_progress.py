"""What workers tell of their jobs reaches whoever waits for these, and nobody else."""

from collections.abc import Callable

import pytest

from authoring.api.executors.worker_progress import TOPIC, WorkerProgress


class Events:
    """Stands for Dask's client: takes a handler of events, and gives it some."""

    def __init__(self) -> None:
        self.handle: Callable[[object], None] | None = None

    def subscribe_topic(self, topic: str, handler: Callable[[object], None]) -> None:
        """Take a handler."""
        assert topic == TOPIC
        self.handle = handler

    def give(self, *message: object) -> None:
        """Give an event as it comes from a scheduler."""
        assert self.handle is not None
        self.handle((1.5, list(message)))


def test_each_job_has_its_listener() -> None:
    """Steps of a job are told while somebody listens, those of other clients' jobs and of ended ones are not."""
    events, first, second = Events(), list[tuple[int, int]](), list[tuple[int, int]]()
    progress = WorkerProgress(events)
    with progress.listening(lambda *step: first.append(step)) as token:
        with progress.listening(lambda *step: second.append(step)) as other:
            events.give(other, 1, 4)
            events.give(token, 2, 3)
            events.give("somebody else's", 9, 9)
        events.give(other, 4, 4)

    assert (first, second) == ([(2, 3)], [(1, 4)])


@pytest.mark.parametrize("message", [(), ("token",), (7, 1, 2), ("token", "1", 2), ("token", 1, None)])
def test_what_no_worker_sends_is_ignored(message: tuple[object, ...]) -> None:
    """Other programs may use the topic; Dask's thread goes on."""
    events = Events()
    WorkerProgress(events)
    events.give(*message)
