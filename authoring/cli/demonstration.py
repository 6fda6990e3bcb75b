"""The steps of the demo, each the function that its verb calls."""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import typer
from rich.console import RenderableType
from rich.text import Text

from authoring.api.pipeline import author
from authoring.cli.admitting import admit_one
from authoring.cli.answers import DemoStep, Shown
from authoring.cli.exporting import ExportWish, file_tree, write_export
from authoring.cli.findings import findings_view, tally
from authoring.cli.isolation import open_sandbox
from authoring.cli.journals import Order, begin_run, resume_run
from authoring.cli.progress import progress_bar
from authoring.cli.review.closing import review_run
from authoring.cli.review.screen import cell_view
from authoring.cli.review.session import start
from authoring.cli.review.state import Review
from authoring.cli.reviewer import reviewer_name
from authoring.cli.seeding import Wish, add_seed, profile_seed
from authoring.cli.views.render import counted, out, plain
from authoring.dseal import Severity, parse
from authoring.errors import DraftError, WorkspaceError
from authoring.records.decision import Waiting
from authoring.records.evidence import Evidence
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace

TABLE = "package:palmerpenguins/penguins-raw"
"""A real table that one of our own dependencies carries, in the public domain."""


@dataclass
class Teller:
    """Prints a line per step, and keeps what was told."""

    quiet: bool
    steps: list[DemoStep] = field(default_factory=list)

    def tell(self, step: str, seconds: float, outcome: str) -> None:
        """Say that a step is done."""
        self.steps.append(DemoStep(step=step, seconds=round(seconds, 2), outcome=outcome))
        if not self.quiet:
            line = Text.assemble((" ✓ ", "bold green"), (f"{step:<10}", "bold"), (f"{seconds:5.1f} s  ", "dim"))
            out().print(line.append(plain(outcome)), soft_wrap=True)

    @contextmanager
    def timed(self, step: str) -> Iterator[Callable[[str], None]]:
        """Time a step; the function that is given takes its outcome."""
        began, outcomes = time.monotonic(), [""]
        with progress_bar(step):
            yield outcomes.append
        self.tell(step, time.monotonic() - began, outcomes[-1])


def demonstrate(folder: Path | None, *, ask: bool, quiet: bool) -> tuple[Shown, Review]:
    """Go the whole way in a fresh workspace.

    Args:
        folder: where; a new temporary folder if None.
        ask: whether to offer the review to a person at the terminal.
        quiet: whether to print nothing.

    Returns:
        What happened, and the draft as its reviewer saw it.

    Raises:
        WorkspaceError: when the folder holds anything.
    """
    if folder is not None and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise WorkspaceError(f"{folder}: is not empty", hint="name a new folder, or none for a temporary one")
    root = folder.resolve() if folder else Path(tempfile.mkdtemp(prefix="authoring-demo-"))
    teller = Teller(quiet)
    if not quiet:
        out().print(Text.assemble(("From a table to a benchmark", "bold"), (f"  in {root}", "dim")), "", sep="\n")
    with teller.timed("init") as done:
        workspace, _ = Workspace.create(root)
        done(f"a workspace with {counted(len(workspace.templates()), 'problem template')}")
    with open_sandbox(workspace) as sandbox:
        with teller.timed("seed add") as done:
            added = add_seed(workspace, [TABLE], Wish(), sandbox=sandbox)
            seed, file = added.seed, added.seed.files[0]
            names = [one.name.replace("-", " ") for one in added.findings if one.severity is Severity.WARNING]
            warned = f"; the seed gate warns: {', '.join(names)}" if names else ""
            size = f"{counted(file.rows, 'row')}, {counted(len(file.columns), 'column')}"
            done(f"{seed.name}: {size}, {seed.licence}{warned}")
        with teller.timed("seed show") as done:
            done(_kinds(profile_seed(workspace, seed, sandbox=sandbox)))
        waiting = _draft(workspace, seed, sandbox, teller)
        _review(workspace, seed.name, sandbox, teller, ask=ask)
    return _hand_over(workspace, seed, teller), start(waiting.draft, waiting.evidence, None)


def _kinds(profile: Profile) -> str:
    kinds = [column.kind.value for one in profile.tables for column in one.columns]
    return ", ".join(
        f"{kinds.count(kind)} {kind}" for kind in sorted(set(kinds), key=lambda kind: (-kinds.count(kind), kind))
    )


