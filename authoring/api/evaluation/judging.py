"""Has a solver answer the sets of a benchmark, several of them side by side."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial

from authoring import dseal
from authoring.api.executors.threads import StoppedError, run_all_or_none
from authoring.evaluation.evaluate import evaluate_set
from authoring.evaluation.evaluate.verdict_memo import VerdictMemo
from authoring.evaluation.solvers.base import Solver
from authoring.records.results import Benchmark, BenchmarkSet, Evaluation, EvaluationOptions, ProblemResult, SetResult
from authoring.sandbox.port import Sandbox


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
) -> Evaluation:
    """Judge what a solver answers to a benchmark; but for times, the same answers give the same evaluation.

    Judged are the sets whose names are `chosen`, all if there is none; so many `jobs` of them side by side, which ask
    the solver from as many threads. Sets that were judged `earlier`, with the same solver and options, are taken as
    they are. `progress` is called with each set when it is done, and `on_attempt` with each problem, never with two at
    once; what they keep, no later failure loses. Solvers with the same `verdicts` share those of equal answers.

    Raises:
        SandboxError: the sandbox failed.
    """
    sets = [problemset for problemset in benchmark.sets if problemset.name in chosen or not chosen]
    results = {result.name: result for result in earlier}
    # Sets are judged in threads; the callers' functions are promised never to be called by two at once.
    lock, stopped = threading.Lock(), threading.Event()
    executor = _executor_of(solver, jobs)
    judge_set = partial(evaluate_set, solver=solver, options=options, sandbox=sandbox, verdicts=verdicts)

    def on_problem(problem: ProblemResult) -> None:
        with lock:
            if stopped.is_set():
                # Another set has failed, and what comes of this one would be thrown away.
                raise StoppedError
            if on_attempt is not None:
                on_attempt(problem)

    def judge(problemset: BenchmarkSet) -> None:
        result = judge_set(problemset, dialect=benchmark.dialect, on_problem=on_problem, executor=executor)
        with lock:
            results[result.name] = result
            if progress is not None:
                progress(result)

    open_sets = [problemset for problemset in sets if problemset.name not in results]
    with executor or nullcontext():
        run_all_or_none(open_sets, judge, jobs=jobs, stopped=stopped)
    # Packages that cells import can change a verdict as well as pandas can.
    python, packages = _versions(sets, sandbox)
    return Evaluation(
        benchmark=benchmark.name,
        version=benchmark.version,
        dialect=benchmark.dialect,
        solver=solver.name,
        options=options,
        python=python,
        packages=packages,
        sets=tuple(results[problemset.name] for problemset in sets),
    )


def _executor_of(solver: Solver, jobs: int) -> ThreadPoolExecutor | None:
    """Return the threads that ask a solver, for all sets together; None where it takes one problem after the other."""
    if solver.simultaneous <= 1:
        return None
    # Enough for the sets as well: how many calls are under way is for the model's limits to say.
    return ThreadPoolExecutor(max_workers=max(solver.simultaneous, jobs))


def _versions(sets: Sequence[BenchmarkSet], sandbox: Sandbox) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the versions of Python and of the packages that can change a verdict."""
    cells = [cell for problemset in sets for cell in dseal.parse(problemset.text).runnable]
    imported = {name.partition(".")[0] for cell in cells for name in dseal.imports_of(cell.code)}
    versions = dict(sandbox.versions(sorted(imported | {"numpy", "pandas"})))
    return versions.pop("python"), tuple(sorted(versions.items()))
