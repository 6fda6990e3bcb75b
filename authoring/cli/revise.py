"""``authoring revise``: a person's comments go to the model, and what it changed is shown."""

from typing import Annotated

import typer

from authoring.cli.options import AsJson, DraftName, InWorkspace, Reviewer

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
    from authoring.cli.ends import end_view, next_of
    from authoring.cli.options import open_workspace
    from authoring.cli.reviewer import reviewer_name
    from authoring.cli.revising import difference_view, revise_run
    from authoring.cli.views.render import emit, next_command, show
    from authoring.records.decision import Waiting

    place = open_workspace(workspace)
    revised = revise_run(place, name, comment or (), reviewer=reviewer_name(reviewer))
    if as_json:
        emit(revised.end)
    else:
        show(*difference_view(revised), *end_view(revised.end, revised.journal))
        next_command(next_of(revised.end, written=name in place.problemsets()))
    raise typer.Exit(1 if isinstance(revised.end, Waiting) and revised.end.evidence.errors else 0)
