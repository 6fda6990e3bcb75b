"""``authoring score``: what agents came to on exported sets, by the rules of the benchmark they were exported to."""

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from authoring.cli.options import BY_MODEL, AsJson, BaseUrl, Budget, InWorkspace, model_access

scores = typer.Typer(name="score", help="Score an agent's run on exported sets by the target's own rules.")

Results = Annotated[
    Path, typer.Argument(metavar="RESULTS", help="SUITE/MODULE.json that OpenCompass wrote, or a folder of them.")
]
TreeFolder = Annotated[Path, typer.Option("--tree", metavar="DIR", help="The exported tree that was asked.")]
Pictures = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Where the run's figures lie, if not where the predictions say."),
]
Judge = Annotated[
    str | None,
    typer.Option(
        "--judge", metavar="MODEL", help="Have a model that sees grade the figures.", rich_help_panel=BY_MODEL
    ),
]
Jobs = Annotated[
    int, typer.Option(metavar="N", min=1, max=64, help="Figures judged at once.", rich_help_panel=BY_MODEL)
]
Responses = Annotated[
    Path, typer.Argument(metavar="RESPONSES", help="JSON lines with `id` and `response`, answers as @name\\[answer].")
]
Labels = Annotated[Path, typer.Option("--labels", metavar="FILE", help="da-dev-labels.jsonl of the exported set.")]
Questions = Annotated[
    Path | None,
    typer.Option(
        "--questions", metavar="FILE", help="For concepts and levels; else the file beside the labels, if there."
    ),
]
EvaluationResults = Annotated[
    Path, typer.Argument(metavar="RESULTS", help="What authoring evaluate wrote about the tasks.")
]
Tasks = Annotated[Path, typer.Option("--tasks", metavar="PATH", help="The folder of the tasks, or one task's YAML.")]
Grades = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="JSON lines with a person's scores: `task`, `step`, `score` (0, 1 or 2)."),
]


@scores.command("cibench")
def score_cibench(  # noqa: PLR0913 - a command with its options
    results: Results,
    *,
    tree: TreeFolder,
    pictures: Pictures = None,
    judge: Judge = None,
    base_url: BaseUrl = None,
    budget: Budget = None,
    jobs: Jobs = 4,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Score predictions of OpenCompass as CIBench does, and by tag, module, category and difficulty.

    Averages are made of the tree's own steps. With --judge, figures are also graded from 1 to 10 by a model.

    Example: authoring score cibench outputs/default/20261122_100000 --tree data/cibench_dataset
    """
    from authoring.api import scores as api
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer
    from authoring.cli.views.scores import cibench_view, command_after_cibench

    # Without a judge no model is asked, and no workspace is needed.
    access = model_access(model=judge, base_url=base_url, budget=budget) if judge else None
    opened = open_workspace(workspace) if judge else None
    with live_reporter() as reporter:
        scored = api.score_cibench(
            results, tree, pictures=pictures, judge=access, jobs=jobs, workspace=opened, reporter=reporter
        )
    option = f" --pictures {quote(str(pictures))}" if pictures else ""
    command = f"authoring score cibench {quote(str(results))} --tree {quote(str(tree))}{option}"
    answer(scored, cibench_view, command_after_cibench(scored, command), as_json=as_json)


@scores.command("dabench")
def score_dabench(
    responses: Responses, *, labels: Labels, questions: Questions = None, as_json: AsJson = False
) -> None:
    """Score responses as InfiAgent-DABench does: by question, proportional, by sub-question, by concept and by level.

    Example: authoring score dabench responses.jsonl --labels exported/da-dev-labels.jsonl
    """
    from authoring.api import scores as api
    from authoring.cli.views.render import answer
    from authoring.cli.views.scores import dabench_view

    scored = api.score_dabench(responses, labels, questions)
    command = f"authoring score dabench {quote(str(responses))} --labels {quote(str(labels))} --json"
    answer(scored, dabench_view, command, as_json=as_json)


@scores.command("mlbench")
def score_mlbench(results: EvaluationResults, *, tasks: Tasks, grades: Grades = None, as_json: AsJson = False) -> None:
    """Score answers to ML-Benchmark's tasks: completion rate, normalised performance and comprehensive score.

    Steps are scored by rule, from code and run; --grades puts a person's scores in their place.

    Example: authoring score mlbench results/mlbench/taskgraph-gpt-5.6-mini.jsonl --tasks mlbench
    """
    from authoring.api import scores as api
    from authoring.cli.views.render import answer
    from authoring.cli.views.scores import command_after_mlbench, mlbench_view

    scored = api.score_mlbench(results, tasks, grades)
    answer(scored, mlbench_view, command_after_mlbench(scored, results), as_json=as_json)
