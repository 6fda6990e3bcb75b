"""What drafting yields, and what was spent on models: read from journals, the ledger and the benchmark."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import get_args

from pydantic import Field

from authoring.api.models import LEDGER
from authoring.api.runs.history import RunFile, read_each_run
from authoring.api.verification import lint_with, weigh
from authoring.api.workspaces import open_workspace
from authoring.drafting.prompts.instructions import making_of
from authoring.drafting.yield_report import DraftRecord, TimeSpan, YieldReport, measure_yield
from authoring.dseal import Diagnostic, parse
from authoring.dseal.diagnostic import errors_in
from authoring.errors import UsageError
from authoring.llm.ledger import Ledger
from authoring.llm.ledger.entries import CallEntry, CallTotals, Grouping
from authoring.llm.pricing import NANO
from authoring.records.base import Record
from authoring.records.decision import Action, Decision
from authoring.records.draft import Draft, DraftingInputs
from authoring.records.evidence import DryRun
from authoring.records.run import RunSettings
from authoring.records.wording import money
from authoring.workspace import Workspace
from authoring.workspace.journal import (
    Step,
    read_decisions,
    read_screen_times,
    read_settings,
    read_steps,
    revision_of,
)

# A number and a unit: 7d, 12h, 30m.
TIME_AGO = re.compile(r"(\d{1,5})([dhm])")
TIME_UNITS = {"d": "days", "h": "hours", "m": "minutes"}
MACHINE_STAGES = frozenset({"write_draft", "repair_draft", "mend_draft"})
"""Stages whose revisions are nobody's but the machine's."""


class SpendingLine(Record):
    """One line of the report; tokens are those that were counted, money is text so that it stays exact."""

    name: str
    calls: int
    replied: int
    failed: int
    lost: int
    open: int
    tries: int
    tokens_in: int
    cached: int
    tokens_out: int
    money: dict[str, str]
    """By currency."""
    unpriced: int
    uncounted: int
    seconds: float
    amounts: tuple[str, ...] = Field(exclude=True)
    """Money as a person reads it, one text a currency; for the screen only."""
    estimated: int = Field(exclude=True)
    """Calls whose tokens the server did not count; for the screen only."""


class SpendingReport(Record):
    """Answer of ``report spending``."""

    by: str
    since: datetime | None
    rows: tuple[SpendingLine, ...]
    total: SpendingLine


def report_spending(
    *, by: str = "subject", since: str = "", subject: str = "", workspace: Path | None = None
) -> SpendingReport:
    """Return what was spent on models in a workspace.

    Args:
        by: ``subject`` (seed), ``purpose`` (stage) or ``model``.
        since: a date (``2026-11-22``), a time (``2026-11-22T10:00``) or how long ago (``7d``, ``12h``, ``30m``); empty
            for all there is.
        subject: only calls about this seed, set or module; empty for all.
        workspace: its folder; the one around the current folder if None.

    Raises:
        UsageError: `by` or `since` is nothing of the kind.
        WorkspaceError: the ledger cannot be read.
    """
    enclosing, begin = open_workspace(workspace), parse_since(since)
    # For the type checker: a word that was only compared could still be any.
    column = next((grouping for grouping in get_args(Grouping) if grouping == by), None)
    if column is None:
        raise UsageError(f"--by {by}: there is no such sum", hint="choose subject, purpose or model")
    path = enclosing.root / ".authoring" / LEDGER
    rows: tuple[CallTotals, ...] = ()
    total = CallTotals(name="")
    # Opening a ledger would make one.
    if path.is_file():
        with Ledger(path) as ledger:
            (total,) = ledger.totals(since=begin, subject=subject)
            rows = ledger.totals(column, since=begin, subject=subject)
    return SpendingReport(
        by=by, since=begin, rows=tuple(_spending_line(row) for row in rows), total=_spending_line(total)
    )


def parse_since(text: str) -> datetime | None:
    """Return the time that a text names, None for an empty one.

    Raises:
        UsageError: it names no time.
    """
    if not text:
        return None
    ago = TIME_AGO.fullmatch(text.strip())
    if ago:
        return datetime.now(UTC) - timedelta(**{TIME_UNITS[ago[2]]: int(ago[1])})
    try:
        # A time without a zone is the reader's.
        return datetime.fromisoformat(text.strip()).astimezone()
    # The years 1 and 9999 overflow when they are moved to a zone.
    except (ValueError, OverflowError):
        raise UsageError(f"--since {text}: is no time", hint="say 2026-11-22, 7d, 12h or 30m") from None


def _spending_line(totals: CallTotals) -> SpendingLine:
    return SpendingLine(
        name=totals.name,
        calls=totals.calls,
        replied=totals.replied,
        failed=totals.failed,
        lost=totals.lost,
        open=totals.open,
        tries=totals.tries,
        tokens_in=totals.prompt,
        cached=totals.cached,
        tokens_out=totals.output,
        money={cost.currency: f"{Decimal(cost.nano) / NANO:f}" for cost in totals.costs},
        unpriced=totals.unpriced,
        uncounted=totals.uncounted,
        seconds=round(totals.seconds, 3),
        amounts=tuple(money(cost.nano, cost.currency) for cost in totals.costs),
        estimated=totals.estimated,
    )


def report_yield(*, workspace: Path | None = None) -> YieldReport:
    """Return what came of every run of a workspace that drafted, set aside or not; what was imported nobody drafted.

    Raises:
        WorkspaceError: the ledger cannot be read.
    """
    enclosing = open_workspace(workspace)
    problems: list[str] = []
    records = tuple(record for record in read_each_run(enclosing, _draft_record, problems) if record is not None)
    return measure_yield(records, _calls(enclosing), troubles=problems)


def _calls(workspace: Workspace) -> tuple[CallEntry, ...]:
    path = workspace.root / ".authoring" / LEDGER
    if not path.is_file():
        return ()
    with Ledger(path) as ledger:
        return ledger.entries()


def _draft_record(run: RunFile) -> DraftRecord | None:
    settings, steps, decisions = read_settings(run.path, RunSettings), read_steps(run.path), read_decisions(run.path)
    # Nobody drafted what was imported.
    if settings.imported is not None:
        return None
    times = [datetime.fromtimestamp(step.time, UTC) for step in steps]
    decided = [decision.time.astimezone(UTC) for decision in decisions]
    began = min((*times, *decided), default=datetime.fromtimestamp(run.path.stat().st_mtime, UTC))
    gates = [gate for gate in _gates(steps, settings) if gate.by_machine]
    admitted, verdict = [step for step in steps if step.stage == "admit_draft"], _verdict(decisions)
    is_admitted = bool(admitted) and verdict is Action.ADMIT
    return DraftRecord(
        name=run.name,
        seed=settings.seed.name,
        made_with=_drafting_inputs(steps, settings),
        began=began,
        # A run that was set aside is over; the current one may go on.
        ended=max((*times, *decided), default=began) if run.age else None,
        parsed=any(step.stage == "write_draft" for step in steps),
        linted=any(gate.linted for gate in gates),
        passed=any(gate.passed for gate in gates),
        at_once=bool(gates) and gates[0].passed,
        decided=verdict is not None,
        admitted=len(parse(str(admitted[-1].output["text"])).problems) if is_admitted else 0,
        minutes=sum(screen_time.seconds for screen_time in read_screen_times(run.path)) / 60,
        blind_solves=tuple(_span(step) for step in steps if step.stage == "blind_solve"),
    )


def _verdict(decisions: Sequence[Decision]) -> Action | None:
    """Return what was last decided of a run as a whole; None where a person has still to say."""
    verdict: Action | None = None
    for decision in decisions:
        if decision.action is Action.REOPEN:
            # An admitted set stays in the benchmark until its draft is decided on again.
            verdict = verdict if verdict is Action.ADMIT else None
        elif decision.action is not Action.REVISE:
            verdict = decision.action
    return verdict


def _span(step: Step) -> TimeSpan:
    """Return when a step ran; its seconds are rounded, and another clock's than its end."""
    slack = 1.0
    return TimeSpan(
        began=datetime.fromtimestamp(step.time - step.seconds - slack, UTC),
        ended=datetime.fromtimestamp(step.time + slack, UTC),
    )


def _drafting_inputs(steps: tuple[Step, ...], settings: RunSettings) -> DraftingInputs:
    first = next((step for step in steps if step.stage == "write_draft"), None)
    if first is not None:
        return Draft.model_validate(first.output).made_with
    if settings.instructions is not None and settings.model.name:
        return making_of(settings.instructions, model=settings.model.name)
    return DraftingInputs()


class _Gate:
    """How far one revision came, read from the steps that are about it."""

    def __init__(self, draft: Draft, settings: RunSettings, *, by_machine: bool) -> None:
        self.by_machine = by_machine
        self._draft = draft
        self._settings = settings
        self._run: DryRun | None = None
        self._repeats: list[Diagnostic] = []

    def add_step(self, step: Step) -> None:
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
    is_machine = True
    for step in steps:
        if (draft := revision_of(step)) is not None:
            is_machine = is_machine and step.stage in MACHINE_STAGES
            gates.append(_Gate(draft, settings, by_machine=is_machine))
        # Steps before the first revision, as the profile, are about none.
        elif gates:
            gates[-1].add_step(step)
    return gates


def _errors(findings: list[Diagnostic] | tuple[Diagnostic, ...]) -> bool:
    return bool(errors_in(findings))
