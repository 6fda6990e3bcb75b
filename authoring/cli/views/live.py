"""The live view: what a person sees while a verb is at work, driven by the events that `authoring.api` reports.

There are two forms. Without a board, every activity has a bar on standard error, on a terminal, gone at the end;
elsewhere, verbs that work for long print a plain line for every activity that begins.
With a `Board`, a terminal shows a line for every part of the work on standard output, redrawn in place and gone at the
end; elsewhere, one plain line is printed for every part that is done.
"""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Self

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, SpinnerColumn, Task, TaskID, TextColumn
from rich.progress import Progress as Bars
from rich.progress import TimeElapsedColumn as Elapsed
from rich.text import Text

from authoring.cli.views.render import callable_here, err, out, plain
from authoring.records.progress import (
    Ended,
    Notice,
    PartialResult,
    Progress,
    ProgressEvent,
    ReplyGrew,
    Reporter,
    SolverEvent,
    Spent,
    Stopping,
)
from authoring.records.wording import counted, money, visible

MOST_BARS = 12
"""Activities that have a bar at the same time; more would not leave room for anything else."""
MOST_LINES = 14
"""Parts of the work that a board shows at the same time."""
LONGEST_LABEL = 100
"""Characters of what stands before a bar."""


class Board(ABC):
    """The parts of a long piece of work: those under way and those done last, and a summary of all.

    A verb's view derives from it and says what its lines hold. Events come from several threads; `lock` guards what
    a board notes of them.
    """

    label = ""
    """What stands before the bar that stands in for the board."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.longest = 0
        """Columns of the longest name."""
        self._began = time.monotonic()
        self._note = ""
        self._activities: dict[str, str] = {}
        """What the whole command does beside its parts, and how far that is."""
        self._calls = self._tokens = 0
        self._cost: int | None = 0
        self._currency = ""

    @abstractmethod
    def handle(self, event: ProgressEvent) -> Text | None:
        """Note an event; return the line of a part that is done with it, to be printed where nothing is redrawn."""

    @abstractmethod
    def lines(self, width: int) -> tuple[Sequence[Text], Sequence[Text]]:
        """Return the lines of the parts that are done and of those under way; names take `width` columns."""

    @abstractmethod
    def summary(self) -> tuple[str, Text]:
        """Return how far all is, in words, and what came of it so far."""

    @property
    @abstractmethod
    def steps(self) -> tuple[int, int]:
        """Steps that are done, and all steps."""

    def measure_names(self, names: Iterable[str]) -> None:
        """Note what the parts are called, so that their lines are aligned."""
        self.longest = max((cell_len(visible(name, lines=False)) for name in names), default=0)

    def observe(self, event: ProgressEvent) -> Progress | Ended | None:
        """Note what is spent, and what the whole command does beside its parts; return an event of the latter."""
        solver = f"{event.solver}: " if isinstance(event, SolverEvent) else ""
        inner = event.event if isinstance(event, SolverEvent) else event
        with self.lock:
            if isinstance(inner, Spent):
                self._calls, self._tokens, self._currency = self._calls + 1, self._tokens + inner.tokens, inner.currency
                # One call without a price leaves the sum unknown.
                self._cost = None if inner.cost is None or self._cost is None else self._cost + inner.cost
            elif isinstance(inner, Progress) and not inner.subject:
                amount = f" {inner.done:,} of {inner.total:,}" if inner.total else ""
                self._activities[solver + inner.activity] = amount
                return replace(inner, activity=solver + inner.activity)
            elif isinstance(inner, Ended) and not inner.subject:
                self._activities.pop(solver + inner.activity, None)
                return replace(inner, activity=solver + inner.activity)
        return None

    def spending(self) -> str:
        """Return what calls of models took so far; nothing where none was paid."""
        if not self._calls:
            return ""
        paid = f", {money(self._cost, self._currency)}" if self._cost else ""
        return f"{counted(self._calls, 'call')}, {counted(self._tokens, 'token')}{paid}"

    def stop(self, event: Stopping) -> str:
        """Note that a person asked to stop; return what is to be said about it."""
        self._note = f"stopping: waiting for {counted(event.waiting, 'set')} under way, ^C again stops at once"
        return self._note

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the parts done last, those under way, and the summary."""
        with self.lock:
            finished, working = self.lines(min(self.longest, name_width(options.max_width)))
            text, outcome = self.summary()
            spending, activities = self.spending(), dict(self._activities)
        # Parts under way come first; those that are done fill what is left of the screen, the last ones.
        free = max(MOST_LINES - len(working), 0)
        yield from finished[max(len(finished) - free, 0) :]
        yield from working[:MOST_LINES]
        seconds = int(time.monotonic() - self._began)
        passed = (f"  {seconds // 60}:{seconds % 60:02}  ", "dim")
        yield Text.assemble((text, "bold"), passed, outcome, no_wrap=True, overflow="ellipsis")
        if spending:
            yield Text(f"paid so far: {spending}", "dim", no_wrap=True, overflow="ellipsis")
        for activity, amount in activities.items():
            yield plain(activity + amount)
        if self._note:
            yield Text(self._note, "bold yellow", no_wrap=True, overflow="ellipsis")


