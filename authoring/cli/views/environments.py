"""How environments look: locks, what stands against one, what differs between them, and what depends on them."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from authoring.api.environments import EnvironmentCheck, EnvironmentLine, EnvironmentLock
from authoring.cli.views.render import heading, plain, table
from authoring.records.environment import (
    DriftKind,
    DriftRoot,
    EnvironmentComparison,
    EnvironmentDiagnostic,
    InstalledEnvironment,
    SetDrift,
)
from authoring.records.wording import counted, size

MOST_DIFFERENCES = 20
"""Differences of one set that are shown."""
DRIFT_STYLES = {
    DriftKind.BREAKS: "bold red",
    DriftKind.VERDICT: "bold red",
    DriftKind.VALUE: "bold yellow",
    DriftKind.TYPE: "bold yellow",
    DriftKind.ROUNDING: "bold blue",
}
DRIFT_PHRASES = {
    DriftKind.VERDICT: "is judged differently",
    DriftKind.VALUE: "has another value",
    DriftKind.TYPE: "has another type",
    DriftKind.ROUNDING: "has other last digits",
}


def lock_view(lock: EnvironmentLock) -> Iterator[RenderableType]:
    """Give a lock that was written."""
    yield heading(f"{lock.path}: Python {lock.python}, {counted(len(lock.packages), 'package')}", "bold green")
    packages = table("package", "version")
    for name, version in lock.packages:
        packages.add_row(plain(name), plain(version))
    yield packages
    if lock.unknown:
        names = ", ".join(lock.unknown)
        yield Text.assemble(
            ("warning: ", "bold yellow"),
            plain(f"nobody here knows which package gives {names}; name it as a requirement, unless one brings it"),
        )


def environment_view(environment: InstalledEnvironment, title: str) -> Iterator[RenderableType]:
    """Give an environment in one line that begins with a title."""
    packages = counted(len(environment.packages), "package")
    contents = f"Python {environment.python}, {packages}, {size(environment.size)}"
    yield heading(f"{title}: {contents}, kept as {environment.key[:12]}", "bold green")


def check_view(check: EnvironmentCheck) -> Iterator[RenderableType]:
    """Give what stands against an environment."""
    result = counted(len(check.faults), "fault") if check.faults else "is what it should be"
    yield heading(f"{check.name}: {result}", "bold red" if check.faults else "bold green")
    versions = (("python", check.python), *check.packages)
    yield plain(
        ", ".join(f"{name} {version or '(no version)'}" for name, version in versions if name and version), "dim"
    )
    for fault in check.faults:
        yield from _fault_view(fault)


def _fault_view(fault: EnvironmentDiagnostic) -> Iterator[RenderableType]:
    needed = f"; needed by {', '.join(fault.sets)}" if fault.sets else ""
    yield Text.assemble(("fault: ", "bold red"), plain(fault.message + needed))
    if fault.hint:
        yield Text.assemble(("hint: ", "cyan"), plain(fault.hint))


def environments_table(lines: Sequence[EnvironmentLine]) -> RenderableType:
    """Return the workspace's locks and the environments that were made."""
    if not lines:
        return Text("no lock and no environment", "dim")
    listing = table("environment", "python", "packages>", "size>", "last used", "kept as", "")
    for line in lines:
        listing.add_row(
            plain(line.name, "bold" if line.lock else "dim"),
            plain(line.python),
            str(line.packages),
            size(line.size) if line.key else "not made",
            f"{line.used.astimezone():%Y-%m-%d %H:%M}" if line.used else "",
            plain(line.key[:12]),
            Text("in the settings" if line.in_settings else "" if line.lock else "no lock", "dim"),
        )
    return listing


def comparison_view(comparison: EnvironmentComparison) -> Iterator[RenderableType]:
    """Give the sets under each environment as a table, and below it what differs, each once at its root."""
    # A package counts for the table where any of the environments has it.
    versions = table(
        "environment",
        "python",
        *sorted({name for environment in comparison.environments for name, _ in environment.packages}),
    )
    names = [str(column.header) for column in versions.columns[2:]]
    for environment in comparison.environments:
        version_of = dict(environment.packages)
        cells = (plain(version_of.get(name, "-")) for name in names)
        versions.add_row(plain(environment.name, "bold"), plain(environment.python), *cells)
    yield versions
    yield Text()
    sets = table("set", *(f"{environment.name}>" for environment in comparison.environments), "differences>")
    for problemset in comparison.sets:
        differences = str(len(problemset.differences) or "")
        sets.add_row(plain(problemset.name, "bold"), *_pass_counts(problemset, comparison), differences)
    yield sets
    for problemset in comparison.sets:
        if problemset.differences or problemset.refused:
            yield Text()
            yield heading(problemset.name)
            yield from _set_view(problemset)


def _pass_counts(problemset: SetDrift, comparison: EnvironmentComparison) -> Iterator[Text]:
    for index, _ in enumerate(comparison.environments):
        passed = sum(problem.under[index].holds for problem in problemset.problems)
        text = "not run" if problemset.refused else f"{passed} of {len(problemset.problems)}"
        yield Text(text, "" if passed == len(problemset.problems) and not problemset.refused else "red")


def _set_view(problemset: SetDrift) -> Iterator[RenderableType]:
    if problemset.refused:
        yield plain(f"  not run: {problemset.refused}", "red")
    for root in problemset.differences[:MOST_DIFFERENCES]:
        yield from _root_view(root)
    if len(problemset.differences) > MOST_DIFFERENCES:
        yield Text(f"  and {len(problemset.differences) - MOST_DIFFERENCES} more; all with --json", "dim")
    # What differs from itself would differ between environments for no reason of theirs.
    unsteady = [problem.number for problem in problemset.problems if not problem.repeats]
    if unsteady:
        yield plain(f"  {_numbers(unsteady)}: not the same when run again, so values were not compared", "dim")


def _root_view(root: DriftRoot) -> Iterator[RenderableType]:
    cell = "context" if root.number is None else f"problem {root.number}"
    if root.kind is DriftKind.BREAKS:
        # One group holds all environments: it is the reference that is broken, and not a difference.
        phrase = "breaks everywhere" if len(root.groups) == 1 else "breaks"
    else:
        phrase = DRIFT_PHRASES[root.kind]
    variable = f", variable {root.subject}" if root.subject else ""
    line = Text.assemble("  ", (f"{cell}{variable} {phrase}", DRIFT_STYLES[root.kind]), (f" (line {root.line})", "dim"))
    if root.dependents:
        line.append_text(plain(f"; because of it {_numbers(root.dependents)}"))
    yield line
    for group in root.groups:
        yield Text.assemble("    ", (", ".join(group.environments), "bold"), ": ", plain(group.what))
    if root.reason:
        yield Text.assemble("    ", ("likely: ", "cyan"), plain(root.reason))


def _numbers(numbers: Sequence[int]) -> str:
    words = [str(number) for number in numbers]
    listing = f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]
    return f"problem{'s' if len(words) > 1 else ''} {listing}"
