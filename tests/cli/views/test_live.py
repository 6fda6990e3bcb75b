"""The live view: bars and boards on a terminal, lines and warnings elsewhere, and nothing that steers the screen."""

import io
from collections.abc import Sequence

import pytest
from rich.console import Console
from rich.text import Text

from authoring.cli.views import live
from authoring.cli.views.live import (
    MOST_BARS,
    BarsReporter,
    Board,
    BoardReporter,
    IntermittentReporter,
    LinesReporter,
    live_reporter,
)
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
    Started,
    Stopping,
)

SHOWN_CURSOR = "\x1b[?25h"
"""What ends the drawing of bars on a terminal."""


def terminal() -> Console:
    """Return a console that takes itself for a terminal."""
    return Console(file=io.StringIO(), force_terminal=True, width=80, color_system=None)


class NamesBoard(Board):
    """A board whose parts are names."""

    def __init__(self) -> None:
        super().__init__()
        self.finished: list[str] = []

    def handle(self, event: ProgressEvent) -> Text | None:
        """Note names that are done."""
        if isinstance(event, Started):
            self.measure_names(name for name, _ in event.parts)
        if isinstance(event, PartialResult):
            self.finished.append(str(event.record))
            return Text(f"{event.record} is done")
        return None

    def lines(self, width: int) -> tuple[Sequence[Text], Sequence[Text]]:
        """Return the names."""
        return [Text(name[:width]) for name in self.finished], []

    def summary(self) -> tuple[str, Text]:
        """Return their number."""
        return f"{len(self.finished)} done", Text()

    @property
    def steps(self) -> tuple[int, int]:
        """Of three names."""
        return len(self.finished), 3


def test_subject_has_one_bar_at_a_time() -> None:
    """A new activity of a subject takes the place of the old one; a bar goes when its activity ends."""
    with BarsReporter(terminal()) as reporter:
        reporter.report(Progress("sketch", 0, subject="birds"))
        reporter.report(Progress("dry run", 1, 4, subject="birds"))
        reporter.report(ReplyGrew("fish\x1b[2J", 120))
        reporter.report(Progress("fetching", 1_000, 2_000, in_bytes=True))
        assert [task.description for task in reporter.bars.tasks] == ["birds: dry run", "fish\\x1b[2J", "fetching"]
        assert [task.completed for task in reporter.bars.tasks] == [1, 120, 1_000]
        reporter.report(Ended("dry run", "birds"))
        assert len(reporter.bars.tasks) == 2
        page = Console(width=80)
        with page.capture() as capture:
            page.print(reporter.bars.get_renderable())

    assert "1.0/2.0 kB" in capture.get()


