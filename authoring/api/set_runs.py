"""Proves problem sets by running their references: drafts, admitted sets and DSEAL files, many side by side.

Their jobs are done by threads over one sandbox of this machine, or by a Dask cluster.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, partial
from pathlib import Path

from authoring.api.executors.threads import default_jobs, threads_over
from authoring.api.findings.lint import problemset_files
from authoring.api.runs.standing import current_draft, seed_today
from authoring.api.sandboxes import open_sandbox
from authoring.api.trust import UNKNOWN_CODE, CodeOrigin
from authoring.api.verification import tables_of_files, tables_of_seed, verify_job, verify_many
from authoring.api.workers import open_workers
from authoring.api.workspaces import open_workspace, workspace_around
from authoring.dseal import InputTable, Severity, parse
from authoring.dseal.reference_cells import MARK, marked_cells
from authoring.errors import BenchmarkError, UsageError, nearest_hint
from authoring.records.base import Record
from authoring.records.draft import ProblemOrigin
from authoring.records.evidence import Evidence, Limits
from authoring.records.job import Job, JobInput, JobResult, SandboxRequirements
from authoring.records.progress import NOBODY, Notice, PartialResult, Progress, Reporter, Started, Stopping
from authoring.records.run import RunSettings
from authoring.sandbox.worker_cache import identity_of
from authoring.validators.base import Dialect
from authoring.workspace import Workspace
from authoring.workspace.admitted import refuse_changed_set, report_unrecorded
from authoring.workspace.benchmark import inputs_beside, read_dialect, reference_cells_of
from authoring.workspace.cache import RunCache
from authoring.workspace.files import MOST_PROBLEM_SET, job_inputs, read_text
from authoring.workspace.journal import read_settings
from authoring.workspace.read_lock import ReadLocks, reading_benchmark


@dataclass(frozen=True, slots=True)
class RunnableSet:
    """The text of a problem set, with all that running it needs."""

    name: str
    text: str
    origins: tuple[ProblemOrigin, ...]
    inputs: tuple[Path, ...]
    tables: tuple[InputTable, ...]
    limits: Limits
    dialect: Dialect
    folder: Path
    """The folder of the benchmark that the set is in, or is for; its manifest may name an environment."""
    path: Path | None = None
    """Where the text stands; None of a draft."""

    def job(self, inputs_of: Callable[[Path], tuple[JobInput, ...]], where: SandboxRequirements) -> Job:
        """Return the job that proves this set in the sandbox that is wanted.

        `inputs_of` is `job_inputs`, or what remembers its answers: sets that share a file have it read once.
        """
        return Job(
            name=self.name,
            text=self.text,
            inputs=tuple(file for path in self.inputs for file in inputs_of(path)),
            tables=self.tables,
            limits=self.limits,
            dialect=self.dialect,
            requirements=where,
        )


class Proof(Record):
    """Answer of ``run``, one per problem set."""

    name: str
    """As it was asked for: a draft, an admitted set or a path."""
    evidence: Evidence | None
    """None where the set could not be run."""
    since: datetime | None = None
    """When the dry run was made, where the set is unchanged and was not run again."""
    failure: str = ""
    """Why it could not be run: the sandbox or the cluster failed, never the code."""


@dataclass(frozen=True, slots=True)
class SetSummary:
    """What is said of a set in one line when it is done."""

    name: str
    problems: int
    correct: int
    """Problems whose reference satisfies its own validator when it is run again."""
    seconds: float
    counts: tuple[int, ...]
    """How many findings of each severity there are, in the order of `Severity`."""
    unchanged: bool
    failure: str

    @classmethod
    def of(cls, result: JobResult) -> "SetSummary":
        """Return the summary of a set that is done."""
        findings = result.evidence.diagnostics if result.evidence else ()
        run = result.evidence.dry_run if result.evidence else None
        judgements = [cell.judgement for cell in run.cells if cell.judgement is not None] if run else []
        return cls(
            name=result.job.name,
            problems=len(parse(result.job.text).problems),
            correct=sum(judgement.correct == "yes" for judgement in judgements),
            seconds=sum(cell.run.seconds for cell in run.cells) if run else 0.0,
            counts=tuple(sum(finding.severity is severity for finding in findings) for severity in Severity),
            unchanged=result.since is not None,
            failure=result.failure.message if result.failure else "",
        )

    @property
    def errors(self) -> int:
        """Findings that fail the command."""
        return self.counts[0]

    @property
    def weight(self) -> tuple[int, ...]:
        """How bad the set is, to compare it with others: a failure first, then findings by severity."""
        return bool(self.failure), *self.counts


@dataclass(slots=True)
class SetRuns:
    """What came of running sets."""

    sets: Sequence[RunnableSet]
    max_details: int | None
    interrupted: bool = False
    cache_problem: str = ""
    """Why results cannot be cached for the next run; empty where they can."""
    summaries: list[SetSummary] = field(default_factory=list)
    """In the order in which sets were done."""
    details: dict[tuple[str, str], JobResult] = field(default_factory=dict)
    """Results by name and text: all, or those that weigh most."""
    failures: list[JobResult] = field(default_factory=list)
    earliest: datetime | None = None
    """When the oldest of the dry runs was made that were not run again."""

    def add(self, result: JobResult) -> None:
        """Note a set that is done."""
        summary = SetSummary.of(result)
        self.summaries.append(summary)
        if result.since is not None:
            self.earliest = min(self.earliest or result.since, result.since)
        if result.failure is not None:
            self.failures.append(result)
        # A single set is shown in full even where nothing was found.
        if self.max_details is None or any(summary.counts) or len(self.sets) == 1:
            self.details[result.job.name, result.job.text] = result
        # Evidence holds values and outputs; of ten thousand sets it does not fit into memory.
        if self.max_details is not None and len(self.details) > self.max_details:
            lightest = min(self.details, key=lambda key: SetSummary.of(self.details[key]).weight)
            del self.details[lightest]

    @property
    def detailed(self) -> Iterator[tuple[RunnableSet, JobResult]]:
        """The sets whose results are at hand in full, in the order in which they were named."""
        for problemset in self.sets:
            result = self.details.get((problemset.name, problemset.text))
            if result is not None:
                yield problemset, result

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The results as ``--json`` prints them."""
        return tuple(
            Proof(
                name=problemset.name,
                evidence=result.evidence,
                since=result.since,
                failure=result.failure.message if result.failure else "",
            )
            for problemset, result in self.detailed
        )

    @property
    def failures_by_reason(self) -> Mapping[tuple[str, str], Sequence[str]]:
        """The names of the sets that could not be run, by message and hint."""
        names: dict[tuple[str, str], list[str]] = {}
        for result in self.failures:
            if result.failure is not None:
                names.setdefault((result.failure.message, result.failure.hint), []).append(result.job.name)
        return names

    @property
    def exit_code(self) -> int:
        """0 if all is well, 1 for errors, the sandbox's own code where it failed."""
        if self.failures:
            return max((result.failure.exit_code for result in self.failures if result.failure), default=1)
        return 1 if any(summary.errors for summary in self.summaries) else 0


