"""``authoring lint``: read problem sets closely, run nothing."""

from pathlib import Path
from typing import Annotated

import typer

from authoring.cli.options import AsJson, Ignore, Select

Paths = Annotated[list[Path], typer.Argument(metavar="PATH...", help="DSEAL files, or folders of them.")]
Strict = Annotated[bool, typer.Option("--strict", help="Warnings make the command fail as well.")]


def lint(
    paths: Paths, *, select: Select = None, ignore: Ignore = None, strict: Strict = False, as_json: AsJson = False
) -> None:
    """Find what is wrong with problem sets without running them.

    Example: authoring lint problemsets/*.py --ignore DS3
    """
    from authoring.cli.codes import prefixes
    from authoring.cli.findings import findings_view, is_failure, summary
    from authoring.cli.texts import dseal_files, lint_file
    from authoring.cli.views.render import emit, next_command, show

    files = dseal_files(paths)
    wanted, unwanted = prefixes(select), prefixes(ignore)
    found = [finding for file in files for finding in lint_file(file, select=wanted, ignore=unwanted)]
    if as_json:
        emit(found)
    else:
        show(*findings_view(found), summary(found, files=len(files)))
        if found:
            next_command(f"authoring explain {found[0].code}")
        else:
            next_command(f"authoring run {paths[0]}")
    raise typer.Exit(1 if is_failure(found, strict=strict) else 0)
