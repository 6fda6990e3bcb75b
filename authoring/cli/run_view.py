"""What ``authoring run`` says at the end: the worst sets in a table, findings in full, one line of the sum."""

from collections.abc import Iterator

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from authoring.cli.board import name_width
from authoring.cli.proofs import proof_view
from authoring.cli.run_board import SetLine, counts_text
from authoring.cli.run_many import Outcome, failures_by_reason
from authoring.cli.views.render import counted, plain, show, show_error

MOST_SETS = 25
"""Sets in the table."""
MOST_NAMES = 5
"""Sets that one error names."""


class SetsTable:
    """The sets that were run, the worst first; those that are well are counted where there are too many."""

    def __init__(self, lines: list[SetLine]) -> None:
        self._lines = sorted(lines, key=lambda line: (tuple(-int(part) for part in line.weight), line.unchanged))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it, followed by an empty line."""
        listed = self._lines[:MOST_SETS]
        width = min(max((len(plain(line.name)) for line in listed), default=0), name_width(options.max_width))
        yield from (line.as_text(width) for line in listed)
        if left := len(self._lines) - len(listed):
            yield Text(f"… and {counted(left, 'set')}, none of them worse", "dim")
        yield Text()


def report(outcome: Outcome) -> None:
    """Print what came out."""
    show(*_parts(outcome))
    for (message, hint), names in failures_by_reason(outcome.failures).items():
        named = ", ".join(names[:MOST_NAMES]) + (f" and {len(names) - MOST_NAMES} more" if names[MOST_NAMES:] else "")
        show_error(f"{named}: not run: {message}", hint, outcome.exit_code)


def _parts(outcome: Outcome) -> Iterator[RenderableType]:
    several = len(outcome.subjects) > 1
    ran = any(not line.unchanged for line in outcome.lines)
    if several and outcome.redrawn and ran:
        yield SetsTable(outcome.lines)
    for subject, done in outcome.shown:
        if done.evidence is not None:
            yield from proof_view(subject, done.evidence, done.since)
    if several:
        found = sum(any(line.counts) for line in outcome.lines)
        if found > len(outcome.details):
            yield Text(f"… and {found - len(outcome.details)} more with findings: name them to see these", "dim")
        yield _sum(outcome)
    if outcome.cache_trouble:
        yield Text(f"results cannot be kept for the next run: {outcome.cache_trouble}", "yellow")


def _sum(outcome: Outcome) -> Text:
    """Return the line that says all in one."""
    lines, named = outcome.lines, counted(len(outcome.subjects), "set")
    unchanged, failed = sum(line.unchanged for line in lines), sum(bool(line.failure) for line in lines)
    parts = [f"stopped after {len(lines)} of {named}"] if outcome.interrupted else []
    if ran := len(lines) - unchanged - failed:
        parts.append(f"{counted(ran, 'set')} run")
    if unchanged:
        all_of = "all " if unchanged == len(outcome.subjects) else ""
        since = f"since {min(outcome.since)}"
        parts.append(f"{all_of}{counted(unchanged, 'set')} unchanged {since}, not run again (--fresh runs all)")
    if failed:
        parts.append(f"{counted(failed, 'set')} could not be run")
    found = counts_text([sum(column) for column in zip(*(line.counts for line in lines), strict=True)] or [0, 0, 0])
    return Text("; ").join([*map(Text, parts), found])


def next_of(outcome: Outcome) -> str:
    """Return the command that comes next."""
    for _, done in outcome.shown:
        if done.evidence is not None and done.evidence.diagnostics:
            return f"authoring explain {done.evidence.diagnostics[0].code}"
    return "authoring doctor" if outcome.failures else "authoring status"
