"""``authoring learn``: what reviewers said becomes rules for whoever drafts next."""

from typing import Annotated

import typer

from authoring.cli.options import AsJson, BaseUrl, InWorkspace, ModelName

Yes = Annotated[bool, typer.Option("--yes", help="Accept every proposed rule.")]
Accept = Annotated[str | None, typer.Option(metavar="1,3", help="Accept these proposed rules, and leave the others.")]
Refuse = Annotated[
    str | None, typer.Option(metavar="2", help="Refuse these: their comments are set aside and not proposed again.")
]
Edit = Annotated[bool, typer.Option("--edit", help="Open each accepted rule in $EDITOR before it is written.")]


def learn(
    *,
    yes: Yes = False,
    accept: Accept = None,
    refuse: Refuse = None,
    edit: Edit = False,
    model: ModelName = None,
    base_url: BaseUrl = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Have a model propose rules that follow from reviewers' comments, and decide about each.

    Accepted rules go into guides/lessons.md with the comments they came from; those are not proposed again.

    Example: authoring learn --model gpt-5.6-mini
    """
    from authoring.cli.learning import Deciding, learn_from_comments, learned_view, next_of
    from authoring.cli.options import open_workspace
    from authoring.cli.views.render import emit, next_command, show

    place = open_workspace(workspace)
    deciding = Deciding.of(yes=yes, accept=accept, refuse=refuse, edit=edit, asks=not as_json)
    learned = learn_from_comments(place, deciding, model=model, base_url=base_url)
    if as_json:
        emit(learned)
        return
    show(*learned_view(learned))
    next_command(next_of(learned))
