"""Bars between questions: while a person is asked something, nothing may draw on the terminal."""

import threading
from collections.abc import Callable

from authoring.cli.views.live import BarsReporter, print_notice
from authoring.cli.views.render import err
from authoring.records.progress import Ended, Notice, PartialResult, Progress, ProgressEvent


class IntermittentReporter:
    """Shows bars while activities are under way, and lets go of the terminal as soon as none is."""

    def __init__(self, on_part: Callable[[object], object] | None = None) -> None:
        """Prepare it.

        Args:
            on_part: called with the record of every `PartialResult`, in the thread that reports it.
        """
        self._on_part = on_part
        self._lock = threading.Lock()
        self._bars: BarsReporter | None = None
        self._activities: set[str] = set()

    @property
    def is_drawing(self) -> bool:
        """Whether the terminal is in use."""
        return self._bars is not None

    def report(self, event: ProgressEvent, /) -> None:
        """Show one event."""
        if isinstance(event, PartialResult):
            if self._on_part is not None:
                self._on_part(event.record)
            return
        with self._lock:
            if isinstance(event, Notice) and self._bars is None:
                print_notice(event, err())
                return
            # A subject has one activity at a time: a new one takes the place of the old one.
            if isinstance(event, Progress):
                self._activities.add(event.subject or event.activity)
            if self._bars is None and self._activities:
                self._bars = BarsReporter(err()).__enter__()
            if self._bars is not None:
                self._bars.report(event)
            if isinstance(event, Ended):
                self._activities.discard(event.subject or event.activity)
                self._release()

    def _release(self) -> None:
        if self._bars is not None and not self._activities:
            self._bars.__exit__(None, None, None)
            self._bars = None
