"""Drafting problem sets: one, many side by side, and what they would cost; each begins a run or goes on with one."""

from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace

from authoring.api.drafts.experiments import module_request
from authoring.api.executors.threads import run_batch
from authoring.api.models import ModelAccess, open_model_pool, price_table
from authoring.api.runs.instructions import compose_instructions
from authoring.api.runs.lifecycle import OpenRun, RunRequest, begin_run, code_of_requests
from authoring.api.sandboxes import open_sandbox
from authoring.api.trust import PACKAGE_CODE
from authoring.api.workspaces import checked_name
from authoring.drafting.plan_probes import knows_probes, knows_refusals
from authoring.drafting.prompts.modules import TriedText, experiment_request, refine_request
from authoring.drafting.prompts.requests import probes_request, sketch_request, write_request
from authoring.drafting.replies.sketch import MOST_PROBES, SKETCH_SCHEMA
from authoring.errors import AuthoringError, UsageError
from authoring.llm.estimate import Estimate, PlannedCalls, estimate, planned_calls
from authoring.llm.port import Message, Request
from authoring.records.base import Record
from authoring.records.draft import DraftWishes
from authoring.records.experiment import Experiment
from authoring.records.profile import Profile
from authoring.records.progress import NOBODY, Ended, Notice, PartialResult, Reporter
from authoring.records.run import ResumedRun, RunState, exit_code
from authoring.records.seed import Seed
from authoring.records.sketch import Instructions, PlannedProblem, Sketch
from authoring.records.wording import counted
from authoring.seeds.profile import profile_data
from authoring.seeds.table_probes import table_names
from authoring.workspace import Workspace
from authoring.workspace.guidance import read_solver_prompts
from authoring.workspace.settings import ExampleStrategy

_USUAL_TASK = (
    "For every level of one column, give the mean and the spread of an amount, rounded to 2 decimal places, as a "
    "DataFrame sorted by the level, with the columns named in the question."
)
# The first rows of two tables, and the questions before.
_USUAL_TABLES = "0.12345 " * 250
# A plan has 10 to 15 problems.
_USUAL_PROBLEMS = 12


@dataclass(frozen=True, slots=True)
class DraftRequest:
    """Drafts that somebody wants: one about each seed, or one about a topic of a Python module, on a seed's tables.

    What is None is taken from the settings.
    """

    seeds: tuple[str, ...] = ()
    module: str | None = None
    topic: str | None = None
    """Number or title of one of the module's topics, or a topic in the caller's own words."""
    name: str = ""
    """The name of the draft, where there is only one; empty for the name of the seed or of the topic."""
    random_seed: int | None = None
    restart: bool = False
    """Whether earlier runs of the same name are set aside."""
    rounds: int | None = None
    """Repairs by the model before a person is asked."""
    examples: ExampleStrategy | None = None
    tries_answers: bool | None = None
    """Whether answers are tried on validators before a person is asked."""
    wishes: DraftWishes | None = None
    """What is wanted of sets that templates draft; None for nothing in particular."""

    @property
    def is_single(self) -> bool:
        """Whether one draft is wanted, and not one of many."""
        return bool(self.module or self.topic) or len(set(self.seeds)) == 1


class DraftResult(Record):
    """What became of one draft of several."""

    seed: str
    name: str
    end: RunState | None = None
    """Where the run stands; None where no draft was made."""
    failure: str = ""
    """Why not: seed, stage and try."""
    exit_code: int = 0
    """The exit code of that failure."""

    @property
    def command_code(self) -> int:
        """The exit code of a command that came to this: that of the failure, or 1 where the draft has errors."""
        return self.exit_code if self.end is None else exit_code(self.end)


def draft(
    workspace: Workspace, request: DraftRequest, *, access: ModelAccess = ModelAccess(), reporter: Reporter = NOBODY
) -> RunState:
    """Draft one problem set and examine it, or go on where an earlier run stopped.

    Templates draft where `access` leads to no model. That a run was resumed is reported by a `ResumedRun` as partial
    result.

    Raises:
        UsageError: the request is for none or several drafts, or for a topic that is none.
        SeedError: there is no such seed, or it is not fit for a model.
        DraftError: templates cannot make a set of this data.
        ModelError: the model gave no usable reply.
        BudgetError: the next call would have exceeded the budget.
        JournalError: the run of this name is about something else, or another process holds it.
    """
    requests = run_requests(workspace, request, access=access, reporter=reporter)
    if len(requests) != 1:
        raise UsageError("several seeds are given for one draft", hint="draft them one by one, or with draft_many")
    with begin_run(workspace, requests[0], access=access) as journal:
        code = code_of_requests(workspace, requests, access)
        with open_sandbox(workspace, code=code, reporter=reporter) as sandbox:
            state = OpenRun(workspace, journal, sandbox, access, reporter=reporter).advance(certify=True)
        # Known only when it has gone on: steps are counted as they are taken from the journal.
        if journal.resumed:
            reporter.report(PartialResult(ResumedRun(name=journal.settings.name, steps=len(journal.replayed))))
    return state


