"""Taking a DSEval benchmark in, for ``authoring import dseval``: read, prove side by side, keep, admit."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from authoring.api.executors import run_batch
from authoring.api.pipeline import author
from authoring.api.pools import default_jobs
from authoring.api.sandboxes import open_sandbox
from authoring.api.set_runs import RunnableSet, prove_sets
from authoring.api.verification import tables_of_files
from authoring.api.workspaces import open_workspace, workspace_around
from authoring.cli.admitting import admit_one
from authoring.cli.dseval_report import Reverified, SetReport, report_of
from authoring.cli.journals import End, begin_run
from authoring.cli.progress import progress_bar
from authoring.cli.reviewer import reviewer_name
from authoring.cli.taking_in import Taken, keep_seed, order_of, refuse_links_out
from authoring.cli.views.render import err, plain
from authoring.errors import AuthoringError, UsageError
from authoring.formats.dseval.import_ import CARD, INDEX, ReadSet, facts_of_card, facts_of_index, import_set, together
from authoring.records.decision import Waiting
from authoring.records.evidence import Limits
from authoring.records.results import Benchmark, BenchmarkSet
from authoring.records.wording import counted
from authoring.sandbox.port import Sandbox
from authoring.seeds.sources.names import safe_stem
from authoring.workspace import Workspace
from authoring.workspace.benchmark import read_benchmark
from authoring.workspace.files import files_in

_LONGEST = 1_000_000
"""Bytes of a text that tells of the data."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What ``authoring import dseval`` was asked."""

    folder: Path
    only: tuple[str, ...] = ()
    check: bool = False
    admit: bool = False
    why: str = ""
    reviewer: str | None = None
    licence: str = ""
    jobs: int | None = None


@dataclass(frozen=True, slots=True)
class _Set:
    """A set of the benchmark, read."""

    read: ReadSet
    origin: BenchmarkSet
    taken: Taken


def import_benchmark(wish: Wish, workspace: Path | None) -> Reverified:
    """Read a benchmark, prove its sets, and unless it is only to be checked, keep them as drafts.

    Raises:
        BenchmarkError: there is none, or its manifest is broken.
        UsageError: the options do not fit together, or a set is named that is not there.
        SeedError: a link among its files leads out of it.
    """
    if wish.admit and (wish.check or not wish.why.strip()):
        hint = "a decision is kept with its reason: --admit --why TEXT, and not --check"
        raise UsageError("--admit takes a reason, and writes", hint=hint)
    if wish.why and not wish.admit:
        raise UsageError("--why gives a reason for nothing", hint="say --admit too, or leave it out")
    who = reviewer_name(wish.reviewer) if wish.admit else ""
    place = workspace_around(workspace) if wish.check else open_workspace(workspace)
    benchmark = read_benchmark(wish.folder)
    sets = _sets(benchmark, wish)
    readable = [each for each in sets if each.read.imported.origins]
    reports = _checked(readable, wish, workspace, place, benchmark) if place is None or wish.check else None
    if reports is None and place is not None:
        reports = _kept(place, readable, wish.jobs or default_jobs())
        if wish.admit:
            reports = _admitted(place, reports, who, wish.why)
    left = tuple(SetReport.unread(each.read) for each in sets if not each.read.imported.origins)
    return report_of(benchmark, (*(reports or ()), *left), checked=wish.check)


def _sets(benchmark: Benchmark, wish: Wish) -> tuple[_Set, ...]:
    """Read the sets that are wanted."""
    unknown = [name for name in wish.only if name not in {each.name for each in benchmark.sets}]
    if unknown:
        raise UsageError(f"{wish.folder}: has no set called {unknown[0]}", hint="name the file without .py")
    facts = facts_of_index(_said(wish.folder / "_inputs" / INDEX))
    names = _names(benchmark.sets)
    wanted = (each for each in benchmark.sets if not wish.only or each.name in wish.only)
    found = []
    for each_set in wanted:
        own = (each_set.path.parent / "_inputs" / each_set.name).is_dir()
        # In the folder that sets share, the folders of others and the index are not this one's.
        tops = [top for top in each_set.inputs if own or top.name not in {*names, INDEX}]
        files = {name: path for top in tops for name, path in files_in(top)}
        refuse_links_out(files.values(), wish.folder if wish.folder.is_dir() else wish.folder.parent)
        name = names[each_set.name]
        called = each_set.name if name != each_set.name else ""
        read = import_set(name, each_set.text, tuple(sorted(files)), shared=not own, called=called)
        card = facts_of_card(_said(files[CARD])) if own and CARD in files else None
        known = together(card, facts.get(each_set.name.lower()))
        taken = Taken(
            name=name,
            imported=read.imported,
            source=f"dseval:{benchmark.name}/{each_set.name}",
            title=known.title if known else each_set.name,
            description=(known.description if known else "")
            or f"Data of the set {each_set.name} of the benchmark {benchmark.name}.",
            url=known.url if known else "",
            licence=wish.licence or (known.licence if known else "") or "unknown",
            files=tuple((file, files[file]) for file in read.files),
            publication=known.publication if known else None,
        )
        found.append(_Set(read, each_set, taken))
    return tuple(found)


