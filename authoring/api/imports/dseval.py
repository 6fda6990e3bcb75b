"""Importing a DSEval benchmark: its sets are read, proven side by side, reported on, and kept as drafts or admitted."""

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from authoring.api.decisions import admit_draft_of_run
from authoring.api.findings.other_sets import repeats_of_others
from authoring.api.imports.bundles import ImportedBundle, prove_each, write_bundle_seed
from authoring.api.runs.lifecycle import OpenRun, begin_run
from authoring.api.sandboxes import open_sandbox
from authoring.api.set_runs import RunnableSet, prove_sets
from authoring.api.trust import IMPORTED_CODE
from authoring.api.verification import tables_of_files
from authoring.dseal.diagnostic import Diagnostic, Severity, errors_in
from authoring.dseal.duplicates.across_sets import NamedSet
from authoring.errors import AuthoringError, UsageError, WorkspaceError
from authoring.formats.dseval.causes import Cause, causes_of
from authoring.formats.dseval.import_ import (
    CARD,
    INDEX,
    ReadSet,
    facts_of_card,
    facts_of_index,
    import_set,
    merged_facts,
)
from authoring.records.base import Record
from authoring.records.decision import Waiting
from authoring.records.evidence import Evidence, Limits
from authoring.records.progress import NOBODY, Reporter
from authoring.records.results import Benchmark, BenchmarkSet
from authoring.records.run import RunState
from authoring.sandbox.port import Sandbox
from authoring.seeds.file_names import safe_stem
from authoring.workspace import Workspace
from authoring.workspace.benchmark import read_benchmark
from authoring.workspace.files import files_in

LONGEST_DESCRIPTION = 1_000_000
"""Bytes that are read of a text that describes the data."""
SetStatus = Literal["clean", "noted", "warned", "errors", "not run", "unread", "settled"]


@dataclass(frozen=True, slots=True)
class DsevalImportOptions:
    """What is imported of a benchmark, and what becomes of it."""

    sets: tuple[str, ...] = ()
    """Names of sets; all of them if empty."""
    check: bool = False
    """Whether the sets are only proven, and no draft is written."""
    admit: bool = False
    """Whether sets without errors are admitted, on the word of the reviewer."""
    why: str = ""
    """With `admit`: the reason that is kept with each decision."""
    reviewer: str = ""
    licence: str = ""
    """The licence of the data of all sets; empty for what the benchmark says of each."""
    jobs: int | None = None
    """Sets that run at once; as many as `default_jobs` says if None."""


class SetReport(Record):
    """One set of the benchmark."""

    name: str
    problems: int
    right: int = 0
    """Problems whose reference satisfies its own validator when it is run a second time."""
    reached: int = 0
    """Problems that were judged: the others stand after a cell that fails, or in a set that lint refuses."""
    seconds: float = 0.0
    findings: tuple[Diagnostic, ...] = ()
    failure: str = ""
    """Why nothing is known of it: the sandbox failed, or a seed or a draft of that name is about something else."""
    drafted: bool = False
    settled: bool = False
    """Whether a person has decided about it before."""
    admitted: bool = False
    causes: tuple[Cause, ...] = ()

    @classmethod
    def of(
        cls,
        read: ReadSet,
        evidence: Evidence | None,
        failure: AuthoringError | None,
        *,
        drafted: bool = False,
        settled: bool = False,
    ) -> "SetReport":
        """Return the report on a set that was proven, or could not be."""
        run = evidence.dry_run if evidence else None
        judgements = [cell.judgement for cell in run.cells if cell.judgement is not None] if run else []
        findings = read.imported.findings
        # The gate repeats what the import was not sure of, as long as no person has settled it.
        import_codes = {finding.code for finding in findings}
        diagnostics = evidence.diagnostics if evidence else ()
        return cls(
            name=read.name,
            problems=len(read.imported.origins),
            right=sum(judgement.correct == "yes" for judgement in judgements),
            reached=len(judgements),
            seconds=sum(cell.run.seconds for cell in run.cells) if run else 0.0,
            findings=(*findings, *(finding for finding in diagnostics if finding.code not in import_codes)),
            failure=f"{failure.message}; {failure.hint}".removesuffix("; ") if failure else "",
            drafted=drafted,
            settled=settled,
            causes=causes_of([(read.name, read.imported.text, evidence)]) if evidence else (),
        )

    @classmethod
    def unread(cls, read: ReadSet) -> "SetReport":
        """Return the report on a file without a problem."""
        return cls(name=read.name, problems=0, findings=read.imported.findings)

    @property
    def errors(self) -> int:
        """Findings that keep it from admission."""
        return len(errors_in(self.findings))

    @property
    def standing(self) -> SetStatus:
        """How it stands, by its worst finding."""
        if self.failure:
            return "not run"
        if self.settled:
            return "settled"
        severities = {finding.severity for finding in self.findings}
        if not self.problems:
            return "unread"
        if Severity.ERROR in severities:
            return "errors"
        return "warned" if Severity.WARNING in severities else "noted" if severities else "clean"


