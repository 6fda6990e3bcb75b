"""``authoring drafts``: drafts are shown, edited whole, renamed, removed, and taken up again after a rejection."""

from pathlib import Path
from typing import Annotated

import typer

from authoring.cli.options import AsJson, ChangeReason, DraftName, InWorkspace, NewName, Reviewer, Yes, model_access
from authoring.cli.upkeep.agreement import agreement, show_change

drafts = typer.Typer(name="drafts", help="Show, edit, rename, remove or reopen drafts.")

Revision = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="An earlier revision; the one that stands if not given.")
]
TextFile = Annotated[Path, typer.Option("--from", metavar="FILE", help="The whole new text, in DSEAL.")]


@drafts.command("show")
def show_draft(
    name: DraftName, *, revision: Revision = None, workspace: InWorkspace = None, as_json: AsJson = False
) -> None:
    """Print the text of a draft; with --json word for word, with the origin of each problem.

    Example: authoring drafts show penguins
    """
    from authoring.api.upkeep.drafts import show_draft as find_draft
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.drafts import draft_view
    from authoring.cli.views.render import answer

    draft = find_draft(open_workspace(workspace), name, revision=revision)
    answer(draft, draft_view, f"authoring review {name}", as_json=as_json)


@drafts.command("edit")
def edit(
    name: DraftName,
    *,
    from_file: TextFile,
    why: ChangeReason = "",
    reviewer: Reviewer = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Put a text in the place of a draft's, as a new revision, and run it; single problems are edited in review.

    Example: authoring drafts edit penguins --from penguins.py --why "one problem less"
    """
    from authoring.api.upkeep.drafts import edit_draft
    from authoring.api.workspaces import open_workspace
    from authoring.cli.options import reviewer_name
    from authoring.cli.views.drafts import next_step, state_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer
    from authoring.records.run import exit_code

    opened, who = open_workspace(workspace), reviewer_name(reviewer)
    with live_reporter(lines=True) as reporter:
        state = edit_draft(opened, name, from_file, who=who, why=why, access=model_access(), reporter=reporter)
    answer(state, state_view, next_step(state, is_written=False), as_json=as_json)
    raise typer.Exit(exit_code(state))


@drafts.command("rename")
def rename(
    name: DraftName,
    new_name: NewName,
    *,
    why: ChangeReason = "",
    reviewer: Reviewer = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Give a draft another name, under which it is admitted.

    Example: authoring drafts rename penguins penguins-hard
    """
    from authoring.api.upkeep.drafts import rename_draft
    from authoring.api.workspaces import open_workspace
    from authoring.cli.options import reviewer_name

    report = rename_draft(open_workspace(workspace), name, new_name, who=reviewer_name(reviewer), why=why)
    show_change(report, as_json=as_json)


@drafts.command("remove")
def remove(
    name: DraftName,
    *,
    yes: Yes = False,
    why: ChangeReason = "",
    reviewer: Reviewer = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Remove a draft with its revisions and decisions; it is kept in .authoring/removed/, and a set of it stays.

    Example: authoring drafts remove penguins --yes
    """
    from authoring.api.upkeep.drafts import remove_draft
    from authoring.api.workspaces import open_workspace
    from authoring.cli.options import reviewer_name

    who, agree = reviewer_name(reviewer), agreement(yes=yes)
    show_change(remove_draft(open_workspace(workspace), name, who=who, agree=agree, why=why), as_json=as_json)


@drafts.command("reopen")
def reopen(
    name: DraftName,
    *,
    why: ChangeReason = "",
    reviewer: Reviewer = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Take up a draft again that was rejected, with its marks and comments.

    Example: authoring drafts reopen penguins
    """
    from authoring.api.upkeep.drafts import reopen_draft
    from authoring.api.workspaces import open_workspace
    from authoring.cli.options import reviewer_name

    report = reopen_draft(open_workspace(workspace), name, who=reviewer_name(reviewer), why=why)
    show_change(report, as_json=as_json)
