"""How a change that a person asks for is agreed to, carried out and reported."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from authoring.errors import UsageError, WorkspaceError
from authoring.records.decision import Change, Deed, Subject
from authoring.workspace import Workspace
from authoring.workspace.changes import ChangeJournal, read_changes

Agreement = Callable[[Change], bool]
"""Asked about a change that takes something away, with `Change.losses`; whether a person agrees."""


def now() -> datetime:
    """Return the time that a change is recorded under."""
    return datetime.now(UTC).replace(microsecond=0)


def finished_before(workspace: Workspace, deed: Deed, subject: Subject, name: str, new_name: str = "") -> Change | None:
    """Finish a change that a crash cut short; return it where it is the one that is asked for again."""
    cut_short = read_changes(workspace.root)[1]
    if cut_short is None:
        return None
    with ChangeJournal.opened(workspace.root):
        pass
    described = (cut_short.deed, cut_short.subject, cut_short.name, cut_short.new_name)
    return cut_short if described == (deed, subject, name, new_name) else None


def carried_out(
    workspace: Workspace, outline: Change, agree: Agreement, plan: Callable[[ChangeJournal, Change], Change]
) -> Change | None:
    """Ask where something would be lost, then plan the moves of a change under the lock and carry it out.

    Returns:
        The change as it was recorded, None where the person did not agree.
    """
    if outline.losses and not agree(outline):
        return None
    with ChangeJournal.opened(workspace.root) as journal:
        change = plan(journal, outline)
        journal.carry_out(change)
    return change


def refuse_taken(root: Path, paths: Iterable[str], new_name: str) -> None:
    """Stop a renaming to a name under which something stands.

    Raises:
        WorkspaceError: it names what stands there.
    """
    for path in paths:
        if (root / path).exists():
            raise WorkspaceError(f"{root / path}: the name {new_name} is taken", hint="give another name")


def refuse_same(name: str, new_name: str) -> None:
    """Stop a renaming that changes nothing.

    Raises:
        UsageError: both names are one.
    """
    if name == new_name:
        raise UsageError(f"{name} has this name already", hint="give another name")


def pending_command(change: Change) -> str:
    """Return the command that ends a change which was cut short."""
    verb = {
        Subject.SEED: "authoring seed",
        Subject.DRAFT: "authoring drafts",
        Subject.SET: "authoring set",
    }[change.subject]
    if (change.deed, change.subject) == (Deed.REPLACE, Subject.SET):
        return f"authoring admit {change.name}"
    return f"{verb} {change.deed.value} {change.name}{f' {change.new_name}' if change.new_name else ''}"
