"""``authoring import functions``: function problems, each judged by calling the function."""

from pathlib import Path
from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace

File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="Functions: .py, or records in .jsonl, .json, .yaml (see guides/importing.md)."
    ),
]
Name = Annotated[str, typer.Option(metavar="NAME", help="What to call the draft and its seed; else after the file.")]
Title = Annotated[str, typer.Option(metavar="TEXT", help="A title for people.")]
Licence = Annotated[str, typer.Option("--licence", "--license", metavar="SPDX", help="Of the file, for example MIT.")]
Restart = Annotated[bool, typer.Option("--restart", help="Begin anew where a draft of this name is there.")]


def import_functions(
    file: File,
    *,
    name: Name = "",
    title: Title = "",
    licence: Licence = "",
    restart: Restart = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Turn functions with a description, examples and a reference into problems that are judged by calling them.

    Corner cases and random ones are added to the examples and tried: what the reference does not take is left out.

    Example: authoring import functions exercises.py --licence MIT
    """
    from authoring.cli.function_taking import taken_functions
    from authoring.cli.options import checked_name, open_workspace
    from authoring.cli.taking_in import take_in

    place = open_workspace(workspace)
    taken = taken_functions(place, file, name and checked_name(name), title=title, licence=licence)
    raise typer.Exit(take_in(place, taken, restart=restart, as_json=as_json))
