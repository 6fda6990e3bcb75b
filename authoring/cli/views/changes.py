"""How a change of a workspace is shown."""

from rich.console import RenderableType

from authoring.cli.views.render import heading, plain
from authoring.records.decision import ChangeReport, Deed

PAST = {
    Deed.REMOVE: "removed",
    Deed.RENAME: "renamed",
    Deed.REPLACE: "replaced",
    Deed.REOPEN: "reopened",
    Deed.EDIT: "edited",
}


def change_view(report: ChangeReport) -> tuple[RenderableType, ...]:
    """Return what was done, to what, and what a person should know about it."""
    change = report.change
    subject = f"the {change.subject.value} {change.name}"
    if not report.done:
        return (plain(f"{subject} is as it was: nobody agreed", "bold red"),)
    summary = f"{PAST[change.deed]} {subject}{f': now {change.new_name}' if change.new_name else ''}"
    edits = [plain(f"  {edit.field}: {edit.before or 'nothing'} -> {edit.after or 'nothing'}") for edit in change.edits]
    affected = [plain(f"  also brought up: {', '.join(change.affected)}")] if change.affected else []
    return (heading(summary, "green"), *edits, *affected, *(plain(note, "dim") for note in report.notes))
