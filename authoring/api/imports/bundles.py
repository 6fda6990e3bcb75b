"""What was imported becomes a seed and a draft that waits for a person, like any other."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from authoring.api.executors.threads import default_jobs, run_batch
from authoring.api.findings.other_sets import repeats_of_others
from authoring.api.runs.lifecycle import OpenRun, RunRequest, begin_run
from authoring.api.sandboxes import open_sandbox, own_or_given_sandbox
from authoring.api.seeds.vetting import vet
from authoring.api.trust import IMPORTED_CODE
from authoring.api.verification import with_findings
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.duplicates.across_sets import NamedSet
from authoring.errors import SeedError
from authoring.records.base import Record
from authoring.records.decision import Waiting
from authoring.records.draft import ImportedSet
from authoring.records.progress import NOBODY, Notice, PartialResult, Reporter, reporting
from authoring.records.run import ResumedRun, RunState
from authoring.records.seed import Publication, Seed
from authoring.records.wording import counted
from authoring.sandbox.port import Sandbox
from authoring.seeds.intake import read_files
from authoring.workspace import Workspace
from authoring.workspace.files import copy_file, scratch_folder
from authoring.workspace.links import refuse_links_out

UNKNOWN_LICENCE = "unknown"
"""The licence of a seed of which nobody has stated one."""
Item = TypeVar("Item")
Result = TypeVar("Result")
Report = TypeVar("Report")


@dataclass(frozen=True, slots=True)
class ImportedBundle:
    """A set that came from outside, and what it is about."""

    name: str
    """The name of the draft, of its seed and of the set; a valid `records.Name`."""
    imported: ImportedSet
    source: str
    """What the person named, after the kind: ``notebook:PATH``."""
    title: str
    description: str = ""
    url: str = ""
    licence: str = UNKNOWN_LICENCE
    files: tuple[tuple[str, Path], ...] = ()
    """What code finds below ``inputs/``: the name, which may lead into folders, and where the file stands now."""
    publication: Publication | None = None
    inside: Path | None = None
    """The folder, which may be a stranger's, that the files come from; None where a person named each of them."""

    def request(self, *, restart: bool = False) -> RunRequest:
        """Return the run that makes a draft of it."""
        return RunRequest(self.name, self.name, restart=restart, imported=self.imported)


class VettedSeed(Record):
    """What the seed gate found about a seed that was imported: reported while `draft_bundle` goes on."""

    name: str
    findings: tuple[Diagnostic, ...]


def draft_bundle(
    workspace: Workspace,
    bundle: ImportedBundle,
    *,
    restart: bool = False,
    sandbox: Sandbox | None = None,
    reporter: Reporter = NOBODY,
) -> RunState:
    """Write the seed, begin a run that is pinned to what was imported, and prove it.

    With `restart` it begins anew where a run of this name is there: its journal is set aside, the seed replaced. It is
    proven in `sandbox`, or the one that the settings ask for. A `VettedSeed` and a `ResumedRun` are reported as partial
    results.

    Raises:
        SeedError: a seed of that name is about something else.
        JournalError: a run of that name is about something else.
    """
    # Seed, gate and run share one sandbox: a person is told once where it is no wall.
    with own_or_given_sandbox(sandbox, workspace, code=IMPORTED_CODE, reporter=reporter) as opened:
        with reporting(reporter, "reading"):
            seed = write_bundle_seed(workspace, bundle, sandbox=opened, replace=restart)
            files = workspace.seed_files(seed)
            # What the gate finds keeps nothing out: it stands before models, and none is asked here.
            findings = vet(seed, files, sandbox=opened, limits=workspace.settings.limits)
        with begin_run(workspace, bundle.request(restart=restart)) as journal:
            state = OpenRun(workspace, journal, opened, reporter=reporter).advance(certify=True)
            if journal.resumed:
                reporter.report(PartialResult(ResumedRun(name=bundle.name, steps=len(journal.replayed))))
    reporter.report(PartialResult(VettedSeed(name=seed.name, findings=findings)))
    return _with_repeats(workspace, state) if isinstance(state, Waiting) else state


def _with_repeats(workspace: Workspace, waiting: Waiting) -> Waiting:
    """Return a draft with what it repeats of the admitted sets among its findings."""
    own = [NamedSet(waiting.draft.name, waiting.draft.text)]
    repeats = repeats_of_others(workspace, own).get(waiting.draft.name, ())
    return waiting.model_copy(update={"evidence": with_findings(waiting.evidence, repeats)})


