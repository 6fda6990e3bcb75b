"""A whole review, from the examined draft to the set that stands in the benchmark."""

from rich.console import RenderableType

from authoring.api.pipeline import RunSettings
from authoring.cli.admitting import settle, standing_view
from authoring.cli.ends import settled_view
from authoring.cli.journals import End, go_on
from authoring.cli.review.keyboard import open_keyboard
from authoring.cli.review.recheck import Recheck
from authoring.cli.review.sitting import Sitting
from authoring.cli.views.render import plain
from authoring.dseal import parse
from authoring.records.decision import Admission, Rejection, Waiting
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace
from authoring.workspace.journal import Journal


def review_run(workspace: Workspace, journal: Journal[RunSettings], *, sandbox: Sandbox, reviewer: str) -> End:
    """Examine a draft and put it before the reviewer; return where it stands when they leave."""
    end = go_on(workspace, journal, sandbox=sandbox, label=f"examining {journal.settings.name}")
    if not isinstance(end, Waiting):
        return end
    files = workspace.seed_files(journal.settings.seed)
    with Recheck(journal, files, sandbox) as recheck:
        return Sitting(workspace, journal, sandbox, reviewer, open_keyboard(), recheck).hold(end)


def revision_of(end: End, journal: Journal[RunSettings]) -> str:
    """Return the command that has the run's model carry out what the reviewer said; empty where there is nothing."""
    said = journal.decision(end.draft) if isinstance(end, Waiting) else None
    return f"authoring revise {journal.settings.name}" if said and said.comments and journal.settings.model.name else ""


def conclude(workspace: Workspace, journal: Journal[RunSettings], end: End) -> tuple[RenderableType, ...]:
    """Carry an admission out, and say how the draft stands."""
    if isinstance(end, Admission):
        return standing_view(settle(workspace, journal, end))
    if isinstance(end, Rejection):
        return settled_view(end)
    said = journal.decision(end.draft)
    accepted = len(said.accepted) if said else 0
    count = len(parse(end.draft.text).problems)
    return (plain(f"{end.draft.name}: {accepted} of {count} accepted; what you said is kept", "bold"),)
