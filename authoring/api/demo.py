"""The whole way, from a real table to an exported benchmark, without key and network."""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from authoring.api.decisions import admit_draft_of_run
from authoring.api.exports import ExportRequest, export
from authoring.api.review.state_machine import Review, start_review
from authoring.api.runs.lifecycle import OpenRun, RunRequest, begin_run, resume_run
from authoring.api.sandboxes import open_sandbox
from authoring.api.seeds.description import describe_seed
from authoring.api.seeds.intake import add_seed
from authoring.api.trust import CodeOrigin
from authoring.dseal import Severity, parse
from authoring.errors import DraftError, WorkspaceError
from authoring.records.base import Record
from authoring.records.certificate.problem import DRAFT_PARTS
from authoring.records.decision import Waiting
from authoring.records.evidence import Evidence
from authoring.records.profile import Profile
from authoring.records.progress import NOBODY, PartialResult, Progress, ProgressEvent, Reporter, reporting
from authoring.records.seed import Seed
from authoring.records.wording import counted
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace

TABLE = "package:palmerpenguins/penguins-raw"
"""A real table that one of our own dependencies carries, in the public domain."""


class DemoStart(Record):
    """Where the demo makes its workspace."""

    folder: str


class DemoStep(Record):
    """A step of the demo."""

    step: str
    seconds: float
    outcome: str


class DemoResult(Record):
    """What the demo made."""

    workspace: str
    export: str
    files: tuple[str, ...]
    steps: tuple[DemoStep, ...]


class _Steps:
    """Times steps, and reports each when it is done."""

    def __init__(self, reporter: Reporter) -> None:
        self.reporter = reporter
        self.done: list[DemoStep] = []

    def add(self, step: str, seconds: float, outcome: str) -> None:
        self.done.append(DemoStep(step=step, seconds=round(seconds, 2), outcome=outcome))
        self.reporter.report(PartialResult(self.done[-1]))

    @contextmanager
    def timed(self, step: str) -> Iterator[Callable[[str], None]]:
        """Time a step; the function that is given takes its outcome."""
        began, outcomes = time.monotonic(), [""]
        with reporting(self.reporter, step):
            yield outcomes.append
        self.add(step, time.monotonic() - began, outcomes[-1])


class _GateClock:
    """Notes when the dry run begins, and passes everything on."""

    def __init__(self, reporter: Reporter) -> None:
        self._reporter = reporter
        self.began: float | None = None

    def report(self, event: ProgressEvent, /) -> None:
        if self.began is None and isinstance(event, Progress) and event.activity == "dry run":
            self.began = time.monotonic()
        self._reporter.report(event)


def demonstrate(
    folder: Path | None = None,
    *,
    offer_review: Callable[[Workspace, str], bool] = lambda workspace, name: False,  # noqa: ARG005 - nobody looks
    reporter: Reporter = NOBODY,
) -> DemoResult:
    """Turn a table of penguins into a problem set, prove it, admit it, and export it for DSEval.

    Args:
        folder: where the workspace is made; a new temporary folder if None.
        offer_review: offers the draft of this name to a person to review; returns whether they looked. What they leave
            undecided is admitted in the name of ``demo``.
        reporter: told of each `DemoStep` when it is done, of a `DemoStart` before the first, and of the draft with its
            evidence (`Waiting`).

    Raises:
        WorkspaceError: the folder holds anything.
        DraftError: the draft has errors.
    """
    # The demo writes a whole workspace, and never among files that are there.
    if folder is not None and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise WorkspaceError(f"{folder}: is not empty", hint="name a new folder, or none for a temporary one")
    root = folder.resolve() if folder else Path(tempfile.mkdtemp(prefix="authoring-demo-"))
    reporter.report(PartialResult(DemoStart(folder=str(root))))
    steps = _Steps(reporter)
    with steps.timed("init") as finish:
        workspace, _ = Workspace.create(root)
        finish(f"a workspace with {counted(len(workspace.templates()), 'problem template')}")
    with open_sandbox(workspace, code=CodeOrigin.of_templates(workspace.templates()), reporter=reporter) as sandbox:
        seed = _add_seed(workspace, sandbox, steps)
        _draft(workspace, seed, sandbox, steps)
        _try_answers(workspace, seed.name, sandbox, steps)
        began = time.monotonic()
        by_person = offer_review(workspace, seed.name)
        reviewer = "by you" if by_person else "nobody asked to look; `authoring review` is where a person decides"
        steps.add("review", time.monotonic() - began, reviewer)
        _admit(workspace, seed.name, sandbox, steps)
    with steps.timed("export") as finish:
        request = ExportRequest("dseval", root / "export", (seed.name,))
        exported = export(workspace, request, reporter=reporter)
        finish(f"{counted(len(exported.files), 'file')} that DSEval 0.0.1 loads as they are")
    return DemoResult(
        workspace=str(workspace.root), export=exported.folder, files=exported.files, steps=tuple(steps.done)
    )


