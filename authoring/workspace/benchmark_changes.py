"""Admitted sets that leave the benchmark, get another name, give way to another text, or another record of origin."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from authoring.dseal import canonical, parse
from authoring.errors import WorkspaceError
from authoring.records.decision import Admission, Change, Decision, Deed, Move, Subject
from authoring.records.documents import load_yaml
from authoring.records.format_version import current
from authoring.records.pilot.item import ItemStatistics
from authoring.records.pilot.trials import PilotTrials
from authoring.records.provenance import (
    CHECKSUM,
    Provenance,
    RecordedTrials,
    provenance_text,
    read_provenance,
    with_benchmark,
    with_pilot_entries,
)
from authoring.records.seed import Seed
from authoring.workspace.benchmark import mark_manifest, read_facts
from authoring.workspace.changes import REMOVED, ChangeJournal, removal
from authoring.workspace.documents import TRANSLATIONS_FOLDER
from authoring.workspace.files import copy_into, read_text, refuse_changed_copies, write_file
from authoring.workspace.links import refuse_links_out

if TYPE_CHECKING:
    from authoring.workspace import Workspace

BENCHMARK = "problemsets"


def paths_of_set(root: Path, name: str) -> tuple[str, ...]:
    """Return what is there of an admitted set, relative to the workspace: its text first, then all that it needs.

    Raises:
        WorkspaceError: a link leads out of the benchmark; what it leads to would be moved.
    """
    benchmark = root / BENCHMARK
    refuse_links_out([benchmark / TRANSLATIONS_FOLDER], benchmark, error=WorkspaceError)
    translations = sorted((benchmark / TRANSLATIONS_FOLDER).glob(f"*/{name}.yaml"))
    paths = [benchmark / f"{name}.py", benchmark / "_inputs" / name, meta_path(root, name), *translations]
    refuse_links_out(paths, benchmark, error=WorkspaceError)
    return tuple(path.relative_to(root).as_posix() for path in paths if path.exists())


def meta_path(root: Path, name: str) -> Path:
    """Return where the record of a set's origin stands, or will stand."""
    return root / BENCHMARK / "_meta" / f"{name}.yaml"


def is_set_of(workspace: "Workspace", name: str, texts: Iterable[str]) -> bool:
    """Say whether the admitted set of a name is one of these texts of drafts."""
    path = workspace.problemset_path(name)
    if not path.is_file():
        return False
    admitted = read_text(path, inside=path.parent)
    return any(admitted == text or admitted == canonical(parse(text)) for text in texts)


def provenance_of(workspace: "Workspace", name: str) -> Provenance | None:
    """Return where an admitted set came from; None where that is not recorded, or cannot be read.

    Raises:
        WorkspaceError: a link leads out of the benchmark.
    """
    path, benchmark = meta_path(workspace.root, name), workspace.root / BENCHMARK
    refuse_links_out([path], benchmark, error=WorkspaceError)
    try:
        return read_provenance(read_text(path, inside=benchmark), path=str(path)) if path.is_file() else None
    except WorkspaceError:
        return None


def replace_set(workspace: "Workspace", admission: Admission, files: Sequence[Path], decision: Decision) -> Change:
    """Put an admitted set in the place of one of its name, which is kept among what was removed; return the change.

    Raises:
        WorkspaceError: a file cannot be written; the old set stands, or the next change ends this one.
    """
    root, name = workspace.root, admission.name
    with ChangeJournal.opened(root) as journal:
        target = f"{REMOVED}/{journal.number}-set-{name}"
        # Translations stay: each names the question that it is of, so that one of another question counts as stale.
        old = [path for path in paths_of_set(root, name) if f"/{TRANSLATIONS_FOLDER}/" not in path]
        moves = list(removal(old, target))
        with journal.staged_folder("inputs") as (folder, staged):
            for file in files:
                copy_into(folder, file)
            refuse_changed_copies(folder, admission.inputs)
        moves.append(Move(source=staged, target=f"{BENCHMARK}/_inputs/{name}"))
        mark_manifest(root / BENCHMARK, workspace.settings.benchmark.model_dump())
        meta = with_benchmark(admission.meta, read_facts(root / BENCHMARK))
        for part, content in ((f"_meta/{name}.yaml", meta), (f"{name}.py", admission.text)):
            # The set's own file comes last: it is what makes the set a part of the benchmark.
            moves.append(Move(source=journal.stage(part, content.encode()), target=f"{BENCHMARK}/{part}"))
        change = Change(
            deed=Deed.REPLACE,
            subject=Subject.SET,
            name=name,
            who=decision.reviewer,
            time=decision.time,
            why=decision.reason,
            moves=tuple(moves),
            removed_to=target,
        )
        journal.carry_out(change)
    return change


