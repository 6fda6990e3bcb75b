"""How sets that run are shown: a board while they run; then the worst, their findings, and a line of the sum."""

from collections import deque
from collections.abc import Iterator, Sequence
from datetime import datetime

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from authoring.api.set_runs import RunnableSet, SetRuns, SetSummary
from authoring.cli.views.findings import findings_view, gravest, tally
from authoring.cli.views.live import MOST_LINES, Board, name_cell, name_width
from authoring.cli.views.problems import conventions_view, problems_table
from authoring.cli.views.render import heading, plain, show, show_error
from authoring.dseal.diagnostic import Severity
from authoring.records.draft import conventions_in
from authoring.records.evidence import Evidence
from authoring.records.job import JobResult
from authoring.records.progress import PartialResult, Progress, ProgressEvent, Started
from authoring.records.wording import counted

MOST_DETAILS = 10
"""Sets with findings that are shown in full where several were run."""
MOST_SETS = 25
"""Sets in the table."""
MOST_NAMES = 5
"""Sets that one error names."""
TIME = "%Y-%m-%d %H:%M"


def summary_line(summary: SetSummary, width: int) -> Text:
    """Return the line of a set that is done; its name takes `width` columns."""
    text = name_cell(summary.name, width)
    if summary.failure:
        text.append("not run: ", "bold red").append_text(plain(summary.failure))
        return text
    text.append(f"{summary.correct:>4}/{summary.problems:<5}")
    text.append("unchanged  " if summary.unchanged else f"{summary.seconds:7.1f} s  ", "dim")
    return text.append_text(counts_text(summary.counts))


def counts_text(counts: Sequence[int]) -> Text:
    """Return ``1 error, 2 warnings``, or ``no findings``, in the colour of the worst."""
    parts = [counted(count, severity.value) for severity, count in zip(Severity, counts, strict=True) if count]
    return Text(", ".join(parts) or "no findings", "red" if counts[0] else "yellow" if parts else "green")


class SetRunsBoard(Board):
    """How far a run of sets has come: their cells while they run, their findings when they are done."""

    def __init__(self) -> None:
        super().__init__()
        self._names: tuple[str, ...] = ()
        self._running: dict[str, Progress] = {}
        self._latest: deque[SetSummary] = deque(maxlen=MOST_LINES)
        self._finished = self._unchanged = self._faulty = 0

    def handle(self, event: ProgressEvent) -> Text | None:
        """Note an event; return the line of a set that is done and did run, if it is one of several."""
        with self.lock:
            if isinstance(event, Started):
                self._names = tuple(name for name, _ in event.parts)
                self.measure_names(self._names)
                subject = self._names[0] if len(self._names) == 1 else f"{len(self._names)} sets"
                self.label = f"running {subject}"
            elif isinstance(event, Progress) and event.subject:
                self._running[event.subject] = event
            elif isinstance(event, PartialResult) and isinstance(event.record, JobResult):
                return self._finish(SetSummary.of(event.record))
        return None

    def _finish(self, summary: SetSummary) -> Text | None:
        # A set from the cache never ran, and is not there.
        self._running.pop(summary.name, None)
        self._finished += 1
        self._unchanged += summary.unchanged
        # A set that could not run is no better than one with errors.
        self._faulty += bool(summary.failure or summary.errors)
        if summary.unchanged:
            return None
        self._latest.append(summary)
        # A single set is shown in full at the end; a line of it would say the same before.
        return summary_line(summary, self.longest) if len(self._names) > 1 else None

    def lines(self, width: int) -> tuple[Sequence[Text], Sequence[Text]]:
        """Return the lines of the sets that are done and of those under way."""
        running = [
            name_cell(name, width).append(f"{event.done:>4} of {event.total or '?'} cells", "dim")
            for name, event in self._running.items()
        ]
        return [summary_line(summary, width) for summary in self._latest], running

    def summary(self) -> tuple[str, Text]:
        """Return how many sets are done, and how they stand."""
        outcome = Text(f"{self._unchanged} unchanged  " if self._unchanged else "", "dim")
        outcome.append(f"{self._faulty} with errors" if self._faulty else "", "red")
        return f"{self._finished} of {counted(len(self._names), 'set')}", outcome

    @property
    def steps(self) -> tuple[int, int]:
        """Sets that are done, and all sets; of a single set, its cells."""
        with self.lock:
            if len(self._names) == 1 and self._running:
                event = next(iter(self._running.values()))
                return event.done, event.total or 0
            return self._finished, len(self._names)