def sample_problem(waiting: Waiting) -> Review:
    """Return the review of a draft at a problem worth showing: of middle difficulty, and giving a table, where it can.

    One that is compared by code of its own is shown only where there is no other, because that code fills the screen.
    """
    review = start_review(waiting.draft, waiting.evidence, None)
    states = [replace(review, position=position) for position in range(len(review.cells))]
    problems = [state for state in states if state.problem]
    tables = [state for state in problems if state.run and state.run.run.value and state.run.run.value.table]
    short = [state for state in problems if state.problem and "compare_fn" not in str(state.problem.validator)]
    ranked = sorted(problems, key=lambda state: (state not in short, state not in tables, _level(state) != "medium"))
    return next(iter(ranked), review)


def _level(review: Review) -> str | None:
    number = review.problem.number if review.problem else 0
    origins = review.draft.origins
    return origins[number - 1].level if 0 < number <= len(origins) else None


def _add_seed(workspace: Workspace, sandbox: Sandbox, steps: _Steps) -> Seed:
    with steps.timed("seed add") as finish:
        added = add_seed(workspace, [TABLE], sandbox=sandbox, reporter=steps.reporter)
        seed, file = added.seed, added.seed.files[0]
        warnings = [finding for finding in added.findings if finding.severity is Severity.WARNING]
        names = ", ".join(finding.name.replace("-", " ") for finding in warnings)
        size = f"{counted(file.rows, 'row')}, {counted(len(file.columns), 'column')}"
        finish(f"{seed.name}: {size}, {seed.licence}" + (f"; the seed gate warns: {names}" if names else ""))
    with steps.timed("seed show") as finish:
        finish(_kinds(describe_seed(workspace, seed.name, sandbox=sandbox, reporter=steps.reporter).profile))
    return seed


def _kinds(profile: Profile) -> str:
    kinds = [column.kind.value for table in profile.tables for column in table.columns]
    # Kinds that are equally frequent stand in alphabetical order, so that two runs print the same.
    most_frequent_first = sorted(set(kinds), key=lambda kind: (-kinds.count(kind), kind))
    return ", ".join(f"{kinds.count(kind)} {kind}" for kind in most_frequent_first)


def _draft(workspace: Workspace, seed: Seed, sandbox: Sandbox, steps: _Steps) -> None:
    """Draft and prove; the drafter's time and the gate's are parted by the first sign of the dry run."""
    began, clock = time.monotonic(), _GateClock(steps.reporter)
    with begin_run(workspace, RunRequest(seed.name, seed.name)) as journal:
        state = OpenRun(workspace, journal, sandbox, reporter=clock).advance()
    ended = time.monotonic()
    steps.reporter.report(PartialResult(state))
    if not isinstance(state, Waiting) or state.evidence.errors:
        hint = f"look at it in {workspace.root}"
        raise DraftError("the demo's own draft did not pass the gate", hint=hint)
    levels = [origin.level for origin in state.draft.origins if origin.level]
    spread = ", ".join(f"{levels.count(level)} {level}" for level in ("easy", "medium", "hard") if level in levels)
    problems = counted(len(parse(state.draft.text).problems), "problem")
    # A draft that lint refuses has no dry run, and all of its time is the drafter's.
    gate_began = ended if clock.began is None else clock.began
    steps.add("draft", gate_began - began, f"{problems} ({spread})" if spread else problems)
    steps.add("gate", ended - gate_began, _proof(state.evidence))


def _try_answers(workspace: Workspace, name: str, sandbox: Sandbox, steps: _Steps) -> None:
    with steps.timed("check") as finish, resume_run(workspace, name) as journal:
        run = OpenRun(workspace, journal, sandbox, reporter=steps.reporter)
        state = run.advance()
        if not isinstance(state, Waiting):
            raise DraftError("the demo's own draft is settled already", hint=f"look at it in {workspace.root}")
        certificate = run.certify(state.draft, DRAFT_PARTS)
        finish(f"validators {certificate.counts}")


def _proof(evidence: Evidence) -> str:
    judgements = [cell.judgement for cell in evidence.dry_run.cells if cell.judgement] if evidence.dry_run else []
    correct = sum(judgement.correct == "yes" for judgement in judgements)
    severities = [finding.severity for finding in evidence.diagnostics]
    counts = [counted(severities.count(weight), weight.value) for weight in Severity if weight in severities]
    agreement = f"each reference ran twice, {correct} of {len(judgements)} agree with themselves"
    return f"{agreement}; {', '.join(counts) or 'no findings'}"


def _admit(workspace: Workspace, name: str, sandbox: Sandbox, steps: _Steps) -> None:
    with steps.timed("admit") as finish:
        result = admit_draft_of_run(
            workspace,
            name,
            reviewer="demo",
            consent=lambda _: True,
            reason="shown in the demo",
            sandbox=sandbox,
            reporter=steps.reporter,
        )
        if not result.admitted:
            hint = f"go on with: authoring review {name} --workspace {workspace.root}"
            raise DraftError("the draft has errors since it was edited, so it is not admitted", hint=hint)
        finish(f"{Path(result.path).relative_to(workspace.root)}, with data and provenance")
