"""Progress of long work, reported by the steps that do it to whoever shows it: a terminal, a log, or nobody."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class ProgressEvent:
    """Something that happened while work was under way."""


@dataclass(frozen=True, slots=True)
class Progress(ProgressEvent):
    """How far an activity has come."""

    activity: str
    """What is done, for example ``dry run``; the same words for all events of one activity."""
    done: int
    total: int | None = None
    """How many steps there are; None where that is not known."""
    subject: str = ""
    """What the activity is about, for example the name of a problem set."""


@dataclass(frozen=True, slots=True)
class Notice(ProgressEvent):
    """A sentence for the person who waits; it is no part of the result."""

    text: str


@dataclass(frozen=True, slots=True)
class PartialResult(ProgressEvent):
    """A part of the result as soon as it is there, for example the outcome of one problem set of many."""

    record: object


class Reporter(Protocol):
    """Takes events; it must return quickly, may be called from several threads, and cannot change a result."""

    def report(self, event: ProgressEvent, /) -> None:
        """Take one event."""


class NullReporter:
    """Shows nothing: the default of every function of `authoring.api`."""

    def report(self, event: ProgressEvent, /) -> None:
        """Take one event and forget it."""


NOBODY = NullReporter()
"""The reporter that shows nothing; stateless, so one object serves all callers."""
