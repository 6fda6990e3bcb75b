"""How scores are shown."""

from pathlib import Path

import pytest
from rich.console import Console, Group

from authoring.api.evaluation.project_scores import ProjectScores
from authoring.cli.views.scores import (
    MOST_NOTES,
    cibench_view,
    command_after_cibench,
    command_after_mlbench,
    project_scores_view,
)
from authoring.formats.cibench.score.averages import Average, CIBenchScores, ScoreGroup
from authoring.formats.cibench.score.records import Metric
from authoring.formats.mlbench.metrics import PredictionMetric
from authoring.formats.mlbench.score import GradedStep, MLBenchScores, TaskScore


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


def shown(scores_of_project: ProjectScores | None) -> str:
    """Return what a person sees of a project's figures, line for line without the blanks at their ends."""
    console = Console(width=120, no_color=True)
    with console.capture() as caught:
        console.print(Group(*project_scores_view(scores_of_project)))
    return "\n".join(line.rstrip() for line in caught.get().splitlines())


def task_score(task: str, metric: PredictionMetric | None, completion: float, **more: object) -> TaskScore:
    """Return the scores of an answer of two steps, of which a person graded one."""
    steps = [GradedStep(name="load", score=2, optional=False, by="rule")]
    steps.append(GradedStep(name="train", score=1, optional=False, by="person"))
    content = {"sample": 1, "figure": None, "performance": None, "comprehensive": completion, **more}
    return TaskScore.model_validate(
        {"task": task, "metric": metric, "completion": completion, "steps": steps, **content}
    )


def test_tasks_of_ml_benchmark() -> None:
    """A line for each answer, with its steps and what a person graded; a traceback is told by its last line."""
    predicting = {"figure": 3.0, "performance": 0.25, "comprehensive": 0.5}
    scores_of_tasks = MLBenchScores(
        tasks=(
            task_score("birds", PredictionMetric.RMSE, 0.75, **predicting),
            task_score("owls", None, 0.0, failure="The code failed:\nTraceback\n  x\nKeyError: 'a\x1b[31m'"),
        ),
        completion=0.375,
        performance=0.25,
        comprehensive=0.25,
        notes=("in no figure, because the model gave no reply: 1 answer",),
    )
    text = shown(ProjectScores(mlbench=scores_of_tasks))

    assert "birds  rmse    3.0000  0.2500  load 2 train 1*  0.7500  0.5000" in text
    assert "owls   -            -       -  load 2 train 1*  0.0000  0.0000" in text
    assert "mean                   0.2500                   0.3750  0.2500" in text
    assert "owls: The code failed: KeyError: 'a" in text
    assert "\x1b" not in text
    assert "note: in no figure, because" in text
    assert command_after_mlbench(scores_of_tasks, Path("a b.jsonl")) == "authoring results show 'a b.jsonl' owls 1"
    assert shown(None) == ""


def test_nothing_answered_shows_dashes() -> None:
    """Without an answer there is no mean, and nothing to look at."""
    nothing = MLBenchScores(tasks=(), completion=None, performance=None, comprehensive=None)

    assert shown(ProjectScores(mlbench=nothing)).split("mean")[1].split() == ["-", "-", "-"]
    assert command_after_mlbench(nothing, Path("r.jsonl")) == "authoring results show r.jsonl"