def draft_many(
    workspace: Workspace,
    request: DraftRequest,
    *,
    access: ModelAccess = ModelAccess(),
    jobs: int = 4,
    reporter: Reporter = NOBODY,
) -> tuple[DraftResult, ...]:
    """Draft a problem set about each of several seeds; what one fails at keeps none of the others from its draft.

    So many `jobs` are drafted at once, by templates where `access` leads to no model. Each `DraftResult` is reported as
    soon as it is there.

    Raises:
        UsageError: no seed is named.
        KeyboardInterrupt: after the first ^C, when what was under way is done; nothing that was paid for is lost.
    """
    requests = run_requests(workspace, request, access=access, reporter=reporter)
    results: dict[str, DraftResult] = {}
    with ExitStack() as stack:
        pool = stack.enter_context(open_model_pool(workspace, access, reporter=reporter))
        sandbox = stack.enter_context(
            open_sandbox(workspace, code=code_of_requests(workspace, requests, access), reporter=reporter)
        )
        threads = stack.enter_context(ThreadPoolExecutor(jobs, thread_name_prefix="draft"))

        def work(run: RunRequest) -> RunState:
            with begin_run(workspace, run, access=access) as journal:
                return OpenRun(workspace, journal, sandbox, access, pool, reporter).advance(certify=True)

        def collect(run: RunRequest, future: "Future[RunState]") -> None:
            results[run.name] = _result_of(run, future)
            reporter.report(Ended("draft", run.name))
            reporter.report(PartialResult(results[run.name]))

        def on_stop(pending: int) -> None:
            drafts = counted(pending, "draft")
            text = f"stopping: waiting for {drafts} to end its call or run (^C again: at once)"
            reporter.report(Notice(text))
            pool.stop()

        run_batch(requests, work, executor=threads, on_done=collect, on_stop=on_stop)
    # In the order that was asked for; after ^C some have no result.
    return tuple(results[run.name] for run in requests if run.name in results)


def _result_of(run: RunRequest, future: "Future[RunState]") -> DraftResult:
    try:
        return DraftResult(seed=run.seed, name=run.name, end=future.result())
    except AuthoringError as error:
        return failed_draft(run, error)


def failed_draft(run: RunRequest, error: AuthoringError) -> DraftResult:
    """Return what became of a draft that could not be made."""
    failure = f"{error.message}; {error.hint}" if error.hint else error.message
    return DraftResult(seed=run.seed, name=run.name, failure=failure, exit_code=error.exit_code)


def run_requests(
    workspace: Workspace, request: DraftRequest, *, access: ModelAccess, reporter: Reporter = NOBODY
) -> tuple[RunRequest, ...]:
    """Return the runs that a request is for; the seed of a module stands in the workspace afterwards.

    Raises:
        UsageError: no seed is named, several seeds and a module are, or one name is given for several drafts.
        SeedError: there is no such topic, or the module cannot be imported where cells run.
    """
    if not access.config(workspace).name:
        report_unsolved(workspace, "drafts of templates", reporter)
    general = RunRequest(
        seed="",
        name=request.name,
        random_seed=request.random_seed,
        restart=request.restart,
        rounds=request.rounds,
        examples=request.examples,
        tries_answers=request.tries_answers,
        wishes=request.wishes,
    )
    if request.wishes is not None and (request.module or request.topic or access.config(workspace).name):
        hint = "leave out --about, --level, --points and --at-least, or the model"
        raise UsageError("wishes are for sets that templates draft, and a model is named", hint=hint)
    if request.module or request.topic:
        if len(request.seeds) > 1:
            hint = "name the one whose tables it is to use; without one the experiment makes its data"
            raise UsageError("an experiment about a module has the tables of one seed", hint=hint)
        about = replace(general, seed=request.seeds[0] if request.seeds else "")
        return (module_request(workspace, about, request.module, request.topic, access=access, reporter=reporter),)
    if not request.seeds:
        raise UsageError("no seed is named", hint="see: authoring seed list; or name a --module and a --topic")
    # Before any run begins: the second draft would meet the journal of the first.
    if request.name and len(request.seeds) > 1:
        raise UsageError("--name names one draft, and several seeds are given", hint="draft them one by one")
    return tuple(
        # A seed that is named twice is drafted once: both drafts would have the same name.
        replace(general, seed=seed, name=checked_name(request.name or seed))
        for seed in dict.fromkeys(request.seeds)
    )


def report_unsolved(workspace: Workspace, drafts: str, reporter: Reporter) -> None:
    """Say of drafts that they are not solved blind, where the settings want that of drafts."""
    if workspace.settings.draft.blind_solve:
        text = f"{drafts} are not solved blind ([draft] blind_solve); solvers try one with: "
        reporter.report(Notice(text, is_warning=True, command="authoring pilot NAME --solver model:MODEL"))


