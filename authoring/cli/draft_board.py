"""What is shown while models draft: a line for every seed at work, with what is waited for and what has come.

On a terminal it is redrawn in place and gone at the end; elsewhere there is one plain line for every seed that is done.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from authoring.cli.views.render import err, visible

MOST_SHOWN = 12
"""Seeds at work that have a line of their own."""


class DraftBoard:
    """How far drafts have come; told from any thread."""

    def __init__(self, bar: Progress, total: int) -> None:
        self._bar = bar
        self._lock = threading.Lock()
        self._lines: dict[str, TaskID] = {}
        self._heard: dict[str, int] = {}
        self._all = bar.add_task("drafts", total=total, visible=total > 1)

    def says(self, subject: str, text: str) -> None:
        """Show what a draft is at."""
        with self._lock:
            line = self._line(subject)
            self._heard[subject] = 0
        if line is not None:
            self._bar.update(line, description=visible(f"{subject}: {text}", lines=False), completed=0, total=None)

    def hears(self, subject: str, piece: str) -> None:
        """Count what has come of a reply."""
        with self._lock:
            line = self._line(subject)
            self._heard[subject] = self._heard.get(subject, 0) + len(piece)
            heard = self._heard[subject]
        if line is not None:
            self._bar.update(line, completed=heard)

    def moved(self, subject: str, done: int, total: int) -> None:
        """Show how far a dry run has come."""
        with self._lock:
            line = self._line(subject)
        if line is not None:
            text = visible(f"{subject}: dry run", lines=False)
            self._bar.update(line, description=text, completed=done, total=total)

    def ended(self, subject: str) -> None:
        """Take a draft off the board."""
        with self._lock:
            line = self._lines.pop(subject, None)
        if line is not None:
            self._bar.remove_task(line)
        self._bar.advance(self._all)

    def _line(self, subject: str) -> TaskID | None:
        if subject not in self._lines and len(self._lines) < MOST_SHOWN:
            self._lines[subject] = self._bar.add_task(visible(subject, lines=False), total=None)
        return self._lines.get(subject)

    @classmethod
    @contextmanager
    def shown(cls, total: int, *, quiet: bool = False) -> Iterator[Self]:
        """Show a board on standard error while drafts are made.

        Args:
            total: drafts in all.
            quiet: show nothing.
        """
        console = err()
        columns = (
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        )
        off = quiet or not console.is_terminal
        with Progress(*columns, console=console, transient=True, disable=off) as bar:
            yield cls(bar, total)
