"""How the figures of benchmarks are shown."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from authoring.cli.views.render import percent, plain, table
from authoring.records.pilot.item import ItemStatistics
from authoring.records.results import PassAt
from authoring.records.statistics import Coverage, Statistics, Usage, ValidatorUse
from authoring.records.wording import counted, size

MOST_LIBRARIES = 8
"""Libraries that are shown."""
MOST_APIS = 5
"""Calls of a library that are shown."""
MOST_STOPS = 10
"""Sets that did not run to their end that are shown."""


def statistics_view(statistics: Sequence[Statistics]) -> tuple[RenderableType, ...]:
    """Return a line a benchmark, then each one's validators and library calls, then what is missing."""
    parts: list[RenderableType] = [problems_table(statistics), Text()]
    if any(measured.session for measured in statistics):
        parts.extend((session_table(statistics), Text()))
    for measured in statistics:
        suffix = f" of {measured.benchmark}" if len(statistics) > 1 else ""
        parts.extend((usage_table(measured.usage, f"Validators{suffix}"), *usage_notes(measured.usage), Text()))
        parts.extend(
            (coverage_table(measured.coverage, f"Library calls{suffix}"), *coverage_notes(measured.coverage), Text())
        )
    parts.extend(items_view(statistics))
    parts.extend(gaps_view(statistics))
    return tuple(parts)


def items_view(statistics: Sequence[Statistics]) -> Iterator[RenderableType]:
    """Yield how solvers did on each problem that was in a pilot, and how far the figures can be trusted."""
    columns = ("set", "problem>", "solvers>", "right>", "pass@1>", "interval>", "discrimination>", "level")
    listing = table(*columns, title="Items (pilots)")
    items = [
        (problemset.name, problem.number, problem.item)
        for measured in statistics
        for problemset in measured.sets
        for problem in problemset.problems
        if problem.item is not None
    ]
    for name, number, item in items:
        listing.add_row(plain(name, "bold"), str(number), str(item.solvers), *statistics_cells(item), item.level)
    if items:
        yield listing
        for measured in statistics:
            yield from pass_at_view(measured.passes)
        yield plain("intervals: Wilson, 95 %; discrimination: point-biserial, item against rest", "dim")
        if fewest := min((item.solvers for _, _, item in items if item.is_hint), default=0):
            yield plain(f"of {counted(fewest, 'solver')} it is a hint, no measurement", "dim")
        yield Text()


def pass_at_view(passes: Sequence[PassAt]) -> Iterator[RenderableType]:
    """Yield how likely one of k answers is right, for the lowest and the highest k."""
    if not passes:
        return
    listing = table("one right of", "pass@k>", "95 % interval", "problems>")
    for entry in dict.fromkeys((passes[0], passes[-1])):
        interval = f"{percent(entry.low)} to {percent(entry.high)}"
        listing.add_row(counted(entry.samples, "answer"), percent(entry.rate), interval, f"{entry.problems:,}")
    yield listing
    yield plain("intervals count the answers to one problem, from ten sets on of a set, together", "dim")


def statistics_cells(figures: ItemStatistics | None) -> tuple[str, ...]:
    """Return right answers, pass@1, its interval and the discrimination of a problem."""
    if figures is None:
        return "-", "-", "", ""
    first = figures.pass_at[0]
    discrimination = "" if figures.discrimination is None else f"{figures.discrimination:+.2f}"
    return (
        f"{figures.right}/{figures.answers}",
        f"{first.rate:.2f}",
        f"{first.low:.2f}-{first.high:.2f}",
        discrimination,
    )


def problems_table(statistics: Sequence[Statistics]) -> Table:
    """Return how many and how hard the problems are, a benchmark a line."""
    listing = table(
        "benchmark", "sets>", "problems>", "context>", "difficulty>", "median>", "hardest>", title="Problems"
    )
    for measured in statistics:
        difficulty = measured.difficulty
        listing.add_row(
            plain(measured.benchmark, "bold"),
            f"{len(measured.sets):,}",
            f"{measured.usage.problems:,}",
            f"{measured.usage.context:,}",
            *(f"{number:.1f}" for number in (difficulty.mean, difficulty.median)),
            f"{difficulty.maximum:.0f}",
        )
    return listing


