"""``authoring import csv``: tables of questions and answers, one pair a row."""

from pathlib import Path
from typing import Annotated

import typer

from authoring.cli.import_notebook import Data, Licence, Name, Restart, Title
from authoring.cli.options import AsJson, InWorkspace

File = Annotated[Path, typer.Argument(metavar="FILE", help="A table with a column of questions and one of answers.")]
Question = Annotated[str, typer.Option(metavar="COLUMN", help="The column of the questions; else found by its name.")]
Answer = Annotated[str, typer.Option(metavar="COLUMN", help="The column of the answers; else found by its name.")]


def import_csv(  # noqa: PLR0913 - typer makes an option of each
    file: File,
    *,
    question: Question = "",
    answer: Answer = "",
    data: Data = None,
    name: Name = "",
    title: Title = "",
    licence: Licence = "",
    restart: Restart = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Turn pairs of a question and its answer in Python into a problem set; the rows share one session, in order.

    Example: authoring import csv pairs.csv --question prompt --answer code --data sales.csv
    """
    from authoring.cli.exercise_taking import Material, taken_pairs
    from authoring.cli.options import checked_name, open_workspace
    from authoring.cli.taking_in import take_in

    place = open_workspace(workspace)
    material = Material(file, tuple(data or ()), name and checked_name(name), title, licence)
    taken = taken_pairs(material, question=question, answer=answer)
    raise typer.Exit(take_in(place, taken, restart=restart, as_json=as_json))
