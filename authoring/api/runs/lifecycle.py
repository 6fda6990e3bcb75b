"""Runs: begun about a seed, resumed by name, taken as far as they go, and looked at without holding them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from authoring.api.models import ModelAccess, ModelPool, SubjectModel, concurrency_of, open_model_pool
from authoring.api.pipeline import author
from authoring.api.runs.instructions import compose_instructions
from authoring.api.runs.standing import seed_today
from authoring.api.sandboxes import computer_of, open_sandbox
from authoring.api.trust import CodeOrigin, keep_own_text, require_blind_model
from authoring.api.verification.drafts import DraftSolver
from authoring.drafting.duplicates.detection import Neighbours
from authoring.drafting.examples import pick_examples
from authoring.errors import JournalError, UsageError, nearest_hint
from authoring.gate.certificate.lookup import certify_draft
from authoring.gate.dry_run import PINS
from authoring.records.certificate.problem import Certificate, Part
from authoring.records.decision import Action, Admission, Comment, Decision, Rejection, Waiting
from authoring.records.draft import Draft, DraftWishes, ImportedSet
from authoring.records.experiment import Experiment
from authoring.records.model_config import ModelChoice
from authoring.records.pilot import PilotRecord
from authoring.records.progress import NOBODY, Reporter
from authoring.records.protection import Level
from authoring.records.run import BlindSolving, RunSettings, RunState
from authoring.records.seed import Seed
from authoring.sandbox.port import Sandbox
from authoring.seeds.dictionary.statements import with_dictionary
from authoring.seeds.profile import profile_data
from authoring.workspace import Workspace
from authoring.workspace.cache import CertificateCache, ObservationCache, ProfileCache
from authoring.workspace.changes import current_seed_names
from authoring.workspace.documents import module_of, read_provenances
from authoring.workspace.guidance import read_notebook, read_solver_prompts
from authoring.workspace.journal import Journal, read_drafts, read_settings
from authoring.workspace.pilots import read_pilot
from authoring.workspace.settings import ExampleStrategy

Named = TypeVar("Named", Draft, Rejection)
FACTS = {"title", "description", "source", "url", "licence", "publication", "notebook", "allowed"}
"""What a seed's record says beside its name and its data, and a person may correct."""


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
    tries_answers: bool | None = None
    """Whether answers are tried on validators before a person is asked."""
    wishes: DraftWishes | None = None
    """What is wanted of a set that templates draft; None for nothing in particular, or for what the run began with."""


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
        """The name of the draft, which the folder of its journal bears: the journal itself knows the first one."""
        return self.journal.path.parent.name

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text that the draft had, the one included that was imported."""
        imported = self.journal.settings.imported
        return (*self.journal.texts.values(), *((imported.text,) if imported else ()))

    @property
    def files(self) -> tuple[Path, ...]:
        """The files of the seed."""
        return self.workspace.seed_files(self.facts)

    @property
    def facts(self) -> Seed:
        """The seed as its record stands today: a licence may have been corrected, and the seed renamed."""
        return seed_today(self.workspace, self.journal.settings.seed)

    @property
    def certificates(self) -> CertificateCache:
        """Where it stands what is known of problems, of this draft and of any other."""
        return CertificateCache(self.workspace.root / ".authoring" / "cache" / "certificate")

    @property
    def pilot(self) -> PilotRecord | None:
        """What the last pilot of the draft found, whichever revision that was of; None where there was none.

        Raises:
            WorkspaceError: its record cannot be read.
        """
        return read_pilot(self.workspace.root, self.name)

    def advance(self, *, defer: bool = False, certify: bool = False) -> RunState:
        """Take the run as far as it goes without a person; what comes back bears the draft's name of today.

        With `defer`, a draft that no model belongs to may come back before its dry run; see `author`. With `certify`,
        answers are tried on its validators where the run is pinned to that.

        Raises:
            ModelError: the model gave no usable reply; what was done before is kept.
            BudgetError: the next call would have exceeded the budget.
        """
        state = self._advance(defer=defer, certify=certify)
        if isinstance(state, Waiting):
            return state.model_copy(update={"draft": self._named(state.draft)})
        if isinstance(state, Admission):
            return state.model_copy(update={"name": self.name})
        return self._named(state)

    def certify(self, draft: Draft, parts: tuple[Part, ...]) -> Certificate:
        """Look at these parts of a draft that runs well; its certificate stands in the journal afterwards.

        Raises:
            SandboxError: the sandbox failed.
        """
        return certify_draft(
            self.journal,
            draft,
            self.files,
            sandbox=self.sandbox,
            cache=self.certificates,
            reporter=self.reporter,
            parts=parts,
        )

    def recall_profile(self) -> None:
        """Have the run begin with the profile of its seed, where `seed show` computed it from the same bytes.

        By the same code, in a sandbox with the same Python and packages.
        """
        seed, computer = self.journal.settings.seed, computer_of(self.workspace)
        if not computer or not self.sandbox.fingerprint.endswith(f" {computer}"):
            return
        profile = ProfileCache(self.workspace.root).profile(seed, computer)
        if profile is not None:
            # What was stated of the seed since counts as well.
            profile = with_dictionary(profile, seed)
            self.journal.record(profile_data, profile, seed, files=self.files, sandbox=self.sandbox)

    def _advance(self, *, defer: bool, certify: bool) -> RunState:
        pinned, files = self.journal.settings, self.files
        certificates = self.certificates if certify and pinned.tries_answers else None
        if not self.journal.resumed:
            # Both sessions of the dry run, while tables are profiled and problems are written.
            self.sandbox.prepare(PINS)
            self.recall_profile()
        # Templates need neither ledger nor prices.
        if not pinned.model.name:
            state = author(
                files,
                sandbox=self.sandbox,
                journal=self.journal,
                facts=self.facts,
                certificates=certificates,
                pilot=self.pilot,
                defer=defer,
                reporter=self.reporter,
            )
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
                neighbours=read_neighbours(self.workspace, pinned, self.name),
                facts=self.facts,
                certificates=certificates,
                pilot=self.pilot,
                blind=self._draft_solver(models, asks=certify),
                reporter=self.reporter,
            )

    def _draft_solver(self, models: ModelPool, *, asks: bool) -> DraftSolver | None:
        """Return who answers the drafts of this run unseen; None where nobody does."""
        blind = self.journal.settings.blind
        if blind is None:
            return None
        concurrency = concurrency_of(blind.model)
        observations = ObservationCache(self.workspace.root / ".authoring" / "cache" / "observation")
        model = SubjectModel(models.required_model(blind.model), self.name, observations, concurrency=concurrency)
        return DraftSolver(self.journal, self.files, model, blind.prompts, self.sandbox, self.reporter, asks)

    def _named(self, value: Named) -> Named:
        return value.model_copy(update={"name": self.name})


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
        WorkspaceError: another command is changing the seed.
    """
    locks = workspace.reading_seed(request.seed)
    try:
        journal = _begin_run(workspace, request, access)
    except BaseException:
        locks.close()
        raise
    journal.hold(locks)
    return journal


