"""``authoring import results``: read DSEval's results."""

from pathlib import Path
from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace

File = Annotated[Path, typer.Argument(metavar="FILE", help="DSEval's results: one JSON document a line.")]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Where they go; else submissions/BENCHMARK/FILE in the workspace."),
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace a file that holds something else.")]


def import_results(
    file: File, *, out: Out = None, overwrite: Overwrite = False, workspace: InWorkspace = None, as_json: AsJson = False
) -> None:
    """Say what a file of DSEval's results holds, and put it into the workspace in order, ready to be judged again.

    Example: authoring import results results/SO/240226-coml-gpt-35-turbo-aoai.jsonl
    """
    from authoring.cli.importing import imported_view, next_of, take_in
    from authoring.cli.views.render import emit, next_command, show

    imported = take_in(file, out, workspace=workspace, overwrite=overwrite)
    if as_json:
        emit(imported)
        return
    show(*imported_view(imported))
    next_command(next_of(imported))
