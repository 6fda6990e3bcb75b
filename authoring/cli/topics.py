"""``authoring topics``: what experiments about a Python module could be about."""

from typing import Annotated

import typer

from authoring.cli.options import BY_MODEL, AsJson, BaseUrl, InWorkspace, ModelName

Module = Annotated[
    str, typer.Argument(metavar="MODULE", help="As it is imported or installed: pandas, scikit-learn, torch, cv2.")
]
Count = Annotated[
    int | None, typer.Option(metavar="N", min=1, max=50, help="Topics to ask for; 50 at first, 10 with --more.")
]
More = Annotated[bool, typer.Option("--more", help="Ask for further topics, unlike those there are.")]
Rounds = Annotated[
    int, typer.Option(metavar="N", min=1, max=20, help="Times the model is asked at most.", rich_help_panel=BY_MODEL)
]
Budget = Annotated[
    str | None,
    typer.Option(
        metavar="LIMIT", help='Stop before it is exceeded: "200k" tokens, or "2.50$".', rich_help_panel=BY_MODEL
    ),
]


def topics(  # noqa: PLR0913 - a command with its options
    module: Module,
    *,
    count: Count = None,
    more: More = False,
    rounds: Rounds = 4,
    model: ModelName = None,
    base_url: BaseUrl = None,
    budget: Budget = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Show the topics of a module, or have a model propose them: no two alike, with functions that are really there.

    They are kept in seeds/module-MODULE/topics.yaml, where a person may edit them.

    Example: authoring topics scikit-learn --model gpt-5.6-mini
    """
    from authoring.cli.experiments import Wish, find_topics
    from authoring.cli.options import open_workspace
    from authoring.cli.topics_view import topics_view
    from authoring.cli.views.render import emit, next_command, show

    place = open_workspace(workspace)
    wish = Wish(count=count, more=more, rounds=rounds, model=model, base_url=base_url, budget=budget)
    found = find_topics(place, module, wish)
    if as_json:
        emit(found)
    else:
        show(*topics_view(found))
        next_command(f"authoring draft --module {found.list.module} --topic 1")
    raise typer.Exit(1 if found.proposal is not None and found.proposal.why_short else 0)