def session_table(statistics: Sequence[Statistics]) -> Table:
    """Return what running the references showed, a benchmark a line."""
    columns = ("ran>", "dependent>", "in-degree>", "chain>", "longest>", "variables>", "size>")
    listing = table("benchmark", *columns, title="Sessions (means; chain, variables and size are of sets)")
    for measured in statistics:
        session = measured.session
        if session is None:
            continue
        listing.add_row(
            plain(measured.benchmark, "bold"),
            f"{session.problems:,}",
            f"{session.dependent / session.problems:.0%}" if session.problems else "-",
            f"{session.in_degree.mean:.2f}",
            f"{session.chain.mean:.1f}",
            f"{session.chain.maximum:.0f}",
            f"{session.variables.mean:.1f}",
            size(round(session.bytes.mean)),
        )
    return listing


def usage_table(usage: Usage, title: str) -> Table:
    """Return how often each validator judges, and with which options."""
    listing = table("validator", "written>", "implied>", "options", title=title)
    for use in usage.validators:
        listing.add_row(plain(use.name, "bold"), f"{use.written:,}", f"{use.implied:,}", plain(_options(use)))
    return listing


def _options(use: ValidatorUse) -> str:
    options = ", ".join(f"{option.name} {option.count:,}" for option in use.options[: MOST_APIS + 1])
    # Only this validator judges several variables, each exactly or with options.
    if use.name != "namespace_check" or not use.subjects:
        return options
    return f"{counted(use.subjects, 'variable')}: {use.plain:,} exact" + (f", {options}" if options else "")


def usage_notes(usage: Usage) -> Iterator[Text]:
    """Yield what is said about problems besides their validators."""
    templates = [f"{template.count:,} with template {template.name}" for template in usage.templates]
    parts = (
        f"{usage.without_block:,} without a validator block",
        *templates,
        f"{usage.execution:,} with execution",
        f"{usage.data:,} with data",
    )
    yield plain(f"of {counted(usage.problems, 'problem')}: {', '.join(parts)}", "dim")


def coverage_table(coverage: Coverage, title: str) -> Table:
    """Return the libraries that references call."""
    listing = table("library", "calls>", "APIs>", "most called", title=title)
    for library in coverage.libraries[:MOST_LIBRARIES]:
        frequent = ", ".join(f"{_short(api.name)} {api.count:,}" for api in library.apis[:MOST_APIS])
        listing.add_row(plain(library.library, "bold"), f"{library.calls:,}", f"{len(library.apis):,}", plain(frequent))
    return listing


def _short(name: str) -> str:
    """Return the last two parts of a name, its library left out: a method with its class."""
    # The library is the line's own heading.
    return ".".join(name.split(".")[1:][-2:])


def coverage_notes(coverage: Coverage) -> Iterator[Text]:
    """Yield what the table of libraries leaves out."""
    unlisted = coverage.libraries[MOST_LIBRARIES:]
    if unlisted:
        calls = sum(library.calls for library in unlisted)
        yield plain(
            f"and {counted(len(unlisted), 'library').replace('librarys', 'libraries')} with {calls:,} calls", "dim"
        )
    unknown = sum(name.count for name in coverage.unresolved)
    names = ", ".join(f"{name.name} {name.count:,}" for name in coverage.unresolved[:MOST_APIS])
    share = f" ({unknown / coverage.calls:.0%}: {names})" if unknown else ""
    summary = (
        f"{counted(coverage.calls, 'call')}: {coverage.own:,} of the sets' own functions, {unknown:,} unresolved{share}"
    )
    yield plain(summary, "dim")


def gaps_view(statistics: Sequence[Statistics]) -> Iterator[Text]:
    """Yield what the figures do not hold, and why."""
    if not all(measured.session for measured in statistics):
        yield plain("not run: dependencies, chains and sessions are left out, and methods of unknown objects", "yellow")
    for measured in statistics:
        stopped = [problemset for problemset in measured.sets if problemset.stop is not None]
        for problemset in stopped[:MOST_STOPS]:
            # For the type checker: the list holds no others.
            if problemset.stop is not None:
                cell = f"problem {problemset.stop.number}" if problemset.stop.number else "context"
                location = f"{measured.benchmark}: {problemset.name}.py:{problemset.stop.line}"
                failure = f"{location}: {cell} failed, figures stop there: "
                yield plain(failure + " ".join(problemset.stop.message.split())[:200], "yellow")
        if len(stopped) > MOST_STOPS:
            yield plain(
                f"{measured.benchmark}: {counted(len(stopped) - MOST_STOPS, 'more set')} stopped; see --json", "yellow"
            )
        broken = sum(problemset.broken for problemset in measured.sets)
        if broken:
            yield plain(
                f"{measured.benchmark}: {counted(broken, 'cell')} cannot be read, see: authoring lint", "yellow"
            )
