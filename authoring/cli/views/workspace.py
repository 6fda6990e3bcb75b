"""How the status of a workspace, and its migration, are shown."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from authoring.api.status import WorkspaceStatus
from authoring.cli.views.render import heading, next_command, plain, show, table
from authoring.cli.views.seeds import seeds_table
from authoring.records.wording import counted, size

if TYPE_CHECKING:
    from authoring.records.protection import TrustList, WorkspaceTrust
    from authoring.records.workspace.migration import MigrationReport
    from authoring.records.workspace.repair import RepairReport


def status_view(status: WorkspaceStatus) -> tuple[RenderableType, ...]:
    """Return three tables: seeds, drafts, admitted sets."""
    piloted = ["piloted>"] if any(draft.piloted for draft in status.drafts) else []
    drafts = table("draft", "revision>", "accepted>", *piloted, "errors>", "warnings>", "waiting for", title="Drafts")
    for draft in status.drafts:
        drafts.add_row(
            plain(draft.name, "bold"),
            str(draft.revision),
            f"{draft.accepted} of {draft.problems}",
            *([f"{draft.piloted} of {draft.problems}"] if piloted else []),
            Text(str(draft.errors), "red" if draft.errors else "dim"),
            Text(str(draft.warnings), "yellow" if draft.warnings else "dim"),
            plain(draft.waiting_for),
        )
    sets = table("set", "problems>", "reviewed>", "data>", "", title="Admitted problem sets")
    for problemset in status.problemsets:
        sets.add_row(
            plain(problemset.name, "bold"),
            str(problemset.problems),
            f"{problemset.reviewed} of {problemset.problems}",
            size(problemset.inputs),
            plain(problemset.note, "yellow"),
        )
    parts: list[RenderableType] = [heading(f"workspace {status.workspace}", "dim")]
    tables = ((seeds_table(status.seeds), "no seed"), (drafts, "no draft"), (sets, "no admitted problem set"))
    for rows, empty in tables:
        parts.extend((Text(), rows if rows.row_count else Text(empty, "dim")))
    if status.damaged:
        parts.extend((Text(), heading("Damaged", "bold red")))
        parts.extend(plain(f"  {damaged.path}: {damaged.problem}") for damaged in status.damaged)
    if status.cut_short:
        parts.extend((Text(), plain(f"cut short: {status.cut_short}; the next change ends it", "red")))
    return (*parts, Text())


def next_step(status: WorkspaceStatus) -> str:
    """Return the command that takes the workspace further: damage, what waits, then what was never drafted."""
    if status.damaged:
        return "authoring doctor --repair"
    if status.cut_short:
        return status.cut_short_next
    for problemset in status.problemsets:
        if problemset.next:
            return problemset.next
    for draft in status.drafts:
        if not draft.waiting_for.startswith("nobody"):
            return draft.next
    begun = {draft.seed for draft in status.drafts} | {problemset.name for problemset in status.problemsets}
    for seed in status.seeds:
        # A module has no tables, and a draft is about one of its topics.
        if seed.tables and seed.name not in begun:
            return f"authoring draft {seed.name}"
    add = "authoring seed add PATH|package:NAME|kaggle:OWNER/SLUG"
    return "authoring export dseval DIR" if status.problemsets else add


def show_migration(report: "MigrationReport") -> None:
    """Show which files were, or would be, brought up, and which could not be."""
    outdated = [file for file in report.files if file.outdated and not file.problem]
    for file in outdated:
        show(plain(f"  {file.path}: {file.kind}, format {file.found} to {file.current}"))
    failed = [file for file in report.files if file.problem]
    for file in failed:
        show(plain(f"  {file.path}: left as it is: {file.problem}"))
    count = counted(len(outdated), "file")
    verb = "brought up" if report.written else "to bring up"
    current = f"{counted(len(report.files) - len(outdated) - len(failed), 'file')} of the current format"
    show(heading(f"{count} {verb}, {current}" if outdated else f"nothing to do: {current}"))
    next_command("authoring migrate" if outdated and not report.written else "authoring status")


def repair_view(report: "RepairReport") -> tuple[RenderableType, ...]:
    """Return what was damaged, and what became of each file."""
    parts: list[RenderableType] = []
    for file in report.files:
        parts.append(plain(f"{file.path}: {file.problem}", "yellow"))
        parts.append(plain(f"  {file.action}"))
        if file.moved_to:
            parts.append(plain(f"  the damaged file is now {file.moved_to}", "dim"))
    mended = sum(file.mended for file in report.files)
    verdict = f"{mended} of {counted(len(report.files), 'damaged file')} mended"
    return (*parts, heading(verdict if report.files else "nothing is damaged"))


def trust_view(trust: "WorkspaceTrust") -> Iterator[RenderableType]:
    """Yield what a workspace asks for, and whether that is allowed."""
    yield heading(f"workspace {trust.workspace}")
    for claim in trust.claims:
        yield plain(f"  {claim.text}")
    if not trust.claims:
        yield Text("  starts no program, names no server, and reads nothing outside of it", "dim")
        return
    outcome = "allowed, as long as it does not change" if trust.trusted else "not allowed: none of this happens"
    yield Text(f"  {outcome}", "green" if trust.trusted else "yellow")
    if not trust.trusted:
        yield plain(f"  without a terminal: AUTHORING_TRUST={trust.sha256}", "dim")


def trust_list_view(trusts: "TrustList") -> Iterator[RenderableType]:
    """Yield every folder that was allowed something."""
    yield heading(f"kept in {trusts.store}", "dim")
    for folder in trusts.workspaces:
        yield heading(folder.workspace)
        for text in folder.allowed:
            yield plain(f"  {text}")
        if not folder.trusted:
            yield Text("  it asks for more now: authoring trust shows what", "yellow")
    if not trusts.workspaces:
        yield Text("nothing was allowed to any folder", "dim")
