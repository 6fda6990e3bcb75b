"""The order of the steps, and where a person is asked. Start reading here.

`author` is the inner loop for one problem set: profile, draft, examine, ask, revise or admit. Every step goes through
the journal, so calling it again after a crash, or after a person's decision, goes on where it stopped.
"""

import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future
from functools import partial
from importlib.metadata import version
from pathlib import Path

from authoring import dseal
from authoring.batch import StoppedError, each, each_or_none
from authoring.drafters.template import TemplateDrafter
from authoring.errors import SandboxError
from authoring.jobs import Done, Job
from authoring.journal import Journal
from authoring.records import (
    Action,
    Admission,
    Draft,
    DryRun,
    Evidence,
    Example,
    Limits,
    Name,
    Record,
    Rejection,
    Seed,
    Template,
    Waiting,
    sha256_of,
)
from authoring.results import Benchmark, BenchmarkSet, Evaluation, EvaluationOptions, ProblemResult, SetResult
from authoring.sandbox.base import Sandbox
from authoring.sandbox.kept import identity_of, kept_sandbox
from authoring.solvers.base import Solver
from authoring.stages.admit import admit_draft
from authoring.stages.check import check_dry_run, check_inputs
from authoring.stages.draft import write_draft
from authoring.stages.dry_run import dry_run
from authoring.stages.evaluate import evaluate_set
from authoring.stages.profile import profile_data
from authoring.stages.revise import revise_draft
from authoring.validators.base import Dialect
from authoring.workspace.files import files_in
from authoring.workspace.run_cache import RunCache

Progress = Callable[[int, int], None]
"""Called with (cells done, cells in all) while a draft runs."""


class RunSettings(Record):
    """What a run is pinned to when it begins; resuming uses these, and new settings mean a new run."""

    name: Name
    seed: Seed
    templates: tuple[Template, ...]
    examples: tuple[Example, ...]
    limits: Limits
    random_seed: int
    dialect: Dialect = "dseval"
    """Of the benchmark that the set is for."""


def author(
    files: Sequence[Path], *, sandbox: Sandbox, journal: Journal[RunSettings], progress: Progress | None = None
) -> Admission | Rejection | Waiting:
    """Go as far as possible without a person; return what stands at the end.

    Args:
        files: the seed's files, in the seed's order.
        sandbox: where everything untrusted runs.
        journal: the run; holds its settings and what people have decided.
        progress: told how far a dry run has come.
    """
    pinned, step = journal.settings, journal.step
    profile = step(profile_data, pinned.seed, files=files, sandbox=sandbox)
    draft = step(
        write_draft,
        pinned.seed,
        profile,
        drafter=TemplateDrafter(pinned.templates),
        name=pinned.name,
        examples=pinned.examples,
        random_seed=pinned.random_seed,
    )
    while True:
        evidence = examine(draft, files, sandbox=sandbox, journal=journal, progress=progress)
        decision = journal.decision(draft)
        if decision is None:
            return Waiting(draft=draft, evidence=evidence)
        if decision.action is Action.REJECT:
            return Rejection(name=draft.name, decision=decision)
        if decision.action is Action.REVISE and decision.text is not None:
            draft = step(revise_draft, draft, decision)
        elif decision.action is Action.ADMIT and not evidence.errors:
            told = journal.decisions
            tool = version("dseal-authoring")
            return step(admit_draft, pinned.seed, draft, evidence, decision, decisions=told, version=tool)
        else:
            return Waiting(draft=draft, evidence=evidence)


def examine(
    draft: Draft,
    files: Sequence[Path],
    *,
    sandbox: Sandbox,
    journal: Journal[RunSettings],
    progress: Progress | None = None,
) -> Evidence:
    """Lint a revision, then run it; a text with lint errors is not run."""
    limits, dialect = journal.settings.limits, journal.settings.dialect
    run = partial(journal.step, dry_run, draft.text, inputs=files, limits=limits, sandbox=sandbox, dialect=dialect)
    return _verified(draft.text, _tables(journal.settings.seed), files, limits, partial(run, progress=progress))


