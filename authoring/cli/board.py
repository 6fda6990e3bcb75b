"""What is shown while an evaluation runs: one line per set, as far as it has come.

On a terminal a table that is redrawn in place and gone at the end; elsewhere one plain line for every set that is done.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.text import Text

from authoring.cli.agreement import words
from authoring.cli.progress import progress_bar
from authoring.cli.views.render import counted, out, plain, visible
from authoring.records.results import ProblemResult, SetResult
from authoring.validators.verdicts import VerdictName

MOST_LINES = 14
"""Sets that are shown at once."""

NO_ANSWER = "no answer"
BLOCKED = "cannot be judged"

STYLES: dict[str, str] = {
    VerdictName.CORRECT: "green",
    VerdictName.PRESENTATION_ERROR: "yellow",
    VerdictName.INTACT_VIOLATION: "yellow",
    NO_ANSWER: "yellow",
    BLOCKED: "dim",
}
"""Everything else is red."""


@dataclass(slots=True)
class _Line:
    """One set on the board."""

    name: str
    problems: int
    answered: dict[int, str] = field(default_factory=dict)
    """What became of each problem so far, by number: a verdict, `NO_ANSWER` or `BLOCKED`."""
    seconds: float | None = None
    """None while it is not done."""


class Board:
    """How far an evaluation has come; told from any thread."""

    def __init__(self, sets: Iterable[tuple[str, int]], done: Sequence[SetResult] = ()) -> None:
        self._lock = threading.Lock()
        self._lines = {name: _Line(name, problems) for name, problems in sets}
        self._longest = max((cell_len(visible(name, lines=False)) for name in self._lines), default=0)
        self._begun = time.monotonic()
        for result in done:
            self.finished(result)

    @property
    def names(self) -> tuple[str, ...]:
        """The sets, in order."""
        return tuple(self._lines)

    @property
    def problems(self) -> int:
        """How many problems are to be judged in all."""
        return sum(line.problems for line in self._lines.values())

    @property
    def answered_problems(self) -> int:
        """How many problems have been judged."""
        return sum(len(line.answered) for line in self._lines.values())

    def answered(self, problem: ProblemResult) -> None:
        """Take note of a problem that was judged, or judged once more."""
        with self._lock:
            self._lines[problem.problemset].answered[problem.index] = _became(problem)

    def finished(self, result: SetResult) -> Text:
        """Take note of a set that is done; return its line, with the whole name."""
        with self._lock:
            line = self._lines[result.name]
            line.answered = {problem.index: _became(problem) for problem in result.problems}
            line.problems, line.seconds = len(result.problems), result.seconds
        return self._as_text(line, self._longest)

    def done_line(self, name: str, width: int) -> Text:
        """Return the line of a set.

        Args:
            name: of the set.
            width: columns of the whole line.
        """
        return self._as_text(self._lines[name], min(self._longest, name_width(width)))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the sets at work and those done last, and the sum of all."""
        width = min(self._longest, name_width(options.max_width))
        with self._lock:
            lines = list(self._lines.values())
            begun = [line for line in lines if line.answered and line.seconds is None]
            done = [line for line in lines if line.seconds is not None]
            room = max(MOST_LINES - len(begun), 0)
            shown = [*done[max(len(done) - room, 0) :], *begun[:MOST_LINES]]
            drawn = [self._as_text(line, width) for line in shown]
            total = Counter(verdict for line in lines for verdict in line.answered.values())
        passed = int(time.monotonic() - self._begun)
        said = f"{len(done)} of {counted(len(lines), 'set')}, {self.answered_problems} of {self.problems} problems"
        head = Text.assemble((said, "bold"), (f"  {passed // 60}:{passed % 60:02}  ", "dim"), counts(total))
        head.no_wrap, head.overflow = True, "ellipsis"
        yield from (*drawn, head)

    def _as_text(self, line: _Line, width: int) -> Text:
        correct = sum(verdict == VerdictName.CORRECT for verdict in line.answered.values())
        name = plain(line.name)
        name.truncate(width, overflow="ellipsis", pad=True)
        so_far = f"{len(line.answered):>4} of {line.problems:<3}"
        if line.seconds is not None:
            so_far = f"{correct:>4}/{line.problems:<6}"
        text = Text.assemble(name, so_far, no_wrap=True, overflow="ellipsis")
        text.append(f"{line.seconds:6.1f} s  " if line.seconds is not None else "  running ", "dim")
        text.append_text(counts(Counter(line.answered.values()), all_is_well=line.seconds is not None))
        text.rstrip()
        return text


