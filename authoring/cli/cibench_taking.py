"""Taking a CIBench tree in, for ``authoring import cibench``: read, prove side by side, keep as drafts."""

import shlex
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rich.console import RenderableType

from authoring.api.executors import run_batch
from authoring.api.pipeline import author
from authoring.api.pools import default_jobs
from authoring.api.sandboxes import open_sandbox
from authoring.cli.journals import End, begin_run
from authoring.cli.progress import progress_bar
from authoring.cli.taking_in import Taken, keep_seed, order_of
from authoring.cli.views.render import err, heading, plain, table
from authoring.dseal import parse
from authoring.dseal.analysis.inputs import input_uses
from authoring.dseal.code import parse_code
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.errors import AuthoringError
from authoring.formats.cibench.import_.experiment import import_experiment
from authoring.records.base import Record
from authoring.records.decision import Waiting
from authoring.records.wording import counted
from authoring.sandbox.port import Sandbox
from authoring.seeds.sources.cibench_tree import Experiment, Tree, chosen, notebook_text, read_tree
from authoring.workspace import Workspace

RENAME = "rename the notebook, begin anew with --restart, or take the tree into another workspace"
MOST_CODES = 6
"""Codes of findings that a line names."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What ``authoring import cibench`` was asked."""

    folder: Path
    names: tuple[str, ...] = ()
    licence: str = ""
    restart: bool = False
    jobs: int | None = None


class TakenExperiment(Record):
    """One notebook of the tree."""

    label: str
    """Suite, module and name, with slashes."""
    name: str
    """Of the draft."""
    problems: int
    right: int = 0
    """Problems whose reference satisfies its own validator when it is run a second time."""
    findings: tuple[Diagnostic, ...] = ()
    """Of the import and of the gate."""
    failure: str = ""
    """Why there is no draft of it."""

    @property
    def errors(self) -> int:
        """Findings that keep it from admission."""
        return sum(finding.severity is Severity.ERROR for finding in self.findings)


class TakenTree(Record):
    """Answer of ``import cibench``."""

    tree: str
    experiments: tuple[TakenExperiment, ...]
    left_out: tuple[str, ...]
    """Copies of notebooks that editors left behind, and OpenCompass would load."""

    @property
    def exit_code(self) -> int:
        """1 where something has errors or was not taken in, else 0."""
        return int(any(one.errors or one.failure for one in self.experiments))


def import_tree(place: Workspace, wish: Wish) -> TakenTree:
    """Read the notebooks of a tree, prove them, and keep them as drafts that wait for a person.

    What one of them fails at keeps none of the others from its draft. Done again, it goes on where it stopped.

    Raises:
        SeedError: the folder holds no notebook, or a link leads out of it.
        UsageError: an experiment is named that is not there.
        KeyboardInterrupt: it was stopped; what was under way is kept.
    """
    tree = read_tree(wish.folder)
    wanted = chosen(tree, wish.names)
    told: dict[str, TakenExperiment] = {}
    with (
        open_sandbox(place) as sandbox,
        ThreadPoolExecutor(wish.jobs or default_jobs(), thread_name_prefix="import") as threads,
        progress_bar("proving") as move,
    ):
        move(0, len(wanted))

        def tell(one: Experiment, future: "Future[TakenExperiment]") -> None:
            told[one.label] = _told(one, future)
            move(len(told), len(wanted))

        def on_stop(waiting: int) -> None:
            said = f"stopping: waiting for {counted(waiting, 'notebook')} under way (^C again: at once)"
            err().print(plain(said))

        run_batch(
            wanted, lambda one: _draft(place, tree, one, wish, sandbox), executor=threads, on_done=tell, on_stop=on_stop
        )
    reports = tuple(told[one.label] for one in wanted if one.label in told)
    return TakenTree(tree=str(wish.folder), experiments=reports, left_out=tree.left_out)


def _draft(place: Workspace, tree: Tree, one: Experiment, wish: Wish, sandbox: Sandbox) -> TakenExperiment:
    taken = taken_experiment(tree, one, licence=wish.licence)
    report = TakenExperiment(
        label=one.label, name=one.name, problems=len(taken.imported.origins), findings=taken.imported.findings
    )
    if not taken.imported.origins:
        return report
    keep_seed(place, taken, sandbox=sandbox, replace=wish.restart)
    with begin_run(place, order_of(taken, restart=wish.restart)) as journal:
        end = author(place.seed_files(journal.settings.seed), sandbox=sandbox, journal=journal)
    return report.model_copy(update=_proof(end, taken))


