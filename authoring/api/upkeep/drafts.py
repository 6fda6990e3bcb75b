"""Drafts that are shown, edited whole, renamed, removed, or taken up again after they were rejected."""

from pathlib import Path

from authoring.api.decisions import carry_over
from authoring.api.models import ModelAccess
from authoring.api.runs.changes import Agreement, carried_out, finished_before, now, refuse_same, refuse_taken
from authoring.api.runs.history import run_files
from authoring.api.runs.lifecycle import (
    RunRequest,
    begin_run,
    find_run,
    is_of_another_dialect,
    make_decision,
    open_run,
)
from authoring.api.runs.standing import current_draft, seed_today, settled_refusal
from authoring.api.upkeep.sets import RUNS, texts_of_run
from authoring.api.workspaces import checked_name
from authoring.dseal import parse
from authoring.errors import UsageError
from authoring.records.base import sha256_of
from authoring.records.decision import Action, Change, ChangeReport, Deed, JournaledDecision, Move, Subject, Waiting
from authoring.records.draft import Draft, ImportedSet
from authoring.records.progress import NOBODY, Reporter
from authoring.records.run import RunSettings, RunState
from authoring.records.wording import counted
from authoring.workspace import Workspace
from authoring.workspace.benchmark_changes import is_set_of
from authoring.workspace.changes import REMOVED, ChangeJournal, removal
from authoring.workspace.files import MOST_PROBLEM_SET, read_text
from authoring.workspace.journal import read_decisions, read_drafts, read_settings
from authoring.workspace.pilots import draft_pilot, pilot_moves


def show_draft(workspace: Workspace, name: str, *, revision: int | None = None) -> Draft:
    """Return a revision of a draft, the one that it stands at if none is named; the run is not held.

    Raises:
        UsageError: there is no such draft, or it has no such revision.
    """
    path = find_run(workspace, name)
    # Of revisions with one number, as an edit and a repair may leave them, the last was looked at last.
    revisions = {draft.revision: draft for draft in read_drafts(path)}
    draft = current_draft(path)[0] if revision is None else revisions.get(revision)
    if draft is None and revisions:
        numbers = ", ".join(map(str, sorted(revisions)))
        raise UsageError(f"{name} has no revision {revision}", hint=f"it has: {numbers}")
    if draft is None:
        raise UsageError(f"{name} has no text yet", hint="see: authoring status")
    # The journal knows the name that the draft was begun under.
    return draft.model_copy(update={"name": name})


def edit_draft(
    workspace: Workspace,
    name: str,
    source: str | Path,
    *,
    who: str,
    why: str = "",
    made_by: str = "",
    access: ModelAccess = ModelAccess(),
    reporter: Reporter = NOBODY,
) -> RunState:
    """Put a person's text in the place of a draft's, as a new revision, and examine it; no revision is lost.

    `source` is the text, or the file that holds it. Problems that stay word for word the same stay accepted. `made_by`
    says what made the text, where no person wrote it: its problems are of the origin then that they were of.

    Raises:
        UsageError: there is no such draft, it is settled, or the text holds no problem or is the draft's own.
        WorkspaceError: the file cannot be read.
    """
    text = source if isinstance(source, str) else read_text(source, most=MOST_PROBLEM_SET)
    if not parse(text).problems:
        raise UsageError("the text holds no problem", hint="write DSEAL: authoring explain, guides/dseal.md")
    with open_run(workspace, name, access=access, reporter=reporter) as run:
        state = run.advance()
        if not isinstance(state, Waiting):
            raise settled_refusal(workspace, name, state)
        draft = state.draft
        if draft.text == text:
            raise UsageError(f"{name} has this very text already", hint=f"see: authoring review {name}")
        previous = run.journal.decision(draft)
        comments, accepted = (previous.comments, previous.accepted) if previous else ((), ())
        still, moved = carry_over(parse(draft.text), parse(text), accepted, comments)
        # What is carried over is said of the new text first, as in a review: only then does the old text lead there.
        run.journal.decide(make_decision(sha256_of(text), Action.REVISE, who, comments=moved, accepted=still))
        decide = make_decision(
            draft.sha256, Action.REVISE, who, reason=why, comments=comments, accepted=accepted, text=text
        )
        run.journal.decide(decide.model_copy(update={"made_by": made_by}))
        return run.advance(certify=True)


def rename_draft(workspace: Workspace, name: str, new_name: str, *, who: str, why: str = "") -> ChangeReport:
    """Give a draft another name, under which it is admitted; its journal and the record of its pilot go with it.

    Raises:
        UsageError: there is no such draft, the new name is none, or its set stands in the benchmark.
        WorkspaceError: a draft has the new name.
        JournalError: another process is working on it.
    """
    # One that a crash cut short is ended first: the old name may be gone, and the same command has to succeed.
    change = finished_before(workspace, Deed.RENAME, Subject.DRAFT, name, checked_name(new_name))
    if change is None:
        refuse_same(name, new_name)
        find_run(workspace, name)
        if is_set_of(workspace, name, texts_of_run(workspace, name)):
            hint = f"rename both: authoring set rename {name} {new_name}"
            raise UsageError(f"{name} is an admitted set by now", hint=hint)
        outline = Change(
            deed=Deed.RENAME, subject=Subject.DRAFT, name=name, new_name=new_name, who=who, time=now(), why=why
        )

        def plan(journal: ChangeJournal, outline: Change) -> Change:
            refuse_taken(workspace.root, (f"{RUNS}/{new_name}",), new_name)
            texts = texts_of_run(workspace, name)
            pilots = pilot_moves(workspace.root, name, new_name, texts=texts, number=journal.number)
            move = Move(source=f"{RUNS}/{name}", target=f"{RUNS}/{new_name}")
            return outline.model_copy(update={"moves": (*pilots, move)})

        change = carried_out(workspace, outline, lambda _: True, plan) or outline
    return ChangeReport(change=change, done=True, next_step=f"authoring review {new_name}")


