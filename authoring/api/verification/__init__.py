"""Verifies texts outside a run: lint, inputs, dry run and what follows from it, for one set or for many."""

import json
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from authoring import dseal
from authoring.api.executors.threads import run_batch
from authoring.gate.dry_run import dry_run
from authoring.gate.dry_run_findings import check_dry_run, check_inputs
from authoring.records.base import Sha256, sha256_of
from authoring.records.evidence import DryRun, Evidence, Limits
from authoring.records.job import Job, JobResult
from authoring.records.progress import ProgressCallback
from authoring.records.seed import Seed
from authoring.sandbox.port import Sandbox
from authoring.sandbox.worker_cache import cached_sandbox, require_identity
from authoring.validators.base import Dialect
from authoring.workspace.benchmark import INPUTS, columns_of, levels_of
from authoring.workspace.cache import CachedFindings, RunCache, program_state
from authoring.workspace.files import files_in


def verify(
    text: str,
    files: Sequence[Path],
    *,
    tables: Sequence[dseal.InputTable] | None = None,
    limits: Limits,
    sandbox: Sandbox,
    dialect: Dialect = "dseval",
    progress: ProgressCallback | None = None,
) -> Evidence:
    """Examine any DSEAL text outside a run, for example a set that was admitted long ago.

    `tables` are what is known of the columns of its input files, the names alone if None; limits hold per problem.
    """
    # Names are enough for lint to say whether a file that is read is there.
    known_tables = (
        tuple(tables)
        if tables is not None
        else tuple(dseal.InputTable(name, None) for file in files for name, _ in files_in(file))
    )
    run = partial(dry_run, text, inputs=files, limits=limits, sandbox=sandbox, dialect=dialect, progress=progress)
    return verified(text, known_tables, files, limits, run)


def verify_job(job: Job, *, sandbox: Sandbox | None = None, progress: ProgressCallback | None = None) -> Evidence:
    """Verify what a job holds; a function that any executor can run, in this process or on another machine.

    The job's input files stand on this machine. If no sandbox is given, it runs in the one that this process keeps from
    job to job.

    Raises:
        SandboxError: the sandbox failed, or is not the one that the job wants.
    """
    sandbox = cached_sandbox(job.requirements) if sandbox is None else sandbox
    require_identity(sandbox, job.requirements)
    run = partial(dry_run, job.text, inputs=job.files, limits=job.limits, dialect=job.dialect, pins=job.pins)
    return verified(job.text, job.known_tables, job.files, job.limits, partial(run, sandbox=sandbox, progress=progress))


def verify_many(
    jobs: Iterable[Job],
    *,
    executor: Executor,
    on_done: Callable[[JobResult], object],
    on_stop: Callable[[int], object] = lambda _: None,
    cache: RunCache | None = None,
    work: Callable[[Job], Evidence] = verify_job,
) -> None:
    """Verify many sets; what one of them fails at keeps none of the others from its result.

    Args:
        jobs: taken one by one, as there is room.
        executor: of threads, processes or a cluster; its owner ends it.
        on_done: called for each job once, in this thread, in the order in which they are done.
        on_stop: told after the first ^C how many jobs are waited for.
        cache: of dry runs that were made before; jobs that do not say what sandbox they want are not kept.
        work: what is done with a job that is not in the cache.

    Raises:
        KeyboardInterrupt: after the first ^C, when what was under way is told; after the second, at once.
    """

    def is_cached(job: Job) -> bool:
        result = earlier_result(job, cache)
        if result is not None:
            on_done(result)
        return result is not None

    def handle(job: Job, future: Future[Evidence]) -> None:
        result = JobResult.of(job, future)
        keep_run(result, cache)
        on_done(result)

    run_batch(jobs, work, executor=executor, on_done=handle, is_settled=is_cached, on_stop=on_stop)


def earlier_result(job: Job, cache: RunCache | None) -> JobResult | None:
    """Return what is known of a job whose dry run is in the cache.

    Lint and what follows from the run are made anew, unless text, tables and program are those that they were made of.
    """
    cached = cache.get(job.key) if cache is not None and job.requirements.identity else None
    if cached is None or cache is None:
        return None
    basis = _basis(job, cached.made)
    known = cache.findings.get(basis) if basis else None
    if known is not None:
        run = job.adapted_run(cached.run) if known.is_run else None
        evidence = Evidence(draft=sha256_of(job.text), diagnostics=known.findings, dry_run=run)
    else:
        evidence = verified(job.text, job.known_tables, job.files, job.limits, partial(job.adapted_run, cached.run))
        _keep_findings(cache, basis, evidence)
    # A text that lint refuses by now is not run, and so is not as old as the cached run.
    return JobResult(job, evidence, since=cached.made if evidence.dry_run else None)


