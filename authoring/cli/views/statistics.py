"""How the figures of benchmarks are shown."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from authoring.cli.views.render import plain, table
from authoring.records.statistics import Coverage, Statistics, Usage, ValidatorUse
from authoring.records.wording import counted, size

LIBRARIES = 8
"""Libraries that are shown."""
APIS = 5
"""Calls of a library that are shown."""
STOPS = 10
"""Sets that did not run to their end that are shown."""


def statistics_view(measured: Sequence[Statistics]) -> tuple[RenderableType, ...]:
    """Return a line a benchmark, then each one's validators and library calls, then what is missing."""
    parts: list[RenderableType] = [problems_table(measured), Text()]
    if any(one.session for one in measured):
        parts.extend((session_table(measured), Text()))
    for one in measured:
        which = f" of {one.benchmark}" if len(measured) > 1 else ""
        parts.extend((usage_table(one.usage, f"Validators{which}"), *usage_notes(one.usage), Text()))
        parts.extend((coverage_table(one.coverage, f"Library calls{which}"), *coverage_notes(one.coverage), Text()))
    parts.extend(missing(measured))
    return tuple(parts)


def problems_table(measured: Sequence[Statistics]) -> Table:
    """Return how many and how hard the problems are, a benchmark a line."""
    made = table("benchmark", "sets>", "problems>", "context>", "difficulty>", "median>", "hardest>", title="Problems")
    for one in measured:
        hard = one.difficulty
        made.add_row(
            plain(one.benchmark, "bold"),
            f"{len(one.sets):,}",
            f"{one.usage.problems:,}",
            f"{one.usage.context:,}",
            *(f"{number:.1f}" for number in (hard.mean, hard.median)),
            f"{hard.maximum:.0f}",
        )
    return made


def session_table(measured: Sequence[Statistics]) -> Table:
    """Return what running the references showed, a benchmark a line."""
    columns = ("ran>", "dependent>", "in-degree>", "chain>", "longest>", "variables>", "size>")
    made = table("benchmark", *columns, title="Sessions (means; chain, variables and size are of sets)")
    for one in measured:
        seen = one.session
        if seen is None:
            continue
        made.add_row(
            plain(one.benchmark, "bold"),
            f"{seen.problems:,}",
            f"{seen.dependent / seen.problems:.0%}" if seen.problems else "-",
            f"{seen.in_degree.mean:.2f}",
            f"{seen.chain.mean:.1f}",
            f"{seen.chain.maximum:.0f}",
            f"{seen.variables.mean:.1f}",
            size(round(seen.bytes.mean)),
        )
    return made


def usage_table(usage: Usage, title: str) -> Table:
    """Return how often each validator judges, and with which options."""
    made = table("validator", "written>", "implied>", "options", title=title)
    for use in usage.validators:
        made.add_row(plain(use.name, "bold"), f"{use.written:,}", f"{use.implied:,}", plain(_options(use)))
    return made


def _options(use: ValidatorUse) -> str:
    shown = ", ".join(f"{one.name} {one.count:,}" for one in use.options[: APIS + 1])
    if use.name != "namespace_check" or not use.subjects:
        return shown
    return f"{counted(use.subjects, 'variable')}: {use.plain:,} exact" + (f", {shown}" if shown else "")


def usage_notes(usage: Usage) -> Iterator[Text]:
    """Yield what is said about problems besides their validators."""
    templates = [f"{one.count:,} with template {one.name}" for one in usage.templates]
    said = (
        f"{usage.without_block:,} without a validator block",
        *templates,
        f"{usage.execution:,} with execution",
        f"{usage.data:,} with data",
    )
    yield plain(f"of {counted(usage.problems, 'problem')}: {', '.join(said)}", "dim")


def coverage_table(coverage: Coverage, title: str) -> Table:
    """Return the libraries that references call."""
    made = table("library", "calls>", "APIs>", "most called", title=title)
    for library in coverage.libraries[:LIBRARIES]:
        most = ", ".join(f"{_short(api.name)} {api.count:,}" for api in library.apis[:APIS])
        made.add_row(plain(library.library, "bold"), f"{library.calls:,}", f"{len(library.apis):,}", plain(most))
    return made


def _short(name: str) -> str:
    """Return the last two parts of a name, its library left out: a method with its class."""
    return ".".join(name.split(".")[1:][-2:])


def coverage_notes(coverage: Coverage) -> Iterator[Text]:
    """Yield what the table of libraries leaves out."""
    rest = coverage.libraries[LIBRARIES:]
    if rest:
        calls = sum(library.calls for library in rest)
        yield plain(f"and {counted(len(rest), 'library').replace('librarys', 'libraries')} with {calls:,} calls", "dim")
    unknown = sum(one.count for one in coverage.unresolved)
    names = ", ".join(f"{one.name} {one.count:,}" for one in coverage.unresolved[:APIS])
    share = f" ({unknown / coverage.calls:.0%}: {names})" if unknown else ""
    told = (
        f"{counted(coverage.calls, 'call')}: {coverage.own:,} of the sets' own functions, {unknown:,} unresolved{share}"
    )
    yield plain(told, "dim")


def missing(measured: Sequence[Statistics]) -> Iterator[Text]:
    """Yield what the figures do not hold, and why."""
    if not all(one.session for one in measured):
        yield plain("not run: dependencies, chains and sessions are left out, and methods of unknown objects", "yellow")
    for one in measured:
        stopped = [each for each in one.sets if each.stop is not None]
        for each in stopped[:STOPS]:
            if each.stop is not None:
                where = f"problem {each.stop.number}" if each.stop.number else "context"
                said = f"{one.benchmark}: {each.name}.py:{each.stop.line}: {where} failed, figures stop there: "
                yield plain(said + " ".join(each.stop.message.split())[:200], "yellow")
        if len(stopped) > STOPS:
            yield plain(f"{one.benchmark}: {counted(len(stopped) - STOPS, 'more set')} stopped; see --json", "yellow")
        broken = sum(each.broken for each in one.sets)
        if broken:
            yield plain(f"{one.benchmark}: {counted(broken, 'cell')} cannot be read, see: authoring lint", "yellow")
