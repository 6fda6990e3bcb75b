"""``authoring admit``: a person's word that a draft is good, carried out."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace, Reviewer, Yes, complete_draft, model_access
from authoring.errors import UsageError

if TYPE_CHECKING:
    from authoring.api.decisions import Consent
    from authoring.records.decision import Waiting

Names = Annotated[list[str], typer.Argument(metavar="NAME...", help="Drafts to admit.", autocompletion=complete_draft)]
Replace = Annotated[
    bool, typer.Option("--replace", help="An admitted set of this name gives way; it is kept in .authoring/removed/.")
]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Why, also why findings may stand; kept with the decision.")]


def admit(
    names: Names,
    *,
    yes: Yes = False,
    reviewer: Reviewer = None,
    reason: Reason = "",
    replace: Replace = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Admit drafts to problemsets/, with their data and provenance; drafts with errors are refused.

    Wrong and right answers are tried on every validator before; what that finds takes a --reason to let it pass.

    Example: authoring admit penguins-raw --yes --reviewer "Ada L."
    """
    from authoring.api import decisions
    from authoring.api.exports import export_command
    from authoring.api.workspaces import open_workspace
    from authoring.cli.options import reviewer_name
    from authoring.cli.views.drafts import admission_view
    from authoring.cli.views.live import IntermittentReporter
    from authoring.cli.views.render import answer

    opened = open_workspace(workspace)
    results = decisions.admit(
        opened,
        names,
        reviewer=reviewer_name(reviewer),
        consent=_consent(yes=yes),
        reason=reason,
        replace=replace,
        access=model_access(),
        reporter=IntermittentReporter(lines=True),
    )
    refused = [result.name for result in results if not result.admitted]
    command = f"authoring review {refused[0]}" if refused else export_command(opened, names)
    parts = (part for result in results for part in admission_view(result))
    answer(results, lambda _: parts, command, as_json=as_json)
    # Drafts that could be admitted are, whatever became of the others.
    raise typer.Exit(1 if refused else 0)


def _consent(*, yes: bool) -> "Consent":
    """Return the question put before a draft is admitted: none with `yes`, else one on the terminal.

    Raises:
        UsageError: there is neither a `yes` nor a terminal.
    """
    from authoring.cli.views.drafts import waiting_view
    from authoring.cli.views.render import err
    from authoring.records.wording import visible

    if yes:
        return lambda _: True
    if not sys.stdin.isatty():
        raise UsageError("admitting takes a person's word, and there is no terminal to ask on", hint="say --yes")

    def confirm(waiting: "Waiting") -> bool:
        err().print(*waiting_view(waiting), sep="\n")
        return typer.confirm(f"admit {visible(waiting.draft.name)}?", err=True)

    return confirm
