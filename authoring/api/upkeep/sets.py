"""Admitted sets that are removed, renamed or reopened; `authoring.api.decisions.admit` replaces them."""

from collections.abc import Iterable
from pathlib import Path

from authoring.api.imports.bundles import ImportedBundle, draft_bundle
from authoring.api.runs.changes import Agreement, carried_out, finished_before, now, refuse_same, refuse_taken
from authoring.api.runs.lifecycle import RunRequest, begin_run, is_of_another_dialect, make_decision
from authoring.api.runs.standing import current_draft
from authoring.api.workspaces import checked_name
from authoring.dseal import canonical, parse
from authoring.errors import UsageError, WorkspaceError, nearest_hint
from authoring.records.base import sha256_of
from authoring.records.bundle import AdmittedSet
from authoring.records.decision import Action, Change, ChangeReport, Deed, JournaledDecision, Move, Subject
from authoring.records.draft import DraftingInputs, ImportedSet, ProblemOrigin
from authoring.records.progress import NOBODY, Reporter
from authoring.records.provenance import Provenance, SeedSummary
from authoring.records.run import RunSettings
from authoring.records.wording import counted
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace
from authoring.workspace.benchmark_changes import (
    is_made_from,
    is_set_of,
    paths_of_set,
    provenance_of,
    set_removal,
    set_renaming,
)
from authoring.workspace.changes import ChangeJournal, current_seed_names
from authoring.workspace.journal import read_settings, read_texts
from authoring.workspace.pilots import pilot_moves

RUNS = ".authoring/runs"


def remove_set(workspace: Workspace, name: str, *, who: str, agree: Agreement, why: str = "") -> ChangeReport:
    """Take an admitted set out of the benchmark, with its data, translations and record of origin.

    What is removed is kept in ``.authoring/removed/``, and its draft waits as before. `agree` is asked first.

    Raises:
        UsageError: there is no such set.
        JournalError: another process is working on its draft.
    """
    following = _after_removal(workspace, name)
    if (change := finished_before(workspace, Deed.REMOVE, Subject.SET, name)) is None:
        admitted = find_set(workspace, name)
        problems = counted(len(parse(admitted.text).problems), "problem")
        losses = [
            f"the set {name} with {problems} and {counted(len(admitted.inputs), 'data file')} leaves problemsets/"
        ]
        losses += [f"so does its translation ({translation.language})" for translation in admitted.translations]
        outline = Change(
            deed=Deed.REMOVE, subject=Subject.SET, name=name, who=who, time=now(), why=why, losses=tuple(losses)
        )

        def plan(journal: ChangeJournal, outline: Change) -> Change:
            # Looked up again, under the lock: between the question and the yes another command may have removed it.
            find_set(workspace, name)
            target, moves = set_removal(workspace, journal, name)
            decision = _word_to_draft(workspace, name, Action.WITHDRAW, who, why)
            return outline.model_copy(update={"moves": moves, "removed_to": target, "decision": decision})

        change = carried_out(workspace, outline, agree, plan)
        if change is None:
            return ChangeReport(change=outline, done=False, next_step="authoring status")
    notes = (f"it is kept in {change.removed_to}",)
    return ChangeReport(change=change, done=True, next_step=following, notes=notes)


def rename_set(workspace: Workspace, name: str, new_name: str, *, who: str, why: str = "") -> ChangeReport:
    """Give an admitted set another name, with its data, translations, record of origin, pilot, and draft if it has one.

    Raises:
        UsageError: there is no such set, or the new name is none.
        WorkspaceError: the new name is taken, or the record of its origin cannot be read.
        JournalError: another process is working on its draft.
    """
    change = finished_before(workspace, Deed.RENAME, Subject.SET, name, checked_name(new_name))
    if change is None:
        refuse_same(name, new_name)
        find_set(workspace, name)
        outline = Change(
            deed=Deed.RENAME, subject=Subject.SET, name=name, new_name=new_name, who=who, time=now(), why=why
        )

        def plan(journal: ChangeJournal, outline: Change) -> Change:
            texts = [find_set(workspace, name).text]
            refuse_taken(workspace.root, (*paths_of_set(workspace.root, new_name), f"{RUNS}/{new_name}"), new_name)
            target, moves = set_renaming(workspace, journal, name, new_name)
            # A draft of the set's name that never was the set keeps its own.
            if is_set_of(workspace, name, texts_of_run(workspace, name)):
                moves = (*moves, Move(source=f"{RUNS}/{name}", target=f"{RUNS}/{new_name}"))
                texts += texts_of_run(workspace, name)
            moves = (*moves, *pilot_moves(workspace.root, name, new_name, texts=texts, number=journal.number))
            return outline.model_copy(update={"moves": moves, "removed_to": target})

        change = carried_out(workspace, outline, lambda _: True, plan) or outline
    notes = (f"results that were made under the name {name} keep it",)
    return ChangeReport(change=change, done=True, next_step="authoring export dseval DIR", notes=notes)


