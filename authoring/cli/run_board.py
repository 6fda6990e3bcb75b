"""What is shown while sets run: the sets at work and those done last, and how far all are.

On a terminal it is redrawn in place and gone at the end; elsewhere one plain line for every set that ran.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.text import Text

from authoring.cli.board import MOST_LINES, name_width
from authoring.cli.progress import progress_bar
from authoring.cli.views.render import counted, err, out, plain, visible
from authoring.dseal import Severity, parse
from authoring.records.job import Done, Job


@dataclass(frozen=True, slots=True)
class SetLine:
    """What one line says of a set that is done."""

    name: str
    problems: int
    correct: int
    """Problems whose reference satisfies its own validator when it is run again."""
    seconds: float
    counts: tuple[int, ...]
    """Of its findings, by severity."""
    unchanged: bool
    failure: str

    @classmethod
    def of(cls, done: Done) -> "SetLine":
        """Return what is to be said of a set."""
        found = done.evidence.diagnostics if done.evidence else ()
        run = done.evidence.dry_run if done.evidence else None
        judged = [cell.judgement for cell in run.cells if cell.judgement is not None] if run else []
        return cls(
            name=done.job.name,
            problems=len(parse(done.job.text).problems),
            correct=sum(judgement.correct == "yes" for judgement in judged),
            seconds=sum(cell.run.seconds for cell in run.cells) if run else 0.0,
            counts=tuple(sum(finding.severity is severity for finding in found) for severity in Severity),
            unchanged=done.since is not None,
            failure=done.failure.message if done.failure else "",
        )

    @property
    def errors(self) -> int:
        """Findings that fail the command."""
        return self.counts[0]

    @property
    def weight(self) -> tuple[int, ...]:
        """How bad it is."""
        return bool(self.failure), *self.counts

    def as_text(self, width: int) -> Text:
        """Return the line.

        Args:
            width: columns of the name.
        """
        text = _begun(self.name, width)
        if self.failure:
            text.append("not run: ", "bold red").append_text(plain(self.failure))
            return text
        text.append(f"{self.correct:>4}/{self.problems:<5}")
        text.append("unchanged  " if self.unchanged else f"{self.seconds:7.1f} s  ", "dim")
        return text.append_text(counts_text(self.counts))


def counts_text(counts: Sequence[int]) -> Text:
    """Return ``1 error, 2 warnings``, or ``no findings``, in the colour of the worst."""
    parts = [counted(number, severity.value) for severity, number in zip(Severity, counts, strict=True) if number]
    return Text(", ".join(parts) or "no findings", "red" if counts[0] else "yellow" if parts else "green")


def _begun(name: str, width: int) -> Text:
    shown = plain(name)
    shown.truncate(width, overflow="ellipsis", pad=True)
    return Text.assemble(shown, no_wrap=True, overflow="ellipsis")


class RunBoard:
    """How far a run of many sets has come; told from any thread."""

    def __init__(self, names: Iterable[str]) -> None:
        self._lock = threading.Lock()
        self._begun = time.monotonic()
        self._sets = 0
        self._longest = 0
        for name in names:
            self._sets += 1
            self._longest = max(self._longest, cell_len(visible(name, lines=False)))
        self._at_work: dict[tuple[str, str], tuple[int, int]] = {}
        self._last: deque[SetLine] = deque(maxlen=MOST_LINES)
        self._done = self._unchanged = self._bad = 0
        self._note = ""

    @property
    def far(self) -> tuple[int, int]:
        """Sets that are done, and all sets; of a single set, its cells."""
        with self._lock:
            if self._sets == 1 and self._at_work:
                return next(iter(self._at_work.values()))
            return self._done, self._sets

    def moved(self, job: Job, done: int, total: int) -> None:
        """Take note that a job's cells are done."""
        with self._lock:
            self._at_work[job.name, job.text] = (done, total)

    def finished(self, done: Done) -> Text:
        """Take note of a set that is done; return its line, with the whole name."""
        line = SetLine.of(done)
        with self._lock:
            self._at_work.pop((done.job.name, done.job.text), None)
            self._done += 1
            self._unchanged += line.unchanged
            self._bad += bool(line.failure or line.errors)
            if not line.unchanged:
                self._last.append(line)
        return line.as_text(self._longest)

    def stopping(self, waiting: int) -> str:
        """Take note of ^C; return what is to be said."""
        self._note = f"stopping: waiting for {counted(waiting, 'set')} under way, ^C again stops at once"
        return self._note

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it."""
        width = min(self._longest, name_width(options.max_width))
        with self._lock:
            work = list(self._at_work.items())[:MOST_LINES]
            last = list(self._last)[-max(MOST_LINES - len(work), 0) :] if len(work) < MOST_LINES else []
            said = f"{self._done} of {counted(self._sets, 'set')}"
            unchanged, bad, note = self._unchanged, self._bad, self._note
        yield from (line.as_text(width) for line in last)
        for (name, _), (done, total) in work:
            yield _begun(name, width).append(f"{done:>4} of {total or '?'} cells", "dim")
        passed = int(time.monotonic() - self._begun)
        head = Text.assemble((said, "bold"), (f"  {passed // 60}:{passed % 60:02}  ", "dim"))
        head.append(f"{unchanged} unchanged  " if unchanged else "", "dim").append(
            f"{bad} with errors" if bad else "", "red"
        )
        head.no_wrap, head.overflow = True, "ellipsis"
        yield head
        if note:
            yield Text(note, "bold yellow", no_wrap=True, overflow="ellipsis")


@dataclass(frozen=True, slots=True)
class Watch:
    """What a run tells while it goes on."""

    on_done: Callable[[Done], object]
    on_stop: Callable[[int], object]
    moved: Callable[[Job, int, int], object]
    redrawn: bool = False
    """Whether nothing of it stays on the screen."""


@contextmanager
def watching(board: RunBoard, label: str, *, quiet: bool) -> Iterator[Watch]:
    """Show a board while it fills.

    Args:
        board: the sets.
        label: what runs, for the bar that stands in for the board.
        quiet: nothing but a bar on standard error, and that only on a terminal.
    """
    console = out()
    if console.is_terminal and not console.is_dumb_terminal and not quiet:
        with Live(board, console=console, transient=True, refresh_per_second=4):
            yield Watch(board.finished, board.stopping, board.moved, redrawn=True)
        return
    with progress_bar(label) as move:

        def moved(job: Job, done: int, total: int) -> None:
            board.moved(job, done, total)
            move(*board.far)

        def on_done(done: Done) -> None:
            line = board.finished(done)
            move(*board.far)
            if not quiet and done.since is None:
                console.print(line, soft_wrap=True)

        def on_stop(waiting: int) -> None:
            err().print(board.stopping(waiting), soft_wrap=True)

        yield Watch(on_done, on_stop, moved)
