"""``authoring revise``: a person's comments go to the model, and what it changed is shown."""

from typing import Annotated

import typer

from authoring.cli.options import AsJson, DraftName, InWorkspace, Reviewer, model_access

Comments = Annotated[
    list[str] | None,
    typer.Option("--comment", "-c", metavar="[N:] TEXT", help="What to change; N names a problem, else the whole set."),
]


def revise(
    name: DraftName,
    *,
    comment: Comments = None,
    reviewer: Reviewer = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Have the model of a draft carry out comments: those given here and those made in a review.

    Problems without a comment stay as they are, and so does every problem that a person wrote or edited.

    Example: authoring revise penguins -c "3: the tie order is unclear" -c "7: harder"
    """
    from authoring.api import decisions
    from authoring.api.exports import export_command
    from authoring.api.workspaces import open_workspace
    from authoring.cli.options import reviewer_name
    from authoring.cli.views.drafts import difference_view, next_step, state_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer
    from authoring.records.draft import Draft
    from authoring.records.run import exit_code

    opened, parts = open_workspace(workspace), list[object]()
    # Before the run is opened: a name that is missing is said at once.
    person, access = reviewer_name(reviewer), model_access()
    with live_reporter(lines=True, on_part=parts.append) as reporter:
        state = decisions.revise(opened, name, comment or (), reviewer=person, access=access, reporter=reporter)
    changes = [view for part in parts if isinstance(part, Draft) for view in difference_view(part, state)]
    command = next_step(state, is_written=name in opened.problemsets(), export=export_command(opened, [name]))
    answer(state, lambda state: (*changes, *state_view(state)), command, as_json=as_json)
    raise typer.Exit(exit_code(state))
