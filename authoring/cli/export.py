"""``authoring export``: hand admitted sets to another program."""

from pathlib import Path
from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace, complete_format, complete_set

Format = Annotated[str, typer.Argument(metavar="FORMAT", help="dseval.", autocompletion=complete_format)]
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder, or an earlier export.")]
Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="[NAME]...", help="Admitted sets; all if none is named.", autocompletion=complete_set),
]


def export(
    target: Format, folder: Folder, names: Names = None, *, workspace: InWorkspace = None, as_json: AsJson = False
) -> None:
    """Write admitted problem sets as a benchmark that another program loads.

    Example: authoring export dseval ../my-benchmark
    """
    from authoring.cli.exporting import write_export
    from authoring.cli.findings import findings_view
    from authoring.cli.options import open_workspace
    from authoring.cli.render import counted, emit, heading, next_command, show

    exported = write_export(open_workspace(workspace), target, folder, names or ())
    if as_json:
        emit(exported)
        return
    said = f"{counted(len(exported.problemsets), 'problem set')}, {counted(len(exported.files), 'file')} in {folder}"
    show(*findings_view(exported.findings), heading(said, "green"))
    next_command(f"authoring run {folder}")
