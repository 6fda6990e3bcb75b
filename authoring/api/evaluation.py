"""Judging what a solver answers to a benchmark."""

import threading
from collections.abc import Callable, Sequence

from authoring import dseal
from authoring.api.batch import StoppedError, each_or_none
from authoring.evaluation.evaluate import evaluate_set
from authoring.evaluation.solvers.base import Solver
from authoring.records.results import Benchmark, BenchmarkSet, Evaluation, EvaluationOptions, ProblemResult, SetResult
from authoring.sandbox.port import Sandbox


def evaluate(  # noqa: PLR0913 - ports and choices of the command, all by keyword
    benchmark: Benchmark,
    *,
    solver: Solver,
    options: EvaluationOptions,
    sandbox: Sandbox,
    chosen: Sequence[str] = (),
    jobs: int = 1,
    done: Sequence[SetResult] = (),
    progress: Callable[[SetResult], None] | None = None,
    on_attempt: Callable[[ProblemResult], None] | None = None,
) -> Evaluation:
    """Judge what a solver answers to a benchmark; but for times, the same answers give the same evaluation.

    Args:
        benchmark: from `read_benchmark`.
        solver: who answers; with several `jobs` it is asked from as many threads.
        options: attempts, limits, what the solver is shown.
        sandbox: where everything untrusted runs.
        chosen: names of sets; all if empty.
        jobs: sets that are judged side by side.
        done: sets that were judged before, with the same solver and options; taken as they are.
        progress: told of each set when it is done, never of two at once; what it keeps, no later failure loses.
        on_attempt: told of each problem when it is done, never of two at once.

    Raises:
        SandboxError: the sandbox failed.
    """
    sets = [one for one in benchmark.sets if one.name in chosen or not chosen]
    known = {result.name: result for result in done}
    telling, stopped = threading.Lock(), threading.Event()

    def tell(problem: ProblemResult) -> None:
        with telling:
            if stopped.is_set():
                raise StoppedError
            if on_attempt is not None:
                on_attempt(problem)

    def judge(problemset: BenchmarkSet) -> None:
        result = evaluate_set(
            problemset, dialect=benchmark.dialect, solver=solver, options=options, sandbox=sandbox, on_problem=tell
        )
        with telling:
            known[result.name] = result
            if progress is not None:
                progress(result)

    each_or_none([one for one in sets if one.name not in known], judge, jobs=jobs, stopped=stopped)
    python, packages = _versions(sets, sandbox)
    return Evaluation(
        benchmark=benchmark.name,
        version=benchmark.version,
        dialect=benchmark.dialect,
        solver=solver.name,
        options=options,
        python=python,
        packages=packages,
        sets=tuple(known[one.name] for one in sets),
    )


def _versions(sets: Sequence[BenchmarkSet], sandbox: Sandbox) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the versions of Python and of the packages that can change a verdict."""
    cells = [cell for problemset in sets for cell in dseal.parse(problemset.text).runnable]
    imported = {name.partition(".")[0] for cell in cells for name in dseal.imports_of(cell.code)}
    versions = dict(sandbox.versions(sorted(imported | {"numpy", "pandas"})))
    return versions.pop("python"), tuple(sorted(versions.items()))