def _begin_run(workspace: Workspace, request: RunRequest, access: ModelAccess) -> Journal[RunSettings]:
    seed, path = workspace.read_seed(request.seed), workspace.journal_path(request.name)
    model = access.config(workspace) if access.is_explicit else None
    begun = _read_pinned(path)
    # A run without a draft is begun anew where something that kept it from one has changed: another model is named,
    # for want of a key or a server, or the seed was let through the seed gate, by leave or by a corrected record.
    corrected = begun and seed.model_dump(include=FACTS) != begun.seed.model_dump(include=FACTS)
    changed = begun and (corrected or (model is not None and model != begun.model))
    anew = request.restart or (changed and not read_drafts(path))
    settings = begun if begun and not anew else _new_settings(workspace, seed, request, access)
    if anew and path.exists():
        # The journal is held while it is moved, so that no other process is writing to it.
        with Journal.open(path, settings):
            workspace.set_aside_run(request.name)
    journal = Journal.open(path, settings)
    try:
        _check_same_run(workspace, request, seed, model, journal.settings)
    except JournalError:
        # The caller gets no journal that it could close.
        journal.close()
        raise
    return journal


def _check_same_run(
    workspace: Workspace, request: RunRequest, seed: Seed, model: ModelChoice | None, pinned: RunSettings
) -> None:
    """See that a run is about what a request is about.

    Raises:
        JournalError: it is not.
    """
    imported, pinned_import = request.imported, pinned.imported
    was_called = request.seed in current_seed_names(workspace.root, pinned.seed.name)
    for subject, requested, recorded in (
        ("the seed", request.seed, request.seed if was_called else pinned.seed.name),
        ("--random-seed", request.random_seed, pinned.random_seed),
        ("the topic", _topic_title(request.experiment), _topic_title(pinned.experiment) or "none"),
        ("the model", model.name if model else None, pinned.model.name or "none"),
        ("what was wished of it", request.wishes and request.wishes.stated, pinned.wishes.stated),
        ("what was imported", imported and imported.text, pinned_import and pinned_import.text),
        ("the data", seed.data, pinned.seed.data),
    ):
        # What a request leaves open is as the run has it.
        if requested is None or requested == recorded:
            continue
        difference = f"{subject} was {recorded}, not {requested}"
        if subject == "what was wished of it":
            difference = "with other wishes than --about, --level, --points and --at-least say now"
        if subject in {"the data", "what was imported"}:
            difference = f"{subject} of {request.seed} has changed since"
        raise JournalError(
            f"a draft called {request.name} was begun already: {difference}",
            hint="give another --name, or begin anew with --restart (the old journal is kept)",
        )


