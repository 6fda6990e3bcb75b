"""Writes admitted sets as a benchmark that another program loads."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from threading import Lock
from typing import TypeVar

from authoring.api.executors.threads import default_jobs, threads_over
from authoring.api.findings.codes import rule_info
from authoring.api.sandboxes import own_or_given_sandbox
from authoring.api.seeds.set_dictionary import dictionary_of_set
from authoring.api.trust import CodeOrigin
from authoring.dseal import parse
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.reference_cells import marked_cells
from authoring.errors import ExportError, UsageError, nearest_hint
from authoring.evaluation.player import SetPlayer
from authoring.formats.base.claims import leave_claim
from authoring.formats.base.port import ExportOptions, MapSets, Player
from authoring.formats.base.registry import EXPORT_CODES, EXPORTERS, nothing_played, prepare, refuse_unfit, this_tool
from authoring.formats.cibench.codes import NO_MODULE
from authoring.formats.cibench.export.placement import SUITE_MODULES, folder_of
from authoring.records.base import Record
from authoring.records.bundle import ORIGINAL, AdmittedSet
from authoring.records.evidence import CellRun
from authoring.records.progress import NOBODY, PartialResult, Reporter, reporting
from authoring.records.provenance import read_provenance
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace
from authoring.workspace.admitted import report_unrecorded
from authoring.workspace.documents import is_experiment_set
from authoring.workspace.exports import ExportSubject, refuse_foreign
from authoring.workspace.read_lock import ReadLocks, reading_benchmark

T = TypeVar("T")
GENERATION_SUITE = "generation"
"""The suite of CIBench that an export is of where none is named."""


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What is exported, where to, and how."""

    format: str
    folder: Path
    """A new or empty folder, or an earlier export."""
    names: tuple[str, ...] = ()
    """All admitted sets if empty."""
    allow: tuple[str, ...] = ()
    """Codes or names of findings that may pass, commas between them or not."""
    language: str = "en"
    suite: str = ""
    why: str = ""
    """Why findings may pass; kept in the export."""
    reviewer: str = ""
    """Who lets them pass."""
    jobs: int | None = None
    """Sets that are played at once; as many as `default_jobs` says if None."""
    replace: bool = False
    """Whether an earlier export of another format or of other sets gives way."""


class ExportReport(Record):
    """The result of an export: what was written, and what the format could not say."""

    format: str
    folder: str
    problemsets: tuple[str, ...]
    files: tuple[str, ...]
    """Relative to the folder."""
    findings: tuple[Diagnostic, ...]
    """What the format could not say."""

    @property
    def next_step(self) -> str:
        """The command that loads the export."""
        return EXPORTERS[self.format].next_step.format(folder=shlex.quote(self.folder))


class RefusedExport(Record):
    """What keeps an export back: reported before the error that ends `export`."""

    findings: tuple[Diagnostic, ...]


class FormatLine(Record):
    """A format that sets can be exported in."""

    name: str
    summary: str
    suites: tuple[str, ...]
    languages: tuple[str, ...]


def list_formats() -> tuple[FormatLine, ...]:
    """Return the formats that sets can be exported in."""
    return tuple(
        FormatLine(name=name, summary=format_.summary, suites=format_.suites, languages=format_.languages)
        for name, format_ in EXPORTERS.items()
    )


def export_command(workspace: Workspace, names: Sequence[str]) -> str:
    """Return the command that hands on sets: experiments about modules as CIBench's notebooks, others as they are."""
    are_admitted = bool(names) and set(names) <= set(workspace.problemsets())
    if not are_admitted or not all(is_experiment_set(workspace, name) for name in names):
        return "authoring export dseval DIR"
    folders = set()
    for name in names:
        admitted = workspace.read_problemset(name)
        seed = read_provenance(admitted.meta).seed.name
        folders.add(folder_of(parse(admitted.text), suite=GENERATION_SUITE, seed=seed))
    command = f"authoring export cibench DIR {' '.join(names)}"
    suites = [suite for suite, modules in SUITE_MODULES.items() if folders <= set(modules)]
    if not suites:
        return f"{command} --allow {NO_MODULE.code}"
    return command if suites[0] == GENERATION_SUITE else f"{command} --suite {suites[0]}"


def export(
    workspace: Workspace, request: ExportRequest, *, sandbox: Sandbox | None = None, reporter: Reporter = NOBODY
) -> ExportReport:
    """Export admitted sets.

    Cells are played in `sandbox` for formats that show outputs; if None, in the one that the settings ask for. What
    keeps an export back is reported as a `RefusedExport`.

    Raises:
        UsageError: there is no such format, set or code.
        ExportError: a set cannot be said in the format.
        WorkspaceError: the folder holds something else, or another export and `replace` is false.
        BenchmarkError: a set, its data or the manifest is not what was admitted.
        SandboxError: cells have to run, and there is no sandbox that may run them.
    """
    with ReadLocks() as locks:
        return _export(workspace, request, locks, sandbox, reporter)