def reopen_set(
    workspace: Workspace,
    name: str,
    *,
    who: str,
    why: str = "",
    sandbox: Sandbox | None = None,
    reporter: Reporter = NOBODY,
) -> ChangeReport:
    """Put the draft of an admitted set before a reviewer again; the set stays until the draft is admitted anew.

    Where its journal is not on this machine, a draft is made of the set as it stands, and proved in `sandbox`, or the
    one that the settings ask for.

    Raises:
        UsageError: there is no such set.
        WorkspaceError: a draft of its name is about something else.
        JournalError: another process is working on its draft.
    """
    change = finished_before(workspace, Deed.REOPEN, Subject.SET, name)
    if change is None:
        admitted = find_set(workspace, name)
        outline = Change(deed=Deed.REOPEN, subject=Subject.SET, name=name, who=who, time=now(), why=why)
        if name not in workspace.runs():
            _draft_again(workspace, admitted, sandbox, reporter)
        elif is_set_of(workspace, name, texts_of_run(workspace, name)):
            if is_of_another_dialect(workspace, name):
                # Its journal proves nothing about the dialect of today; it is kept, as by --restart.
                _draft_again(workspace, admitted, sandbox, reporter)
        elif _was_admitted_from(workspace, name, texts_of_run(workspace, name)):
            # Its text was changed since, and only the draft of that text can be decided on; the journal is kept.
            _draft_again(workspace, admitted, sandbox, reporter)
        else:
            raise WorkspaceError(
                f"the draft {name} never was the set {name}",
                hint=f"rename the draft first: authoring drafts rename {name} NAME",
            )

        def plan(journal: ChangeJournal, outline: Change) -> Change:
            del journal
            decision = _word_to_draft(workspace, name, Action.REOPEN, who, why)
            return outline.model_copy(update={"decision": decision})

        change = carried_out(workspace, outline, lambda _: True, plan) or outline
    notes = ("the set stays in the benchmark until its draft is admitted again",)
    return ChangeReport(change=change, done=True, next_step=f"authoring review {name}", notes=notes)


def find_set(workspace: Workspace, name: str) -> AdmittedSet:
    """Return an admitted set.

    Raises:
        UsageError: there is none of this name.
    """
    if name not in workspace.problemsets():
        hint = nearest_hint(name, workspace.problemsets(), "see: authoring status")
        raise UsageError(f"no admitted problem set is called {name}", hint=hint)
    return workspace.read_problemset(name)


def texts_of_run(workspace: Workspace, name: str) -> tuple[str, ...]:
    """Return every text that the draft of a name had, without holding its run; none where there is no run."""
    path = workspace.journal_path(name)
    if not path.is_file():
        return ()
    imported = read_settings(path, RunSettings).imported
    return (*read_texts(path).values(), *((imported.text,) if imported else ()))


def _was_admitted_from(workspace: Workspace, name: str, texts: Iterable[str]) -> bool:
    """Tell whether one of these texts of drafts is what was admitted as a set, by its record."""
    record = provenance_of(workspace, name)
    return record is not None and any(
        record.sha256 in {sha256_of(text), sha256_of(canonical(parse(text)))} for text in texts
    )


def _word_to_draft(workspace: Workspace, name: str, action: Action, who: str, why: str) -> JournaledDecision | None:
    """Return what the journal of a set's draft is told; None where the draft is not there, or is about another text."""
    if not is_set_of(workspace, name, texts_of_run(workspace, name)):
        return None
    draft, previous = current_draft(workspace.journal_path(name))
    if draft is None:
        return None
    # The last decision about a text counts alone, so what was marked and commented is said again.
    comments, accepted = (previous.comments, previous.accepted) if previous else ((), ())
    decision = make_decision(draft.sha256, action, who, reason=why, comments=comments, accepted=accepted)
    return JournaledDecision(run=name, decision=decision)


def _after_removal(workspace: Workspace, name: str) -> str:
    return f"authoring review {name}" if name in workspace.runs() else "authoring status"


def _draft_again(workspace: Workspace, admitted: AdmittedSet, sandbox: Sandbox | None, reporter: Reporter) -> None:
    """Begin a run that is pinned to the text of an admitted set, about its seed where that is here."""
    name, text = admitted.name, admitted.text
    record = provenance_of(workspace, name) or Provenance(seed=SeedSummary(name=name))
    known = {problem.number: problem for problem in record.problems}
    # The record may be edited by hand or come from elsewhere, and a draft knows these levels alone.
    levels = {"easy", "medium", "hard"}
    origins = [
        ProblemOrigin.model_validate(
            {
                "origin": entry.origin if entry else "",
                "knowledge": entry.knowledge if entry else (),
                "level": entry.level if entry and entry.level in levels else None,
            }
        )
        for _, problem in parse(text).problems
        for entry in [known.get(problem.number)]
    ]
    made_with = {key: record.made_with[key] for key in DraftingInputs.model_fields if key in record.made_with}
    imported = ImportedSet(text=text, origins=tuple(origins), made_with=DraftingInputs.model_validate(made_with))
    restart = name in workspace.runs()
    for seed_name in current_seed_names(workspace.root, record.seed.name):
        if seed_name in workspace.seeds() and is_made_from(record, workspace.read_seed(seed_name), [record.seed.name]):
            begin_run(workspace, RunRequest(seed_name, name, imported=imported, restart=restart)).close()
            return
    folder = workspace.root / "problemsets" / "_inputs" / name
    bundle = ImportedBundle(
        name=name,
        imported=imported,
        source=record.seed.source or f"set:{name}",
        title=record.seed.title or name,
        url=record.seed.url,
        licence=record.seed.licence or "unknown",
        files=tuple((file.path, Path(folder, file.path)) for file in admitted.inputs),
        inside=workspace.root / "problemsets",
    )
    draft_bundle(workspace, bundle, sandbox=sandbox, reporter=reporter)
