"""``authoring seed update``, ``versions``, ``notebooks``, ``digest``: what is known of a data set."""

from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace, SeedName, SeedNames

Every = Annotated[bool, typer.Option("--all", help="All seeds that come from Kaggle.")]
DatasetName = Annotated[
    str, typer.Argument(metavar="SEED|kaggle:OWNER/SLUG", help="Name of a seed from Kaggle, or a data set of Kaggle's.")
]
OtherNotebook = Annotated[
    str, typer.Option("--notebook", metavar="REF", help="A file, or OWNER/SLUG, to look at in place of the seed's own.")
]


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
