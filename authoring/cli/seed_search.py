"""``authoring seed search``: data sets that a problem set could be about."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from authoring.cli.options import AsJson

WHAT = "What is looked for"
Words = Annotated[list[str] | None, typer.Argument(metavar="WORDS", help="Words of the title; else everything.")]
Votes = Annotated[int, typer.Option(metavar="N", min=0, help="At least so many votes.", rich_help_panel=WHAT)]
Usability = Annotated[
    float, typer.Option(metavar="SHARE", min=0, max=1, help="At least this usability, 0 to 1.", rich_help_panel=WHAT)
]
MaxSize = Annotated[
    str, typer.Option(metavar="SIZE", help="At most this much, unpacked: 500kB, 10MB.", rich_help_panel=WHAT)
]
After = Annotated[
    str, typer.Option(metavar="DATE", help="Updated then or later: 2023, 2023-04, 2023-04-17.", rich_help_panel=WHAT)
]
Licence = Annotated[
    Literal["open", "known", "any"],
    typer.Option("--license", "--licence", help="Open, stated in words that are known, or any.", rich_help_panel=WHAT),
]
FileType = Annotated[
    Literal["any", "csv", "json", "sqlite", "parquet"],
    typer.Option(help="Holds files of this type; any: a table of some kind.", rich_help_panel=WHAT),
]
Most = Annotated[int, typer.Option(metavar="N", min=1, max=200, help="Candidates to find.", rich_help_panel=WHAT)]
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
    licence: Licence = "any",
    file_type: FileType = "any",
    most: Most = 20,
    save: Save = None,
    as_json: AsJson = False,
) -> None:
    """Search Kaggle for data sets to ask about, and say why others were left out.

    Example: authoring seed search sales --votes 100 --max-size 10MB --after 2023-04 --license open --file-type csv
    """
    from authoring.cli.quantities import bytes_of, day_of
    from authoring.cli.searching import after_search, refuse_taken, save_list, search_kaggle
    from authoring.cli.searching_view import found_view
    from authoring.cli.views.render import emit, next_command, show
    from authoring.records.dataset_metadata import DatasetWish

    wish = DatasetWish(
        words=" ".join(words or ()),
        votes=votes,
        usability=usability,
        max_size=bytes_of(max_size) if max_size else None,
        after=day_of(after) if after else None,
        licence=licence,
        file_type=file_type,
        most=most,
    )
    refuse_taken(save)
    found = search_kaggle(wish)
    saved = save_list(save, found)
    if as_json:
        emit(found)
        return
    show(*found_view(found))
    next_command(after_search(found, saved))
