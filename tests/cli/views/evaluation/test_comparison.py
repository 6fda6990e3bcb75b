"""What a person reads of two runs: whether one is better, and how sure that is."""

from io import StringIO

import pytest
from rich.console import Console

from authoring.cli.views.evaluation.comparison import comparison_view, runs_view
from authoring.records.results import (
    ComparedFigure,
    ComparedRun,
    RateComparison,
    RateEstimate,
    RunComparison,
    RunTable,
)


def shown(low: float, high: float, *, by_set: bool = True, surroundings: tuple[str, ...] = ()) -> str:
    """Return the text of a comparison whose difference has this interval."""
    rates = RateComparison(
        problems=80,
        sets=12,
        by_set=by_set,
        old=RateEstimate(rate=0.5, low=0.4, high=0.6),
        new=RateEstimate(rate=0.5 + (low + high) / 2, low=0.4, high=0.7),
        difference=RateEstimate(rate=(low + high) / 2, low=low, high=high),
        gained=9,
        lost=4,
        p_value=0.267,
        smallest_difference=0.151,
    )
    printed = StringIO()
    console = Console(file=printed, width=100)
    comparison = RunComparison(pairs=80, same=67, rates=rates, surroundings=surroundings)
    for part in comparison_view(comparison):
        console.print(part)
    return printed.getvalue()


@pytest.mark.parametrize(
    ("low", "high", "sentence"),
    [
        (0.02, 0.2, "better on 80 problems"),
        (-0.2, -0.02, "worse on 80 problems"),
        (-0.03, 0.15, "this may be chance"),
    ],
)
def test_only_a_clear_difference_is_called_one(low: float, high: float, sentence: str) -> None:
    """An interval that holds zero says so."""
    text = shown(low, high)

    assert sentence in text
    assert f"{100 * low:+.1f} to {100 * high:+.1f} points" in text


def test_what_so_many_problems_can_show_stands_beside_it() -> None:
    """Wins, losses, chance, power, and what was drawn."""
    text = shown(-0.03, 0.15, by_set=False)

    assert "9 problems won, 4 lost; as uneven by chance in 27 of 100 cases" in text
    assert "80 problems show a difference from about 15 points on" in text
    assert "single problems, because 12 sets are too few" in text


def test_runs_that_were_not_made_alike_are_a_warning() -> None:
    """With control characters made visible."""
    assert "pandas: 2.2\\x1b, then 3.0" in shown(0.1, 0.2, surroundings=("pandas: 2.2\x1b, then 3.0",))


def figure(p_value: float) -> ComparedFigure:
    """Return a figure of eight tasks against another run."""
    rate, difference = RateEstimate(rate=0.6, low=0.5, high=0.7), RateEstimate(rate=0.1, low=0.02, high=0.2)
    rates = RateComparison(
        problems=8,
        sets=8,
        by_set=False,
        old=rate,
        new=rate,
        difference=difference,
        gained=6,
        lost=2,
        p_value=p_value / 2,
        smallest_difference=0.174,
    )
    return ComparedFigure(name="completion rate", rate=rate, rates=rates, adjusted_p_value=p_value)


@pytest.mark.parametrize(("p_value", "words"), [(0.04, "0.040 17 better"), (0.06, "0.060 17 may be chance")])
def test_figures_stand_with_what_can_be_shown(p_value: float, words: str) -> None:
    """Of two runs and of several: interval, corrected p-value, smallest difference, and whether it may be chance."""
    printed = StringIO()
    console = Console(file=printed, width=100)
    first = ComparedRun(
        name="a", file="a.jsonl", rate=figure(1).rate, figures=(figure(1).model_copy(update={"rates": None}),)
    )
    other = ComparedRun(
        name="b",
        file="b.jsonl",
        rate=figure(1).rate,
        rates=figure(1).rates,
        figures=(figure(p_value),),
        adjusted_p_value=1,
    )
    table = RunTable(against="a", problems=8, sets=8, runs=(first, other, other))
    comparison = RunComparison(pairs=8, same=8, figures=(figure(p_value), figure(p_value)))
    for part in (*comparison_view(comparison), *runs_view(table)):
        console.print(part)
    text = " ".join(printed.getvalue().split())

    assert f"completion rate 8 60.0 60.0 +10.0 +2.0 to +20.0 {words}" in text
    assert f"completion rate a 60.0 b 60.0 +10.0 +2.0 to +20.0 {words}" in text
    assert text.count("corrected by Holm's method for 2 comparisons") == 3
