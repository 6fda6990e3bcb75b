"""Solvers that ask a model whose replies stand in a list, with a sandbox whose runs are scripted."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.api.evaluation.solvers import PAGES_OF
from authoring.dseal.model import Problem
from authoring.dseal.parse import parse
from authoring.evaluation.evaluate.scratchpad import ForkedScratchpad
from authoring.evaluation.solvers.base import (
    DEFAULT_CONTEXT,
    ContextPart,
    ModelOptions,
    Scratchpad,
    SolverOptions,
    Task,
)
from authoring.evaluation.solvers.registry import open_solver
from authoring.llm.models.scripted import ScriptedModel, ScriptEntry
from authoring.llm.port import OnText, Reply, Request
from authoring.records.evidence import CellRun, ErrorView, Outcome, ValueView, Variable
from authoring.records.results import Benchmark, EvaluationOptions, Submission
from authoring.records.sketch import Guide
from authoring.records.solvers.task_graph import AGENT_STATS_KEY, TaskGraph, TaskReview
from authoring.sandbox.fake import FakeSandbox
from authoring.workspace.cache import ObservationCache
from authoring.workspace.guidance import read_solver_prompts

ROOT = Path(__file__).parents[3]
PAGES = tuple(
    Guide(name=path.stem, text=path.read_text())
    for path in sorted((ROOT / "templates" / "prompts" / "solvers").glob("*.md"))
)
BENCHMARK = Benchmark(name="b", version=1, sets=())
TASK = Task(
    problemset="gulls",
    index=2,
    question="How many rows does `gulls` have?",
    history=('gulls = read("inputs/gulls.csv")', "gulls.shape[1]"),
    questions=("", "How many columns does it have?"),
    outputs=("", "3"),
    variables=(
        Variable(name="count", type="int", size=28, text="3"),
        Variable(
            name="gulls",
            type="pandas.DataFrame",
            size=900,
            text="...",
            shape=(5, 3),
            head="  name  wing  mass\n0  Ada    41   830\n1  Bob    43   905",
        ),
    ),
)
OK = CellRun(outcome=Outcome.OK, seconds=0, peak_memory=0)
FAILED = CellRun(
    outcome=Outcome.ERROR,
    seconds=0,
    peak_memory=0,
    error=ErrorView(type="NameError", message="no gul", traceback="line 1\nNameError: no gul", line=1),
)


def value_run(text: str, stream: str = "") -> CellRun:
    """Return a run that gave a value."""
    return OK.model_copy(update={"value": ValueView(type="int", text=text), "stream": stream})


def code_block(code: str) -> str:
    """Return code as a model gives it."""
    return f"```python\n{code}\n```"


class ListeningModel(ScriptedModel):
    """A scripted model that keeps what it was asked."""

    def __init__(self, replies: Iterable[ScriptEntry]) -> None:
        super().__init__(replies, name="tutor")
        self.requests: list[Request] = []

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Note the request, and give the next reply."""
        self.requests.append(request)
        return super().complete(request, on_text=on_text)


@dataclass(frozen=True)
class Solved:
    """What a solver answered, and how it came to that."""

    answer: Submission
    requests: Sequence[Request]
    ran: Sequence[str]
    """Code that was run on the scratchpad."""

    @property
    def last_turn(self) -> str:
        """The last message that the model was sent."""
        return self.requests[-1].messages[-1].content

    @property
    def graph(self) -> TaskGraph:
        """The task graph among the statistics of the answer."""
        return TaskGraph.model_validate(self.answer.agent_stats[AGENT_STATS_KEY])


def problem_of(text: str = '# %%\n"""\nquestion: q\n"""\n\n1\n') -> Problem:
    """Return the first problem of a text."""
    return parse(text).problems[0][1]


def unused_scratchpad() -> Scratchpad:
    """Return a scratchpad for solvers that run nothing."""
    return ForkedScratchpad(FakeSandbox().session(), problem_of(), EvaluationOptions(), separates=False)


def solved(  # noqa: PLR0913 - all that a solver is opened with, by keyword
    kind: str,
    folder: Path,
    *replies: ScriptEntry,
    runs: dict[str, CellRun] | None = None,
    task: Task = TASK,
    context: Sequence[ContextPart] = DEFAULT_CONTEXT,
    turns: int | None = None,
    profile: str = "",
    surroundings: str = "",
    reviewer: Callable[[TaskReview], str] | None = None,
    graphs: list[TaskGraph] | None = None,
    helpers: bool = True,
    packages: str = "",
) -> Solved:
    """Have a task solved; the folder holds what was observed, so a second call goes on after the first."""
    model = ListeningModel(replies)
    asking = ModelOptions(
        model=model,
        prompts=read_solver_prompts(ROOT, PAGES_OF.get(kind, kind)),
        observations=ObservationCache(folder),
        context=context,
        turns=turns,
        surroundings=surroundings,
        profile=lambda _: profile,
        reviewer=reviewer,
        helpers=helpers,
        packages=packages,
        on_graph=(graphs if graphs is not None else []).append,
    )
    sandbox = FakeSandbox(runs=runs or {})
    solver = open_solver(kind, SolverOptions(BENCHMARK, asking=asking))
    with ForkedScratchpad(sandbox.session(), problem_of(), EvaluationOptions(), separates=True) as scratchpad:
        answer = solver.solve(task, scratchpad)
    assert answer is not None
    return Solved(answer, model.requests, [code for _, code in sandbox.ran])
