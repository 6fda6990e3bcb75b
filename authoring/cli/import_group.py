"""``authoring import``: take in what other programs wrote; one file and one line here for each kind."""

import typer

from authoring.cli.import_results import import_results

imports = typer.Typer(name="import", help="Take in what other programs wrote.")
imports.command("results")(import_results)


@imports.callback()
def before_any_kind() -> None:
    """Keep this a group while it has one member: typer would take a single command for the whole."""
