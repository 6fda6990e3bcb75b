"""``authoring import cibench``: notebooks of a CIBench tree become drafts."""

from pathlib import Path
from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace

Folder = Annotated[
    Path, typer.Argument(metavar="TREE", help="The folder with the suites and datasources/, or one inside of it.")
]
Names = Annotated[
    list[str] | None, typer.Argument(metavar="[MODULE/NAME]...", help="Only these notebooks, modules or suites.")
]
Licence = Annotated[str, typer.Option("--licence", "--license", metavar="SPDX", help="Of the tree and its data.")]
Restart = Annotated[bool, typer.Option("--restart", help="Begin anew where drafts of these names are there.")]
Jobs = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="Notebooks at once; half as many as there are processors if not given."),
]


def import_cibench(
    folder: Folder,
    names: Names = None,
    *,
    licence: Licence = "",
    restart: Restart = False,
    jobs: Jobs = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Turn notebooks that OpenCompass loads as CIBench into problem sets, each step judged by what its type says.

    Run again, it goes on where it stopped.

    Example: authoring import cibench cibench_dataset pandas/penguins
    """
    from authoring.cli.cibench_taking import Wish, import_tree, next_of, tree_view
    from authoring.cli.options import open_workspace
    from authoring.cli.views.render import emit, next_command, show

    taken = import_tree(open_workspace(workspace), Wish(folder, tuple(names or ()), licence, restart, jobs))
    if as_json:
        emit(taken)
    else:
        show(*tree_view(taken))
        next_command(next_of(taken))
    raise typer.Exit(taken.exit_code)
