"""``authoring score cibench``: CIBench's metrics of a run of OpenCompass."""

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from authoring.cli.options import BY_MODEL, AsJson, BaseUrl, InWorkspace

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
Budget = Annotated[
    str | None,
    typer.Option(
        metavar="LIMIT", help='Stop before it is exceeded: "200k" tokens, or "2.50$".', rich_help_panel=BY_MODEL
    ),
]
Jobs = Annotated[
    int, typer.Option(metavar="N", min=1, max=64, help="Figures judged at once.", rich_help_panel=BY_MODEL)
]


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
    from authoring.cli.score_view import cibench_view, next_of
    from authoring.cli.scoring import JudgeWish, scored_run
    from authoring.cli.views.render import emit, next_command, show

    wish = JudgeWish(judge, base_url, budget, jobs) if judge else None
    scored = scored_run(results, tree, pictures=pictures, judge=wish, workspace=workspace)
    if as_json:
        emit(scored)
        return
    show(*cibench_view(scored))
    brought = f" --pictures {quote(str(pictures))}" if pictures else ""
    next_command(next_of(scored, f"authoring score cibench {quote(str(results))} --tree {quote(str(tree))}{brought}"))
