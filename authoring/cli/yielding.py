"""What ``authoring report yield`` reads: journals, the ledger, the benchmark."""

from datetime import UTC, datetime

from authoring.api.verification import lint_with, weigh
from authoring.cli.asking import LEDGER
from authoring.cli.histories import RunFile, each_run
from authoring.drafting.prompts.instructions import making_of
from authoring.drafting.yields import measure_yield, minutes_of
from authoring.drafting.yields.report import DraftRecord, YieldReport
from authoring.dseal import Diagnostic, Severity, parse
from authoring.llm.ledger.entries import CallEntry
from authoring.records.draft import Draft, Making
from authoring.records.evidence import DryRun
from authoring.records.run import RunSettings
from authoring.workspace import Workspace
from authoring.workspace.journal import Step, read_decisions, read_settings, read_steps

BY_MACHINE = frozenset({"write_draft", "repair_draft"})
BY_ANYBODY = BY_MACHINE | {"revise_draft"}


def yield_of(place: Workspace) -> YieldReport:
    """Return what came of every run of a workspace that drafted, set aside or not; what was imported nobody drafted.

    Raises:
        WorkspaceError: the ledger cannot be read.
    """
    troubles: list[str] = []
    found = each_run(place, _record, troubles)
    runs = tuple(record for record in found if record is not None)
    return measure_yield(runs, _calls(place), troubles=troubles)


def _calls(place: Workspace) -> tuple[CallEntry, ...]:
    path = place.root / ".authoring" / LEDGER
    if not path.is_file():
        return ()
    from authoring.llm.ledger import Ledger

    with Ledger(path) as ledger:
        return ledger.entries()


def _record(run: RunFile) -> DraftRecord | None:
    settings, steps, decisions = read_settings(run.path, RunSettings), read_steps(run.path), read_decisions(run.path)
    if settings.imported is not None:
        return None
    times = [datetime.fromtimestamp(step.time, UTC) for step in steps]
    said = [decision.time.astimezone(UTC) for decision in decisions]
    began = min((*times, *said), default=datetime.fromtimestamp(run.path.stat().st_mtime, UTC))
    made = [gate for gate in _gates(steps, settings) if gate.by_machine]
    admitted = [step for step in steps if step.stage == "admit_draft"]
    return DraftRecord(
        name=run.name,
        seed=settings.seed.name,
        made_with=_made_with(steps, settings),
        began=began,
        # A run that was set aside is over; the current one may go on.
        ended=max((*times, *said), default=began) if run.age else None,
        parsed=any(step.stage == "write_draft" for step in steps),
        linted=any(gate.linted for gate in made),
        passed=any(gate.passed for gate in made),
        at_once=bool(made) and made[0].passed,
        admitted=len(parse(str(admitted[-1].output["text"])).problems) if admitted else 0,
        minutes=minutes_of(times, said),
    )


def _made_with(steps: tuple[Step, ...], settings: RunSettings) -> Making:
    first = next((step for step in steps if step.stage == "write_draft"), None)
    if first is not None:
        return Draft.model_validate(first.output).made_with
    if settings.instructions is not None and settings.model.name:
        return making_of(settings.instructions, model=settings.model.name)
    return Making()


class _Gate:
    """How one revision stands, put together from the steps that are about it."""

    def __init__(self, draft: Draft, settings: RunSettings, *, by_machine: bool) -> None:
        self.by_machine = by_machine
        self._draft = draft
        self._settings = settings
        self._run: DryRun | None = None
        self._repeats: list[Diagnostic] = []

    def hear(self, step: Step) -> None:
        """Take in a step that came after the revision was written."""
        if step.stage == "dry_run" and step.output["draft"] == self._draft.sha256:
            self._run = DryRun.model_validate(step.output)
        elif step.stage == "find_repeats":
            self._repeats += [Diagnostic.model_validate(finding) for finding in step.output]

    @property
    def linted(self) -> bool:
        """Whether lint has no error to say."""
        # What was not run although nothing else came after it was refused by lint.
        return self._run is not None or not _errors(lint_with(self._draft.text, self._settings.seed))

    @property
    def passed(self) -> bool:
        """Whether nothing keeps the revision from a person's eyes."""
        if self._run is None:
            return False
        evidence = weigh(self._draft.text, (), self._run, self._settings.limits)
        return not evidence.errors and not _errors(self._repeats)


def _gates(steps: tuple[Step, ...], settings: RunSettings) -> list[_Gate]:
    """Return every revision with how it stands; none is the machine's alone after a person's word."""
    gates: list[_Gate] = []
    machine = True
    for step in steps:
        if step.stage in BY_ANYBODY:
            machine = machine and step.stage in BY_MACHINE
            gates.append(_Gate(Draft.model_validate(step.output), settings, by_machine=machine))
        elif gates:
            gates[-1].hear(step)
    return gates


def _errors(findings: list[Diagnostic] | tuple[Diagnostic, ...]) -> bool:
    return any(finding.severity is Severity.ERROR for finding in findings)
