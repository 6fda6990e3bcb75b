"""``authoring topics``: what experiments about a Python module could be about."""

from typing import Annotated

import typer

from authoring.cli.options import BY_MODEL, AsJson, BaseUrl, Budget, InWorkspace, ModelName, model_access, model_options

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
    from authoring.api.drafts.experiments import TopicRequest, find_topics
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.drafts import topics_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer

    access = model_access(model=model, base_url=base_url, budget=budget)
    request = TopicRequest(count=count, more=more, rounds=rounds)
    opened = open_workspace(workspace)
    with live_reporter() as reporter:
        result = find_topics(opened, module, request, access=access, reporter=reporter)
    # Only a model writes experiments: where neither this command nor the settings name one, the next has to.
    named = model or ("" if opened.settings.model.name or access.default_model else "MODEL")
    command = f"authoring draft --module {result.list.module} --topic 1{model_options(named, base_url)}"
    answer(result, topics_view, command, as_json=as_json)
    # Fewer than asked for is a finding, although what came is kept.
    raise typer.Exit(1 if result.proposal is not None and result.proposal.why_short else 0)
