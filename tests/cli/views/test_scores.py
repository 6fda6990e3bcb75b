"""How scores are shown."""

import pytest
from rich.console import Console, Group

from authoring.cli.views.scores import MOST_NOTES, cibench_view, command_after_cibench
from authoring.formats.cibench.score.averages import Average, CIBenchScores, ScoreGroup
from authoring.formats.cibench.score.records import Metric


def scores(*notes: str, judged: float | None = None) -> CIBenchScores:
    """Return scores in which figures have a score, texts have none, and a judge may have graded."""
    values = dict.fromkeys(Metric) | {Metric.VISUAL: 50.0, Metric.JUDGED: judged}
    averages = tuple(Average(metric=metric, score=value, steps=2) for metric, value in values.items())
    total = ScoreGroup(name="all", steps=2, averages=averages)
    return CIBenchScores(
        total=total, datasets=(), tags=(), modules=(), categories=(), difficulties=(), steps=(), notes=notes
    )


@pytest.mark.parametrize(("judged", "option"), [(None, "--judge MODEL"), (8.0, "--json")])
def test_figures_without_grades_are_judged_next(judged: float | None, option: str) -> None:
    """The next command tells what this one did not."""
    assert command_after_cibench(scores(judged=judged), "authoring score") == f"authoring score {option}"


def test_columns_without_figures_are_left_out() -> None:
    """A dash stands where a figure is about nothing, a rare column only where something is in it; notes are cut."""
    console = Console(width=200, no_color=True)
    with console.capture() as caught:
        console.print(Group(*cibench_view(scores(*map(str, range(MOST_NOTES + 2))))))

    assert "judged" not in caught.get()
    assert "50.0" in caught.get()
    assert "and 2 more notes: see --json" in caught.get()
