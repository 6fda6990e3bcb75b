"""``authoring seed search``, ``update``, ``versions``, ``notebooks``, ``digest``: what Kaggle knows of data sets."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from authoring.cli.options import AsJson, InWorkspace, SeedName, SeedNames
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
Every = Annotated[bool, typer.Option("--all", help="All seeds that come from Kaggle.")]
DatasetName = Annotated[
    str, typer.Argument(metavar="SEED|kaggle:OWNER/SLUG", help="Name of a seed from Kaggle, or a data set of Kaggle's.")
]
OtherNotebook = Annotated[
    str, typer.Option("--notebook", metavar="REF", help="A file, or OWNER/SLUG, to look at in place of the seed's own.")
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


def update(
    names: SeedNames = None, *, every: Every = False, workspace: InWorkspace = None, as_json: AsJson = False
) -> None:
    """Show what changed on Kaggle since seeds were added: version, files, size, licence, and what moves by itself.

    Changes nothing. Ends with 1 if a version, files, a size or a licence is another, or a data set is gone.

    Example: authoring seed update --all
    """
    from authoring.api.seeds.kaggle import update_seeds
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.datasets import command_after_update, upstream_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer

    with live_reporter() as reporter:
        report = update_seeds(open_workspace(workspace), names or (), every=every, reporter=reporter)
    answer(report.seeds, lambda _: upstream_view(report), command_after_update(report), as_json=as_json)
    raise typer.Exit(report.exit_code)


def versions(reference: DatasetName, *, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """List the versions of a data set on Kaggle, the newest first, with day and notes; a seed's own is marked.

    Example: authoring seed versions kaggle:OWNER/SLUG
    """
    from authoring.api.seeds.kaggle import list_versions
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.datasets import versions_view
    from authoring.cli.views.render import answer

    listed = list_versions(open_workspace(workspace), reference)
    oldest = f"@{listed.versions[-1].number}" if listed.versions else ""
    answer(listed, versions_view, f"authoring seed add kaggle:{listed.ref}{oldest}", as_json=as_json)


def notebooks(reference: DatasetName, *, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """List the Python notebooks about a data set on Kaggle, most votes first; a seed's own is marked.

    Example: authoring seed notebooks kaggle:OWNER/SLUG
    """
    from authoring.api.seeds.kaggle import list_notebooks
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.datasets import notebooks_view
    from authoring.cli.views.render import answer

    listed = list_notebooks(open_workspace(workspace), reference)
    best = f" --notebook {listed.notebooks[0].ref}" if listed.notebooks else " --no-notebook"
    answer(listed, notebooks_view, f"authoring seed add kaggle:{listed.ref}{best}", as_json=as_json)


def digest(
    name: SeedName, *, notebook: OtherNotebook = "", workspace: InWorkspace = None, as_json: AsJson = False
) -> None:
    """Show what a model is told of a seed's reference notebook; no model is asked.

    Example: authoring seed digest shop-sales
    """
    from authoring.api.seeds.kaggle import digest_seed_notebook
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.datasets import digest_view
    from authoring.cli.views.render import answer

    digested = digest_seed_notebook(open_workspace(workspace), name, notebook=notebook)
    answer(digested, digest_view, f"authoring draft {name}", as_json=as_json)
