"""How the place where a run stands is shown."""

from rich.console import RenderableType
from rich.text import Text

from authoring.api.pipeline import RunSettings
from authoring.cli.findings import findings_view, tally
from authoring.cli.journals import End
from authoring.cli.problems import problems_table
from authoring.cli.views.render import counted, plain
from authoring.records.decision import Admission, Rejection, Waiting
from authoring.workspace.journal import Journal


def end_view(end: End, journal: Journal[RunSettings]) -> tuple[RenderableType, ...]:
    """Return where a run stands, with its problems and findings if it waits for a person."""
    parts: list[RenderableType] = []
    if journal.resumed:
        parts.append(Text(f"resumed: {counted(len(journal.replayed), 'step')} were recorded", "dim"))
    if isinstance(end, Waiting):
        return (*parts, *waiting_view(end))
    return (*parts, *settled_view(end))


def waiting_view(end: Waiting) -> tuple[RenderableType, ...]:
    """Return a draft that a person has to look at."""
    draft, evidence = end.draft, end.evidence
    table = problems_table(draft.text, draft.origins, evidence.dry_run)
    said = (
        f"{draft.name}, revision {draft.revision}: {counted(table.row_count, 'problem')}, {tally(evidence.diagnostics)}"
    )
    return (table, Text(), *findings_view(evidence.diagnostics, draft.name), plain(said, "bold"))


def settled_view(end: Admission | Rejection) -> tuple[RenderableType, ...]:
    """Return how a run ended."""
    if isinstance(end, Admission):
        return (plain(f"{end.name} was admitted", "green"),)
    said = end.decision
    why = f": {said.reason}" if said.reason else ""
    return (plain(f"{end.name} was rejected by {said.reviewer}{why}", "red"),)


def next_of(end: End, *, written: bool) -> str:
    """Return the command that takes a run further.

    Args:
        end: where it stands.
        written: whether the set stands in problemsets/.
    """
    if isinstance(end, Admission):
        return "authoring export dseval DIR" if written else f"authoring admit {end.name}"
    if isinstance(end, Rejection):
        return "authoring draft SEED --name NAME --random-seed N"
    return f"authoring review {end.draft.name}"