def keep_run(result: JobResult, cache: RunCache | None) -> None:
    """Keep the dry run of a job for the next time, where it would end alike again, and what was found with it."""
    job, evidence = result.job, result.evidence
    run = evidence.dry_run if evidence else None
    # A run is good for the next time only where it is known in what sandbox it was made.
    if cache is None or evidence is None or run is None or not job.requirements.identity:
        return
    if job.is_cacheable(run):
        made = cache.put(job.key, run)
        _keep_findings(cache, _basis(job, made), evidence)


def _keep_findings(cache: RunCache, basis: Sha256, evidence: Evidence) -> None:
    if basis:
        is_run = evidence.dry_run is not None
        made, findings = datetime.now(UTC), evidence.diagnostics
        cache.findings.keep(CachedFindings(key=basis, made=made, findings=findings, is_run=is_run))


def _basis(job: Job, made: datetime) -> Sha256:
    """Return a hash of all that a job's findings follow from, its run among it; empty where nobody can say."""
    state = program_state()
    if not state:
        return ""
    tables = [[table.name, table.columns, table.shared, table.levels] for table in job.known_tables]
    return sha256_of(json.dumps([state, job.key, made.isoformat(), job.text, tables]))


def linted(text: str, tables: Sequence[dseal.InputTable], files: Sequence[Path], limits: Limits) -> Evidence:
    """Return what is known of a text before it runs; one with errors is not run."""
    findings = dseal.lint(text, surroundings=dseal.Surroundings(inputs=tuple(tables)))
    return Evidence(draft=sha256_of(text), diagnostics=(*findings, *check_inputs(files, limits)))


def verified(
    text: str, tables: Sequence[dseal.InputTable], files: Sequence[Path], limits: Limits, run: Callable[[], DryRun]
) -> Evidence:
    """Lint a text, then have it run; one with lint errors, or with inputs that are too large, is not run."""
    evidence = linted(text, tables, files, limits)
    return evidence if evidence.errors else weigh(text, evidence.diagnostics, run(), limits)


def lint_with(text: str, seed: Seed, files: Sequence[Path] = ()) -> tuple[dseal.Diagnostic, ...]:
    """Lint a text about a seed whose files and columns are known, and the texts in their cells where files are given.

    Without files a question seems to name values that nobody has; errors follow from names of columns alone.
    """
    return dseal.lint(text, surroundings=dseal.Surroundings(inputs=tables_of_seed(seed, files)))


def tables_of_seed(seed: Seed, files: Sequence[Path] = ()) -> tuple[dseal.InputTable, ...]:
    """Return what lint is to know of a seed's files: of its companions the names alone.

    Args:
        seed: the seed.
        files: where its files stand, for the texts in their cells.
    """
    levels = {name: levels_of(path) for file in files for name, path in files_in(file)}
    companions = (dseal.InputTable(file.name, None) for file in seed.companions)
    tables = (dseal.InputTable(file.name, file.columns, levels=levels.get(file.name, ())) for file in seed.files)
    return (*tables, *companions)


def tables_of_files(files: Sequence[Path]) -> tuple[dseal.InputTable, ...]:
    """Return what can be known of input files without reading more than their first line and some of their cells."""
    return tuple(
        dseal.InputTable(name, columns_of(path), shared=file.parent.name == INPUTS, levels=levels_of(path))
        for file in files
        for name, path in files_in(file)
    )


def weigh(text: str, findings: Sequence[dseal.Diagnostic], run: DryRun, limits: Limits) -> Evidence:
    """Put together what lint and the dry run say of a text."""
    whole = Evidence(draft=sha256_of(text), diagnostics=tuple(findings), dry_run=run)
    return with_findings(whole, check_dry_run(text, run, limits))


def with_findings(evidence: Evidence, further: Sequence[dseal.Diagnostic]) -> Evidence:
    """Return evidence with further findings among its own, in the order of the text."""
    findings = (*evidence.diagnostics, *further)
    # A reader goes through a text from above, whoever found what.
    ordered = sorted(findings, key=lambda finding: (finding.line, finding.column, finding.code))
    return evidence.model_copy(update={"diagnostics": tuple(ordered)})
