"""How runs are shown side by side: verdicts, pass rates with their intervals, and what else differs."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from authoring.cli.views.evaluation import percent
from authoring.cli.views.render import heading, plain, table
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
    listing = table("figure", "over>", "before>", "now>", "difference>", "95 % interval", "")
    for figure in figures:
        if (rates := figure.rates) is not None:
            rate, new_rate = percent(rates.old.rate), percent(rates.new.rate)
            interval = f"{100 * rates.difference.low:+.1f} to {100 * rates.difference.high:+.1f}"
            difference = (_points(rates.difference.rate), interval, _chance(rates))
            listing.add_row(figure_name(figure), f"{rates.problems:,}", rate, new_rate, *difference)
    yield listing
    yield Text()


def _chance(rates: RateComparison) -> Text:
    if not rates.is_clear:
        return Text("may be chance", "yellow")
    return Text("better" if rates.difference.rate > 0 else "worse", "bold")


def _figures_table(runs: Sequence[ComparedRun], labels: Sequence[str]) -> Iterator[RenderableType]:
    """Yield the figures of the project whose questions or tasks were evaluated, a line for each run."""
    names = [figure_name(figure) for figure in runs[0].figures]
    if names:
        listing = table("run", *(f"{name}>" for name in names))
        for run, label in zip(runs, labels, strict=True):
            listing.add_row(plain(label), *(_figure_cell(figure) for figure in run.figures))
        yield listing
        yield Text("in brackets: the difference to the first run, where its interval leaves out zero", "dim")
        yield Text()


def _figure_cell(figure: ComparedFigure) -> str:
    rate = percent(figure.rate.rate)
    if figure.rates is None or not figure.rates.is_clear:
        return rate
    return f"{rate} ({_points(figure.rates.difference.rate)})"


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
            cells += [Text(f"{p_value:.3f}" if p_value >= SMALLEST_P else f"<{SMALLEST_P}"), _verdict(run)]
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


def _points(difference: float) -> str:
    return f"{100 * difference:+.1f} points"


def _interval(estimate: RateEstimate) -> str:
    return f"{100 * estimate.low:+.1f} to {_points(estimate.high)}"