def verify(
    text: str,
    files: Sequence[Path],
    *,
    tables: Sequence[dseal.InputTable] | None = None,
    limits: Limits,
    sandbox: Sandbox,
    dialect: Dialect = "dseval",
    progress: Progress | None = None,
) -> Evidence:
    """Examine any DSEAL text outside a run, for example a set that was admitted long ago.

    Args:
        text: the problem set.
        files: its input files.
        tables: what is known of the files' columns; the names alone if None.
        limits: per problem.
        sandbox: where it runs.
        dialect: whose rules judge.
        progress: told how far the dry run has come.
    """
    known = (
        tuple(tables)
        if tables is not None
        else tuple(dseal.InputTable(name, None) for file in files for name, _ in files_in(file))
    )
    run = partial(dry_run, text, inputs=files, limits=limits, sandbox=sandbox, dialect=dialect, progress=progress)
    return _verified(text, known, files, limits, run)


def verify_job(job: Job, *, sandbox: Sandbox | None = None, progress: Progress | None = None) -> Evidence:
    """Verify what a job holds; a function that any executor can run, in this process or on another machine.

    Args:
        job: its input files stand on this machine.
        sandbox: where it runs; if None, the one that this process keeps from job to job.
        progress: told how far the dry run has come.

    Raises:
        SandboxError: the sandbox failed, or is not the one that the job wants.
    """
    sandbox = kept_sandbox(job.where) if sandbox is None else sandbox
    if job.where.identity not in {"", identity_of(sandbox)}:
        message = f"the sandbox is another than was asked for: {identity_of(sandbox)} instead of {job.where.identity}"
        raise SandboxError(message, hint="Give every worker the same program, Python and packages, and run again.")
    run = partial(dry_run, job.text, inputs=job.files, limits=job.limits, dialect=job.dialect, pins=job.pins)
    return _verified(job.text, job.known, job.files, job.limits, partial(run, sandbox=sandbox, progress=progress))


def verify_many(
    jobs: Iterable[Job],
    *,
    executor: Executor,
    on_done: Callable[[Done], object],
    on_stop: Callable[[int], object] = lambda _: None,
    cache: RunCache | None = None,
    work: Callable[[Job], Evidence] = verify_job,
) -> None:
    """Verify many sets; what one of them fails at keeps none of the others from its result.

    Args:
        jobs: taken one by one, as there is room.
        executor: of threads, processes or a cluster; its owner ends it.
        on_done: told of each job once, in this thread, in the order in which they are done.
        on_stop: told after the first ^C how many jobs are waited for.
        cache: of dry runs that were made before; jobs that do not say what sandbox they want are not kept.
        work: what is done with a job that is not in the cache.

    Raises:
        KeyboardInterrupt: after the first ^C, when what was under way is told; after the second, at once.
    """

    def settled(job: Job) -> bool:
        kept = cache.get(job.key) if cache is not None and job.where.identity else None
        if kept is not None:
            evidence = _verified(job.text, job.known, job.files, job.limits, partial(job.told_of, kept.run))
            on_done(Done(job, evidence, since=kept.made if evidence.dry_run else None))
        return kept is not None

    def tell(job: Job, future: Future[Evidence]) -> None:
        done = Done.of(job, future)
        run = done.evidence.dry_run if done.evidence else None
        if cache is not None and run is not None and job.where.identity and job.lasting(run):
            cache.put(job.key, run)
        on_done(done)

    each(jobs, work, executor=executor, tell=tell, settled=settled, on_stop=on_stop)


def _verified(
    text: str, tables: Sequence[dseal.InputTable], files: Sequence[Path], limits: Limits, run: Callable[[], DryRun]
) -> Evidence:
    """Lint a text, then have it run; one with lint errors, or with inputs that are too large, is not run."""
    findings = dseal.lint(text, surroundings=dseal.Surroundings(inputs=tuple(tables)))
    findings = (*findings, *check_inputs(files, limits))
    if any(finding.severity is dseal.Severity.ERROR for finding in findings):
        return Evidence(draft=sha256_of(text), diagnostics=findings)
    return weigh(text, findings, run(), limits)


def lint_with(text: str, seed: Seed) -> tuple[dseal.Diagnostic, ...]:
    """Lint a text about a seed whose files and columns are known."""
    return dseal.lint(text, surroundings=dseal.Surroundings(inputs=_tables(seed)))


def _tables(seed: Seed) -> tuple[dseal.InputTable, ...]:
    return tuple(dseal.InputTable(file.name, file.columns) for file in seed.files)


def weigh(text: str, findings: Sequence[dseal.Diagnostic], run: DryRun, limits: Limits) -> Evidence:
    """Put together what lint and the dry run say of a text."""
    found = (*findings, *check_dry_run(text, run, limits))
    ordered = sorted(found, key=lambda finding: (finding.line, finding.column, finding.code))
    return Evidence(draft=sha256_of(text), diagnostics=tuple(ordered), dry_run=run)


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
