"""Has the workers of a cluster judge answers that are there already: recorded ones, and the references themselves."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import cache

from authoring.api.evaluation.judging import evaluation_of
from authoring.api.executors.threads import run_batch
from authoring.api.workers import Workers
from authoring.evaluation.evaluate import evaluate_set
from authoring.evaluation.job import EvaluationJob, as_judged_here
from authoring.evaluation.solvers.base import Solver
from authoring.evaluation.solvers.recorded import RecordedSolver
from authoring.evaluation.solvers.reference import ReferenceSolver
from authoring.records.results import Benchmark, BenchmarkSet, Evaluation, EvaluationOptions, ProblemResult, SetResult
from authoring.sandbox.worker_cache import required_sandbox
from authoring.workspace.files import job_inputs


def judge_on_cluster(
    benchmark: Benchmark,
    *,
    solver: Solver,
    options: EvaluationOptions,
    workers: Workers,
    chosen: Sequence[str] = (),
    earlier: Sequence[SetResult] = (),
    progress: Callable[[SetResult], None] | None = None,
    on_attempt: Callable[[ProblemResult], None] | None = None,
) -> Evaluation:
    """Judge answers to a benchmark, a set a job; but for times, the result is that of `judge_benchmark`.

    The solver is a `RecordedSolver`, or the oracle. Arguments are those of `judge_benchmark`; `on_attempt` hears of the
    problems of a set when the set is done.

    Raises:
        SandboxError: the sandbox of a worker failed, or the cluster did.
        KeyboardInterrupt: after ^C, when what the cluster has is given up.
    """
    sets = [problemset for problemset in benchmark.sets if problemset.name in chosen or not chosen]
    results = {result.name: result for result in earlier}
    problemsets = {problemset.name: problemset for problemset in sets}
    # Sets that share a file have it read once.
    inputs_of = cache(job_inputs)

    def job_of(problemset: BenchmarkSet) -> EvaluationJob:
        return EvaluationJob(
            name=problemset.name,
            file_name=problemset.path.name,
            text=problemset.text,
            inputs=tuple(file for path in problemset.inputs for file in inputs_of(path)),
            reference_cells=problemset.reference_cells,
            draws_figures=problemset.draws_figures,
            dialect=benchmark.dialect,
            options=options,
            submissions=solver.answers_to(problemset.name) if isinstance(solver, RecordedSolver) else None,
            requirements=workers.requirements,
        )

    def on_done(job: EvaluationJob, future: Future[SetResult]) -> None:
        result = as_judged_here(future.result(), problemsets[job.name])
        results[job.name] = result
        if on_attempt is not None:
            for problem in result.problems:
                on_attempt(problem)
        if progress is not None:
            progress(result)

    jobs = (job_of(problemset) for problemset in sets if problemset.name not in results)
    run_batch(jobs, judge_job, executor=workers.executor, on_done=on_done)
    return evaluation_of(benchmark, [results[item.name] for item in sets], solver, options, workers)


def judge_job(job: EvaluationJob) -> SetResult:
    """On a worker: judge the answers to one set, in the sandbox that this process keeps from job to job.

    Raises:
        SandboxError: the sandbox failed, or is not the one that the job wants.
    """
    problemset = job.problemset
    solver: Solver = ReferenceSolver()
    if job.submissions is not None:
        alone = Benchmark(name=job.name, version="", dialect=job.dialect, sets=(problemset,))
        solver = RecordedSolver(job.submissions, alone)
    sandbox = required_sandbox(job.requirements)
    return evaluate_set(problemset, dialect=job.dialect, solver=solver, options=job.options, sandbox=sandbox)
