"""``authoring admit``: a person's word that a draft is good, carried out."""

from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace, Reviewer, complete_draft

Names = Annotated[list[str], typer.Argument(metavar="NAME...", help="Drafts to admit.", autocompletion=complete_draft)]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Why; kept with the decision.")]


def admit(
    names: Names,
    *,
    yes: Yes = False,
    reviewer: Reviewer = None,
    reason: Reason = "",
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Admit drafts to problemsets/, with their data and provenance; drafts with errors are refused.

    Example: authoring admit penguins-raw --yes --reviewer "Ada L."
    """
    from authoring.cli.admitting import admit_one, consent, standing_view
    from authoring.cli.isolation import open_sandbox
    from authoring.cli.options import open_workspace
    from authoring.cli.reviewer import reviewer_name
    from authoring.cli.views.render import emit, next_command, show

    place = open_workspace(workspace)
    who = reviewer_name(reviewer)
    agree = consent(yes=yes)
    with open_sandbox(place) as sandbox:
        standings = [admit_one(place, name, who, reason, sandbox=sandbox, agree=agree) for name in names]
    refused = [standing.name for standing in standings if not standing.admitted]
    if as_json:
        emit(standings)
    else:
        show(*(part for standing in standings for part in standing_view(standing)))
        next_command(f"authoring review {refused[0]}" if refused else "authoring export dseval DIR")
    raise typer.Exit(1 if refused else 0)
