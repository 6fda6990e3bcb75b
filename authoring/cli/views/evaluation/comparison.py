"""How runs are shown side by side: verdicts, pass rates with their intervals, and what else differs."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from authoring.cli.views.render import heading, percent, plain, table
from authoring.cli.views.scores import figure_name
from authoring.cli.views.verdicts import agreement_view
from authoring.records.results import (
    ComparedFigure,
    ComparedRun,
    RateComparison,
    RateEstimate,
    RunComparison,
    RunTable,
)
from authoring.records.wording import counted

FIGURE_COLUMNS = ("differs>", "95 % interval>", "p>", "shown from>", "")
"""What is said of a figure of another project against that of another run."""
SMALLEST_P = 0.001
"""Smaller p-values are not told apart."""
LONGEST_NAME = 10
"""Characters of a run's name for which a table of six further columns has room on a terminal of eighty."""


def comparison_view(comparison: RunComparison) -> tuple[RenderableType, ...]:
    """Return two runs side by side; what their verdicts depend on beside the answers comes last, as a warning."""
    parts = [*agreement_view(comparison, old="before", new="now")]
    if comparison.rates is not None:
        parts += _rates_view(comparison.rates)
    if comparison.figures:
        parts += _figures_view(comparison.figures)
    if comparison.surroundings:
        parts.append(heading("The runs were not made alike, and their verdicts may differ for that:", "bold yellow"))
        parts += [plain(f"  {difference}") for difference in comparison.surroundings]
        parts.append(Text())
    return tuple(parts)


def _rates_view(rates: RateComparison) -> Iterator[RenderableType]:
    listing = table("over", "pass rate>", "95 % interval")
    for name, estimate in (("before", rates.old), ("now", rates.new)):
        listing.add_row(name, percent(estimate.rate), f"{percent(estimate.low)} to {percent(estimate.high)}")
    listing.add_row("difference", _points(rates.difference.rate), _interval(rates.difference))
    yield listing
    problems = counted(rates.problems, "problem")
    if rates.is_clear:
        verdict, style = f"better on {problems}" if rates.difference.rate > 0 else f"worse on {problems}", "bold"
    else:
        verdict, style = "this may be chance: the interval of the difference holds zero", "bold yellow"
    yield Text(verdict, style)
    chance = f"as uneven by chance in {100 * rates.p_value:.0f} of 100 cases"
    yield Text(f"{counted(rates.gained, 'problem')} won, {rates.lost:,} lost; {chance}", "dim")
    smallest = f"{100 * rates.smallest_difference:.0f} points"
    yield Text(f"{problems} show a difference from about {smallest} on, in four of five repetitions", "dim")
    too_few = f"{counted(rates.sets, 'set')} {'is' if rates.sets == 1 else 'are'} too few"
    drawn = "whole sets" if rates.by_set else f"single problems, because {too_few}"
    yield Text(f"intervals: bootstrap over {drawn}", "dim")
    yield Text()


def _figures_view(figures: Sequence[ComparedFigure]) -> Iterator[RenderableType]:
    """Yield the figures of the project whose questions or tasks were evaluated, before and now."""
    listing = table("figure", "over>", "before>", "now>", *FIGURE_COLUMNS)
    for figure in figures:
        if (rates := figure.rates) is not None:
            listing.add_row(figure_name(figure), f"{rates.problems:,}", f"{100 * rates.old.rate:.1f}", *_cells(figure))
    yield listing
    yield from _figure_notes(len(figures))


def _cells(figure: ComparedFigure) -> tuple[RenderableType, ...]:
    """Return a figure in percent, and how it is held against another run, in points."""
    rate, rates = f"{100 * figure.rate.rate:.1f}", figure.rates
    if rates is None or figure.adjusted_p_value is None:
        return (rate,)
    interval = f"{100 * rates.difference.low:+.1f} to {100 * rates.difference.high:+.1f}"
    shown_from = f"{100 * rates.smallest_difference:.0f}"
    p_value = _p_words(figure.adjusted_p_value)
    return rate, f"{100 * rates.difference.rate:+.1f}", interval, p_value, shown_from, _chance(figure)


def _chance(figure: ComparedFigure) -> Text:
    if not figure.is_clear or figure.rates is None:
        return Text("may be chance", "yellow")
    return Text("better" if figure.rates.difference.rate > 0 else "worse", "bold")