class CodeCount(Record):
    """How often one kind of finding was made."""

    code: str
    name: str
    severity: Severity
    findings: int
    sets: int


class ImportedBenchmark(Record):
    """Answer of ``import dseval``."""

    benchmark: str
    version: str | int | float
    checked: bool
    """Whether nothing was to be written."""
    sets: tuple[SetReport, ...]
    problems: int
    right: int
    """Problems whose reference satisfies its own validator."""
    reached: int
    """Problems that were judged."""
    standings: dict[SetStatus, int]
    """Number of sets by how they stand."""
    codes: tuple[CodeCount, ...]
    """Errors first, then the frequent ones."""
    causes: tuple[Cause, ...]

    @classmethod
    def of(cls, benchmark: Benchmark, sets: Sequence[SetReport], *, checked: bool) -> "ImportedBenchmark":
        """Return what is known of all sets together."""
        return cls(
            benchmark=benchmark.name,
            version=benchmark.version,
            checked=checked,
            sets=tuple(sets),
            problems=sum(report.problems for report in sets),
            right=sum(report.right for report in sets),
            reached=sum(report.reached for report in sets),
            standings=dict(Counter(report.standing for report in sets).most_common()),
            codes=_code_counts(sets),
            causes=_merged_causes(sets),
        )

    @property
    def exit_code(self) -> int:
        """1 where a set has errors, cannot be read or was not run, 0 else."""
        failures: tuple[SetStatus, ...] = ("errors", "not run", "unread")
        return 1 if any(self.standings.get(status) for status in failures) else 0


@dataclass(frozen=True, slots=True)
class _Set:
    """A set of the benchmark that was read."""

    read: ReadSet
    origin: BenchmarkSet
    bundle: ImportedBundle

    @property
    def name(self) -> str:
        """The name that its draft has."""
        return self.read.name

    @property
    def inputs(self) -> tuple[Path, ...]:
        """The files and folders of the benchmark that hold what the set is given."""
        # Sandboxes take files and folders whole, so the parts that are read name the top that is given.
        tops = {name.partition("/")[0] for name in self.read.files}
        return tuple(path for path in self.origin.inputs if path.name in tops)


def import_dseval(
    folder: Path,
    options: DsevalImportOptions = DsevalImportOptions(),
    *,
    workspace: Workspace | None,
    reporter: Reporter = NOBODY,
) -> ImportedBenchmark:
    """Read a benchmark, prove its sets, and unless it is only to be checked, keep them as drafts.

    Done again, it goes on where it stopped.

    Only to check it, there need not be a workspace.

    Raises:
        BenchmarkError: there is none, or its manifest is broken.
        UsageError: the options do not fit together, or a set is named that is not there.
        SeedError: a link among its files leads out of it.
        WorkspaceError: drafts are to be written, and there is no workspace.
        KeyboardInterrupt: it was stopped; what was under way is kept.
    """
    # Before the benchmark is read, which may be large.
    if options.admit and (options.check or not options.why.strip()):
        hint = "a decision is kept with its reason: --admit --why TEXT, and not --check"
        raise UsageError("--admit takes a reason, and writes", hint=hint)
    if options.why and not options.admit:
        raise UsageError("--why gives a reason for nothing", hint="say --admit too, or leave it out")
    if workspace is None and not options.check:
        raise WorkspaceError("there is no workspace for drafts", hint="make one with: authoring init DIR")
    benchmark = read_benchmark(folder)
    sets = _read_sets(benchmark, folder, options)
    # A file without a problem has no draft, and is reported on all the same.
    readable = [read for read in sets if read.bundle.imported.origins]
    if options.check or workspace is None:
        reports = _check_sets(readable, folder, options, workspace, benchmark, reporter)
    else:
        draft = partial(_draft_set, workspace)
        reports = prove_each(workspace, readable, draft, _report_of, noun="set", jobs=options.jobs, reporter=reporter)
        if options.admit:
            reports = _admit_sets(workspace, reports, options, reporter)
    reports = _with_repeats(reports, readable, workspace)
    unread = tuple(SetReport.unread(read.read) for read in sets if not read.bundle.imported.origins)
    return ImportedBenchmark.of(benchmark, (*reports, *unread), checked=options.check)


