"""``authoring seed search``: data sets of Kaggle to ask about."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from authoring.cli.options import AsJson
from authoring.errors import SeedError

CRITERIA = "What is looked for"
Words = Annotated[list[str] | None, typer.Argument(metavar="WORDS", help="Words of the title; else everything.")]
Votes = Annotated[int, typer.Option(metavar="N", min=0, help="At least so many votes.", rich_help_panel=CRITERIA)]
Usability = Annotated[
    float,
    typer.Option(metavar="SHARE", min=0, max=1, help="At least this usability, 0 to 1.", rich_help_panel=CRITERIA),
]
MaxSize = Annotated[
    str, typer.Option(metavar="SIZE", help="At most this much, unpacked: 500kB, 10MB.", rich_help_panel=CRITERIA)
]
After = Annotated[
    str,
    typer.Option(metavar="DATE", help="First published then or later: 2023, 2023-04-17.", rich_help_panel=CRITERIA),
]
UpdatedAfter = Annotated[
    str, typer.Option(metavar="DATE", help="Updated then or later: 2023, 2023-04-17.", rich_help_panel=CRITERIA)
]
LicenceKind = Annotated[
    Literal["open", "known", "any"],
    typer.Option(
        "--license", "--licence", help="Open, stated in words that are known, or any.", rich_help_panel=CRITERIA
    ),
]
FileKind = Annotated[
    Literal["any", "csv", "json", "sqlite", "parquet"],
    typer.Option(help="Holds files of this type; any: a table of some kind.", rich_help_panel=CRITERIA),
]
Most = Annotated[int, typer.Option(metavar="N", min=1, max=200, help="Candidates to find.", rich_help_panel=CRITERIA)]
Save = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the candidates as a list for `seed add --from`.")
]


def search(  # noqa: PLR0913 - typer reads options from parameters
    words: Words = None,
    *,
    votes: Votes = 0,
    usability: Usability = 0.0,
    max_size: MaxSize = "",
    after: After = "",
    updated_after: UpdatedAfter = "",
    licence: LicenceKind = "any",
    file_type: FileKind = "any",
    most: Most = 20,
    save: Save = None,
    as_json: AsJson = False,
) -> None:
    """Search Kaggle for data sets to ask about, and say why others were left out.

    Example: authoring seed search sales --votes 100 --max-size 10MB --after 2023-04 --license open --file-type csv
    """
    from authoring.api.seeds.kaggle import search_seeds
    from authoring.cli.options import bytes_of, day_of
    from authoring.cli.views.datasets import command_after_search, search_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer
    from authoring.records.dataset_metadata import DatasetQuery

    criteria = DatasetQuery(
        words=" ".join(words or ()),
        votes=votes,
        usability=usability,
        max_size=bytes_of(max_size) if max_size else None,
        after=day_of(after) if after else None,
        updated_after=day_of(updated_after) if updated_after else None,
        licence=licence,
        file_type=file_type,
        most=most,
    )
    with live_reporter() as reporter:
        results = search_seeds(criteria, save=save, reporter=reporter)
    answer(results, search_view, command_after_search(results, save), as_json=as_json)
    # What was found is shown, and a script learns that it may not be all.
    raise typer.Exit(SeedError.exit_code if results.failure else 0)
