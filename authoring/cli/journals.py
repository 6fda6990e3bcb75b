"""Beginning, going on with and looking at runs: what the verbs about drafts have in common."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path

from authoring.cli.isolation import open_sandbox
from authoring.cli.progress import progress_bar
from authoring.errors import JournalError, UsageError
from authoring.journal import Journal, read_decisions, read_drafts, read_settings
from authoring.pipeline import RunSettings, author
from authoring.records import Action, Admission, Comment, Decision, Draft, Rejection, Waiting
from authoring.sandbox.base import Sandbox
from authoring.stages.learn import pick_examples
from authoring.workspace import Workspace

End = Admission | Rejection | Waiting


def begin_run(
    workspace: Workspace, seed_name: str, name: str, *, random_seed: int | None, restart: bool
) -> Journal[RunSettings]:
    """Begin a run about a seed, or go on with the one of this name; the caller closes it.

    Raises:
        JournalError: when the run of this name is about something else, or another process holds it.
        SeedError: when there is no such seed.
    """
    seed = workspace.read_seed(seed_name)
    number = workspace.settings.draft.random_seed if random_seed is None else random_seed
    wanted = RunSettings(
        name=name,
        seed=seed,
        templates=workspace.templates(),
        examples=pick_examples(workspace.examples(), random_seed=number, leave_out=name),
        limits=workspace.settings.limits,
        random_seed=number,
        dialect=workspace.dialect,
    )
    path = workspace.journal_path(name)
    if restart and path.exists():
        # Held while it is moved, so that no other process is writing to it.
        with Journal.open(path, wanted):
            workspace.set_aside_run(name)
    journal = Journal.open(path, wanted)
    pinned = journal.settings
    for what, now, then in (
        ("the seed", seed_name, pinned.seed.name),
        ("--random-seed", random_seed, pinned.random_seed),
        ("the data", seed.files, pinned.seed.files),
    ):
        if now is not None and now != then:
            journal.close()
            was = f"{what} was {then}, not {now}" if what != "the data" else f"{what} of {seed_name} has changed since"
            raise JournalError(
                f"a draft called {name} was begun already: {was}",
                hint="give another --name, or begin anew with --restart (the old journal is kept)",
            )
    return journal


def resume_run(workspace: Workspace, name: str) -> Journal[RunSettings]:
    """Go on with a run that was begun; the caller closes it.

    Raises:
        UsageError: when there is none of this name.
    """
    path = known_run(workspace, name)
    return Journal.open(path, read_settings(path, RunSettings))


def known_run(workspace: Workspace, name: str) -> Path:
    """Return the journal of a run.

    Raises:
        UsageError: when there is none of this name.
    """
    if name not in workspace.runs():
        close = get_close_matches(name, workspace.runs(), n=1)
        begin = f"begin one with: authoring draft {name}" if name in workspace.seeds() else "see: authoring status"
        raise UsageError(f"no draft is called {name}", hint=f"did you mean {close[0]}?" if close else begin)
    return workspace.journal_path(name)


def go_on(workspace: Workspace, journal: Journal[RunSettings], *, sandbox: Sandbox, label: str) -> End:
    """Take a run as far as it goes without a person, with a progress bar."""
    files = workspace.seed_files(journal.settings.seed)
    with progress_bar(label) as progress:
        return author(files, sandbox=sandbox, journal=journal, progress=progress)


@contextmanager
def working_on(workspace: Workspace, name: str) -> Iterator[tuple[Journal[RunSettings], Sandbox]]:
    """Hold a run and a sandbox for it."""
    with resume_run(workspace, name) as journal, open_sandbox(workspace) as sandbox:
        yield journal, sandbox


def decision_on(
    sha256: str,
    action: Action,
    reviewer: str,
    *,
    reason: str = "",
    comments: Sequence[Comment] = (),
    accepted: Iterable[int] = (),
    text: str | None = None,
) -> Decision:
    """Return what a person said now of the revision with this hash."""
    return Decision(
        draft=sha256,
        action=action,
        reviewer=reviewer,
        time=datetime.now(UTC).replace(microsecond=0),
        reason=reason,
        comments=tuple(comments),
        accepted=tuple(sorted(accepted)),
        text=text,
    )


def current_draft(path: Path) -> tuple[Draft | None, Decision | None]:
    """Return the revision a run stands at and what was said of it last, without holding the run."""
    drafts = {draft.sha256: draft for draft in reversed(read_drafts(path))}
    last = {decision.draft: decision for decision in read_decisions(path)}
    first = next(iter(read_drafts(path)), None)
    draft, decision = first, None
    for _ in drafts:
        decision = last.get(draft.sha256) if draft else None
        following = next(
            (
                other
                for other in drafts.values()
                if decision and decision.text is not None and other.text == decision.text
            ),
            None,
        )
        if following is None:
            break
        draft = following
    return draft, decision