def _with_repeats(
    reports: Sequence[SetReport], sets: Sequence[_Set], workspace: Workspace | None
) -> tuple[SetReport, ...]:
    """Return reports with the problems that stand in another set of the benchmark, or in an admitted one."""
    texts = [NamedSet(problemset.read.name, problemset.read.imported.text) for problemset in sets]
    repeats = repeats_of_others(workspace, texts)
    return tuple(
        report.model_copy(update={"findings": (*report.findings, *repeats.get(report.name, ()))}) for report in reports
    )


def _read_sets(benchmark: Benchmark, folder: Path, options: DsevalImportOptions) -> tuple[_Set, ...]:
    """Read the sets that are named, or all of them."""
    known_names = {problemset.name for problemset in benchmark.sets}
    missing = [name for name in options.sets if name not in known_names]
    if missing:
        raise UsageError(f"{folder}: has no set called {missing[0]}", hint="name the file without .py")
    facts = facts_of_index(_read_description(folder / "_inputs" / INDEX))
    # Of all sets, and not only the named ones: a name must not depend on what is imported with it.
    names = _draft_names(benchmark.sets)
    sets = []
    for problemset in benchmark.sets:
        if options.sets and problemset.name not in options.sets:
            continue
        has_folder = (problemset.path.parent / "_inputs" / problemset.name).is_dir()
        # In the folder that sets share, the folders of other sets and the index are not this set's.
        tops = [top for top in problemset.inputs if has_folder or top.name not in {*names, INDEX}]
        files = {name: path for top in tops for name, path in files_in(top)}
        name = names[problemset.name]
        called = problemset.name if name != problemset.name else ""
        read = import_set(name, problemset.text, tuple(sorted(files)), shared=not has_folder, called=called)
        card = facts_of_card(_read_description(files[CARD])) if has_folder and CARD in files else None
        data = merged_facts(card, facts.get(problemset.name.lower()))
        bundle = ImportedBundle(
            name=name,
            imported=read.imported,
            source=f"dseval:{benchmark.name}/{problemset.name}",
            title=data.title if data else problemset.name,
            description=(data.description if data else "")
            or f"Data of the set {problemset.name} of the benchmark {benchmark.name}.",
            url=data.url if data else "",
            licence=options.licence or (data.licence if data else "") or "unknown",
            files=tuple((file, files[file]) for file in read.files),
            publication=data.publication if data else None,
            inside=folder if folder.is_dir() else folder.parent,
        )
        sets.append(_Set(read, problemset, bundle))
    return tuple(sets)


def _read_description(path: Path) -> str:
    """Return a text that describes the data, empty where there is none; nothing depends on it."""
    return path.read_bytes()[:LONGEST_DESCRIPTION].decode("utf-8", "replace") if path.is_file() else ""


def _draft_names(sets: Sequence[BenchmarkSet]) -> Mapping[str, str]:
    """Return what each set is called here: its own name where that is allowed and no other set has it."""
    names: dict[str, str] = {}
    for problemset in sets:
        name = stem = safe_stem(problemset.name)
        number = 2
        while name in names.values():
            # A name has at most 64 characters; the number needs some of them.
            name, number = f"{stem[:56]}-{number}", number + 1
        names[problemset.name] = name
    return names