def name_width(width: int) -> int:
    """Return the columns a set's name may take on a screen of some width."""
    return max(width // 2 - 6, 12)


def _became(problem: ProblemResult) -> str:
    if problem.verdict is not None:
        return problem.verdict
    return NO_ANSWER if problem.blocked_by is None else BLOCKED


def counts(verdicts: Mapping[str, int], *, all_is_well: bool = False) -> Text:
    """Return how often each verdict was given, the frequent ones first, ``12 correct, 3 crash``.

    Args:
        verdicts: how often each was given; `NO_ANSWER` and `BLOCKED` beside them.
        all_is_well: whether the correct ones go without saying.
    """
    known = sorted(verdicts.items(), key=lambda item: (item[0] != VerdictName.CORRECT, -item[1], item[0]))
    shown = [(v, n) for v, n in known if n and not (all_is_well and v == VerdictName.CORRECT)]
    return Text(", ").join(Text(f"{number} {words(verdict)}", style_of(verdict)) for verdict, number in shown)


def style_of(verdict: str) -> str:
    """Return the colour of a verdict."""
    return STYLES.get(verdict, "red")


@dataclass(frozen=True, slots=True)
class Watch:
    """What an evaluation tells while it runs."""

    on_set: Callable[[SetResult], object]
    on_problem: Callable[[ProblemResult], None]
    redrawn: bool = False
    """Whether nothing of it stays on the screen."""


@contextmanager
def watching(board: Board, label: str, *, quiet: bool) -> Iterator[Watch]:
    """Show a board while it fills.

    Args:
        board: the sets.
        label: what is judged, for the bar that stands in for the board.
        quiet: nothing but a bar on standard error, and that only on a terminal.
    """
    console = out()
    if console.is_terminal and not console.is_dumb_terminal and not quiet:
        with Live(board, console=console, transient=True, refresh_per_second=4):
            yield Watch(board.finished, board.answered, redrawn=True)
        return
    with progress_bar(label) as move:

        def on_problem(problem: ProblemResult) -> None:
            board.answered(problem)
            move(board.answered_problems, board.problems)

        def on_set(result: SetResult) -> None:
            line = board.finished(result)
            move(board.answered_problems, board.problems)
            if not quiet:
                console.print(line, soft_wrap=True)

        yield Watch(on_set, on_problem)


@dataclass(frozen=True, slots=True)
class SetsTable:
    """The sets, one a line; of many, those that have most wrong."""

    results: Sequence[SetResult]
    most: int = 25
    """Sets that are listed."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it, followed by an empty line."""
        board = Board(((result.name, len(result.problems)) for result in self.results), self.results)
        listed = set(board.names)
        if len(self.results) > self.most:
            worst = sorted(self.results, key=lambda result: -_wrong(result))[: self.most]
            listed = {result.name for result in worst if _wrong(result)}
        yield from (board.done_line(name, options.max_width) for name in board.names if name in listed)
        left = len(self.results) - len(listed)
        if left:
            yield Text(f"… and {counted(left, 'set')} with fewer wrong", "dim")
        if self.results:
            yield Text()


def _wrong(result: SetResult) -> int:
    return sum(problem.verdict is not VerdictName.CORRECT for problem in result.problems)