def _topic_title(experiment: Experiment | None) -> str | None:
    return experiment.topic.title if experiment else None


def is_of_another_dialect(workspace: Workspace, name: str) -> bool:
    """Tell whether a run was begun under another dialect than the benchmark's of today, which nothing in it proves."""
    pinned = _read_pinned(workspace.journal_path(name))
    return pinned is not None and pinned.dialect != workspace.dialect


def _read_pinned(path: Path) -> RunSettings | None:
    """Return what a run is pinned to; None where there is none, or none that can be read: opening it will say why."""
    try:
        return read_settings(path, RunSettings)
    except JournalError:
        return None


def _new_settings(workspace: Workspace, seed: Seed, request: RunRequest, access: ModelAccess) -> RunSettings:
    """Return what a new run is pinned to."""
    settings = workspace.settings
    tries_answers = settings.draft.try_answers if request.tries_answers is None else request.tries_answers
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
            tries_answers=tries_answers,
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
            workspace,
            seed,
            name=request.name,
            random_seed=random_seed,
            strategy=strategy,
            is_experiment=request.experiment is not None,
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
        tries_answers=tries_answers,
        blind=_blind_solving(workspace, model) if instructions else None,
        wishes=DraftWishes() if instructions else _wishes_of(workspace, request),
        experiment=request.experiment,
    )


def _blind_solving(workspace: Workspace, model: ModelChoice) -> BlindSolving | None:
    """Return who answers the drafts of a model unseen, as the settings say it, once that is allowed."""
    settings = workspace.settings.draft
    if not settings.blind_solve:
        return None
    choice = model.model_copy(update={"name": settings.blind_model.strip() or model.name})
    require_blind_model(workspace, choice)
    return BlindSolving(model=choice, prompts=read_solver_prompts(workspace.root, "model"))


def _wishes_of(workspace: Workspace, request: RunRequest) -> DraftWishes:
    """Return what is wanted of a set that templates draft, with what the benchmark's other sets are made of."""
    templates, points = Counter[str](), Counter[str]()
    for provenance in read_provenances(workspace.root):
        if provenance.name != request.name:
            templates.update(
                problem.origin.removeprefix("template:")
                for problem in provenance.problems
                if problem.origin.startswith("template:")
            )
            points.update(point for problem in provenance.problems for point in problem.knowledge)
    wishes = request.wishes or DraftWishes()
    used = {"used_templates": tuple(sorted(templates.items())), "used_points": tuple(sorted(points.items()))}
    return wishes.model_copy(update=used)


def resume_run(workspace: Workspace, name: str) -> Journal[RunSettings]:
    """Go on with a run that was begun; the caller closes it.

    Raises:
        UsageError: there is none of this name.
        WorkspaceError: another command is changing the seed.
    """
    path = find_run(workspace, name)
    journal = Journal.open(path, read_settings(path, RunSettings))
    try:
        journal.hold(workspace.reading_seed(*current_seed_names(workspace.root, journal.settings.seed.name)))
    except BaseException:
        journal.close()
        raise
    return journal


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


def read_neighbours(workspace: Workspace, settings: RunSettings, name: str = "") -> Neighbours:
    """Return what a run's problems may not repeat: the benchmark's other sets, and the notebook of its seed.

    `name` is that of the draft, where it was renamed since the run was begun.
    """
    examples = [example for example in workspace.examples() if example.name != (name or settings.name)]
    seed = seed_today(workspace, settings.seed).name
    return Neighbours(examples, notebook=read_notebook(workspace.root, seed))