def _export(
    workspace: Workspace, request: ExportRequest, locks: ReadLocks, sandbox: Sandbox | None, reporter: Reporter
) -> ExportReport:
    # Names are checked before anything is read or played.
    names = _set_names(workspace, request.names)
    benchmark, suite = workspace.settings.benchmark, request.suite or _usual_suite(request)
    # Before cells are played, which takes minutes: a folder that holds something else is refused at once.
    subject = ExportSubject.of(request.format, benchmark.name, language=request.language, suite=suite, names=names)
    is_compared = not request.replace and request.format in EXPORTERS
    refuse_foreign(request.folder, subject if is_compared else None)
    with reading_benchmark(workspace.root / "problemsets", locks):
        sets = [_with_dictionary(workspace, workspace.admitted_set(name)) for name in names]
    allowed = _allowed_codes(request.allow)
    report_unrecorded(map(workspace.problemset_path, names), reporter)
    if request.why and not allowed:
        raise UsageError("--why gives a reason for nothing", hint="name what may pass: --allow CODE")
    options = ExportOptions(
        name=benchmark.name,
        version=benchmark.version,
        dialect=workspace.dialect,
        language=request.language,
        suite=suite,
        tool=this_tool(),
        passed=tuple(leave_claim(code, request.reviewer, request.why) for code in sorted(allowed)),
    )
    if request.format != "dseval":
        _refuse_reference_cells(sets, request.format)
    with _players(workspace, request, sets, sandbox, reporter) as (play, across):
        bundle = prepare(request.format, sets, options=options, play=play, across=across, allowed=allowed)
    try:
        refuse_unfit(bundle)
    except ExportError:
        reporter.report(PartialResult(RefusedExport(findings=bundle.findings)))
        raise
    paths = workspace.write_bundle(request.folder, bundle, replace=request.replace)
    return ExportReport(
        format=request.format,
        folder=str(request.folder),
        problemsets=names,
        files=tuple(path.relative_to(request.folder).as_posix() for path in paths),
        findings=bundle.findings,
    )


def _usual_suite(request: ExportRequest) -> str:
    """Return the suite of a format that is exported where none is named, so that a manifest says which it is."""
    suites = EXPORTERS[request.format].suites if request.format in EXPORTERS else ()
    # Translations are not in every suite, and the format knows which has them.
    return suites[0] if suites and request.language == ORIGINAL else ""


def _with_dictionary(workspace: Workspace, problemset: AdmittedSet) -> AdmittedSet:
    """Return a set with what is known of its data."""
    return problemset.model_copy(update={"dictionary": dictionary_of_set(workspace, problemset.name)})


def _set_names(workspace: Workspace, names: Sequence[str]) -> tuple[str, ...]:
    """Return the sets that are named, each once; all of them where none is."""
    admitted = workspace.problemsets()
    for name in names:
        if name not in admitted:
            hint = nearest_hint(name, admitted, "see: authoring status")
            raise UsageError(f"no admitted problem set is called {name}", hint=hint)
    return tuple(dict.fromkeys(names)) or admitted


def _refuse_reference_cells(sets: Iterable[AdmittedSet], target: str) -> None:
    """Refuse sets with cells that no answer may see, because other programs show or run every cell."""
    for problemset in sets:
        if read_provenance(problemset.meta).reference_cells or marked_cells(parse(problemset.text)):
            raise ExportError(
                f"{problemset.name}: {target} has no way to keep the cells in `reference_cells` from answers",
                hint="export it to dseval, which `authoring evaluate` reads; or let answers see them: "
                f"authoring set reference-cells {problemset.name} --none",
            )


def _allowed_codes(texts: Sequence[str]) -> frozenset[str]:
    words = [word.strip() for text in texts for word in text.split(",")]
    codes = frozenset(rule_info(word).code for word in words if word)
    if foreign := sorted(codes - set(EXPORT_CODES)):
        hint = f"those are: {', '.join(EXPORT_CODES)}"
        raise UsageError(f"--allow {foreign[0]}: is no finding of an export", hint=hint)
    return codes


@contextmanager
def _players(
    workspace: Workspace,
    request: ExportRequest,
    sets: Sequence[AdmittedSet],
    sandbox: Sandbox | None,
    reporter: Reporter,
) -> Iterator[tuple[Player, MapSets]]:
    """Give what plays cells and what takes sets side by side; a sandbox is opened only where the format needs one."""
    # An unknown format is refused by `prepare`, which says what there is.
    if request.format not in EXPORTERS or not EXPORTERS[request.format].runs:
        # Formats without outputs need no sandbox, and no machine that could have one.
        yield nothing_played, map
        return
    texts = tuple(problemset.text for problemset in sets)
    jobs = default_jobs() if request.jobs is None else request.jobs
    with (
        own_or_given_sandbox(sandbox, workspace, code=CodeOrigin(texts), reporter=reporter) as opened,
        reporting(reporter, f"Exporting to {request.format}") as advance,
    ):
        player = SetPlayer(opened, workspace.settings.limits, workspace.problemset_inputs)
        # In this thread ^C takes effect at once.
        if jobs == 1:
            yield player, _ReportingMap(map, advance)
            return
        with threads_over(opened, jobs) as threads:

            def play(problemset: AdmittedSet, cells: Sequence[str]) -> tuple[CellRun, ...]:
                threads.check()
                return player(problemset, cells)

            yield play, _ReportingMap(threads.map, advance)


@dataclass(frozen=True, slots=True)
class _ReportingMap:
    """Takes sets as `across` does, and reports how many are done, from whichever thread they end in."""

    across: MapSets
    advance: Callable[[int, int | None], None]

    def __call__(self, work: Callable[[AdmittedSet], T], problemsets: Sequence[AdmittedSet], /) -> Iterable[T]:
        """Return the results of `work` in the order of the sets."""
        numbers, lock, total = count(1), Lock(), len(problemsets)

        def counted_work(problemset: AdmittedSet) -> T:
            result = work(problemset)
            # The number is drawn and reported together, so that a bar never goes back.
            with lock:
                self.advance(next(numbers), total)
            return result

        self.advance(0, total)
        return self.across(counted_work, problemsets)