def run_sets(
    names: Sequence[str] = (),
    *,
    run_all: bool = False,
    jobs: int | None = None,
    cluster: str | None = None,
    fresh: bool = False,
    max_details: int | None = None,
    workspace: Path | None = None,
    reporter: Reporter = NOBODY,
) -> SetRuns:
    """Run the reference of every problem twice, under limits, and judge it by its own validator.

    A set that is unchanged since it ran last is not run again.

    Args:
        names: drafts, admitted sets, DSEAL files or folders of them.
        run_all: whether every draft and every admitted set of the workspace is run.
        jobs: sets that run at once; half as many as there are processors if None.
        cluster: address of a Dask scheduler whose workers run the sets; this machine if None.
        fresh: whether what is unchanged is run, too.
        max_details: of how many sets evidence is held, those that weigh most; of all if None.
        workspace: its folder; the one around the current folder, if there is one, if None.
        reporter: told of cells that ran and, with a `JobResult`, of every set.

    Raises:
        UsageError: a name stands for nothing, or there is none.
        AuthoringError: nothing can run at all.
    """
    with held_sets(names, run_all=run_all, workspace=workspace, reporter=reporter) as sets:
        prove = partial(prove_sets, sets, jobs=jobs, cluster=cluster, fresh=fresh, max_details=max_details)
        return prove(workspace=workspace, reporter=reporter)


def prove_sets(
    sets: Sequence[RunnableSet],
    *,
    jobs: int | None = None,
    cluster: str | None = None,
    fresh: bool = False,
    max_details: int | None = None,
    workspace: Path | None = None,
    reporter: Reporter = NOBODY,
) -> SetRuns:
    """Run sets whose texts are at hand; arguments and errors as of `run_sets`."""
    enclosing, inputs_of = workspace_around(workspace), cache(job_inputs)
    run_cache = RunCache(enclosing.root / ".authoring" / "cache" / "run", fresh=fresh) if enclosing else None
    runs = SetRuns(sets, max_details)
    reporter.report(Started(tuple((problemset.name, 0) for problemset in sets)))

    def on_done(result: JobResult) -> None:
        runs.add(result)
        reporter.report(PartialResult(result, is_earlier=result.since is not None))

    # Manifests of the benchmarks may name the environment; it has to be one for all of them.
    folders = [problemset.folder for problemset in sets]
    pools = (
        cluster_pool(enclosing, cluster, benchmarks=folders, code=code_of_sets(sets))
        if cluster
        else local_pool(
            enclosing, jobs or default_jobs(), benchmarks=folders, code=code_of_sets(sets), reporter=reporter
        )
    )
    try:
        with pools as pool:
            verify_many(
                (problemset.job(inputs_of, pool.requirements) for problemset in sets),
                executor=pool.executor,
                work=pool.work,
                on_done=on_done,
                on_stop=lambda waiting: reporter.report(Stopping(waiting)),
                cache=run_cache,
            )
    except KeyboardInterrupt:
        # What is done is shown before the command ends.
        runs.interrupted = True
    runs.cache_problem = run_cache.write_error if run_cache else ""
    return runs


