"""How environments, what stands against one, and what differs between them look."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from authoring.cli.environments_check import Checked, EnvironmentLine
from authoring.cli.locking import Locked
from authoring.cli.views.render import counted, heading, plain, size, table
from authoring.records.environment import (
    Comparison,
    Difference,
    EnvironmentFault,
    MadeEnvironment,
    RootDifference,
    SetComparison,
)

MOST = 20
"""Differences of one set that are shown."""
STYLES = {
    Difference.BREAKS: "bold red",
    Difference.VERDICT: "bold red",
    Difference.VALUE: "bold yellow",
    Difference.TYPE: "bold yellow",
    Difference.ROUNDING: "bold blue",
}
SAID = {
    Difference.VERDICT: "is judged differently",
    Difference.VALUE: "has another value",
    Difference.TYPE: "has another type",
    Difference.ROUNDING: "has other last digits",
}


def locked_view(locked: Locked) -> Iterator[RenderableType]:
    """Give a lock that was written."""
    yield heading(f"{locked.path}: Python {locked.python}, {counted(len(locked.packages), 'package')}", "bold green")
    shown = table("package", "version")
    for name, version in locked.packages:
        shown.add_row(plain(name), plain(version))
    yield shown
    if locked.unknown:
        names = ", ".join(locked.unknown)
        yield Text.assemble(
            ("warning: ", "bold yellow"),
            plain(f"nobody here knows which package gives {names}; name it as a requirement, unless one brings it"),
        )


def made_view(made: MadeEnvironment, word: str) -> Iterator[RenderableType]:
    """Give an environment that is there."""
    told = f"Python {made.python}, {counted(len(made.packages), 'package')}, {size(made.size)}"
    yield heading(f"{word}: {told}, kept as {made.key[:12]}", "bold green")


def checked_view(checked: Checked) -> Iterator[RenderableType]:
    """Give what stands against an environment."""
    told = counted(len(checked.faults), "fault") if checked.faults else "is what it should be"
    yield heading(f"{checked.name}: {told}", "bold red" if checked.faults else "bold green")
    versions = (("python", checked.python), *checked.packages)
    yield plain(
        ", ".join(f"{name} {version or '(no version)'}" for name, version in versions if name and version), "dim"
    )
    for fault in checked.faults:
        yield from _fault_view(fault)


def _fault_view(fault: EnvironmentFault) -> Iterator[RenderableType]:
    needed = f"; needed by {', '.join(fault.sets)}" if fault.sets else ""
    yield Text.assemble(("fault: ", "bold red"), plain(fault.message + needed))
    if fault.hint:
        yield Text.assemble(("hint: ", "cyan"), plain(fault.hint))


def lines_view(lines: Sequence[EnvironmentLine]) -> Iterator[RenderableType]:
    """Give the workspace's locks and what was made of them."""
    if not lines:
        yield Text("no lock and no environment", "dim")
        return
    shown = table("environment", "python", "packages>", "size>", "last used", "kept as", "")
    for line in lines:
        shown.add_row(
            plain(line.name, "bold" if line.lock else "dim"),
            plain(line.python),
            str(line.packages),
            size(line.size) if line.key else "not made",
            f"{line.used.astimezone():%Y-%m-%d %H:%M}" if line.used else "",
            plain(line.key[:12]),
            Text("in the settings" if line.in_settings else "" if line.lock else "no lock", "dim"),
        )
    yield shown


def comparison_view(comparison: Comparison) -> Iterator[RenderableType]:
    """Give the sets under each environment as a table, and below it what differs, each once at its root."""
    versions = table(
        "environment", "python", *sorted({name for one in comparison.environments for name, _ in one.packages})
    )
    for one in comparison.environments:
        known = dict(one.packages)
        names = [str(column.header) for column in versions.columns[2:]]
        versions.add_row(plain(one.name, "bold"), plain(one.python), *(plain(known.get(name, "-")) for name in names))
    yield versions
    yield Text()
    sets = table("set", *(f"{one.name}>" for one in comparison.environments), "differences>")
    for each in comparison.sets:
        sets.add_row(plain(each.name, "bold"), *_standings(each, comparison), str(len(each.differences) or ""))
    yield sets
    for each in comparison.sets:
        if each.differences or each.refused:
            yield Text()
            yield heading(each.name)
            yield from _set_view(each)


def _standings(each: SetComparison, comparison: Comparison) -> Iterator[Text]:
    for number, _ in enumerate(comparison.environments):
        good = sum(problem.under[number].holds for problem in each.problems)
        told = "not run" if each.refused else f"{good} of {len(each.problems)}"
        yield Text(told, "" if good == len(each.problems) and not each.refused else "red")


def _set_view(each: SetComparison) -> Iterator[RenderableType]:
    if each.refused:
        yield plain(f"  not run: {each.refused}", "red")
    for root in each.differences[:MOST]:
        yield from _root_view(root)
    if len(each.differences) > MOST:
        yield Text(f"  and {len(each.differences) - MOST} more; all with --json", "dim")
    unsteady = [problem.number for problem in each.problems if not problem.repeats]
    if unsteady:
        yield plain(f"  {_numbers(unsteady)}: not the same when run again, so values were not compared", "dim")


def _root_view(root: RootDifference) -> Iterator[RenderableType]:
    where = "context" if root.number is None else f"problem {root.number}"
    everywhere = root.kind is Difference.BREAKS and len(root.groups) == 1
    said = ("breaks everywhere" if everywhere else "breaks") if root.kind is Difference.BREAKS else SAID[root.kind]
    whose = f", variable {root.subject}" if root.subject else ""
    line = Text.assemble("  ", (f"{where}{whose} {said}", STYLES[root.kind]), (f" (line {root.line})", "dim"))
    if root.dependents:
        line.append_text(plain(f"; because of it {_numbers(root.dependents)}"))
    yield line
    for group in root.groups:
        yield Text.assemble("    ", (", ".join(group.environments), "bold"), ": ", plain(group.what))
    if root.reason:
        yield Text.assemble("    ", ("likely: ", "cyan"), plain(root.reason))


def _numbers(numbers: Sequence[int]) -> str:
    words = [str(number) for number in numbers]
    told = f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]
    return f"problem{'s' if len(words) > 1 else ''} {told}"
