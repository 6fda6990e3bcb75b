"""A reporter for tests: it keeps what it hears."""

from authoring.records.progress import PartialResult, ProgressEvent


class Listener:
    """Keeps the events that are reported."""

    def __init__(self) -> None:
        self.events: list[ProgressEvent] = []

    def report(self, event: ProgressEvent, /) -> None:
        """Take one event."""
        self.events.append(event)

    @property
    def parts(self) -> list[object]:
        """The records of the partial results, in order."""
        return [event.record for event in self.events if isinstance(event, PartialResult)]