def record_trials(
    workspace: "Workspace",
    name: str,
    trials: Mapping[int, RecordedTrials],
    items: Mapping[int, ItemStatistics],
    pilot: Mapping[int, PilotTrials],
) -> None:
    """Write what was tried on the problems of an admitted set, and what solvers did on them, into its record.

    What it says of a pilot stays where there is none to write in its place.

    Raises:
        WorkspaceError: the record cannot be read or written.
    """

    def edit(meta: dict[str, Any]) -> None:
        for problem in meta["problems"]:
            if problem["number"] in trials:
                problem["trials"] = trials[problem["number"]].model_dump()

    path, benchmark = meta_path(workspace.root, name), workspace.root / BENCHMARK
    with ChangeJournal.opened(workspace.root):
        before = read_text(path, inside=benchmark)
        after = with_pilot_entries(edited_meta(before, path, edit), items, pilot)
        if after != before:
            write_file(path, after.encode())


def set_renaming(
    workspace: "Workspace", journal: ChangeJournal, name: str, new_name: str
) -> tuple[str, tuple[Move, ...]]:
    """Return the folder that the old record goes to, and the moves that give a set another name."""
    root = workspace.root
    target = f"{REMOVED}/{journal.number}-set-{name}"
    held = f"{BENCHMARK}/{name}.py"
    # Out of the benchmark first and in again last, so that no moment shows a set without its data.
    moves = [Move(source=held, target=f"{target}/{held}.moving")]
    for path in paths_of_set(root, name):
        if path == held:
            continue
        if path == f"{BENCHMARK}/_meta/{name}.yaml":
            record = read_text(root / path, inside=root / BENCHMARK)
            text = edited_meta(record, path, lambda meta: meta.update(name=new_name))
            moves.append(Move(source=path, target=f"{target}/{path}"))
            moves.append(Move(source=journal.stage("meta.yaml", text.encode()), target=_renamed(path, new_name)))
        else:
            moves.append(Move(source=path, target=_renamed(path, new_name)))
    moves.append(Move(source=f"{target}/{held}.moving", target=f"{BENCHMARK}/{new_name}.py"))
    return target, tuple(moves)


def _renamed(path: str, new_name: str) -> str:
    parent, _, file = path.rpartition("/")
    return f"{parent}/{new_name}{'.yaml' if file.endswith('.yaml') else ''}"


def edited_meta(text: str, path: object, edit: Callable[[dict[str, Any]], object]) -> str:
    """Return the record of a set's origin after an edit; what the edit leaves alone stays as it is.

    Raises:
        WorkspaceError: it cannot be read.
    """
    read_provenance(text, path=str(path))
    content = current("provenance", load_yaml(text), path=path)
    content.pop(CHECKSUM, None)
    edit(content)
    return provenance_text(content)


def yaml_text(content: object) -> str:
    """Return plain data as YAML, as all files of a workspace are written."""
    return yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=120)


def is_made_from(provenance: Provenance, seed: Seed, names: Iterable[str]) -> bool:
    """Say whether a set was made from a seed: under one of its names, and from the very same data."""
    data = {(file.name, file.sha256) for file in seed.data}
    return provenance.seed.name in names and {(file.name, file.sha256) for file in provenance.seed.files} == data


def sets_of_seed(workspace: "Workspace", seed: Seed, names: Iterable[str]) -> Mapping[str, Provenance]:
    """Return the admitted sets that were made from a seed, with their records."""
    names = frozenset(names)
    records = {name: provenance_of(workspace, name) for name in workspace.problemsets()}
    return {name: record for name, record in records.items() if record and is_made_from(record, seed, names)}


def set_removal(workspace: "Workspace", journal: ChangeJournal, name: str) -> tuple[str, tuple[Move, ...]]:
    """Return the folder that a set goes to, and the moves that take it there."""
    target = f"{REMOVED}/{journal.number}-set-{name}"
    return target, removal(paths_of_set(workspace.root, name), target)