class WorstSets:
    """The sets that were run, the worst first; those that are well are counted where there are too many."""

    def __init__(self, summaries: Sequence[SetSummary]) -> None:
        self._summaries = sorted(summaries, key=_badness)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it, followed by an empty line."""
        listed = self._summaries[:MOST_SETS]
        longest = max((len(plain(summary.name)) for summary in listed), default=0)
        width = min(longest, name_width(options.max_width))
        yield from (summary_line(summary, width) for summary in listed)
        if unlisted := len(self._summaries) - len(listed):
            yield Text(f"… and {counted(unlisted, 'set')}, none of them worse", "dim")
        yield Text()


def _badness(summary: SetSummary) -> tuple[tuple[int, ...], bool]:
    # Sorted upwards, so what weighs most has the lowest number.
    return tuple(-int(part) for part in summary.weight), summary.unchanged


def show_runs(runs: SetRuns, *, redrawn: bool) -> None:
    """Print what came of running sets; `redrawn` says whether no line of a set stays on the screen."""
    show(*_runs_view(runs, redrawn=redrawn))
    for (message, hint), names in runs.failures_by_reason.items():
        listing = ", ".join(names[:MOST_NAMES])
        if names[MOST_NAMES:]:
            listing += f" and {len(names) - MOST_NAMES} more"
        show_error(f"{listing}: not run: {message}", hint, runs.exit_code)


def _runs_view(runs: SetRuns, *, redrawn: bool) -> Iterator[RenderableType]:
    is_batch = len(runs.sets) > 1
    # Where lines were printed as sets ended, the table would say it twice.
    if is_batch and redrawn and any(not summary.unchanged for summary in runs.summaries):
        yield WorstSets(runs.summaries)
    for problemset, result in runs.detailed:
        if result.evidence is not None:
            yield from proof_view(problemset, result.evidence, result.since)
    if is_batch:
        with_findings = sum(any(summary.counts) for summary in runs.summaries)
        if with_findings > len(runs.details):
            unlisted = with_findings - len(runs.details)
            yield Text(f"… and {unlisted} more with findings: name them to see these", "dim")
        yield _sum_line(runs)
    if runs.cache_problem:
        yield Text(f"results cannot be kept for the next run: {runs.cache_problem}", "yellow")


def _sum_line(runs: SetRuns) -> Text:
    """Return the line that says all in one."""
    summaries, all_sets = runs.summaries, counted(len(runs.sets), "set")
    unchanged = sum(summary.unchanged for summary in summaries)
    failed = sum(bool(summary.failure) for summary in summaries)
    parts = [f"stopped after {len(summaries)} of {all_sets}"] if runs.interrupted else []
    if run := len(summaries) - unchanged - failed:
        parts.append(f"{counted(run, 'set')} run")
    if unchanged and runs.earliest is not None:
        all_of = "all " if unchanged == len(runs.sets) else ""
        since = f"since {runs.earliest.astimezone():{TIME}}"
        parts.append(f"{all_of}{counted(unchanged, 'set')} unchanged {since}, not run again (--fresh runs all)")
    if failed:
        parts.append(f"{counted(failed, 'set')} could not be run")
    sums = [sum(column) for column in zip(*(summary.counts for summary in summaries), strict=True)]
    return Text("; ").join([*map(Text, parts), counts_text(sums or [0, 0, 0])])


def proof_view(
    problemset: RunnableSet, evidence: Evidence, since: datetime | None = None
) -> tuple[RenderableType, ...]:
    """Return how one set stood up; `since` is when its dry run was made, where it was not run again."""
    seconds = sum(cell.run.seconds for cell in evidence.dry_run.cells) if evidence.dry_run else 0.0
    course = f"ran in {seconds:.1f} s" if evidence.dry_run else "not run: lint found errors"
    if since is not None:
        course = f"unchanged since {since.astimezone():{TIME}}, not run again (--fresh runs it)"
    title = f"{problemset.name}: {course}, {tally(evidence.diagnostics)}"
    return (
        heading(title, "bold red" if evidence.errors else "bold green"),
        problems_table(problemset.text, problemset.origins, evidence.dry_run),
        *conventions_view(conventions_in(problemset.text)),
        Text(),
        *findings_view(evidence.diagnostics, problemset.name),
    )


def next_of_runs(runs: SetRuns) -> str:
    """Return the command that comes next."""
    for _, result in runs.detailed:
        if result.evidence is not None and result.evidence.diagnostics:
            return f"authoring explain {gravest(result.evidence.diagnostics).code}"
    return "authoring doctor" if runs.failures else "authoring status"
