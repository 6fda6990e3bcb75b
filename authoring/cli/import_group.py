"""``authoring import``: take in what other programs wrote; one file and one line here for each kind."""

import typer

from authoring.cli.import_cibench import import_cibench
from authoring.cli.import_csv import import_csv
from authoring.cli.import_dseval import import_dseval
from authoring.cli.import_functions import import_functions
from authoring.cli.import_notebook import import_notebook
from authoring.cli.import_results import import_results

imports = typer.Typer(name="import", help="Take in what other programs wrote.")
imports.command("cibench")(import_cibench)
imports.command("csv")(import_csv)
imports.command("dseval")(import_dseval)
imports.command("functions")(import_functions)
imports.command("notebook")(import_notebook)
imports.command("results")(import_results)


@imports.callback()
def before_any_kind() -> None:
    """Keep this a group while it has one member: typer would take a single command for the whole."""
