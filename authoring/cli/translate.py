"""``authoring translate``: the questions of an admitted set in another language, looked at by a person."""

from typing import Annotated

import typer

from authoring.cli.options import BY_MODEL, AsJson, BaseUrl, InWorkspace, ModelName, Reviewer, complete_set

Name = Annotated[str, typer.Argument(metavar="NAME", help="An admitted set.", autocompletion=complete_set)]
Language = Annotated[str, typer.Option(metavar="LANGUAGE", help="zh for Simplified Chinese.")]
Yes = Annotated[
    bool, typer.Option("--yes", help="Accept unseen, on your word, every translation in which nothing was found.")
]
Again = Annotated[
    str | None, typer.Option(metavar="3,5", help="Translate these questions anew, reviewed or not; all for all.")
]
Budget = Annotated[
    str | None,
    typer.Option(
        metavar="LIMIT", help='Stop before it is exceeded: "200k" tokens, or "2.50$".', rich_help_panel=BY_MODEL
    ),
]


def translate(  # noqa: PLR0913 - options of the command, all by keyword
    name: Name,
    *,
    language: Language = "zh",
    yes: Yes = False,
    again: Again = None,
    model: ModelName = None,
    base_url: BaseUrl = None,
    budget: Budget = None,
    reviewer: Reviewer = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Have a model translate questions, and look at each beside its original: accept, edit, ask again, or stop.

    Questions that are translated and unchanged are not asked for again. With --json nobody is asked.

    Example: authoring translate penguins --language zh --model gpt-5.6-mini
    """
    from authoring.cli.options import open_workspace
    from authoring.cli.reviewer import reviewer_name
    from authoring.cli.translating import Order, next_of, translate_set, translated_view
    from authoring.cli.views.render import emit, next_command, show

    who = "" if as_json and not yes else reviewer_name(reviewer)
    order = Order(name, language, yes, again or "", model, base_url, budget, who, asks=not (as_json or yes))
    translated = translate_set(open_workspace(workspace), order)
    if as_json:
        emit(translated)
    else:
        show(*translated_view(translated))
        next_command(next_of(translated))
    raise typer.Exit(1 if translated.left and not order.asks else 0)