def _figure_notes(comparisons: int) -> Iterator[RenderableType]:
    yield Text(
        "in percent and points; shown from: the smallest difference that is seen in four of five repetitions", "dim"
    )
    corrected = f", corrected by Holm's method for {comparisons} comparisons" if comparisons > 1 else ""
    yield Text(f"p: as large differences by chance, if each might have the other sign{corrected}", "dim")
    yield Text()


def _figures_table(runs: Sequence[ComparedRun], labels: Sequence[str]) -> Iterator[RenderableType]:
    """Yield the figures of the project whose questions or tasks were evaluated, each with a line for each run."""
    if not runs[0].figures:
        return
    listing = table("figure", "run", "mean>", *FIGURE_COLUMNS)
    for place, first in enumerate(runs[0].figures):
        for run, label in zip(runs, labels, strict=True):
            name = figure_name(first) if run is runs[0] else ""
            listing.add_row(name, plain(label), *_cells(run.figures[place]))
    yield listing
    yield from _figure_notes(sum(len(run.figures) for run in runs[1:]))


def runs_view(runs: RunTable) -> tuple[RenderableType, ...]:
    """Return several runs in one table, each but the first held against that one; long names stand above it."""
    names = _short_names(runs)
    listing = table("run", "pass rate>", "95 % interval", f"to {names[0]}>", "95 % interval", "p>", "")
    compared = [run for run in runs.runs if run.rates is not None]
    for name, run in zip(names, runs.runs, strict=True):
        interval = f"{percent(run.rate.low)} to {percent(run.rate.high)}"
        cells = [plain(name), Text(percent(run.rate.rate)), Text(interval)]
        if run.rates is not None and run.adjusted_p_value is not None:
            cells += [Text(_points(run.rates.difference.rate)), Text(_interval(run.rates.difference))]
            p_value = run.adjusted_p_value
            cells += [Text(_p_words(p_value)), _verdict(run)]
        listing.add_row(*cells)
    smallest = [run.rates.smallest_difference for run in compared if run.rates is not None]
    points = " to ".join(dict.fromkeys(f"{100 * bound:.0f}" for bound in (min(smallest), max(smallest))))
    problems, comparisons = counted(runs.problems, "problem"), counted(len(compared), "comparison")
    return (
        heading(f"{counted(len(runs.runs), 'run')} over the {problems} that all were asked"),
        *(plain(f"{name}  {run.name}") for name, run in zip(names, runs.runs, strict=True) if name != run.name),
        listing,
        *(Text(f"left out, because nothing was judged: {name}", "bold yellow") for name in runs.left_out),
        Text(f"p: McNemar's test, corrected by Holm's method for {comparisons}; intervals are of each alone", "dim"),
        Text(f"so many problems show a difference from about {points} points on, in four of five repetitions", "dim"),
        Text(),
        *_figures_table(runs.runs, names),
        *_made_differently(compared),
    )


def _short_names(runs: RunTable) -> list[str]:
    """Return what runs are called in the table: numbers where names would be cut off and look alike."""
    if max(len(run.name) for run in runs.runs) <= LONGEST_NAME:
        return [run.name for run in runs.runs]
    return [str(number) for number in range(1, len(runs.runs) + 1)]


def _verdict(run: ComparedRun) -> Text:
    if not run.is_clear or run.rates is None:
        return Text("may be chance", "yellow")
    return Text("better" if run.rates.gained > run.rates.lost else "worse", "bold")


def _made_differently(runs: Sequence[ComparedRun]) -> Iterator[RenderableType]:
    if any(run.surroundings for run in runs):
        yield heading("The runs were not made alike, and their verdicts may differ for that:", "bold yellow")
        for run in runs:
            yield from (plain(f"  {run.name}: {difference}") for difference in run.surroundings)
        yield Text()


def _p_words(p_value: float) -> str:
    return f"{p_value:.3f}" if p_value >= SMALLEST_P else f"<{SMALLEST_P}"


def _points(difference: float) -> str:
    return f"{100 * difference:+.1f} points"


def _interval(estimate: RateEstimate) -> str:
    return f"{100 * estimate.low:+.1f} to {_points(estimate.high)}"