def _proof(end: End, taken: Taken) -> dict[str, object]:
    """Return what the gate found, beside what the import did."""
    if not isinstance(end, Waiting):
        return {}
    run = end.evidence.dry_run
    judged = [cell.judgement for cell in run.cells if cell.judgement is not None] if run else []
    said = {finding.code for finding in taken.imported.findings}
    proved = tuple(finding for finding in end.evidence.diagnostics if finding.code not in said)
    return {
        "right": sum(judgement.correct == "yes" for judgement in judged),
        "findings": (*taken.imported.findings, *proved),
    }


def taken_experiment(tree: Tree, one: Experiment, *, licence: str = "") -> Taken:
    """Return the problem set that a notebook of a tree makes, with the data files that it names or may list.

    Raises:
        SeedError: the notebook cannot be read.
    """
    imported = import_experiment(notebook_text(one), files=[name for name, _ in tree.data])
    used = _used(imported.text, tree)
    module, _, stem = one.label.rpartition("/")
    return Taken(
        name=one.name,
        imported=imported,
        source=f"cibench:{one.label}",
        title=f"{module.rpartition('/')[2]}: {stem}" if module else stem,
        description=f"Experiment {one.label} of the CIBench tree {tree.root.name}.",
        licence=licence or "unknown",
        files=tuple((name, path) for name, path in tree.data if name in used),
    )


def _used(text: str, tree: Tree) -> frozenset[str]:
    """Return the data files that a set names; all of them where its code looks into their folder."""
    names = frozenset(name for name, _ in tree.data)
    found = [input_uses(parse_code(cell.code).tree) for cell in parse(text).runnable]
    if any(uses.open for uses in found):
        return names
    read = {use.name for uses in found for use in uses.uses}
    return names & (read | {name for name in names if f"inputs/{name}" in text})


def _told(one: Experiment, future: "Future[TakenExperiment]") -> TakenExperiment:
    try:
        return future.result()
    except AuthoringError as error:
        # A name is not given on the command line, but by the notebook's file.
        hint = RENAME if "--name" in error.hint else error.hint
        failure = f"{error.message}; {hint}".removesuffix("; ")
        return TakenExperiment(label=one.label, name=one.name, problems=0, failure=failure)


def tree_view(taken: TakenTree) -> tuple[RenderableType, ...]:
    """Return each notebook in one line, and what was not taken in."""
    lines = table("draft", "problems>", "right>", "errors>", "warnings>", "notes>", "findings", "experiment")
    for one in taken.experiments:
        counts = [
            str(sum(finding.severity is weight for finding in one.findings))
            for weight in (Severity.ERROR, Severity.WARNING, Severity.NOTE)
        ]
        codes = ", ".join(_codes(one.findings))
        lines.add_row(
            plain(one.name), str(one.problems), str(one.right), *counts, plain(codes, "dim"), plain(one.label)
        )
    failed = [plain(f"{one.label}: {one.failure}", "red") for one in taken.experiments if one.failure]
    unread = [
        plain(f"{one.label}: {finding.message}", "red")
        for one in taken.experiments
        if not one.problems
        for finding in one.findings
        if finding.severity is Severity.ERROR
    ]
    copies = [
        plain(f"{label}: a copy that an editor left; OpenCompass loads it too", "yellow") for label in taken.left_out
    ]
    made = sum(bool(one.problems) for one in taken.experiments)
    said = f"{counted(len(taken.experiments), 'notebook')}, {counted(made, 'draft')}"
    return (lines, *failed, *unread, *copies, heading(said))


def _codes(findings: Sequence[Diagnostic]) -> list[str]:
    codes = sorted({finding.code for finding in findings if finding.severity is not Severity.NOTE})
    return codes if len(codes) <= MOST_CODES else [*codes[:MOST_CODES], "…"]


def next_of(taken: TakenTree) -> str:
    """Return the command that comes next."""
    first = next((one.name for one in taken.experiments if one.problems and not one.failure), "")
    return f"authoring review {first}" if first else f"authoring import cibench {shlex.quote(taken.tree)} --json"