def name_width(width: int) -> int:
    """Return the columns a part's name may take on a screen of some width."""
    return max(width // 2 - 6, 12)


def name_cell(name: str, width: int) -> Text:
    """Return a name as the beginning of a line, cut or padded to a width."""
    cell = plain(name)
    cell.truncate(width, overflow="ellipsis", pad=True)
    return Text.assemble(cell, no_wrap=True, overflow="ellipsis")


class LiveReporter(Reporter):
    """Shows events as they come; what it is given by `live_reporter` is one of the classes below."""

    redrawn = False
    """Whether no line of a part that is done stays on the screen."""

    def report(self, event: ProgressEvent, /) -> None:
        """Show one event of the work on the terminal; see `Reporter.report`."""


class BarsReporter(LiveReporter):
    """Shows a bar for every activity on standard error; notices are printed above the bars."""

    def __init__(
        self,
        console: Console,
        on_part: Callable[[object], object] | None = None,
        *,
        still: bool = False,
        lines: "StandingLines | None" = None,
    ) -> None:
        columns = (
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=20),
            _AmountColumn(),
            Elapsed(),
        )
        self._console = console
        # Only what goes to the terminal has to be kept off the bars: a file or a pipe takes its lines as they are.
        self.bars = Bars(
            *columns,
            console=console,
            transient=True,
            disable=still or not console.is_terminal,
            redirect_stdout=out().is_terminal,
        )
        self._on_part = on_part
        self._lines = lines or StandingLines()
        self._lock = threading.Lock()
        self._tasks: dict[str, TaskID] = {}
        self._characters: dict[str, int] = {}

    def report(self, event: ProgressEvent, /) -> None:
        """Show one event of the work on the terminal; see `Reporter.report`."""
        if isinstance(event, Progress):
            self._move(event)
        elif isinstance(event, ReplyGrew):
            self._grow(event)
        elif isinstance(event, Ended):
            self._end(event.subject or event.activity)
        elif isinstance(event, Notice):
            self._lines.print_notice(event, self._console)
        elif isinstance(event, PartialResult) and self._on_part is not None:
            self._on_part(event.record)

    def _move(self, event: Progress) -> None:
        key = event.subject or event.activity
        label = ": ".join(filter(None, (event.subject, event.activity)))
        with self._lock:
            self._lines.print_activity(key, label, self._console)
            # A new step counts the characters of its own reply.
            self._characters[key] = 0
            task = self._task(key)
            if task is not None:
                description = visible(label, lines=False)[:LONGEST_LABEL]
                self.bars.update(
                    task, description=description, completed=event.done, total=event.total, in_bytes=event.in_bytes
                )

    def _grow(self, event: ReplyGrew) -> None:
        with self._lock:
            self._characters[event.subject] = self._characters.get(event.subject, 0) + event.characters
            task = self._task(event.subject)
            if task is not None:
                self.bars.update(task, completed=self._characters[event.subject])

    def _end(self, key: str) -> None:
        with self._lock:
            self._lines.end_activity(key)
            self._characters.pop(key, None)
            task = self._tasks.pop(key, None)
            if task is not None:
                self.bars.remove_task(task)

    def _task(self, key: str) -> TaskID | None:
        # One that finds no room gets a bar with its next event, when others have ended.
        if key not in self._tasks and len(self._tasks) < MOST_BARS:
            self._tasks[key] = self.bars.add_task(visible(key, lines=False), total=None, in_bytes=False)
        return self._tasks.get(key)

    def __enter__(self) -> Self:
        self.bars.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.bars.stop()


class _AmountColumn(MofNCompleteColumn):
    """Shows steps as a count, and bytes as an amount of data."""

    _bytes = DownloadColumn()

    def render(self, task: Task) -> Text:
        """Return the text of one bar."""
        return self._bytes.render(task) if task.fields.get("in_bytes") else super().render(task)


class BoardReporter(LiveReporter):
    """Notes events on a board that a terminal redraws."""

    redrawn = True

    def __init__(self, board: Board) -> None:
        self._board = board
        self._lines = StandingLines()

    def report(self, event: ProgressEvent, /) -> None:
        """Show one event of the work on the terminal; see `Reporter.report`."""
        if isinstance(event, Stopping):
            self._board.stop(event)
        elif isinstance(event, Notice):
            self._lines.print_notice(event, err())
        else:
            self._board.observe(event)
            self._board.handle(event)


