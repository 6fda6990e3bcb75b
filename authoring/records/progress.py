"""Progress of long work, reported by the steps that do it to whoever shows it: a terminal, a log, or nobody."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

ProgressCallback = Callable[[int, int], None]
"""What long work of an inner room calls with (steps done, steps in all): cells, sets, attacks or the like."""


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
    """What the activity is about, for example the name of a problem set. A subject has one activity at a time: a new
    one takes the place of the old one."""
    in_bytes: bool = False
    """Whether the steps are bytes."""


@dataclass(frozen=True, slots=True)
class ReplyGrew(ProgressEvent):
    """A further part of a language model's reply came."""

    subject: str
    characters: int
    """Length of this part."""


@dataclass(frozen=True, slots=True)
class Spent(ProgressEvent):
    """A call of a language model was answered and is paid; replies that were there before are no such calls."""

    tokens: int
    """Read and written."""
    cost: int | None = None
    """Thousand-millionths of the currency; None where the model has no price."""
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Ended(ProgressEvent):
    """An activity is over, whether it succeeded or failed; nothing further is reported of it."""

    activity: str
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Started(ProgressEvent):
    """The parts of a batch are known, and work on them begins; a `PartialResult` follows for each."""

    parts: tuple[tuple[str, int], ...]
    """Name of each part, and how many steps it has; 0 where that is not known yet."""


@dataclass(frozen=True, slots=True)
class Stopping(ProgressEvent):
    """A person asked to stop, and what is under way is waited for."""

    waiting: int
    """Items of the batch that are still under way."""


@dataclass(frozen=True, slots=True)
class Notice(ProgressEvent):
    """A sentence for the person who waits; it is no part of the result."""

    text: str
    is_warning: bool = False
    command: str = ""
    """A command line that helps, said behind the text; empty for none."""


@dataclass(frozen=True, slots=True)
class PartialResult(ProgressEvent):
    """A part of the result as soon as it is there, for example the outcome of one problem set of many."""

    record: object
    is_earlier: bool = False
    """Whether an earlier command made it, so that nothing had to be done for it now."""


@dataclass(frozen=True, slots=True)
class SolverEvent(ProgressEvent):
    """Something that happened in the evaluation of one of several solvers."""

    solver: str
    event: ProgressEvent


class Reporter(Protocol):
    """Takes events; it must return quickly, may be called from several threads, and cannot change a result."""

    def report(self, event: ProgressEvent, /) -> None:
        """Take one event of the work in progress."""


class NullReporter:
    """Shows nothing: the default of every function of `authoring.api`."""

    def report(self, event: ProgressEvent, /) -> None:
        """Take one event and forget it."""


NOBODY = NullReporter()
"""The reporter that shows nothing; stateless, so one object serves all callers."""


@contextmanager
def reporting(
    reporter: Reporter, activity: str, subject: str = "", *, in_bytes: bool = False
) -> Iterator[Callable[[int, int | None], None]]:
    """Report an activity from its begin to its end, however it ends; without a subject it is the whole command's.

    Yields:
        A function of (done, total) that reports how far the activity has come, from any thread.
    """

    def advance(completed: int, total: int | None) -> None:
        reporter.report(Progress(activity, completed, total, subject, in_bytes))

    # Shown at once: the first step may take minutes.
    advance(0, None)
    try:
        yield advance
    finally:
        reporter.report(Ended(activity, subject))
