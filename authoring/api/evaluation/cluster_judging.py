"""Has the workers of a cluster run and judge answers; who is still to give them is asked on this machine."""

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import closing, nullcontext
from functools import cache

from authoring.api.evaluation.absent_solver import CalledSolver, CallingSolver
from authoring.api.evaluation.judging import asking_threads, evaluation_of
from authoring.api.executors.threads import AHEAD, run_batch
from authoring.api.executors.worker_calls import DeskAddress, JobCalls
from authoring.api.workers import Workers
from authoring.errors import SandboxError
from authoring.evaluation.evaluate import evaluate_set
from authoring.evaluation.evaluate.scratchpad import AbandonedError
from authoring.evaluation.job import AbsentSolver, EvaluationJob, as_judged_here
from authoring.evaluation.solvers.base import Solver
from authoring.evaluation.solvers.recorded import RecordedSolver
from authoring.evaluation.solvers.reference import ReferenceSolver
from authoring.records.results import Benchmark, BenchmarkSet, Evaluation, EvaluationOptions, ProblemResult, SetResult
from authoring.sandbox.worker_cache import required_sandbox
from authoring.workspace.files import job_inputs


def judge_on_cluster(  # noqa: PLR0913 - ports and choices of the command, all by keyword
    benchmark: Benchmark,
    *,
    solver: Solver,
    options: EvaluationOptions,
    workers: Workers,
    chosen: Sequence[str] = (),
    earlier: Sequence[SetResult] = (),
    progress: Callable[[SetResult], None] | None = None,
    on_attempt: Callable[[ProblemResult], None] | None = None,
    ahead: int = AHEAD,
) -> Evaluation:
    """Judge answers to a benchmark, a set a job; but for times, the result is that of `judge_benchmark`.

    Recorded answers and the references go to the workers with their set. Any other solver answers here, and the workers
    ask it. Arguments are those of `judge_benchmark`; `on_attempt` hears of the problems of a set when the set is done,
    and at most so many sets are with the cluster at once as `ahead` says.

    Raises:
        SandboxError: the sandbox of a worker failed, or the cluster did.
        CancelledError: what the cluster has was given up.
        KeyboardInterrupt: after ^C, when what the cluster has is given up.
    """
    sets = [problemset for problemset in benchmark.sets if problemset.name in chosen or not chosen]
    results = {result.name: result for result in earlier}
    problemsets = {problemset.name: problemset for problemset in sets}
    # Sets that share a file have it read once.
    inputs_of = cache(job_inputs)
    is_absent = not isinstance(solver, RecordedSolver | ReferenceSolver)
    called = CalledSolver(solver)

    def job_of(problemset: BenchmarkSet, desk: DeskAddress | None) -> EvaluationJob:
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
            solver=_absent(solver, problemset.name, desk) if desk is not None else None,
            requirements=workers.requirements,
        )

    def on_done(job: EvaluationJob, future: Future[SetResult]) -> None:
        result = as_judged_here(_result_of(job, future, called), problemsets[job.name])
        results[job.name] = result
        if on_attempt is not None:
            for problem in result.problems:
                on_attempt(problem)
        if progress is not None:
            progress(result)

    with workers.executor.desk(called.answer) if is_absent else nullcontext(None) as desk:
        jobs = (job_of(problemset, desk) for problemset in sets if problemset.name not in results)
        run_batch(jobs, judge_job, executor=workers.executor, on_done=on_done, ahead=ahead)
    return evaluation_of(benchmark, [results[item.name] for item in sets], solver, options, workers)


def _result_of(job: EvaluationJob, future: Future[SetResult], called: CalledSolver) -> SetResult:
    """Return what came of a set; raises why the evaluation ends, which is not always what the worker saw of it."""
    try:
        return future.result()
    except CancelledError as error:
        raise called.failure or error from None
    except AbandonedError as error:
        hint = "Run again: what was answered is kept."
        lost = SandboxError(f"the worker that had {job.name} lost this machine: {error}", hint=hint)
        raise called.failure or lost from None


def judge_job(job: EvaluationJob) -> SetResult:
    """On a worker: judge the answers to one set, in the sandbox that this process keeps from job to job.

    Raises:
        SandboxError: the sandbox failed, or is not the one that the job wants.
        AbandonedError: nobody waits for the result any more.
    """
    sandbox = required_sandbox(job.requirements)
    with closing(_solver_of(job)) as solver, asking_threads(solver) or nullcontext() as executor:
        return evaluate_set(
            job.problemset,
            dialect=job.dialect,
            solver=solver,
            options=job.options,
            sandbox=sandbox,
            executor=executor,
        )


def _solver_of(job: EvaluationJob) -> Solver:
    if job.solver is not None:
        return CallingSolver(job.solver, JobCalls(DeskAddress(*job.solver.desk), job.name))
    if job.submissions is not None:
        alone = Benchmark(name=job.name, version="", dialect=job.dialect, sets=(job.problemset,))
        return RecordedSolver(job.submissions, alone)
    return ReferenceSolver()


def _absent(solver: Solver, problemset: str, desk: DeskAddress) -> AbsentSolver:
    """Return what a worker is told of a solver of this machine."""
    return AbsentSolver(
        desk=desk,
        name=solver.name,
        looks=solver.looks,
        simultaneous=solver.simultaneous,
        imports=solver.imports(problemset),
    )