class LinesReporter(LiveReporter):
    """Prints a line for every part that is done, and shows one bar for all of them."""

    def __init__(self, board: Board, bars: BarsReporter, *, quiet: bool) -> None:
        self._board, self._bars, self._quiet = board, bars, quiet

    def report(self, event: ProgressEvent, /) -> None:
        """Show one event of the work on the terminal; see `Reporter.report`."""
        if isinstance(event, Stopping):
            self._bars.report(Notice(self._board.stop(event)))
            return
        if isinstance(event, Notice):
            self._bars.report(event)
            return
        activity = self._board.observe(event)
        line = self._board.handle(event)
        self._bars.report(activity or Progress(self._board.label, *self._board.steps))
        if line is not None and not self._quiet:
            out().print(line, soft_wrap=True)


class StandingLines:
    """Prints what stays on the screen: notices, of which a warning stands once, and activities that have no bar.

    All of it belongs on standard error, and so leaves the document of ``--json`` alone.
    """

    def __init__(self, *, activities: bool = False) -> None:
        """Prepare it.

        Args:
            activities: whether activities are printed where the console is no terminal.
        """
        self._activities = activities
        self._lock = threading.Lock()
        self._warned: set[Notice] = set()
        self._labels: dict[str, str] = {}

    def print_notice(self, notice: Notice, console: Console) -> None:
        """Print a notice, unless it is a warning that stands there: several parts of a command give the same."""
        text = notice.text + (callable_here(notice.command) if notice.command else "")
        if not notice.is_warning:
            console.print(plain(text, "dim"), soft_wrap=True)
            return
        with self._lock:
            if notice in self._warned:
                return
            self._warned.add(notice)
        console.print(Text.assemble(("warning: ", "bold yellow"), visible(text)), soft_wrap=True)

    def print_activity(self, key: str, label: str, console: Console) -> None:
        """Print what begins; the steps of one activity, which share a label, are one line."""
        if self._activities and not console.is_terminal and self._labels.get(key) != label:
            self._labels[key] = label
            console.print(plain(label), soft_wrap=True)

    def end_activity(self, key: str) -> None:
        """Note that an activity is over: the same one is printed again where it begins anew."""
        self._labels.pop(key, None)


@contextmanager
def live_reporter(
    board: Board | None = None,
    *,
    quiet: bool = False,
    still: bool = False,
    lines: bool = False,
    on_part: Callable[[object], object] | None = None,
) -> Iterator[LiveReporter]:
    """Give a reporter that shows what it is told, until this is left.

    Args:
        board: the parts of the work; None where bars say enough.
        quiet: whether standard output is for something else, as with ``--json``; bars on a terminal's standard error
            are shown all the same.
        still: whether nothing is redrawn, because a person is asked on the same terminal.
        lines: whether activities are printed as they begin where no bar can be drawn, because they take long.
        on_part: without a board, called with the record of every `PartialResult`, in the thread that reports it.
    """
    console = out()
    # A dumb terminal cannot redraw, and the document of --json must stand alone.
    if board is not None and console.is_terminal and not console.is_dumb_terminal and not (quiet or still):
        with Live(board, console=console, transient=True, refresh_per_second=4):
            yield BoardReporter(board)
        return
    with BarsReporter(err(), on_part, still=still, lines=StandingLines(activities=lines)) as bars:
        # Without a terminal these bars draw nothing, and the lines of the board are all there is.
        yield bars if board is None else LinesReporter(board, bars, quiet=quiet)


class IntermittentReporter:
    """Shows bars while activities are under way, and lets go of the terminal as soon as none is."""

    def __init__(self, on_part: Callable[[object], object] | None = None, *, lines: bool = False) -> None:
        """Prepare it.

        Args:
            on_part: called with the record of every `PartialResult`, in the thread that reports it.
            lines: whether activities are printed as they begin where no bar can be drawn.
        """
        self._lines = StandingLines(activities=lines)
        self._on_part = on_part
        self._lock = threading.Lock()
        self._bars: BarsReporter | None = None
        self._activities: set[str] = set()

    def report(self, event: ProgressEvent, /) -> None:
        """Show one event of the work on the terminal; see `Reporter.report`."""
        if isinstance(event, PartialResult):
            if self._on_part is not None:
                self._on_part(event.record)
            return
        with self._lock:
            if isinstance(event, Notice) and self._bars is None:
                self._lines.print_notice(event, err())
                return
            # A subject has one activity at a time: a new one takes the place of the old one.
            if isinstance(event, Progress):
                self._activities.add(event.subject or event.activity)
            if self._bars is None and self._activities:
                # Entered by hand: bars live from the first activity to the last, and not for one block.
                self._bars = BarsReporter(err(), lines=self._lines).__enter__()
            if self._bars is not None:
                self._bars.report(event)
            if isinstance(event, Ended):
                self._activities.discard(event.subject or event.activity)
                self._release()

    def _release(self) -> None:
        if self._bars is not None and not self._activities:
            self._bars.__exit__(None, None, None)
            self._bars = None