def _draft(workspace: Workspace, seed: Seed, sandbox: Sandbox, teller: Teller) -> Waiting:
    """Draft and prove; what the drafter and what the gate took is told apart by the first sign of the dry run."""
    began = time.monotonic()
    gate: list[float] = []
    with (
        begin_run(workspace, Order(seed.name, seed.name)) as journal,
        progress_bar("draft and gate") as move,
    ):

        def progress(done: int, total: int) -> None:
            gate.append(time.monotonic())
            move(done, total)

        end = author(workspace.seed_files(seed), sandbox=sandbox, journal=journal, progress=progress)
    ended = time.monotonic()
    if not isinstance(end, Waiting) or end.evidence.errors:
        findings = end.evidence.errors if isinstance(end, Waiting) else ()
        out().print(*findings_view(findings), sep="\n")
        raise DraftError("the demo's own draft did not pass the gate", hint=f"look at it in {workspace.root}")
    levels = [origin.level for origin in end.draft.origins if origin.level]
    spread = ", ".join(f"{levels.count(level)} {level}" for level in ("easy", "medium", "hard") if level in levels)
    problems = counted(len(parse(end.draft.text).problems), "problem")
    middle = gate[0] if gate else ended
    teller.tell("draft", middle - began, f"{problems} ({spread})" if spread else problems)
    teller.tell("gate", ended - middle, _proof(end.evidence))
    return end


def _proof(evidence: Evidence) -> str:
    judged = [cell.judgement for cell in evidence.dry_run.cells if cell.judgement] if evidence.dry_run else []
    correct = sum(judgement.correct == "yes" for judgement in judged)
    return f"each reference ran twice, {correct} of {len(judged)} agree with themselves; {tally(evidence.diagnostics)}"


def _review(workspace: Workspace, name: str, sandbox: Sandbox, teller: Teller, *, ask: bool) -> None:
    """Let the person review if they want to; admit what they leave undecided as ``demo``."""
    began = time.monotonic()
    looked = ask and sys.stdin.isatty() and typer.confirm("   review the problems yourself?", default=False)
    if looked:
        with resume_run(workspace, name) as journal:
            review_run(workspace, journal, sandbox=sandbox, reviewer=reviewer_name(None))
    teller.tell(
        "review",
        time.monotonic() - began,
        "by you" if looked else "nobody asked to look; `authoring review` is where a person decides",
    )
    with teller.timed("admit") as done:
        standing = admit_one(workspace, name, "demo", "shown in the demo", sandbox=sandbox, agree=lambda _: True)
        if not standing.admitted:
            hint = f"go on with: authoring review {name} --workspace {workspace.root}"
            raise DraftError("the draft has errors since it was edited, so it is not admitted", hint=hint)
        done(f"{Path(standing.path).relative_to(workspace.root)}, with data and provenance")


def _hand_over(workspace: Workspace, seed: Seed, teller: Teller) -> Shown:
    folder = workspace.root / "export"
    with teller.timed("export") as done:
        exported = write_export(workspace, ExportWish("dseval", folder, (seed.name,)))
        done(f"{counted(len(exported.files), 'file')} that DSEval 0.0.1 loads as they are")
    return Shown(workspace=str(workspace.root), export=str(folder), files=exported.files, steps=tuple(teller.steps))


def epilogue(shown: Shown, review: Review) -> tuple[RenderableType, ...]:
    """Return what a person sees in the end: the export, one problem, where to go."""
    return (
        Text(),
        file_tree(Path(shown.export), shown.files),
        Text("\nOne of the problems, with its real output:", "bold"),
        cell_view(sample_of(review)),
        Text.assemble(("Your own table: ", "bold"), "authoring seed add my.csv && authoring draft my"),
    )


def sample_of(review: Review) -> Review:
    """Return the review at a problem worth showing: the first of middle difficulty that gives a table."""
    places = range(len(review.cells))
    seen = [replace(review, position=place) for place in places]
    tables = [one for one in seen if one.problem and one.run and one.run.run.value and one.run.run.value.table]
    middle = [one for one in tables if one.problem and _level(one, one.problem.number) == "medium"]
    return next(iter((*middle, *tables, *(one for one in seen if one.problem))), review)


def _level(review: Review, number: int) -> str | None:
    origins = review.draft.origins
    return origins[number - 1].level if number <= len(origins) else None