def _check_sets(
    sets: Sequence[_Set],
    folder: Path,
    options: DsevalImportOptions,
    workspace: Workspace | None,
    benchmark: Benchmark,
    reporter: Reporter,
) -> tuple[SetReport, ...]:
    """Prove sets as they stand, and write nothing but what the cache of runs keeps."""
    limits = workspace.settings.limits if workspace else Limits()
    runnable = [
        RunnableSet(
            name=problemset.name,
            text=problemset.read.imported.text,
            origins=problemset.read.imported.origins,
            inputs=problemset.inputs,
            tables=tables_of_files(problemset.inputs),
            limits=limits,
            dialect=benchmark.dialect,
            folder=folder,
        )
        for problemset in sets
    ]
    root = workspace.root if workspace else None
    runs = prove_sets(runnable, jobs=options.jobs, workspace=root, reporter=reporter)
    if runs.interrupted:
        raise KeyboardInterrupt
    results = {subject.name: result for subject, result in runs.detailed}
    return tuple(
        SetReport.of(problemset.read, results[problemset.name].evidence, results[problemset.name].failure)
        for problemset in sets
        if problemset.name in results
    )


def _draft_set(workspace: Workspace, problemset: _Set, sandbox: Sandbox) -> RunState:
    write_bundle_seed(workspace, problemset.bundle, sandbox=sandbox)
    with begin_run(workspace, problemset.bundle.request()) as journal:
        return OpenRun(workspace, journal, sandbox).advance(certify=True)


def _report_of(problemset: _Set, future: Future[RunState]) -> SetReport:
    try:
        state = future.result()
    except AuthoringError as error:
        return SetReport.of(problemset.read, None, error)
    if isinstance(state, Waiting):
        return SetReport.of(problemset.read, state.evidence, None, drafted=True)
    return SetReport.of(problemset.read, None, None, settled=True)


def _admit_sets(
    workspace: Workspace, reports: Sequence[SetReport], options: DsevalImportOptions, reporter: Reporter
) -> tuple[SetReport, ...]:
    """Admit what has no errors; the person who asked for it decides, and says why."""
    results = []
    with open_sandbox(workspace, code=IMPORTED_CODE, reporter=reporter) as sandbox:
        for report in reports:
            if not (report.settled or (report.drafted and not report.errors)):
                results.append(report)
                continue
            admission = admit_draft_of_run(
                workspace,
                report.name,
                reviewer=options.reviewer,
                consent=lambda _: True,
                sandbox=sandbox,
                reason=options.why,
                # A published benchmark has hundreds of problems; `authoring check` tries answers on them.
                tries_answers=False,
                reporter=reporter,
            )
            results.append(report.model_copy(update={"admitted": admission.admitted}))
    return tuple(results)


def _code_counts(sets: Sequence[SetReport]) -> tuple[CodeCount, ...]:
    samples = {finding.code: finding for report in sets for finding in report.findings}
    findings = Counter(finding.code for report in sets for finding in report.findings)
    sets_with = Counter(code for report in sets for code in {finding.code for finding in report.findings})
    order = list(Severity)
    counts = [
        CodeCount(code=code, name=sample.name, severity=sample.severity, findings=findings[code], sets=sets_with[code])
        for code, sample in samples.items()
    ]
    # Errors first, then the frequent ones; codes decide what is left, so that two runs print the same.
    return tuple(sorted(counts, key=lambda count: (order.index(count.severity), -count.findings, count.code)))


def _merged_causes(sets: Sequence[SetReport]) -> tuple[Cause, ...]:
    """Return each root cause once, with all the sets that have it."""
    merged: dict[tuple[str, str, str], Cause] = {}
    for cause in (cause for report in sets for cause in report.causes):
        # Sets that fail for the same reason are counted together.
        key = (cause.kind, cause.what, cause.code)
        earlier = merged.get(key)
        if earlier is not None:
            sum_of_both = {"sets": (*earlier.sets, *cause.sets), "problems": earlier.problems + cause.problems}
            merged[key] = earlier.model_copy(update=sum_of_both)
        else:
            merged[key] = cause
    return tuple(sorted(merged.values(), key=lambda cause: (-cause.problems, cause.kind, cause.what)))
