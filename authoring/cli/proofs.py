"""What ``authoring run`` proves: which texts its arguments name, and how each stood up."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from authoring.api.pipeline import RunSettings
from authoring.api.verification import tables_of as tables_of_seed
from authoring.cli.findings import findings_view, tally
from authoring.cli.journals import current_draft
from authoring.cli.options import open_workspace
from authoring.cli.places import workspace_around
from authoring.cli.problems import problems_table
from authoring.cli.texts import dseal_files, tables_of
from authoring.cli.views.render import err, heading, plain
from authoring.dseal import InputTable
from authoring.errors import UsageError
from authoring.records.draft import ProblemOrigin
from authoring.records.evidence import Evidence, Limits
from authoring.validators.base import Dialect
from authoring.workspace import Workspace, read_text
from authoring.workspace.benchmark import read_dialect
from authoring.workspace.beside import inputs_beside
from authoring.workspace.journal import read_settings


@dataclass(frozen=True, slots=True)
class Subject:
    """A text to prove, with all it needs."""

    name: str
    text: str
    origins: tuple[ProblemOrigin, ...]
    inputs: tuple[Path, ...]
    tables: tuple[InputTable, ...]
    limits: Limits
    dialect: Dialect
    folder: Path
    """Of the benchmark that it is in, or is for; its manifest may name an environment."""


def subjects(names: Sequence[str], *, everything: bool, workspace: Path | None) -> tuple[Subject, ...]:
    """Return what the arguments name: a path, a draft in progress, an admitted set.

    Raises:
        UsageError: when a name stands for nothing, or there is none.
    """
    if not names and not everything:
        raise UsageError("nothing to run", hint="name drafts, sets or files, or say --all")
    # A file needs no workspace around it.
    place = open_workspace(workspace) if everything else workspace_around(workspace)
    wanted = [*names, *((*_drafted(place), *place.problemsets()) if everything and place else ())]
    found: dict[tuple[str, str], Subject] = {}
    for name in dict.fromkeys(wanted):
        for subject in _named(name, place):
            # A draft that was admitted as it stands is one text, not two.
            found.setdefault((subject.name, subject.text), subject)
    return tuple(found.values())


def _drafted(place: Workspace) -> tuple[str, ...]:
    """Return the runs that have a draft; say which have none yet."""
    lacking = [name for name in place.runs() if current_draft(place.journal_path(name))[0] is None]
    if lacking:
        err().print(plain(f"left out, for there is no draft yet: {', '.join(lacking)}", "dim"))
    return tuple(name for name in place.runs() if name not in lacking)


def _named(name: str, place: Workspace | None) -> tuple[Subject, ...]:
    limits = place.settings.limits if place else Limits()
    if Path(name).exists() and (Path(name).suffix == ".py" or Path(name).is_dir()):
        return tuple(_of_file(file, limits) for file in dseal_files([Path(name)]))
    found = (*_of_run(name, place), *_of_set(name, place)) if place else ()
    if not found:
        known = (*place.runs(), *place.problemsets()) if place else ()
        close = get_close_matches(name, known, n=1)
        hint = f"did you mean {close[0]}?" if close else "name a draft, an admitted set or a DSEAL file"
        raise UsageError(f"{name}: no such draft, set or file", hint=hint)
    return found


def _of_file(path: Path, limits: Limits) -> Subject:
    inputs = inputs_beside(path) or ()
    folder = path.parent
    return Subject(str(path), read_text(path), (), inputs, tables_of(inputs), limits, read_dialect(folder), folder)


def _of_run(name: str, place: Workspace) -> Iterator[Subject]:
    if name not in place.runs():
        return
    draft, _ = current_draft(place.journal_path(name))
    if draft is None:
        raise UsageError(f"{name} has no draft yet", hint=f"go on with: authoring draft SEED --name {name}")
    pinned = read_settings(place.journal_path(name), RunSettings)
    tables = tables_of_seed(pinned.seed)
    files = place.seed_files(pinned.seed)
    home = place.root / "problemsets"
    yield Subject(name, draft.text, draft.origins, files, tables, pinned.limits, pinned.dialect, home)


def _of_set(name: str, place: Workspace) -> Iterator[Subject]:
    if name in place.problemsets():
        inputs = place.problemset_inputs(name)
        text = place.read_problemset(name).text
        home = place.root / "problemsets"
        yield Subject(name, text, (), inputs, tables_of(inputs), place.settings.limits, place.dialect, home)


def proof_view(subject: Subject, evidence: Evidence, since: datetime | None = None) -> tuple[RenderableType, ...]:
    """Return how one set stood up.

    Args:
        subject: what was proved.
        evidence: what came out.
        since: when its dry run was made, where it was not run again.
    """
    seconds = sum(cell.run.seconds for cell in evidence.dry_run.cells) if evidence.dry_run else 0.0
    ran = f"ran in {seconds:.1f} s" if evidence.dry_run else "not run: lint found errors"
    if since is not None:
        ran = f"unchanged since {since.astimezone():%Y-%m-%d %H:%M}, not run again (--fresh runs it)"
    title = heading(
        f"{subject.name}: {ran}, {tally(evidence.diagnostics)}", "bold red" if evidence.errors else "bold green"
    )
    return (
        title,
        problems_table(subject.text, subject.origins, evidence.dry_run),
        Text(),
        *findings_view(evidence.diagnostics, subject.name),
    )
