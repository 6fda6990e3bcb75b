"""A reporter for tests: it keeps what is reported."""

from authoring.records.progress import Notice, PartialResult, ProgressEvent


class EventLog:
    """Keeps every event, in the order in which they came."""

    def __init__(self) -> None:
        self.events: list[ProgressEvent] = []

    def report(self, event: ProgressEvent, /) -> None:
        """Keep an event."""
        self.events.append(event)

    @property
    def records(self) -> list[object]:
        """The records of partial results."""
        return [event.record for event in self.events if isinstance(event, PartialResult)]

    @property
    def notices(self) -> list[str]:
        """The texts of notices, each with its command."""
        return [event.text + event.command for event in self.events if isinstance(event, Notice)]
