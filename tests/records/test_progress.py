"""Progress is reported from the begin of an activity to its end, however it ends."""

import pytest

from authoring.records.progress import Ended, Progress, ProgressEvent, reporting


class Listener:
    """Keeps the events that are reported."""

    def __init__(self) -> None:
        self.events: list[ProgressEvent] = []

    def report(self, event: ProgressEvent, /) -> None:
        """Take one event."""
        self.events.append(event)


def test_activity_that_fails_has_ended() -> None:
    """Whoever shows it can take it off the screen."""
    listener = Listener()

    def fail() -> None:
        with reporting(listener, "dry run", "birds") as advance:
            advance(1, 4)
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        fail()

    assert listener.events == [
        Progress("dry run", 0, None, "birds"),
        Progress("dry run", 1, 4, "birds"),
        Ended("dry run", "birds"),
    ]
