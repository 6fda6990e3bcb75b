"""``authoring seed``: what problem sets are about."""

from typing import Annotated

import typer

from authoring.cli.inventing import invent
from authoring.cli.options import AsJson, InWorkspace, SeedName

seeds = typer.Typer(name="seed", help="Add, invent, list and look at seeds: the tables that problem sets are about.")

References = Annotated[
    list[str], typer.Argument(metavar="REF...", help="Paths of tables, or package:NAME for one that a package carries.")
]
Name = Annotated[str, typer.Option(metavar="NAME", help="What to call the seed; else after its first table.")]
Title = Annotated[str, typer.Option(metavar="TEXT", help="A title for people.")]
Licence = Annotated[str, typer.Option("--licence", "--license", metavar="SPDX", help="For example CC0-1.0.")]
Description = Annotated[str, typer.Option(metavar="TEXT", help="What the tables hold.")]
Replace = Annotated[bool, typer.Option("--replace", help="Take the place of a seed of this name.")]


@seeds.command("add")
def add(
    references: References,
    *,
    name: Name = "",
    title: Title = "",
    licence: Licence = "",
    description: Description = "",
    replace: Replace = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Add a seed from tables: csv, tsv, json, jsonl, parquet, xlsx, or what a package carries.

    Example: authoring seed add orders.csv customers.csv --name shop --licence CC-BY-4.0
    """
    from authoring.cli.isolation import open_sandbox
    from authoring.cli.options import checked_name, open_workspace
    from authoring.cli.profiles import seed_view
    from authoring.cli.render import emit, next_command, show
    from authoring.cli.seeding import Naming, add_seed

    naming = Naming(name and checked_name(name), title, licence, description)
    place = open_workspace(workspace)
    with open_sandbox(place) as sandbox:
        seed = add_seed(place, references, naming, replace=replace, sandbox=sandbox)
    if as_json:
        emit(seed)
        return
    show(*seed_view(seed))
    next_command(f"authoring seed show {seed.name}")


@seeds.command("show")
def show_seed(name: SeedName, *, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """Show what a seed's tables really hold: kinds, ranges, levels, missing values, keys, joins, first rows.

    Example: authoring seed show penguins-raw
    """
    from authoring.cli.answers import SeedReport
    from authoring.cli.isolation import open_sandbox
    from authoring.cli.options import open_workspace
    from authoring.cli.profiles import profile_view, seed_view
    from authoring.cli.render import emit, next_command, show
    from authoring.cli.seeding import profile_seed
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
    from authoring.cli.render import emit, next_command, show

    place = open_workspace(workspace)
    found = [place.read_seed(name) for name in place.seeds()]
    if as_json:
        emit(found)
        return
    show(seeds_table([seed_line(seed) for seed in found]))
    next_command(f"authoring seed show {found[0].name}" if found else "authoring seed add PATH|package:NAME")


seeds.command("invent")(invent)
