"""What is shown while sets run."""

from collections.abc import Sequence
from datetime import UTC, datetime

from rich.console import Console
from rich.text import Text

from authoring.api.set_runs import SetSummary
from authoring.cli.views.set_runs import SetRunsBoard, counts_text
from authoring.dseal import Diagnostic, Severity
from authoring.errors import SandboxError
from authoring.records.base import sha256_of
from authoring.records.evidence import CellRun, DryRun, Evidence, Judgement, Outcome, ProblemRun
from authoring.records.job import Job, JobResult
from authoring.records.progress import PartialResult, Progress, Started, Stopping

TEXT = '# %%\n"""\nquestion: How many?\n"""\n1 + 1\n'


def job(name: str) -> Job:
    """Return a job."""
    return Job(name=name, text=TEXT)


def done(name: str, *severities: Severity, since: datetime | None = None) -> JobResult:
    """Return a job that is done, with findings."""
    run = CellRun(outcome=Outcome.OK, seconds=1.25, peak_memory=1)
    cell = ProblemRun(cell=0, number=1, run=run, repeat=run, judgement=Judgement(correct="yes", category="and"))
    findings = (
        Diagnostic(code="DS401", name="n", severity=severity, message="m", hint="", line=1) for severity in severities
    )
    dry_run = DryRun(draft=sha256_of(TEXT), cells=(cell,), inputs=(), python="3.11", packages=())
    return JobResult(
        job(name), Evidence(draft=sha256_of(TEXT), diagnostics=tuple(findings), dry_run=dry_run), since=since
    )


def board_of(names: Sequence[str]) -> SetRunsBoard:
    """Return the board of a run of sets that begins."""
    board = SetRunsBoard()
    board.handle(Started(tuple((name, 0) for name in names)))
    return board


def finish(board: SetRunsBoard, result: JobResult) -> Text | None:
    """Report a set that is done; return its line."""
    return board.handle(PartialResult(result, is_earlier=result.since is not None))


def drawn(board: SetRunsBoard, width: int = 70) -> list[str]:
    """Return the lines of a board, without the clock."""
    console = Console(width=width, force_terminal=False, color_system=None)
    with console.capture() as capture:
        console.print(board)
    return [line.replace("0:00", "").rstrip() for line in capture.get().splitlines()]


def test_board_shows_sets_at_work_and_sets_done() -> None:
    """Those done last come first, then those at work with their cells, then the sum."""
    board = board_of(["a", "b", "long-name", "d"])
    board.handle(Progress("dry run", 1, 5, subject="a"))
    board.handle(Progress("dry run", 0, 0, subject="b"))
    finish(board, done("a", Severity.ERROR, Severity.WARNING))
    board.handle(Progress("dry run", 2, 9, subject="long-name"))
    finish(board, done("d", since=datetime.now(UTC)))

    assert drawn(board) == [
        "a           1/1        1.2 s  1 error, 1 warning",
        "b           0 of ? cells",
        "long-name   2 of 9 cells",
        "2 of 4 sets    1 unchanged  1 with errors",
    ]


def test_board_fits_the_screen() -> None:
    """Whatever sets are called, and however many there are, lines stay within the width and few."""
    names = [f"{'a very long name ' * 5}{number}" for number in range(50)]
    board = board_of(names)
    for name in names[:40]:
        finish(board, done(name))
    for name in names[40:]:
        board.handle(Progress("dry run", 1, 2, subject=name))
    board.stop(Stopping(10))
    lines = drawn(board, width=60)

    assert len(lines) == 16
    assert all(len(line) <= 60 for line in lines)
    assert lines[-1].startswith("stopping: waiting for 10 sets under way")


def test_names_of_strangers_do_not_steer_the_terminal() -> None:
    """Control characters in names and reasons are shown as escapes."""
    board = board_of(["\x1b[2J", "b"])
    line = finish(board, JobResult(job("\x1b[2J"), failure=SandboxError("bad\x07", hint="")))

    assert line is not None
    assert line.plain == "\\x1b[2Jnot run: bad\\x07"


def test_progress_is_of_cells_for_one_set_and_of_sets_for_many() -> None:
    """A bar that stands in for the board moves in either case."""
    one, many = board_of(["a"]), board_of(["a", "b"])
    for board in (one, many):
        board.handle(Progress("dry run", 3, 7, subject="a"))

    assert one.steps == (3, 7)
    assert many.steps == (0, 2)
    finish(many, done("a"))
    assert many.steps == (1, 2)


def test_worse_sets_weigh_more() -> None:
    """A set that could not be run weighs most, then errors, then warnings."""
    lines = [
        SetSummary.of(JobResult(job("failed"), failure=SandboxError("no", hint=""))),
        SetSummary.of(done("error", Severity.ERROR)),
        SetSummary.of(done("warnings", Severity.WARNING, Severity.WARNING)),
        SetSummary.of(done("note", Severity.NOTE)),
        SetSummary.of(done("well")),
    ]

    assert sorted(lines, key=lambda line: line.weight, reverse=True) == lines
    assert counts_text(lines[-1].counts).plain == "no findings"
    assert counts_text((1, 0, 2)).plain == "1 error, 2 notes"
