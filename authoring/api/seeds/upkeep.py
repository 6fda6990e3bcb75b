"""Seeds whose record is corrected, down to the admitted sets that were made from them; seeds renamed and removed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from authoring.api.runs.changes import Agreement, carried_out, finished_before, now, refuse_same, refuse_taken
from authoring.api.workspaces import checked_name
from authoring.errors import UsageError
from authoring.gate.admission import seed_entry
from authoring.records.decision import Change, ChangeReport, Deed, FieldEdit, Move, Subject
from authoring.records.format_version import marked
from authoring.records.provenance import Provenance
from authoring.records.run import RunSettings
from authoring.records.seed import Seed
from authoring.seeds.dictionary.statements import statement_changes
from authoring.workspace import Workspace
from authoring.workspace.benchmark_changes import (
    BENCHMARK,
    edited_meta,
    meta_path,
    provenance_of,
    sets_of_seed,
    yaml_text,
)
from authoring.workspace.changes import REMOVED, ChangeJournal, current_seed_names, read_changes, removal
from authoring.workspace.documents import module_of
from authoring.workspace.files import read_text
from authoring.workspace.journal import read_settings
from authoring.workspace.unfinished import locked


@dataclass(frozen=True, slots=True)
class SeedEdits:
    """What is corrected in a seed's record; None leaves a field as it is."""

    title: str | None = None
    licence: str | None = None
    description: str | None = None
    url: str | None = None

    @property
    def fields(self) -> Mapping[str, str]:
        """The fields that get another text, one line each."""
        texts = {name: getattr(self, name) for name in ("title", "licence", "description", "url")}
        return {name: " ".join(text.split()) for name, text in texts.items() if text is not None}


def edit_seed(
    workspace: Workspace, name: str, edits: SeedEdits = SeedEdits(), *, who: str, why: str = ""
) -> ChangeReport:
    """Correct what a seed's record says, and bring it to the record of every admitted set made from the same data.

    Without edits, what ``seed.yaml`` says is brought to the sets, for example after it was edited by hand. Exports read
    the records of the sets, and drafts take the seed as it stands when they are admitted.

    Raises:
        SeedError: there is no such seed.
        UsageError: a text is empty that may not be.
        WorkspaceError: a file cannot be written.
    """
    empty = [field for field, text in edits.fields.items() if not text and field in {"title", "licence"}]
    if empty:
        raise UsageError(f"the {empty[0]} is empty", hint=f"give it: --{empty[0]} TEXT")
    finished_before(workspace, Deed.EDIT, Subject.SEED, name)
    return bring_to_sets(workspace, name, lambda seed: seed.model_copy(update=edits.fields), who=who, why=why)


def bring_to_sets(
    workspace: Workspace, name: str, edit: Callable[[Seed], Seed], *, who: str, why: str = ""
) -> ChangeReport:
    """Write a seed's record, and what it says into the records of the sets that were made from it, as one change.

    `edit` is given the record as it stands once no other process changes it, so that of two edits at once none is lost.
    """
    workspace.read_seed(name)  # a name without a seed is refused before a journal is made for it
    # The folder is held too, because adding a seed in its place takes another way.
    with locked(workspace.root / "seeds" / name), ChangeJournal.opened(workspace.root) as journal:
        before = workspace.read_seed(name)
        after = edit(before)
        change = _seed_change(
            workspace,
            journal,
            before,
            after,
            Change(deed=Deed.EDIT, subject=Subject.SEED, name=name, who=who, time=now(), why=why),
        )
        if change.moves:
            journal.carry_out(change)
    names = _names_of(workspace, name)
    notes = (
        *(
            f"{other} was made from other data, and its record is left as it is"
            for other in _other_sets(workspace, after, names)
        ),
        *(() if change.moves else ("nothing to do: the record and those of its sets say so already",)),
    )
    has_sets = bool(sets_of_seed(workspace, after, names))
    following = "authoring export dseval DIR" if has_sets else f"authoring draft {name}"
    return ChangeReport(change=change, done=True, next_step=following, notes=notes)