def remove_draft(workspace: Workspace, name: str, *, who: str, agree: Agreement, why: str = "") -> ChangeReport:
    """Remove a draft with all its revisions, decisions and the record of its pilot; a set that was made of it stays.

    What is removed is kept in ``.authoring/removed/``. `agree` is asked first.

    Raises:
        UsageError: there is no such draft.
        WorkspaceError: a record that may be that of a set's pilot cannot be read.
        JournalError: another process is working on it.
    """
    change = finished_before(workspace, Deed.REMOVE, Subject.DRAFT, name)
    if change is None:
        path, set_path = find_run(workspace, name), workspace.problemset_path(name)
        revisions, decisions = len(read_drafts(path)), len(read_decisions(path))
        set_aside = sum(run.name == name and run.age > 0 for run in run_files(workspace))
        losses = [f"the draft {name} with {counted(revisions, 'revision')} and {counted(decisions, 'decision')}"]
        losses += [f"{counted(set_aside, 'journal')} of it that --restart set aside"] if set_aside else []
        losses += ["the record of its pilot"] if draft_pilot(workspace.root, name, set_path=set_path) else []
        outline = Change(
            deed=Deed.REMOVE, subject=Subject.DRAFT, name=name, who=who, time=now(), why=why, losses=tuple(losses)
        )

        def plan(journal: ChangeJournal, outline: Change) -> Change:
            find_run(workspace, name)
            # Numbered by the change, so that a second draft of this name does not meet the first one there.
            target = f"{REMOVED}/{journal.number}-draft-{name}"
            pilots = draft_pilot(workspace.root, name, set_path=set_path)
            moves = removal((f"{RUNS}/{name}", *pilots), target)
            return outline.model_copy(update={"moves": moves, "removed_to": target})

        change = carried_out(workspace, outline, agree, plan)
        if change is None:
            return ChangeReport(change=outline, done=False, next_step="authoring status")
    notes = (f"it is kept in {change.removed_to}",)
    return ChangeReport(change=change, done=True, next_step="authoring status", notes=notes)


def reopen_draft(workspace: Workspace, name: str, *, who: str, why: str = "") -> ChangeReport:
    """Take up a draft again that was rejected, with all marks and comments it had.

    One that was begun under another dialect than the benchmark's of today is taken up with its text alone, to be
    proved and looked at anew; its journal is kept, as by ``--restart``.

    Raises:
        UsageError: there is no such draft, or it was not rejected.
        JournalError: another process is working on it.
    """
    change = finished_before(workspace, Deed.REOPEN, Subject.DRAFT, name)
    if change is None and is_of_another_dialect(workspace, name):
        outline = Change(deed=Deed.REOPEN, subject=Subject.DRAFT, name=name, who=who, time=now(), why=why)
        _begin_with_its_text(workspace, name)
        change = carried_out(workspace, outline, lambda _: True, lambda _, outline: outline) or outline
        notes = (f"it is proved under the dialect {workspace.dialect} when it is looked at",)
        return ChangeReport(change=change, done=True, next_step=f"authoring review {name}", notes=notes)
    if change is None:
        draft, decision = current_draft(find_run(workspace, name))
        if draft is None or decision is None or decision.action is not Action.REJECT:
            admitted = decision is not None and decision.action is Action.ADMIT
            hint = f"authoring set reopen {name}" if admitted else f"go on with it: authoring review {name}"
            raise UsageError(f"{name} was not rejected", hint=hint)
        again = make_decision(
            draft.sha256, Action.REOPEN, who, reason=why, comments=decision.comments, accepted=decision.accepted
        )
        outline = Change(
            deed=Deed.REOPEN,
            subject=Subject.DRAFT,
            name=name,
            who=who,
            time=now(),
            why=why,
            decision=JournaledDecision(run=name, decision=again),
        )
        change = carried_out(workspace, outline, lambda _: True, lambda _, outline: outline) or outline
    return ChangeReport(change=change, done=True, next_step=f"authoring review {name}")


def _begin_with_its_text(workspace: Workspace, name: str) -> None:
    """Begin the run of a draft anew, pinned to the text that it has now."""
    draft, _ = current_draft(find_run(workspace, name))
    if draft is None:
        raise UsageError(f"{name} has no text yet", hint="draft it anew: authoring draft SEED --restart")
    imported = ImportedSet(text=draft.text, origins=draft.origins, made_with=draft.made_with)
    # The run is pinned to the seed's name of that time.
    seed = seed_today(workspace, read_settings(workspace.journal_path(name), RunSettings).seed)
    begin_run(workspace, RunRequest(seed.name, name, imported=imported, restart=True)).close()
