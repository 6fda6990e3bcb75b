"""Writing an export, for ``authoring export`` and the demo."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import count
from pathlib import Path, PurePosixPath
from threading import Lock
from typing import TypeVar

from rich.table import Table
from rich.tree import Tree

from authoring.api.codes import rule_info
from authoring.api.executors import threads_over
from authoring.api.pools import usual_jobs
from authoring.api.sandboxes import open_sandbox
from authoring.cli.findings import folded_view
from authoring.cli.progress import progress_bar
from authoring.cli.views.render import err, heading, plain, show
from authoring.errors import ExportError, UsageError
from authoring.evaluation.play import SetPlayer
from authoring.formats.base.port import ExportOptions, MapSets, Player
from authoring.formats.base.registry import EXPORT_CODES, EXPORTERS, nothing_played, prepare, refuse_unfit, this_tool
from authoring.records.answers import Exported
from authoring.records.bundle import AdmittedSet
from authoring.records.evidence import CellRun
from authoring.records.wording import counted, size
from authoring.workspace import Workspace
from authoring.workspace.exports import refuse_foreign

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ExportWish:
    """What is to be exported, where to, and how."""

    target: str
    folder: Path
    names: tuple[str, ...] = ()
    """All admitted sets if empty."""
    allow: tuple[str, ...] = ()
    """Codes or names of findings that may pass, commas between them or not."""
    language: str = "en"
    suite: str = ""
    jobs: int | None = None
    """Sets that are played at once; as many as `usual_jobs` says if None."""


def write_export(workspace: Workspace, wish: ExportWish, *, as_json: bool = False) -> Exported:
    """Export admitted sets; what keeps an export back is shown before the error is raised.

    Raises:
        UsageError: when there is no such format, set or code.
        ExportError: when a set cannot be said in the format.
        WorkspaceError: when the folder holds something else.
        SandboxError: cells have to run, and there is no sandbox that may run them.
    """
    chosen = _chosen(workspace, wish.names)
    refuse_foreign(wish.folder)
    about = workspace.settings.benchmark
    options = ExportOptions(
        name=about.name,
        version=about.version,
        dialect=workspace.dialect,
        language=wish.language,
        suite=wish.suite,
        tool=this_tool(),
    )
    sets = [workspace.read_problemset(name) for name in chosen]
    with _players(workspace, wish) as (play, across):
        bundle = prepare(wish.target, sets, options=options, play=play, across=across, allowed=_allowed(wish.allow))
    try:
        refuse_unfit(bundle)
    except ExportError:
        if not as_json:
            err().print(*folded_view(bundle.findings), sep="\n")
        raise
    written = workspace.write_bundle(wish.folder, bundle)
    return Exported(
        format=wish.target,
        folder=str(wish.folder),
        problemsets=chosen,
        files=tuple(path.relative_to(wish.folder).as_posix() for path in written),
        findings=bundle.findings,
    )


def show_exported(exported: Exported) -> None:
    """Show what was found, and how much was written."""
    sets, files = counted(len(exported.problemsets), "problem set"), counted(len(exported.files), "file")
    show(*folded_view(exported.findings), heading(f"{sets}, {files} in {exported.folder}", "green"))


def formats_view() -> Table:
    """Return the formats, a line each."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for head in ("format", "what is written", "options"):
        table.add_column(head)
    for name, known in EXPORTERS.items():
        more = [f"--suite {'|'.join(known.suites)}"] if known.suites else []
        more += [f"--language {'|'.join(known.languages)}"] if len(known.languages) > 1 else []
        table.add_row(plain(name), plain(known.summary), plain(" ".join(more)))
    return table


def next_step(exported: Exported) -> str:
    """Return the command that loads an export."""
    return EXPORTERS[exported.format].next_step.format(folder=shlex.quote(exported.folder))


def _chosen(workspace: Workspace, names: Sequence[str]) -> tuple[str, ...]:
    known_sets = workspace.problemsets()
    for name in names:
        if name not in known_sets:
            close = get_close_matches(name, known_sets, n=1)
            hint = f"did you mean {close[0]}?" if close else "see: authoring status"
            raise UsageError(f"no admitted problem set is called {name}", hint=hint)
    return tuple(dict.fromkeys(names)) or known_sets


def _allowed(said: Sequence[str]) -> frozenset[str]:
    codes = frozenset(rule_info(word.strip()).code for words in said for word in words.split(",") if word.strip())
    if strange := sorted(codes - set(EXPORT_CODES)):
        raise UsageError(
            f"--allow {strange[0]}: is no finding of an export", hint=f"those are: {', '.join(EXPORT_CODES)}"
        )
    return codes


@contextmanager
def _players(workspace: Workspace, wish: ExportWish) -> Iterator[tuple[Player, MapSets]]:
    """Give what plays cells and what takes sets side by side; a sandbox is opened only where the format needs one."""
    if wish.target not in EXPORTERS or not EXPORTERS[wish.target].runs:
        yield nothing_played, map
        return
    jobs = usual_jobs() if wish.jobs is None else wish.jobs
    with open_sandbox(workspace) as sandbox, progress_bar(f"Exporting to {wish.target}") as move:
        player = SetPlayer(sandbox, workspace.settings.limits, workspace.problemset_inputs)
        if jobs == 1:
            yield player, _Shown(map, move)
            return
        with threads_over(sandbox, jobs) as threads:

            def play(problemset: AdmittedSet, cells: Sequence[str]) -> tuple[CellRun, ...]:
                threads.check()
                return player(problemset, cells)

            yield play, _Shown(threads.map, move)


@dataclass(frozen=True, slots=True)
class _Shown:
    """Takes sets as `across` does, and moves a bar with each that is done."""

    across: MapSets
    move: Callable[[int, int], None]

    def __call__(self, work: Callable[[AdmittedSet], T], problemsets: Sequence[AdmittedSet], /) -> Iterable[T]:
        done, lock, most = count(1), Lock(), len(problemsets)

        def told(problemset: AdmittedSet) -> T:
            made = work(problemset)
            with lock:
                self.move(next(done), most)
            return made

        self.move(0, most)
        return self.across(told, problemsets)


def file_tree(folder: Path, files: Iterable[str]) -> Tree:
    """Draw files below a folder, with their sizes."""
    root = Tree(plain(f"{folder}/", "bold"))
    branches = {PurePosixPath(): root}
    for file in sorted(files):
        path = PurePosixPath(file)
        for parent in [*reversed(path.parents), path]:
            if parent in branches:
                continue
            label = plain(parent.name + ("" if parent == path else "/"))
            if parent == path:
                label.append(f"  {size((folder / path).stat().st_size)}", "dim")
            branches[parent] = branches[parent.parent].add(label)
    return root