@contextmanager
def held_sets(
    names: Sequence[str], *, run_all: bool, workspace: Path | None, reporter: Reporter
) -> Iterator[tuple[RunnableSet, ...]]:
    """Give what names stand for, and keep other commands from changing its data meanwhile; see `runnable_sets`."""
    # Before a workspace is looked for, which may be missing.
    _refuse_nothing(names, run_all=run_all)
    enclosing = workspace_around(workspace)
    folders = [enclosing.root / "problemsets"] if enclosing else []
    folders += [path if path.is_dir() else path.parent for path in map(Path, names) if path.exists()]
    with ReadLocks() as locks:
        with ExitStack() as reading:
            # Thousands of files may be named in one folder.
            for folder in dict.fromkeys(folders):
                reading.enter_context(reading_benchmark(folder, locks))
            if enclosing:
                locks.add(enclosing.root / "seeds")
            sets = runnable_sets(names, run_all=run_all, workspace=workspace, reporter=reporter)
        yield sets


def runnable_sets(
    names: Sequence[str], *, run_all: bool = False, workspace: Path | None = None, reporter: Reporter = NOBODY
) -> tuple[RunnableSet, ...]:
    """Return what names stand for: a path, a draft in progress, an admitted set.

    Args:
        names: of drafts, of admitted sets, or paths of DSEAL files or folders of them.
        run_all: whether every draft and every admitted set of the workspace is meant as well.
        workspace: its folder; the one around the current folder if None.
        reporter: told which runs have no draft yet.

    Raises:
        UsageError: a name stands for nothing, or there is none.
        BenchmarkError: an admitted set is not what was admitted.
    """
    _refuse_nothing(names, run_all=run_all)
    # A file needs no workspace around it.
    enclosing = open_workspace(workspace) if run_all else workspace_around(workspace)
    all_names = (*_drafted(enclosing, reporter), *enclosing.problemsets()) if run_all and enclosing else ()
    sets: dict[tuple[str, str], RunnableSet] = {}
    for name in dict.fromkeys((*names, *all_names)):
        for problemset in _sets_of(name, enclosing):
            # A draft that was admitted as it stands is one text, not two.
            sets.setdefault((problemset.name, problemset.text), problemset)
    report_unrecorded((problemset.path for problemset in sets.values() if problemset.path), reporter)
    return tuple(sets.values())


def _refuse_nothing(names: Sequence[str], *, run_all: bool) -> None:
    if not names and not run_all:
        raise UsageError("nothing to run", hint="name drafts, sets or files, or say --all")


def _drafted(workspace: Workspace, reporter: Reporter) -> tuple[str, ...]:
    """Return the runs that have a draft; report which have none yet."""
    undrafted = [name for name in workspace.runs() if current_draft(workspace.journal_path(name))[0] is None]
    if undrafted:
        reporter.report(Notice(f"left out, for there is no draft yet: {', '.join(undrafted)}"))
    return tuple(name for name in workspace.runs() if name not in undrafted)


def _sets_of(name: str, workspace: Workspace | None) -> tuple[RunnableSet, ...]:
    # A draft and the set that an earlier revision of it became may have the same name. What a workspace calls so comes
    # before a folder that is: people keep the data of sales in a folder sales, which ./sales still stands for.
    if workspace and (sets := (*_set_of_run(name, workspace), *_admitted_set(name, workspace))):
        return sets
    if Path(name).exists() and (Path(name).suffix == ".py" or Path(name).is_dir()):
        limits = workspace.settings.limits if workspace else Limits()
        return tuple(_set_of_file(file, limits) for file in problemset_files([Path(name)]))
    names = (*workspace.runs(), *workspace.problemsets()) if workspace else ()
    hint = nearest_hint(name, names, "name a draft, an admitted set or a DSEAL file")
    if workspace and name in workspace.seeds():
        hint = f"{name} is a seed: authoring draft {name}"
    raise UsageError(f"{name}: no such draft, set or file", hint=hint)