def _seed_change(workspace: Workspace, journal: ChangeJournal, before: Seed, after: Seed, outline: Change) -> Change:
    """Return an outline with the edits of a seed's record, the sets whose records follow, and the moves of all."""
    edits = [
        FieldEdit(field=field, before=_text(old), after=_text(new))
        for field in type(after).model_fields
        for old, new in [(getattr(before, field), getattr(after, field))]
        if old != new and field != "dictionary"
    ]
    edits += [
        FieldEdit(field=f"dictionary {subject}", before=old, after=new)
        for subject, old, new in statement_changes(before.dictionary, after.dictionary)
    ]
    names = _names_of(workspace, after.name)
    outdated = [
        name
        for name, record in sets_of_seed(workspace, after, names).items()
        if stale_facts(record, after) or record.seed.name != after.name
    ]
    outline = outline.model_copy(update={"edits": tuple(edits), "affected": tuple(outdated)})
    target = f"{REMOVED}/{journal.number}-seed-{after.name}"
    files = {f"seeds/{after.name}/seed.yaml": _seed_file(after)} if edits else {}
    files |= {f"problemsets/_meta/{name}.yaml": _meta_file(workspace, name, after, outline) for name in outdated}
    moves = _replacements(journal, files, target)
    return outline.model_copy(update={"moves": moves, "removed_to": target if moves else ""})


def rename_seed(workspace: Workspace, name: str, new_name: str, *, who: str, why: str = "") -> ChangeReport:
    """Give a seed another name; its drafts and the records of its admitted sets follow.

    Raises:
        SeedError: there is no such seed.
        UsageError: the new name is none, or the seed is a module, whose name it bears.
        WorkspaceError: the new name is taken.
    """
    change = finished_before(workspace, Deed.RENAME, Subject.SEED, name, checked_name(new_name))
    if change is None:
        refuse_same(name, new_name)
        seed = workspace.read_seed(name)
        if module_of(seed):
            raise UsageError(f"{name} is the seed of the module {module_of(seed)} and bears its name", hint="keep it")
        renamed = seed.model_copy(update={"name": new_name})
        records = sets_of_seed(workspace, seed, _names_of(workspace, name))
        outline = Change(
            deed=Deed.RENAME,
            subject=Subject.SEED,
            name=name,
            new_name=new_name,
            who=who,
            time=now(),
            why=why,
            affected=(*records, *drafts_of_seed(workspace, name)),
        )

        def plan(journal: ChangeJournal, outline: Change) -> Change:
            refuse_taken(workspace.root, (f"seeds/{new_name}",), new_name)
            target = f"{REMOVED}/{journal.number}-seed-{name}"
            files = {f"seeds/{new_name}/seed.yaml": _seed_file(renamed)}
            for record in records:
                files[f"problemsets/_meta/{record}.yaml"] = _meta_file(workspace, record, renamed, outline)
            folder = Move(source=f"seeds/{name}", target=f"seeds/{new_name}")
            moves = (folder, *_replacements(journal, files, target))
            return outline.model_copy(update={"moves": moves, "removed_to": target})

        change = carried_out(workspace, outline, lambda _: True, plan) or outline
    return ChangeReport(change=change, done=True, next_step=f"authoring seed show {new_name}")


def remove_seed(workspace: Workspace, name: str, *, who: str, agree: Agreement, why: str = "") -> ChangeReport:
    """Remove a seed with its data; admitted sets have data of their own and stay, drafts of it cannot go on.

    What is removed is kept in ``.authoring/removed/``. `agree` is asked first.

    Raises:
        SeedError: there is no such seed.
    """
    change = finished_before(workspace, Deed.REMOVE, Subject.SEED, name)
    if change is None:
        _refuse_unknown(workspace, name)
        losses = [f"the seed {name} with its data"]
        drafts = drafts_of_seed(workspace, name)
        losses += [f"the draft {draft} cannot go on without it" for draft in drafts]
        outline = Change(
            deed=Deed.REMOVE,
            subject=Subject.SEED,
            name=name,
            who=who,
            time=now(),
            why=why,
            losses=tuple(losses),
            affected=drafts,
        )

        def plan(journal: ChangeJournal, outline: Change) -> Change:
            _refuse_unknown(workspace, name)
            target = f"{REMOVED}/{journal.number}-seed-{name}"
            return outline.model_copy(update={"moves": removal((f"seeds/{name}",), target), "removed_to": target})

        change = carried_out(workspace, outline, agree, plan)
        if change is None:
            return ChangeReport(change=outline, done=False, next_step=f"authoring seed show {name}")
    notes = (f"it is kept in {change.removed_to}",)
    return ChangeReport(change=change, done=True, next_step="authoring status", notes=notes)


