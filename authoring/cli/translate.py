"""``authoring translate``: the questions of an admitted set in another language, looked at by a person."""

from typing import Annotated

import typer

from authoring.cli.options import AsJson, BaseUrl, Budget, InWorkspace, ModelName, Reviewer, complete_set, model_access

Name = Annotated[str, typer.Argument(metavar="NAME", help="An admitted set.", autocompletion=complete_set)]
Language = Annotated[str, typer.Option(metavar="LANGUAGE", help="zh for Simplified Chinese.")]
Yes = Annotated[
    bool, typer.Option("--yes", help="Accept unseen, on your word, every translation in which nothing was found.")
]
Again = Annotated[
    str | None, typer.Option(metavar="3,5", help="Translate these questions anew, reviewed or not; all for all.")
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
    from authoring.api import translation
    from authoring.api.workspaces import open_workspace
    from authoring.cli.options import reviewer_name
    from authoring.cli.review.translation import command_after, report_view, review_translations
    from authoring.cli.views.live import IntermittentReporter
    from authoring.cli.views.render import answer

    is_reviewed = not (as_json or yes)
    # Where nobody accepts anything, nobody has to be named.
    name_of_reviewer = "" if as_json and not yes else reviewer_name(reviewer)
    report = translation.translate(
        open_workspace(workspace),
        translation.TranslationRequest(name, language, again or "", yes, name_of_reviewer),
        access=model_access(model=model, base_url=base_url, budget=budget),
        review=review_translations if is_reviewed else None,
        reporter=IntermittentReporter(),
    )
    answer(report, report_view, command_after(report), as_json=as_json)
    raise typer.Exit(1 if report.left and not is_reviewed else 0)
