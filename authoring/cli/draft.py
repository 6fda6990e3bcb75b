"""``authoring draft``: write problem sets about seeds, and prove them."""

from typing import Annotated, Literal

import typer

from authoring.cli.options import BY_MODEL, AsJson, BaseUrl, InWorkspace, ModelName, SeedNames

MANY = "Many at once"

Name = Annotated[str | None, typer.Option(metavar="NAME", help="What to call the draft; the seed's name if not given.")]
RandomSeed = Annotated[int | None, typer.Option(metavar="N", help="Which of the possible sets is drafted.")]
Restart = Annotated[bool, typer.Option("--restart", help="Begin anew; the journal of the old run is kept aside.")]
ABOUT_MODULE = "About a Python module"
Module = Annotated[
    str | None,
    typer.Option(
        metavar="MODULE", help="In place of a seed: an experiment about a library.", rich_help_panel=ABOUT_MODULE
    ),
]
Topic = Annotated[
    str | None,
    typer.Option(
        metavar="TOPIC",
        help="Number or title of one of `authoring topics MODULE`, or a topic of your own.",
        rich_help_panel=ABOUT_MODULE,
    ),
]
Rounds = Annotated[
    int | None,
    typer.Option(metavar="N", min=0, max=20, help="Repairs before a person is asked.", rich_help_panel=BY_MODEL),
]
Examples = Annotated[
    Literal["random", "similar", "diverse"] | None,
    typer.Option(help="How admitted sets are chosen as examples.", rich_help_panel=BY_MODEL),
]
Estimate = Annotated[
    bool, typer.Option("--estimate", help="Say calls, tokens and money; ask nothing.", rich_help_panel=BY_MODEL)
]
Budget = Annotated[
    str | None,
    typer.Option(
        metavar="LIMIT", help='Stop before it is exceeded: "200k" tokens, or "2.50$".', rich_help_panel=BY_MODEL
    ),
]
Jobs = Annotated[int, typer.Option(metavar="N", min=1, max=256, help="Seeds drafted at once.", rich_help_panel=MANY)]
Batch = Annotated[
    bool,
    typer.Option(
        "--batch",
        help="Hand calls to the provider's batch mode and leave; the same command collects them later.",
        rich_help_panel=MANY,
    ),
]


def draft(  # noqa: PLR0913 - a command with its options
    seeds: SeedNames = None,
    *,
    name: Name = None,
    random_seed: RandomSeed = None,
    restart: Restart = False,
    model: ModelName = None,
    base_url: BaseUrl = None,
    module: Module = None,
    topic: Topic = None,
    rounds: Rounds = None,
    examples: Examples = None,
    estimate: Estimate = False,
    budget: Budget = None,
    jobs: Jobs = 4,
    batch: Batch = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Draft a problem set about each seed, lint it, and run its reference code; or go on where an earlier run stopped.

    Templates draft unless a model is named, here or in authoring.toml.

    Example: authoring draft penguins-raw --random-seed 7
    Example: authoring draft --module pandas --topic 1 --model gpt-5.6-mini
    Example: authoring draft penguins wine --model gpt-5.6-mini --budget 200k
    """
    from authoring.cli.draft_verb import Wanted, carry_out, orders_of
    from authoring.cli.journals import Order
    from authoring.cli.model_choice import choice_of
    from authoring.cli.options import open_workspace

    place = open_workspace(workspace)
    order = Order(
        seed="",
        name=name or "",
        random_seed=random_seed,
        restart=restart,
        choice=choice_of(place, model=model, base_url=base_url) if model or base_url else None,
        rounds=rounds,
        strategy=examples,
    )
    wanted = Wanted(estimate=estimate, budget=budget, jobs=jobs, batch=batch, as_json=as_json)
    if module or topic:
        from authoring.cli.experiment_order import experiment_orders

        orders = experiment_orders(place, order, module=module, topic=topic, seeds=seeds or ())
    else:
        orders = orders_of(order, seeds or ())
    raise typer.Exit(carry_out(place, orders, wanted))
