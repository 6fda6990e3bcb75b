"""Has a solver answer the sets of a benchmark, several of them side by side."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial

from authoring.api.executors.threads import run_all_or_none
from authoring.evaluation.evaluate import evaluate_set
from authoring.evaluation.evaluate.scratchpad import AbandonedError
from authoring.evaluation.evaluate.verdict_memo import VerdictMemo
from authoring.evaluation.solvers.base import Solver
from authoring.records.results import Benchmark, BenchmarkSet, Evaluation, EvaluationOptions, ProblemResult, SetResult
from authoring.sandbox.port import Sandbox, SandboxFacts


def judge_benchmark(  # noqa: PLR0913 - ports and choices of the command, all by keyword
    benchmark: Benchmark,
    *,
    solver: Solver,
    options: EvaluationOptions,
    sandbox: Sandbox,
    chosen: Sequence[str] = (),
    jobs: int = 1,
    earlier: Sequence[SetResult] = (),
    progress: Callable[[SetResult], None] | None = None,
    on_attempt: Callable[[ProblemResult], None] | None = None,
    verdicts: VerdictMemo | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Evaluation:
    """Judge what a solver answers to a benchmark; but for times, the same answers give the same evaluation.

    Judged are the sets whose names are `chosen`, all if there is none; so many `jobs` of them side by side, which ask
    the solver from as many threads. Sets that were judged `earlier`, with the same solver and options, are taken as
    they are. `progress` is called with each set when it is done, and `on_attempt` with each problem, never with two at
    once; what they keep, no later failure loses. Solvers with the same `verdicts` share those of equal answers. After a
    failure, ^C, or where `is_stopped` says so, no further code runs; calls under way are waited for: they are paid.

    Raises:
        SandboxError: the sandbox failed.
        AbandonedError: `is_stopped` said so.
    """
    sets = [problemset for problemset in benchmark.sets if problemset.name in chosen or not chosen]
    results = {result.name: result for result in earlier}
    # Sets are judged in threads; the callers' functions are promised never to be called by two at once.
    lock, stopped = threading.Lock(), threading.Event()
    executor = asking_threads(solver, jobs)
    judge_set = partial(evaluate_set, solver=solver, options=options, sandbox=sandbox, verdicts=verdicts)

    def is_over() -> bool:
        return stopped.is_set() or is_stopped()

    def on_problem(problem: ProblemResult) -> None:
        with lock:
            # Where another set has failed, what comes of this one would be thrown away.
            if is_over():
                raise AbandonedError
            if on_attempt is not None:
                on_attempt(problem)

    def judge(problemset: BenchmarkSet) -> None:
        result = judge_set(
            problemset, dialect=benchmark.dialect, on_problem=on_problem, executor=executor, is_stopped=is_over
        )
        with lock:
            results[result.name] = result
            if progress is not None:
                progress(result)

    with executor or nullcontext():
        run_all_or_none([item for item in sets if item.name not in results], judge, jobs=jobs, stopped=stopped)
    return evaluation_of(benchmark, [results[item.name] for item in sets], solver, options, sandbox)


def evaluation_of(
    benchmark: Benchmark,
    results: Sequence[SetResult],
    solver: Solver,
    options: EvaluationOptions,
    sandbox: SandboxFacts,
) -> Evaluation:
    """Return the evaluation that sets make up, with what its verdicts depend on."""
    versions = dict(sandbox.versions(("numpy", "pandas")))
    return Evaluation(
        benchmark=benchmark.name,
        version=benchmark.version,
        dialect=benchmark.dialect,
        solver=solver.name,
        options=options,
        python=versions.pop("python"),
        packages=tuple(versions.items()),
        sets=(),
    ).with_sets(results)


def asking_threads(solver: Solver, jobs: int = 1) -> ThreadPoolExecutor | None:
    """Return the threads that ask a solver for so many sets together; None where it takes one problem after another."""
    if solver.simultaneous <= 1:
        return None
    # Enough for the sets as well: how many calls are under way is for the model's limits to say.
    return ThreadPoolExecutor(max_workers=max(solver.simultaneous, jobs))
