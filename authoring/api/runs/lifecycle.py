"""Runs: begun about a seed, resumed by name, taken as far as they go, and looked at without holding them."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from authoring.api.models import ModelAccess, ModelPool, open_model_pool
from authoring.api.pipeline import author
from authoring.api.runs.instructions import compose_instructions
from authoring.api.sandboxes import open_sandbox
from authoring.api.trust import CodeOrigin, keep_own_text
from authoring.drafting.duplicates.detection import Neighbours
from authoring.drafting.examples import pick_examples
from authoring.errors import JournalError, UsageError, nearest_hint
from authoring.records.decision import Action, Comment, Decision
from authoring.records.draft import Draft, ImportedSet
from authoring.records.experiment import Experiment
from authoring.records.model_config import ModelChoice
from authoring.records.progress import NOBODY, Reporter
from authoring.records.protection import Level
from authoring.records.run import RunSettings, RunState
from authoring.records.seed import Seed
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace
from authoring.workspace.documents import module_of
from authoring.workspace.guidance import read_notebook
from authoring.workspace.journal import Journal, read_decisions, read_drafts, read_settings
from authoring.workspace.settings import ExampleStrategy


@dataclass(frozen=True, slots=True)
class RunRequest:
    """A run that somebody wants to begin, or to go on with; what is None is taken from the settings."""

    seed: str
    name: str
    """The name of the draft."""
    random_seed: int | None = None
    restart: bool = False
    """Whether a run of this name is set aside and another one begun."""
    rounds: int | None = None
    """Repairs by the model before a person is asked."""
    examples: ExampleStrategy | None = None
    experiment: Experiment | None = None
    """For an experiment about a module."""
    imported: ImportedSet | None = None
    """For a set that was made by rule from existing material."""


@dataclass(frozen=True, slots=True)
class OpenRun:
    """A run that this process holds, with all that it takes to go on with it."""

    workspace: Workspace
    journal: Journal[RunSettings]
    sandbox: Sandbox
    access: ModelAccess = ModelAccess()
    pool: ModelPool | None = None
    """The models of the command, where it has several runs; None where this run opens its own."""
    reporter: Reporter = NOBODY

    @property
    def name(self) -> str:
        """The name of the draft."""
        return self.journal.settings.name

    @property
    def files(self) -> tuple[Path, ...]:
        """The files of the seed."""
        return self.workspace.seed_files(self.journal.settings.seed)

    def advance(self) -> RunState:
        """Take the run as far as it goes without a person.

        Raises:
            ModelError: the model gave no usable reply; what was done before is kept.
            BudgetError: the next call would have exceeded the budget.
        """
        pinned, files = self.journal.settings, self.files
        # Templates need neither ledger nor prices.
        if not pinned.model.name:
            state = author(files, sandbox=self.sandbox, journal=self.journal, reporter=self.reporter)
            # What was replayed may be a stranger's: only what was drafted here and now is this person's own.
            if self.sandbox.protection.level is Level.LIMITS and not self.journal.resumed and not pinned.imported:
                for draft in read_drafts(self.workspace.journal_path(self.name)):
                    keep_own_text(pinned.templates, draft.text)
            return state
        opening = open_model_pool(self.workspace, self.access, reporter=self.reporter)
        with opening if self.pool is None else nullcontext(self.pool) as models:
            return author(
                files,
                sandbox=self.sandbox,
                journal=self.journal,
                model=models.required_model(pinned.model),
                neighbours=read_neighbours(self.workspace, pinned),
                reporter=self.reporter,
            )


def make_decision(
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
    """Return what a person said now of the revision with this hash; see `Decision` for the arguments."""
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


def begin_run(
    workspace: Workspace, request: RunRequest, *, access: ModelAccess = ModelAccess()
) -> Journal[RunSettings]:
    """Begin a run about a seed, or go on with the one of this name; the caller closes it.

    A new run is drafted by the model that `access` leads to, by templates where it leads to none. A model that it names
    outright has to be the one that the run is pinned to.

    Raises:
        JournalError: the run of this name is about something else, or another process holds it.
        SeedError: there is no such seed.
        UsageError: the seed is a module, and no topic of it is named.
    """
    seed, path = workspace.read_seed(request.seed), workspace.journal_path(request.name)
    model = access.config(workspace) if access.is_explicit else None
    begun = _read_pinned(path)
    # A run without a draft is begun anew where something that kept it from one has changed: another model is named,
    # for want of a key or a server, or the seed was let through the seed gate.
    changed = begun and (seed.allowed != begun.seed.allowed or (model is not None and model != begun.model))
    anew = request.restart or (changed and not read_drafts(path))
    settings = begun if begun and not anew else _new_settings(workspace, seed, request, access)
    if anew and path.exists():
        # The journal is held while it is moved, so that no other process is writing to it.
        with Journal.open(path, settings):
            workspace.set_aside_run(request.name)
    journal = Journal.open(path, settings)
    try:
        _check_same_run(request, seed, model, journal.settings)
    except JournalError:
        # The caller gets no journal that it could close.
        journal.close()
        raise
    return journal


def _check_same_run(request: RunRequest, seed: Seed, model: ModelChoice | None, pinned: RunSettings) -> None:
    """See that a run is about what a request is about.

    Raises:
        JournalError: it is not.
    """
    imported, pinned_import = request.imported, pinned.imported
    for subject, requested, recorded in (
        ("the seed", request.seed, pinned.seed.name),
        ("--random-seed", request.random_seed, pinned.random_seed),
        ("the topic", _topic_title(request.experiment), _topic_title(pinned.experiment) or "none"),
        ("the model", model.name if model else None, pinned.model.name or "none"),
        ("what was imported", imported and imported.text, pinned_import and pinned_import.text),
        ("the data", seed.data, pinned.seed.data),
    ):
        # What a request leaves open is as the run has it.
        if requested is None or requested == recorded:
            continue
        difference = f"{subject} was {recorded}, not {requested}"
        if subject in {"the data", "what was imported"}:
            difference = f"{subject} of {request.seed} has changed since"
        raise JournalError(
            f"a draft called {request.name} was begun already: {difference}",
            hint="give another --name, or begin anew with --restart (the old journal is kept)",
        )


def _topic_title(experiment: Experiment | None) -> str | None:
    return experiment.topic.title if experiment else None


def _read_pinned(path: Path) -> RunSettings | None:
    """Return what a run is pinned to; None where there is none, or none that can be read: opening it will say why."""
    try:
        return read_settings(path, RunSettings)
    except JournalError:
        return None


def _new_settings(workspace: Workspace, seed: Seed, request: RunRequest, access: ModelAccess) -> RunSettings:
    """Return what a new run is pinned to."""
    settings = workspace.settings
    if request.imported is not None:
        # Nobody drafts: the run needs neither templates nor examples nor a model.
        return RunSettings(
            name=request.name,
            seed=seed,
            templates=(),
            examples=(),
            limits=settings.limits,
            random_seed=0,
            dialect=workspace.dialect,
            imported=request.imported,
        )
    model, module = access.config(workspace), module_of(seed)
    if module and request.experiment is None:
        hint = f"authoring draft --module {module} --topic 1; see: authoring topics {module}"
        raise UsageError(f"{seed.name} is a module, and a draft is about one of its topics", hint=hint)
    random_seed = settings.draft.random_seed if request.random_seed is None else request.random_seed
    instructions = None
    if model.name:
        # What is pinned comes from the workspace as it stands now: a resumed run does not look again.
        strategy = request.examples or settings.model.examples
        instructions = compose_instructions(
            workspace, seed, name=request.name, random_seed=random_seed, strategy=strategy
        )
        examples = instructions.examples
    else:
        examples = pick_examples(workspace.examples(), random_seed=random_seed, leave_out=request.name)
    return RunSettings(
        name=request.name,
        seed=seed,
        templates=() if instructions else workspace.templates(),
        examples=examples,
        limits=settings.limits,
        random_seed=random_seed,
        dialect=workspace.dialect,
        model=model,
        instructions=instructions,
        rounds=settings.model.rounds if request.rounds is None else request.rounds,
        experiment=request.experiment,
    )


def resume_run(workspace: Workspace, name: str) -> Journal[RunSettings]:
    """Go on with a run that was begun; the caller closes it.

    Raises:
        UsageError: there is none of this name.
    """
    path = find_run(workspace, name)
    return Journal.open(path, read_settings(path, RunSettings))


@contextmanager
def open_run(
    workspace: Workspace, name: str, *, access: ModelAccess = ModelAccess(), reporter: Reporter = NOBODY
) -> Iterator[OpenRun]:
    """Hold a run that was begun, and a sandbox for it.

    Raises:
        UsageError: there is none of this name.
    """
    with (
        resume_run(workspace, name) as journal,
        open_sandbox(workspace, code=code_of_drafts(workspace, [name]), reporter=reporter) as sandbox,
    ):
        yield OpenRun(workspace, journal, sandbox, access, reporter=reporter)


def code_of_drafts(workspace: Workspace, names: Iterable[str]) -> CodeOrigin:
    """Return the origin of the code that runs when drafts are gone on with."""
    paths = [workspace.journal_path(name) for name in names]
    runs = [(path, pinned) for path in paths if (pinned := _read_pinned(path)) is not None]
    texts = [draft.text for path, _ in runs for draft in read_drafts(path)]
    texts += [template.text for _, pinned in runs for template in pinned.templates]
    by_model = any(pinned.model.name for _, pinned in runs)
    return CodeOrigin(tuple(texts), "model replies" if by_model else "")


def code_of_requests(workspace: Workspace, requests: Sequence[RunRequest], access: ModelAccess) -> CodeOrigin:
    """Return the origin of the code that runs for requests, whether their drafts were begun or not."""
    begun = code_of_drafts(workspace, [request.name for request in requests if not request.restart])
    new = [request for request in requests if request.restart or request.name not in workspace.runs()]
    if not new:
        return begun
    # Asked here and not where runs begin side by side, of which one that is refused is no end of the command.
    by_model = bool(access.config(workspace).name)
    templates = () if by_model else tuple(template.text for template in workspace.templates())
    return CodeOrigin((*begun.texts, *templates), begun.incoming or ("model replies" if by_model else ""))


def find_run(workspace: Workspace, name: str) -> Path:
    """Return the journal of a run.

    Raises:
        UsageError: there is none of this name.
    """
    if name not in workspace.runs():
        begin = f"begin one with: authoring draft {name}" if name in workspace.seeds() else "see: authoring status"
        raise UsageError(f"no draft is called {name}", hint=nearest_hint(name, workspace.runs(), begin))
    return workspace.journal_path(name)


def read_neighbours(workspace: Workspace, settings: RunSettings) -> Neighbours:
    """Return what a run's problems may not repeat: the benchmark's other sets, and the notebook of its seed."""
    examples = [example for example in workspace.examples() if example.name != settings.name]
    return Neighbours(examples, notebook=read_notebook(workspace.root, settings.seed.name))


def current_draft(path: Path) -> tuple[Draft | None, Decision | None]:
    """Return the revision that a run stands at and what was said of it last, without holding the run."""
    revisions = read_drafts(path)
    # Of revisions with the same text the first counts.
    drafts = {draft.sha256: draft for draft in reversed(revisions)}
    decisions = {decision.draft: decision for decision in read_decisions(path)}
    draft, decision = next(iter(revisions), None), None
    # At most as many steps as there are drafts: texts that lead to each other do not hold this up.
    for _ in drafts:
        decision = decisions.get(draft.sha256) if draft else None
        successors = (later for later in drafts.values() if draft and _follows(later, draft, decision))
        successor = next(successors, None)
        if successor is None:
            break
        draft = successor
    return draft, decision


def _follows(successor: Draft, draft: Draft, decision: Decision | None) -> bool:
    """Tell whether a draft is what became of another: a person's text, or a model's repair or revision."""
    if decision is not None and decision.text is not None and not decision.for_model:
        # A person may write a text that was there before, and that came from another revision then.
        return successor.text == decision.text
    return successor.came_from == draft.sha256
