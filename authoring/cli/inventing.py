"""``authoring seed invent``: a table that nobody has seen, planned by a model and drawn by seeded code."""

from typing import Annotated

import typer

from authoring.cli.options import BY_MODEL, AsJson, BaseUrl, InWorkspace, ModelName

SeedName = Annotated[str, typer.Argument(metavar="NAME", help="What to call the seed.")]
About = Annotated[str, typer.Option(metavar="TEXT", help="What the table is about.")]
Rows = Annotated[int, typer.Option(metavar="N", min=10, max=200_000, help="Rows to draw.")]
RandomSeed = Annotated[int, typer.Option(metavar="N", min=0, help="Which of the possible tables is drawn.")]
Licence = Annotated[str, typer.Option("--licence", "--license", metavar="SPDX", help="Of the table.")]
Replace = Annotated[bool, typer.Option("--replace", help="Take the place of a seed of this name.")]
Budget = Annotated[
    str | None,
    typer.Option(
        metavar="LIMIT", help='Stop before it is exceeded: "200k" tokens, or "2.50$".', rich_help_panel=BY_MODEL
    ),
]


def invent(  # noqa: PLR0913 - a command with its options
    name: SeedName,
    *,
    about: About,
    rows: Rows = 500,
    random_seed: RandomSeed = 0,
    licence: Licence = "CC0-1.0",
    replace: Replace = False,
    model: ModelName = None,
    base_url: BaseUrl = None,
    budget: Budget = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Invent a table: a model plans fields and distributions, and seeded code draws the values in the sandbox.

    Example: authoring seed invent ferry-trips --about "trips of a small ferry line" --rows 800 --model gpt-5.6-mini
    """
    from authoring.cli.invention import Wanted, invent_seed
    from authoring.cli.options import checked_name, open_workspace
    from authoring.cli.profiles import seed_view
    from authoring.cli.views.render import emit, next_command, show

    place = open_workspace(workspace)
    wanted = Wanted(checked_name(name), about, rows, random_seed, licence, model, base_url, budget, replace=replace)
    seed = invent_seed(place, wanted)
    if as_json:
        emit(seed)
        return
    show(*seed_view(seed))
    next_command(f"authoring seed show {seed.name}")
