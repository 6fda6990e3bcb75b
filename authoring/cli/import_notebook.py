"""``authoring import notebook``: exercise notebooks, question in Markdown and answer in code."""

from pathlib import Path
from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace

File = Annotated[
    Path, typer.Argument(metavar="FILE", help="An exercise notebook with its solutions: .ipynb, .py, .md.")
]
Data = Annotated[
    list[Path] | None,
    typer.Option("--data", metavar="PATH", help="A file that its code reads, or a folder of them; may be repeated."),
]
Name = Annotated[str, typer.Option(metavar="NAME", help="What to call the draft and its seed; else after the file.")]
Title = Annotated[str, typer.Option(metavar="TEXT", help="A title for people.")]
Licence = Annotated[str, typer.Option("--licence", "--license", metavar="SPDX", help="Of the material, as MIT.")]
Restart = Annotated[bool, typer.Option("--restart", help="Begin anew where a draft of this name is there.")]


def import_notebook(
    file: File,
    *,
    data: Data = None,
    name: Name = "",
    title: Title = "",
    licence: Licence = "",
    restart: Restart = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Turn an exercise notebook into a problem set by rule, without a model; what was uncertain is marked for review.

    Example: authoring import notebook Exercises_with_solutions.ipynb --data chipotle.tsv --licence BSD-3-Clause
    """
    from authoring.cli.exercise_taking import Material, taken_notebook
    from authoring.cli.options import checked_name, open_workspace
    from authoring.cli.taking_in import take_in

    place = open_workspace(workspace)
    taken = taken_notebook(Material(file, tuple(data or ()), name and checked_name(name), title, licence))
    raise typer.Exit(take_in(place, taken, restart=restart, as_json=as_json))