def estimate_drafts(
    workspace: Workspace,
    request: DraftRequest,
    *,
    access: ModelAccess = ModelAccess(),
    batch: bool = False,
    reporter: Reporter = NOBODY,
) -> Estimate:
    """Return calls, tokens and money of drafts that have not begun; nothing is asked.

    The sketch, what is asked of the data, the writing, as many repairs as the settings allow, and blind solves, at the
    drafting model's price, are counted; a plan is taken to be as long as usual. With `batch`, prices are those of the
    provider's batch mode, which costs less.

    Raises:
        UsageError: no model is named.
    """
    requests, model = run_requests(workspace, request, access=access, reporter=reporter), access.config(workspace)
    if not model.name:
        raise UsageError("templates cost nothing: there is nothing to estimate", hint="name a model with --model")
    settings, calls = workspace.settings, list[PlannedCalls]()
    with open_sandbox(workspace, code=PACKAGE_CODE, reporter=reporter) as sandbox:
        for run in requests:
            with workspace.reading_seed(run.seed):
                seed = workspace.read_seed(run.seed)
                profile = profile_data(seed, files=workspace.seed_files(seed), sandbox=sandbox)
            random_seed = settings.draft.random_seed if run.random_seed is None else run.random_seed
            strategy = run.examples or settings.model.examples
            instructions = compose_instructions(
                workspace,
                seed,
                name=run.name,
                random_seed=random_seed,
                strategy=strategy,
                is_experiment=run.experiment is not None,
            )
            # None is what nobody said; 0 repairs is an answer.
            rounds = settings.model.rounds if run.rounds is None else run.rounds
            calls += _blind_calls(workspace, seed, rounds)
            if run.experiment is not None:
                calls += _experiment_calls(seed, profile, run.experiment, instructions, rounds)
            else:
                calls += _table_calls(seed, profile, instructions, rounds)
    return estimate(calls, model=model.name, prices=price_table(workspace), batch=batch)


def _experiment_calls(
    seed: Seed, profile: Profile, experiment: Experiment, instructions: Instructions, rounds: int
) -> list[PlannedCalls]:
    write = experiment_request(experiment, instructions, seed=seed, profile=profile)
    # A refinement sends the whole text back, which is not written yet.
    usual_text = "\n".join([f"{_USUAL_TASK}\n"] * _USUAL_PROBLEMS * 3)
    refine = refine_request(experiment, TriedText(usual_text), instructions, seed=seed, profile=profile)
    repair = write.model_copy(update={"purpose": "repair"})
    return [planned_calls(write), planned_calls(refine), planned_calls(repair, minimum=0, maximum=rounds)]


def _blind_calls(workspace: Workspace, seed: Seed, rounds: int) -> list[PlannedCalls]:
    """Return the calls of the model that answers a draft from its questions, where the settings want that."""
    if not workspace.settings.draft.blind_solve:
        return []
    rules = "\n".join(page.text for page in read_solver_prompts(workspace.root, "model"))
    messages = (Message(role="system", content=rules), Message(role="user", content=_USUAL_TASK + _USUAL_TABLES))
    request = Request(purpose="solve", subject=seed.name, messages=messages, stable=1)
    # After a repair those problems are answered anew that it changed, at most all.
    return [planned_calls(request, minimum=_USUAL_PROBLEMS, maximum=_USUAL_PROBLEMS * (1 + rounds))]


def _table_calls(seed: Seed, profile: Profile, instructions: Instructions, rounds: int) -> list[PlannedCalls]:
    problem = PlannedProblem(task=_USUAL_TASK, knowledge=("grouping", "aggregation"), level="medium")
    usual_sketch = Sketch(seed=seed.name, knowledge=(), problems=(problem,) * _USUAL_PROBLEMS)
    write = write_request(seed, profile, usual_sketch, instructions)
    # What a repair sends is not known yet; it is never more than the whole set with its findings.
    repair = write.model_copy(update={"purpose": "repair"})
    probes: list[PlannedCalls] = []
    if knows_probes(instructions) and profile.tables:
        tables = table_names(profile)
        look = probes_request(seed, profile, usual_sketch, instructions, tables=tables, most=MOST_PROBES)
        replan = look.model_copy(update={"purpose": "replan"})
        # What is refused is asked for once more.
        repeats = int(knows_refusals(instructions))
        probes = [planned_calls(look, maximum=1 + repeats), planned_calls(replan, minimum=0)]
    return [
        planned_calls(sketch_request(seed, profile, instructions, schema=SKETCH_SCHEMA)),
        *probes,
        planned_calls(write),
        planned_calls(repair, minimum=0, maximum=rounds),
    ]