def prove_each(
    workspace: Workspace,
    items: Sequence[Item],
    prove: Callable[[Item, Sandbox], Result],
    report: Callable[[Item, "Future[Result]"], Report],
    *,
    noun: str,
    jobs: int | None,
    reporter: Reporter,
) -> tuple[Report, ...]:
    """Prove imported sets side by side in one sandbox; return the reports on those that are done, in their order.

    Raises:
        KeyboardInterrupt: it was stopped; what was under way is kept.
    """
    reports: dict[int, Report] = {}
    with (
        open_sandbox(workspace, code=IMPORTED_CODE, reporter=reporter) as sandbox,
        ThreadPoolExecutor(jobs or default_jobs(), thread_name_prefix="import") as threads,
        reporting(reporter, "proving") as advance,
    ):
        advance(0, len(items))

        def collect(index: int, future: "Future[Result]") -> None:
            reports[index] = report(items[index], future)
            advance(len(reports), len(items))

        def on_stop(pending: int) -> None:
            text = f"stopping: waiting for {counted(pending, noun)} under way (^C again: at once)"
            reporter.report(Notice(text))

        def work(index: int) -> Result:
            return prove(items[index], sandbox)

        # Items are known by their place: two of them may be equal.
        run_batch(range(len(items)), work, executor=threads, on_done=collect, on_stop=on_stop)
    return tuple(reports[index] for index in sorted(reports))


def write_bundle_seed(workspace: Workspace, bundle: ImportedBundle, *, sandbox: Sandbox, replace: bool = False) -> Seed:
    """Write the seed of an imported set, or return the one that stands there already with the very same files.

    Raises:
        SeedError: a seed of that name is about something else, or has other data and `replace` is false.
    """
    limits = workspace.settings.limits
    with scratch_folder(workspace.root, "import") as scratch:
        for name, path in bundle.files:
            copy_file(path, scratch / name, inside=bundle.inside)
        tops = sorted(scratch.iterdir())
        tables, companions = read_files(tops, sandbox=sandbox, limits=limits) if tops else ((), ())
        seed = Seed(
            name=bundle.name,
            title=bundle.title,
            description=bundle.description,
            source=bundle.source,
            url=bundle.url,
            licence=bundle.licence,
            files=tables,
            companions=companions,
            publication=bundle.publication,
        )
        existing = _existing_seed(workspace, seed, replace=replace) if seed.name in workspace.seeds() else None
        if existing is not None:
            # What a person has said of the seed since stays; a licence that nobody had stated is stated now.
            if existing.licence != UNKNOWN_LICENCE or seed.licence == UNKNOWN_LICENCE:
                return existing
            seed, replace = existing.model_copy(update={"licence": seed.licence}), True
        workspace.write_seed(seed, [(file, scratch / file.name) for file in seed.data], replace=replace)
    return seed


def data_files(paths: Sequence[Path]) -> tuple[tuple[str, Path], ...]:
    """Return the files that a person names as data, with what code calls them: of a folder, what lies directly in it.

    Raises:
        SeedError: a file is missing, two have the same name, or a link leads out of a folder.
    """
    files: dict[str, Path] = {}
    for named_path in paths:
        if not named_path.exists():
            raise SeedError(f"{named_path}: no such file or folder", hint="check the path")
        is_folder = named_path.is_dir()
        inside = sorted(path for path in named_path.iterdir() if path.is_file()) if is_folder else [named_path]
        if is_folder:
            refuse_links_out(inside, named_path)
        for path in inside:
            # Such files, as .DS_Store, are a system's and no data.
            if path.name.startswith("."):
                continue
            # The same file may be named twice, by itself and by its folder.
            if path.name in files and files[path.name].read_bytes() != path.read_bytes():
                raise SeedError(f"{path}: another file is called {path.name}", hint="name one of them")
            files[path.name] = path
    return tuple(sorted(files.items()))


def _existing_seed(workspace: Workspace, seed: Seed, *, replace: bool) -> Seed | None:
    """Return the seed of this name where it is this very one, None where it may be replaced.

    Raises:
        SeedError: it is about something else, or has other data and may not be replaced.
    """
    existing = workspace.read_seed(seed.name)
    if _source_file(existing.source) != _source_file(seed.source):
        raise SeedError(
            f"there is a seed called {seed.name} already, from {existing.source}",
            hint="give another name: --name NAME",
        )
    if existing.data != seed.data and not replace:
        raise SeedError(
            f"there is a seed called {seed.name} already, with other data",
            hint="give another --name, or begin anew with --restart (the old journal is kept)",
        )
    return existing if existing.data == seed.data else None


def _source_file(source: str) -> tuple[str, str]:
    """Return kind and name of what a seed came from: the same file may be named from another folder."""
    kind, _, path = source.partition(":")
    return kind, Path(path).name