def _set_of_file(path: Path, limits: Limits) -> RunnableSet:
    inputs, folder, text = inputs_beside(path) or (), path.parent, read_text(path, most=MOST_PROBLEM_SET)
    tables = tables_of_files(inputs)
    # A file that stands where nothing was admitted is a text like any other.
    refuse_changed_set(path, text)
    dialect = read_dialect(folder)
    _refuse_unmarked_cells(path, text, dialect)
    return RunnableSet(str(path), text, (), inputs, tables, limits, dialect, folder, path)


def _refuse_unmarked_cells(path: Path, text: str, dialect: Dialect) -> None:
    """Stop a run of a set whose reference cells stand in ``_meta/`` alone: a dry run knows them by their mark.

    Raises:
        BenchmarkError: there is such a cell.
    """
    cells = reference_cells_of(path) if dialect == "strict" else ()
    if unmarked := sorted(set(cells).difference(marked_cells(parse(text)))):
        raise BenchmarkError(
            f"{path}: _meta/{path.stem}.yaml names cell {unmarked[0]} in `reference_cells`, and no mark in it says so",
            hint=f"authoring set reference-cells {path.stem} {' '.join(map(str, cells))}; outside of a workspace, "
            f"make `{MARK}` the first line of each",
        )


def _set_of_run(name: str, workspace: Workspace) -> Iterator[RunnableSet]:
    if name not in workspace.runs():
        return
    pinned = read_settings(workspace.journal_path(name), RunSettings)
    draft, _ = current_draft(workspace.journal_path(name))
    if draft is None:
        raise UsageError(
            f"{name} has no draft yet", hint=f"go on with: authoring draft {pinned.seed.name} --name {name}"
        )
    files = workspace.seed_files(seed_today(workspace, pinned.seed))
    tables = tables_of_seed(pinned.seed, files)
    folder = workspace.root / "problemsets"
    yield RunnableSet(name, draft.text, draft.origins, files, tables, pinned.limits, pinned.dialect, folder)


def _admitted_set(name: str, workspace: Workspace) -> Iterator[RunnableSet]:
    if name in workspace.problemsets():
        inputs, folder = workspace.problemset_inputs(name), workspace.root / "problemsets"
        text, limits = workspace.read_problemset(name).text, workspace.settings.limits
        path, dialect = workspace.problemset_path(name), workspace.dialect
        refuse_changed_set(path, text)
        _refuse_unmarked_cells(path, text, dialect)
        yield RunnableSet(name, text, (), inputs, tables_of_files(inputs), limits, dialect, folder, path)


def code_of_sets(sets: Sequence[RunnableSet]) -> CodeOrigin:
    """Return the origin of the sets' code."""
    return CodeOrigin(tuple(problemset.text for problemset in sets), folder=sets[0].folder if sets else None)


@dataclass(frozen=True, slots=True)
class Pool:
    """What verifies the jobs of a batch: an executor, and the work that it is to do with every job."""

    executor: Executor
    requirements: SandboxRequirements
    """The sandbox that its jobs have to want."""
    work: Callable[[Job], Evidence]


@contextmanager
def local_pool(
    workspace: Workspace | None,
    jobs: int,
    *,
    benchmarks: Sequence[Path] = (),
    code: CodeOrigin = UNKNOWN_CODE,
    reporter: Reporter = NOBODY,
) -> Iterator[Pool]:
    """Run sets side by side in threads; when this is left by an exception, they are ended and not waited for.

    `benchmarks` are the folders that the sets are in, whose manifests may name an environment. The reporter is called
    from the threads.
    """
    with (
        open_sandbox(workspace, benchmarks=benchmarks, code=code, reporter=reporter) as sandbox,
        threads_over(sandbox, jobs) as threads,
    ):

        def work(job: Job) -> Evidence:
            def progress(cells: int, total: int) -> None:
                threads.check()
                reporter.report(Progress("dry run", cells, total, subject=job.name))

            # A set is shown as soon as it begins, and not only after its first cell.
            progress(0, 0)
            return verify_job(job, sandbox=sandbox, progress=progress)

        yield Pool(threads.executor, SandboxRequirements(identity=identity_of(sandbox)), threads.stoppable(work))


@contextmanager
def cluster_pool(
    workspace: Workspace | None,
    address: str,
    *,
    benchmarks: Sequence[Path] = (),
    code: CodeOrigin = UNKNOWN_CODE,
) -> Iterator[Pool]:
    """Have a Dask cluster run the sets; arguments as in `local_pool`.

    Raises:
        UsageError: the settings ask for a sandbox that workers have no means to open.
        SandboxError: the cluster is not there, or does not fit.
    """
    with open_workers(workspace, address, benchmarks=benchmarks, code=code) as workers:
        yield Pool(workers.executor, workers.requirements, verify_job)