def drafts_of_seed(workspace: Workspace, name: str) -> tuple[str, ...]:
    """Return the drafts that are about a seed and not in the benchmark yet."""
    drafts = []
    for draft in workspace.runs():
        pinned = read_settings(workspace.journal_path(draft), RunSettings).seed.name
        if name in current_seed_names(workspace.root, pinned) and draft not in workspace.problemsets():
            drafts.append(draft)
    return tuple(drafts)


def stale_facts(record: Provenance, seed: Seed) -> tuple[str, ...]:
    """Return what the record of an admitted set says otherwise of its seed than the seed's own record."""
    entry = seed_entry(seed)
    facts = ("title", "source", "url", "licence")
    differing = [fact for fact in facts if getattr(record.seed, fact) != entry[fact]]
    return (*differing, *(("allowed",) if record.seed.allowed != seed.allowed else ()))


def _names_of(workspace: Workspace, name: str) -> tuple[str, ...]:
    """Return the names that a seed has and had, for records that were written before it was renamed."""
    renamings = [c for c in read_changes(workspace.root)[0] if (c.deed, c.subject) == (Deed.RENAME, Subject.SEED)]
    names = [name]
    # From the newest back, as each renaming leads to the name before it.
    for change in reversed(renamings):
        if change.new_name == names[-1]:
            names.append(change.name)
    return tuple(names)


def _other_sets(workspace: Workspace, seed: Seed, names: Sequence[str]) -> tuple[str, ...]:
    same = sets_of_seed(workspace, seed, names)
    records = {name: provenance_of(workspace, name) for name in workspace.problemsets() if name not in same}
    return tuple(name for name, record in records.items() if record and record.seed.name in names)


def _meta_file(workspace: Workspace, name: str, seed: Seed, change: Change) -> bytes:
    """Return the record of a set with what its seed says now, and a note of who changed it, when and why."""
    benchmark = workspace.root / BENCHMARK
    path = meta_path(workspace.root, name)
    entry = seed_entry(seed)

    def edit(meta: dict[str, object]) -> None:
        old = meta.get("seed")
        before = old if isinstance(old, dict) else {}
        edits = [
            {"field": f"seed.{key}", "before": before.get(key), "after": entry.get(key)}
            for key in dict.fromkeys((*before, *entry))
            if before.get(key) != entry.get(key)
        ]
        meta["seed"] = entry
        earlier = meta.get("changes")
        note = {"time": change.time.isoformat(), "who": change.who, "why": change.why, "edits": edits}
        meta["changes"] = [*(earlier if isinstance(earlier, list) else []), note]

    return edited_meta(read_text(path, inside=benchmark), path, edit).encode()


def _seed_file(seed: Seed) -> bytes:
    return yaml_text(marked("seed", seed.model_dump(mode="json", exclude_defaults=True))).encode()


def _replacements(journal: ChangeJournal, files: Mapping[str, bytes], target: str) -> tuple[Move, ...]:
    """Return the moves that put files in the place of what stands under their paths."""
    moves: list[Move] = []
    for path, content in files.items():
        staged = journal.stage(path.replace("/", "+"), content)
        moves += [*removal((path,), target), Move(source=staged, target=path)]
    return tuple(moves)


def _text(value: object) -> str:
    return value if isinstance(value, str) else repr(value)


def _refuse_unknown(workspace: Workspace, name: str) -> None:
    if name not in workspace.seeds():
        # Raises with the name that was meant; a seed whose record is broken can be removed all the same.
        workspace.read_seed(name)
