"""How a benchmark that was taken in is shown."""

import shlex
from collections.abc import Iterator
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from authoring.cli.dseval_report import Reverified, Standing
from authoring.cli.views.render import counted, heading, plain, table

MOST_NAMES = 4
"""Sets that one line names."""
MOST_CAUSES = 30
_SAID: dict[Standing, str] = {
    "clean": "without findings",
    "noted": "with notes only",
    "warned": "with warnings",
    "errors": "with errors",
    "not run": "not run",
    "unread": "that hold no problem",
    "settled": "decided about before",
}


def reverified_view(found: Reverified) -> tuple[RenderableType, ...]:
    """Return the benchmark, how its sets stand, the findings by code, and the root causes."""
    sets = counted(len(found.sets), "set")
    return (
        heading(f"{found.benchmark} v{found.version}: {sets}, {counted(found.problems, 'problem')}"),
        plain(f"references that satisfy their own validators when run again: {found.right} of {found.reached} reached"),
        *_standings(found),
        Text(),
        *_codes(found),
        *_causes(found),
        *_failures(found),
        *_written(found),
    )


def _standings(found: Reverified) -> Iterator[Text]:
    for standing, said in _SAID.items():
        number = found.standings.get(standing, 0)
        if number:
            names = [report.name for report in found.sets if report.standing == standing]
            listed = f": {_few(names)}" if standing not in {"clean", "noted", "warned"} else ""
            yield plain(f"{number:>5} {said}{listed}", {"clean": "green", "errors": "red"}.get(standing, ""))


def _codes(found: Reverified) -> Iterator[RenderableType]:
    if not found.codes:
        return
    lines = table("code", "finding", "severity", "findings>", "sets>")
    for each in found.codes:
        lines.add_row(each.code, each.name, each.severity.value, str(each.findings), str(each.sets))
    yield lines
    yield Text()


def _causes(found: Reverified) -> Iterator[RenderableType]:
    if not found.causes:
        return
    lines = table("problems>", "root cause", "what", "sets")
    for cause in found.causes[:MOST_CAUSES]:
        what = f"{cause.what} ({cause.code})"
        lines.add_row(str(cause.problems), cause.kind.value, plain(what), plain(_few(cause.sets)))
    yield lines
    if len(found.causes) > MOST_CAUSES:
        yield plain(f"… and {len(found.causes) - MOST_CAUSES} more: --json lists all", "dim")
    yield Text()


def _failures(found: Reverified) -> Iterator[RenderableType]:
    for report in found.sets:
        if report.failure:
            yield plain(f"{report.name}: {report.failure}", "red")
        elif report.standing == "unread" and report.findings:
            first = report.findings[0]
            yield plain(f"{report.name}: {first.code} {first.name}, line {first.line}: {first.message}", "red")


def _written(found: Reverified) -> Iterator[RenderableType]:
    if found.checked:
        yield plain("only checked: no drafts were written", "dim")
        return
    admitted = sum(report.admitted for report in found.sets)
    yield plain(f"{counted(sum(report.drafted for report in found.sets), 'draft')} in the workspace", "dim")
    if admitted:
        yield plain(f"{counted(admitted, 'set')} admitted", "green")


def _few(names: tuple[str, ...] | list[str]) -> str:
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more


def next_of(found: Reverified, folder: Path) -> str:
    """Return the command that comes next: look at the first set with errors, else keep what was checked."""
    bad = next((report.name for report in found.sets if report.standing == "errors"), "")
    if found.checked:
        return (
            f"authoring explain {found.codes[0].code}" if bad else f"authoring import dseval {shlex.quote(str(folder))}"
        )
    return f"authoring review {bad}" if bad else "authoring status"