def test_a_warning_stands_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Several models of one command give the same warning; what is no warning is printed as often as it comes."""
    reporters: list[Reporter] = [BoardReporter(NamesBoard()), IntermittentReporter()]
    with live_reporter() as bars, live_reporter(NamesBoard()) as lines:
        for reporter in (*reporters, bars, lines):
            for notice in (Notice("no key: ", is_warning=True, command="export KEY=K"), Notice("lost")) * 2:
                reporter.report(notice)
            printed = capsys.readouterr().err

            assert (printed.count("warning: no key: "), printed.count("lost")) == (1, 2)


@pytest.mark.parametrize("lines", [True, False])
def test_activities_are_printed_where_no_bar_is_drawn(capsys: pytest.CaptureFixture[str], *, lines: bool) -> None:
    """A verb that works for long says in a pipe what begins, once for all its steps, and again when it begins anew."""
    events = [
        *(Progress("dry run", number, 3, subject="birds\x1b[2J") for number in range(3)),
        Ended("dry run", "birds\x1b[2J"),
        Progress("trying answers", 0),
        Progress("dry run", 0, 3, subject="birds\x1b[2J"),
    ]
    with live_reporter(lines=lines) as bars:
        for reporter in (bars, IntermittentReporter(lines=lines)):
            for event in events:
                reporter.report(event)
            run = "birds\\x1b[2J: dry run"

            assert capsys.readouterr().err.splitlines() == ([run, "trying answers", run] if lines else [])


def test_bars_leave_room() -> None:
    """Of many subjects at work, only so many have a bar."""
    with BarsReporter(terminal()) as reporter:
        for number in range(2 * MOST_BARS):
            reporter.report(Progress("dry run", 0, 3, subject=f"set-{number}"))

        assert len(reporter.bars.tasks) == MOST_BARS


def test_lines_are_printed_where_nothing_is_redrawn(capsys: pytest.CaptureFixture[str]) -> None:
    """Results go to standard output, and what is only for the person who waits to standard error."""
    with live_reporter(NamesBoard()) as reporter:
        reporter.report(Started((("birds", 0),)))
        reporter.report(PartialResult("birds"))
        reporter.report(Notice("no wall here: ", is_warning=True, command="authoring doctor"))
        reporter.report(Stopping(2))
    printed = capsys.readouterr()

    assert not reporter.redrawn
    assert printed.out == "birds is done\n"
    assert printed.err.startswith("warning: no wall here: ")
    assert printed.err.splitlines()[1].startswith("stopping: waiting for 2 sets under way")


def test_quiet_leaves_standard_output_alone(capsys: pytest.CaptureFixture[str]) -> None:
    """With --json, standard output is one document and nothing else."""
    with live_reporter(NamesBoard(), quiet=True) as reporter:
        reporter.report(PartialResult("birds"))

    assert capsys.readouterr().out == ""


def test_parts_are_handed_over_where_there_is_no_board() -> None:
    """A verb without a board shows its parts itself."""
    records: list[object] = []
    with live_reporter(on_part=records.append) as reporter:
        reporter.report(PartialResult("birds"))

    assert records == ["birds"]


def test_terminal_is_free_when_nothing_is_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several activities may be under way; notices are shown in any case, and partial results are handed on."""
    monkeypatch.setenv("TERM", "xterm")
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=80, color_system=None)
    monkeypatch.setattr(live, "err", lambda: console)
    records: list[object] = []
    reporter = IntermittentReporter(records.append)
    reporter.report(Notice("before"))
    reporter.report(Progress("dry run", 0, None, "a"))
    reporter.report(Progress("looking", 0))
    reporter.report(Notice("between"))
    reporter.report(Ended("dry run", "a"))
    reporter.report(PartialResult(7))
    assert SHOWN_CURSOR not in screen.getvalue()
    reporter.report(Ended("looking"))
    reporter.report(Ended("looking"))

    # The bars let go of the cursor when they end, and only then.
    assert screen.getvalue().count(SHOWN_CURSOR) == 1
    assert records == [7]
    # Around the second notice stand the codes that draw the bars anew.
    assert screen.getvalue().startswith("before\n")
    assert screen.getvalue().count("between\n") == 1


def drawn(board: Board) -> list[str]:
    """Return the lines of a board without the time."""
    console = Console(width=100)
    with console.capture() as capture:
        console.print(board)
    return [line.rstrip() for line in capture.get().splitlines()]


def test_a_board_shows_what_is_paid() -> None:
    """Calls, tokens and money so far; without a price of one of them no sum, and without calls nothing."""
    reporter = BoardReporter(board := NamesBoard())
    assert not board.spending()
    for _ in range(2):
        reporter.report(Spent(1_500, 20_000_000, "USD"))
    assert drawn(board)[-1] == "paid so far: 2 calls, 3,000 tokens, 0.040 USD"

    reporter.report(Spent(10, None, "USD"))
    assert board.spending() == "3 calls, 3,010 tokens"


def test_a_board_shows_what_the_whole_command_does() -> None:
    """As long as a judge is asked, its progress stands below the parts, with the solver whose answers it judges."""
    reporter = BoardReporter(board := NamesBoard())
    reporter.report(Progress("judging", 0))
    assert drawn(board)[-1] == "judging"
    reporter.report(SolverEvent("model:a", Progress("judging", 1, 3)))
    assert drawn(board)[-2:] == ["judging", "model:a: judging 1 of 3"]
    reporter.report(Ended("judging"))
    reporter.report(SolverEvent("model:a", Ended("judging")))
    reporter.report(Progress("asks m", 0, None, "gulls"))
    assert len(drawn(board)) == 1


def test_where_nothing_is_redrawn_the_command_has_bars() -> None:
    """An activity of the whole command has a bar of its own, gone when it ends, beside that of the parts."""
    with BarsReporter(terminal()) as bars:
        reporter = LinesReporter(NamesBoard(), bars, quiet=True)
        reporter.report(Progress("judging wrong answers", 1, 3))
        reporter.report(SolverEvent("model:a", Progress("judging wrong answers", 2, 3)))
        reporter.report(Ended("judging wrong answers"))
        labels = [task.description for task in bars.bars.tasks]

    assert labels == ["model:a: judging wrong answers"]
