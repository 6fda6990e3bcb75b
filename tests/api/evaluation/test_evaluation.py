"""Evaluating a benchmark: the report is what is printed; sets in order, side by side, resumed, stopped without loss."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.evaluation import EvaluationRequest, evaluate, opened_benchmark, plan_evaluation
from authoring.api.evaluation.judging import judge_benchmark
from authoring.api.executors.threads import processors
from authoring.errors import SandboxError, UsageError
from authoring.evaluation.evaluate.scratchpad import AbandonedError
from authoring.evaluation.solvers.reference import ReferenceSolver
from authoring.records.progress import NOBODY, PartialResult, Started
from authoring.records.results import (
    Benchmark,
    BenchmarkSet,
    Evaluation,
    EvaluationOptions,
    ProblemResult,
    SetResult,
)
from authoring.sandbox.fake import FakeSandbox
from authoring.workspace.read_lock import ReadLocks
from tests.api.events import EventLog


@pytest.mark.exhaustive
def test_report_is_what_is_printed(cli: Callable[..., Any], folder: Path) -> None:
    """Sets that were judged before are taken as they are, so that even times are the same."""
    log, out = EventLog(), folder / "out.jsonl"
    request = EvaluationRequest(benchmark=Path("tiny"), submissions=Path("agent.jsonl"), out=out)
    report = evaluate(request, reporter=log)
    printed = cli("evaluate", "tiny", "--submissions", "agent.jsonl", "--out", out, "--json")

    assert report.model_dump(mode="json") == printed.json
    assert (report.exit_code(None), report.exit_code(99)) == (0, 1)
    assert log.events[0] == Started((("a-first", 2), ("b-second", 2)))
    results = [event for event in log.events if isinstance(event, PartialResult)]
    assert {event.record.name for event in results if isinstance(event.record, SetResult)} == {"a-first", "b-second"}
    assert not any(event.is_earlier for event in results)


def test_who_answers_has_to_be_said(folder: Path) -> None:
    """Submissions or a solver, and not both."""
    del folder
    with pytest.raises(UsageError, match="who answers"):
        evaluate(EvaluationRequest(benchmark=Path("tiny")))


@pytest.mark.parametrize(
    ("who", "jobs"),
    [
        ({"solver": "reference"}, processors()),
        ({"submissions": Path("agent.jsonl")}, processors()),
        ({"solver": "command:cat"}, 1),
        ({"solver": "reference", "jobs": 3}, 3),
    ],
)
def test_sets_at_once_depend_on_who_answers(folder: Path, who: dict[str, Any], jobs: int) -> None:
    """What computes here alone takes every processor; a program has no second one of its kind beside it."""
    del folder
    request = EvaluationRequest(benchmark=Path("tiny"), **who)
    with ReadLocks() as locks:
        opened, workspace = opened_benchmark(request, locks)
        assert plan_evaluation(request, opened, workspace, None, NOBODY).jobs == jobs


def two_problem_set(name: str) -> BenchmarkSet:
    """Return a set of two problems."""
    cells = (f'# %%\n"""\nquestion: {number}?\n"""\n\n{name}{number}\n' for number in (1, 2))
    return BenchmarkSet(name=name, path=Path(f"{name}.py"), text="\n".join(cells), inputs=())


BENCHMARK = Benchmark(name="B", version="1", sets=tuple(two_problem_set(name) for name in "abcd"))
OPTIONS = EvaluationOptions()


def judge(**options: object) -> Evaluation:
    """Judge the oracle in a sandbox that runs nothing."""
    return judge_benchmark(
        BENCHMARK,
        solver=ReferenceSolver(),
        options=OPTIONS,
        sandbox=FakeSandbox(),
        **options,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize("jobs", [1, 3])
def test_nothing_further_runs_when_nobody_waits(jobs: int) -> None:
    """Once it is said that the evaluation is over, no cell runs any more, and no further problem is told of."""
    sandbox, problems = FakeSandbox(), list[ProblemResult]()
    is_over = threading.Event()

    def note(problem: ProblemResult) -> None:
        problems.append(problem)
        is_over.set()

    with pytest.raises(AbandonedError):
        judge_benchmark(
            BENCHMARK,
            solver=ReferenceSolver(),
            options=OPTIONS,
            sandbox=sandbox,
            jobs=jobs,
            on_attempt=note,
            is_stopped=is_over.is_set,
        )

    assert len(problems) == 1
    # Of the sets that had begun, two references and an answer each at most, of eight of both in all.
    assert len(sandbox.ran) <= 3 * jobs


@pytest.mark.parametrize("jobs", [1, 3])
def test_results_stand_in_the_benchmarks_order(jobs: int) -> None:
    """Whoever is done first; every set and problem is reported once."""
    sets: list[str] = []
    problems: list[tuple[str, int]] = []
    evaluation = judge(
        jobs=jobs,
        progress=lambda result: sets.append(result.name),
        on_attempt=lambda problem: problems.append((problem.problemset, problem.index)),
    )

    assert [result.name for result in evaluation.sets] == list("abcd")
    assert sorted(sets) == list("abcd")
    assert sorted(problems) == [(name, number) for name in "abcd" for number in (1, 2)]
    identity = (evaluation.benchmark, evaluation.version, evaluation.solver, evaluation.python)
    assert identity == ("B", "1", "reference", "3.11.0")


def test_chosen_sets_alone_are_judged() -> None:
    """In the benchmark's order, however they are named."""
    assert [result.name for result in judge(chosen=["c", "a"]).sets] == ["a", "c"]


def test_sets_that_were_judged_earlier_are_not_run_again() -> None:
    """They are taken as they are."""
    earlier = SetResult(name="b", problems=(), seconds=7)
    ran: list[str] = []
    evaluation = judge(earlier=[earlier], progress=lambda result: ran.append(result.name))

    assert ran == ["a", "c", "d"]
    assert evaluation.sets[1] == earlier


@pytest.mark.parametrize("jobs", [1, 3])
def test_failure_loses_nothing_that_was_reported(jobs: int) -> None:
    """What was judged before the sandbox failed has been reported, and no thread goes on."""
    reported: list[str] = []

    def on_attempt(problem: ProblemResult) -> None:
        if problem.problemset == "c":
            raise SandboxError("no more processes", hint="")

    before = threading.active_count()
    with pytest.raises(SandboxError, match="no more processes"):
        judge(jobs=jobs, progress=lambda result: reported.append(result.name), on_attempt=on_attempt)

    assert "c" not in reported
    assert jobs > 1 or reported == ["a", "b"]
    assert threading.active_count() == before
