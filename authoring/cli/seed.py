"""``authoring seed``: what problem sets are about."""

from pathlib import Path
from typing import Annotated

import typer

from authoring.cli.inventing import invent
from authoring.cli.options import AsJson, InWorkspace, SeedName
from authoring.cli.seed_check import check
from authoring.cli.seed_search import search
from authoring.cli.seed_update import update

seeds = typer.Typer(name="seed", help="Add, invent, list and look at seeds: the tables that problem sets are about.")

References = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="REF...",
        help="Paths of tables, package:NAME/TABLE for one that a package carries, or kaggle:OWNER/SLUG (@VERSION "
        "behind it for another than the newest).",
    ),
]
Name = Annotated[str, typer.Option(metavar="NAME", help="What to call the seed; else after its first table.")]
Title = Annotated[str, typer.Option(metavar="TEXT", help="A title for people.")]
Licence = Annotated[str, typer.Option("--licence", "--license", metavar="SPDX", help="For example CC0-1.0.")]
Description = Annotated[str, typer.Option(metavar="TEXT", help="What the tables hold.")]
Replace = Annotated[bool, typer.Option("--replace", help="Take the place of a seed of this name.")]
Notebook = Annotated[
    str, typer.Option(metavar="REF", help="The reference notebook: a path, or OWNER/SLUG; else Kaggle's most-voted.")
]
NoNotebook = Annotated[bool, typer.Option("--no-notebook", help="Take no reference notebook.")]
Allow = Annotated[
    list[str] | None, typer.Option(metavar="CODE", help="Let a finding of the seed gate pass; needs --why.")
]
Why = Annotated[str, typer.Option(metavar="TEXT", help="Why it may pass; kept with the seed.")]
Reviewer = Annotated[str | None, typer.Option(metavar="NAME", help="Who lets it pass; else git's name for you.")]
FromFile = Annotated[
    Path | None,
    typer.Option(
        "--from", metavar="FILE", help="A list of references, one a line; what fails keeps none of the others out."
    ),
]


@seeds.command("add")
def add(  # noqa: PLR0913 - one parameter per option
    references: References = None,
    *,
    from_file: FromFile = None,
    name: Name = "",
    title: Title = "",
    licence: Licence = "",
    description: Description = "",
    notebook: Notebook = "",
    no_notebook: NoNotebook = False,
    allow: Allow = None,
    why: Why = "",
    reviewer: Reviewer = None,
    replace: Replace = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Add a seed from tables: local files, what a package carries, or a data set of Kaggle with its best notebook.

    Example: authoring seed add kaggle:OWNER/SLUG
    """
    from authoring.cli.gating import Allowing
    from authoring.cli.options import checked_name
    from authoring.cli.seed_adding import Asked, carry_out
    from authoring.cli.seeding import Wish
    from authoring.seeds.intake import Naming
    from authoring.seeds.sources.base import WantedNotebook

    wish = Wish(
        naming=Naming(name and checked_name(name), title, licence, description),
        notebook=WantedNotebook(notebook, none=no_notebook),
        allowing=Allowing(tuple(allow or ()), why, reviewer),
        replace=replace,
        as_json=as_json,
    )
    raise typer.Exit(carry_out(Asked(tuple(references or ()), from_file, wish), workspace, as_json=as_json))


@seeds.command("show")
def show_seed(name: SeedName, *, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """Show what a seed's tables really hold: kinds, ranges, levels, missing values, keys, joins, first rows.

    Example: authoring seed show penguins-raw
    """
    from authoring.cli.answers import SeedReport
    from authoring.cli.isolation import open_sandbox
    from authoring.cli.options import open_workspace
    from authoring.cli.profiles import profile_view, seed_view
    from authoring.cli.seeding import profile_seed
    from authoring.cli.views.render import emit, next_command, show
    from authoring.workspace.topics import module_of

    place = open_workspace(workspace)
    seed = place.read_seed(name)
    with open_sandbox(place) as sandbox:
        profile = profile_seed(place, seed, sandbox=sandbox)
    if as_json:
        emit(SeedReport(seed=seed, profile=profile))
        return
    show(*seed_view(seed), *profile_view(profile))
    module = module_of(seed)
    next_command(f"authoring topics {module}" if module else f"authoring draft {name}")


@seeds.command("list")
def list_seeds(*, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """List the seeds of the workspace.

    Example: authoring seed list
    """
    from authoring.cli.options import open_workspace
    from authoring.cli.profiles import seed_line, seeds_table
    from authoring.cli.views.render import emit, next_command, show

    place = open_workspace(workspace)
    found = [place.read_seed(name) for name in place.seeds()]
    if as_json:
        emit(found)
        return
    show(seeds_table([seed_line(seed) for seed in found]))
    next_command(
        f"authoring seed show {found[0].name}" if found else "authoring seed add PATH|package:NAME|kaggle:OWNER/SLUG"
    )


seeds.command("check")(check)
seeds.command("search")(search)
seeds.command("update")(update)
seeds.command("invent")(invent)
