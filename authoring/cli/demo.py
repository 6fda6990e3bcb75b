"""``authoring demo``: the whole way, from a real table to an exported benchmark."""

from pathlib import Path
from typing import Annotated

import typer

from authoring.cli.options import AsJson

Folder = Annotated[
    Path | None, typer.Argument(metavar="[DIR]", help="Where the workspace is made; a temporary folder if not given.")
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Admit the draft without looking at it, as reviewer 'demo'.")]


def demo(folder: Folder = None, *, yes: Yes = False, as_json: AsJson = False) -> None:
    """Turn a table of penguins into a problem set, prove it, admit it, and export it for DSEval.

    Needs no key and no network.

    Example: authoring demo
    """
    from authoring.cli.demonstration import demonstrate, epilogue
    from authoring.cli.views.render import emit, next_command, show

    shown, review = demonstrate(folder, ask=not (yes or as_json), quiet=as_json)
    if as_json:
        emit(shown)
        return
    show(*epilogue(shown, review))
    next_command(f"cd {shown.workspace} && authoring status")