def _said(path: Path) -> str:
    """Return a text that tells of the data, empty where there is none; nothing depends on it."""
    return path.read_bytes()[:_LONGEST].decode("utf-8", "replace") if path.is_file() else ""


def _names(sets: Sequence[BenchmarkSet]) -> Mapping[str, str]:
    """Return what each set is called here: its own name where that is allowed and nobody has it."""
    names: dict[str, str] = {}
    for each_set in sets:
        name = base = safe_stem(each_set.name)
        number = 2
        while name in names.values():
            name, number = f"{base[:56]}-{number}", number + 1
        names[each_set.name] = name
    return names


def _checked(
    sets: Sequence[_Set], wish: Wish, workspace: Path | None, place: Workspace | None, benchmark: Benchmark
) -> tuple[SetReport, ...]:
    """Prove sets as they stand, and write nothing but what the cache of runs keeps."""
    limits = place.settings.limits if place else Limits()
    subjects = [
        RunnableSet(
            each.read.name,
            each.read.imported.text,
            each.read.imported.origins,
            _inputs(each),
            tables_of_files(_inputs(each)),
            limits,
            benchmark.dialect,
            wish.folder,
        )
        for each in sets
    ]
    outcome = prove_sets(subjects, jobs=wish.jobs, workspace=workspace)
    if outcome.interrupted:
        raise KeyboardInterrupt
    done = {subject.name: done for subject, done in outcome.detailed}
    return tuple(
        SetReport.of(each.read, done[each.read.name].evidence, done[each.read.name].failure)
        for each in sets
        if each.read.name in done
    )


def _inputs(given: _Set) -> tuple[Path, ...]:
    """Return the files and folders of a benchmark that hold what a set is given."""
    tops = {name.partition("/")[0] for name in given.read.files}
    return tuple(path for path in given.origin.inputs if path.name in tops)


def _kept(place: Workspace, sets: Sequence[_Set], jobs: int) -> tuple[SetReport, ...]:
    """Make drafts, side by side; what one fails at keeps none of the others from its draft."""
    reports: dict[str, SetReport] = {}
    with (
        open_sandbox(place) as sandbox,
        ThreadPoolExecutor(jobs, thread_name_prefix="import") as threads,
        progress_bar("proving") as move,
    ):
        move(0, len(sets))

        def tell(done: _Set, future: "Future[End]") -> None:
            reports[done.read.name] = _told(done, future)
            move(len(reports), len(sets))

        def on_stop(waiting: int) -> None:
            said = f"stopping: waiting for {counted(waiting, 'set')} under way (^C again: at once)"
            err().print(plain(said))

        run_batch(sets, lambda one: _draft(place, one.taken, sandbox), executor=threads, on_done=tell, on_stop=on_stop)
    return tuple(reports[one.read.name] for one in sets if one.read.name in reports)


def _draft(place: Workspace, taken: Taken, sandbox: Sandbox) -> End:
    keep_seed(place, taken, sandbox=sandbox)
    with begin_run(place, order_of(taken)) as journal:
        return author(place.seed_files(journal.settings.seed), sandbox=sandbox, journal=journal)


def _told(done: _Set, future: "Future[End]") -> SetReport:
    try:
        end = future.result()
    except AuthoringError as error:
        return SetReport.of(done.read, None, error)
    if isinstance(end, Waiting):
        return SetReport.of(done.read, end.evidence, None, drafted=True)
    return SetReport.of(done.read, None, None, settled=True)


def _admitted(place: Workspace, reports: Sequence[SetReport], who: str, why: str) -> tuple[SetReport, ...]:
    """Admit what has no errors; the person who asked for it decides, and says why."""
    told = []
    with open_sandbox(place) as sandbox:
        for report in reports:
            if report.settled or (report.drafted and not report.errors):
                standing = admit_one(place, report.name, who, why, sandbox=sandbox, agree=lambda _: True)
                told.append(report.model_copy(update={"admitted": standing.admitted}))
            else:
                told.append(report)
    return tuple(told)
