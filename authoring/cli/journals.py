"""Beginning, going on with and looking at runs: what the verbs about drafts have in common."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path

from authoring.api.pipeline import RunSettings, author
from authoring.cli.asking import Asking, asking
from authoring.cli.draft_board import DraftBoard
from authoring.cli.instructing import instructions_for
from authoring.cli.isolation import open_sandbox
from authoring.cli.model_choice import choice_of
from authoring.cli.progress import progress_bar
from authoring.drafting.examples import pick_examples
from authoring.errors import JournalError, UsageError
from authoring.records.decision import Action, Admission, Comment, Decision, Rejection, Waiting
from authoring.records.draft import Draft
from authoring.records.experiment import Experiment
from authoring.records.imported import ImportedSet
from authoring.records.model_config import ModelChoice
from authoring.records.seed import Seed
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace
from authoring.workspace.journal import Journal, read_decisions, read_drafts, read_settings
from authoring.workspace.settings import ExampleStrategy
from authoring.workspace.topics import module_of

End = Admission | Rejection | Waiting


@dataclass(frozen=True, slots=True)
class Order:
    """A draft that is wanted."""

    seed: str
    name: str
    random_seed: int | None = None
    restart: bool = False
    choice: ModelChoice | None = None
    """The model that is asked for by name; None for the one that the run is pinned to, else that of the settings."""
    rounds: int | None = None
    strategy: ExampleStrategy | None = None
    experiment: Experiment | None = None
    """For an experiment about a module."""
    imported: ImportedSet | None = None
    """For a set that was made by rule from existing material."""


def begin_run(workspace: Workspace, order: Order) -> Journal[RunSettings]:
    """Begin a run about a seed, or go on with the one of this name; the caller closes it.

    Raises:
        JournalError: when the run of this name is about something else, or another process holds it.
        SeedError: when there is no such seed.
    """
    seed = workspace.read_seed(order.seed)
    path = workspace.journal_path(order.name)
    begun = _pinned(path)
    # Nothing came of it yet: for want of a key or a server, and another one is named, or at the seed gate.
    other = begun and (seed.allowed != begun.seed.allowed or bool(order.choice and order.choice != begun.model))
    idle = other and not read_drafts(path)
    anew = order.restart or idle
    wanted = begun if begun and not anew else _settings_of(workspace, seed, order)
    if anew and path.exists():
        # Held while it is moved, so that no other process is writing to it.
        with Journal.open(path, wanted):
            workspace.set_aside_run(order.name)
    journal = Journal.open(path, wanted)
    pinned = journal.settings
    for what, now, then in (
        ("the seed", order.seed, pinned.seed.name),
        ("--random-seed", order.random_seed, pinned.random_seed),
        ("the topic", _topic(order.experiment), _topic(pinned.experiment) or "none"),
        ("the model", order.choice.name if order.choice else None, pinned.model.name or "none"),
        ("what was imported", _imported(order.imported), _imported(pinned.imported)),
        ("the data", seed.data, pinned.seed.data),
    ):
        if now is not None and now != then:
            journal.close()
            was = f"{what} was {then}, not {now}"
            if what in {"the data", "what was imported"}:
                was = f"{what} of {order.seed} has changed since"
            raise JournalError(
                f"a draft called {order.name} was begun already: {was}",
                hint="give another --name, or begin anew with --restart (the old journal is kept)",
            )
    return journal


def _imported(imported: ImportedSet | None) -> str | None:
    return imported.text if imported else None


def _topic(experiment: Experiment | None) -> str | None:
    return experiment.topic.title if experiment else None


def _pinned(path: Path) -> RunSettings | None:
    """Return what a run is pinned to, None where there is none, or none that can be read: opening it will say why."""
    try:
        return read_settings(path, RunSettings)
    except JournalError:
        return None


def _settings_of(workspace: Workspace, seed: Seed, order: Order) -> RunSettings:
    """Return what a new run is pinned to."""
    if order.imported is not None:
        return _settings_of_import(workspace, seed, order, order.imported)
    module = module_of(seed)
    if module and order.experiment is None:
        hint = f"authoring draft --module {module} --topic 1; see: authoring topics {module}"
        raise UsageError(f"{seed.name} is a module, and a draft is about one of its topics", hint=hint)
    said = workspace.settings
    number = said.draft.random_seed if order.random_seed is None else order.random_seed
    choice = order.choice or choice_of(workspace)
    told = (
        instructions_for(
            workspace, seed, name=order.name, random_seed=number, strategy=order.strategy or said.model.examples
        )
        if choice.name
        else None
    )
    return RunSettings(
        name=order.name,
        seed=seed,
        templates=() if told else workspace.templates(),
        examples=told.examples
        if told
        else pick_examples(workspace.examples(), random_seed=number, leave_out=order.name),
        limits=said.limits,
        random_seed=number,
        dialect=workspace.dialect,
        model=choice,
        instructions=told,
        rounds=said.model.rounds if order.rounds is None else order.rounds,
        experiment=order.experiment,
    )


def _settings_of_import(workspace: Workspace, seed: Seed, order: Order, imported: ImportedSet) -> RunSettings:
    """Return what a run is pinned to that nobody drafts: neither templates nor examples nor a model."""
    return RunSettings(
        name=order.name,
        seed=seed,
        templates=(),
        examples=(),
        limits=workspace.settings.limits,
        random_seed=0,
        dialect=workspace.dialect,
        imported=imported,
    )


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


def go_on(
    workspace: Workspace,
    journal: Journal[RunSettings],
    *,
    sandbox: Sandbox,
    label: str,
    wanted: Asking | None = None,
) -> End:
    """Take a run as far as it goes without a person, with a progress bar; `wanted` says how its model is asked."""
    files, pinned = workspace.seed_files(journal.settings.seed), journal.settings
    if not pinned.model.name:
        with progress_bar(label) as progress:
            return author(files, sandbox=sandbox, journal=journal, progress=progress)
    with DraftBoard.shown(1) as board, asking(workspace, wanted, board=board) as asked:
        return author(
            files,
            sandbox=sandbox,
            journal=journal,
            progress=lambda done, total: board.moved(pinned.name, done, total),
            model=asked.model(pinned.model),
            neighbours=asked.neighbours(pinned.name, pinned.seed.name),
        )


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
    for_model: bool = False,
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
        for_model=for_model,
    )


def _follows(other: Draft, draft: Draft, decision: Decision | None) -> bool:
    """Tell whether a draft is what became of another: a person's text, or a model's repair or revision."""
    if decision is not None and decision.text is not None and not decision.for_model:
        return other.text == decision.text
    return other.came_from == draft.sha256


def current_draft(path: Path) -> tuple[Draft | None, Decision | None]:
    """Return the revision a run stands at and what was said of it last, without holding the run."""
    drafts = {draft.sha256: draft for draft in reversed(read_drafts(path))}
    last = {decision.draft: decision for decision in read_decisions(path)}
    first = next(iter(read_drafts(path)), None)
    draft, decision = first, None
    for _ in drafts:
        decision = last.get(draft.sha256) if draft else None
        following = next((other for other in drafts.values() if draft and _follows(other, draft, decision)), None)
        if following is None:
            break
        draft = following
    return draft, decision
