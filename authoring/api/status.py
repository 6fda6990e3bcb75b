"""Where everything in a workspace stands, gathered without holding any run."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import TypeVar

from authoring.api.runs.lifecycle import current_draft
from authoring.api.verification import lint_with, weigh, with_findings
from authoring.dseal import Severity, parse
from authoring.errors import AuthoringError
from authoring.records.base import Record
from authoring.records.decision import Action, Decision
from authoring.records.draft import Draft, remaining_findings
from authoring.records.evidence import Evidence
from authoring.records.run import RunSettings
from authoring.records.seed import SeedLine, seed_line
from authoring.workspace import Workspace
from authoring.workspace.files import files_in, read_text
from authoring.workspace.journal import read_dry_runs, read_settings
from authoring.workspace.repair import DamagedFile, find_damage

Line = TypeVar("Line")


class DraftLine(Record):
    """A run in one line."""

    name: str
    seed: str
    revision: int = 0
    """0 while nothing is drafted."""
    problems: int = 0
    accepted: int = 0
    """Problems a reviewer has marked as good."""
    errors: int = 0
    warnings: int = 0
    waiting_for: str
    """``a reviewer``, ``the gate``, ``nobody`` and the like."""
    next: str
    """The command that takes it further."""


class SetLine(Record):
    """An admitted set in one line."""

    name: str
    problems: int
    inputs: int
    """Bytes of its data."""


class WorkspaceStatus(Record):
    """Where everything in a workspace stands."""

    workspace: str
    seeds: tuple[SeedLine, ...]
    drafts: tuple[DraftLine, ...]
    problemsets: tuple[SetLine, ...]
    damaged: tuple[DamagedFile, ...] = ()
    """Files that cannot be read; what depends on one of them is left out above."""


def status(workspace: Workspace) -> WorkspaceStatus:
    """Return where everything in a workspace stands; what is damaged is named, and hides nothing else."""
    return WorkspaceStatus(
        workspace=str(workspace.root),
        seeds=_readable(workspace.seeds(), lambda name: seed_line(workspace.read_seed(name))),
        drafts=_readable(workspace.runs(), partial(_draft_line, workspace)),
        problemsets=_readable(workspace.problemsets(), partial(_set_line, workspace)),
        damaged=find_damage(workspace.root),
    )


def _readable(names: Iterable[str], read: Callable[[str], Line]) -> tuple[Line, ...]:
    """Return a line of each name of which one can be made; `find_damage` says why of the others."""
    lines = []
    for name in names:
        with suppress(AuthoringError):
            lines.append(read(name))
    return tuple(lines)


def _set_line(workspace: Workspace, name: str) -> SetLine:
    inputs = sum(file.stat().st_size for path in workspace.problemset_inputs(name) for _, file in files_in(path))
    text = read_text(workspace.problemset_path(name))
    return SetLine(name=name, problems=len(parse(text).problems), inputs=inputs)


def _draft_line(workspace: Workspace, name: str) -> DraftLine:
    path = workspace.journal_path(name)
    pinned = read_settings(path, RunSettings)
    go_on = f"authoring draft {pinned.seed.name} --name {name}"
    draft, decision = current_draft(path)
    if draft is None:
        waiting_for = "the drafter: it was stopped"
        return DraftLine(name=name, seed=pinned.seed.name, waiting_for=waiting_for, next=go_on)
    evidence = _recorded_evidence(workspace, name, draft, pinned)
    waiting_for, command = _standing(name, evidence, decision, is_written=name in workspace.problemsets())
    severities = [finding.severity for finding in evidence.diagnostics]
    return DraftLine(
        name=name,
        seed=pinned.seed.name,
        revision=draft.revision,
        problems=len(parse(draft.text).problems),
        accepted=len(decision.accepted) if decision else 0,
        errors=severities.count(Severity.ERROR),
        warnings=severities.count(Severity.WARNING),
        waiting_for=waiting_for,
        next=command or go_on,
    )


def _recorded_evidence(workspace: Workspace, name: str, draft: Draft, pinned: RunSettings) -> Evidence:
    findings = lint_with(draft.text, pinned.seed)
    runs = [run for run in read_dry_runs(workspace.journal_path(name)) if run.draft == draft.sha256]
    # Recorded runs of a text count as long as lint lets it through.
    if not runs or any(finding.severity is Severity.ERROR for finding in findings):
        evidence = Evidence(draft=draft.sha256, diagnostics=findings)
    else:
        evidence = weigh(draft.text, findings, runs[-1], pinned.limits)
    # As the pipeline does, so that both count the same errors.
    uncertain = remaining_findings(pinned.imported, draft.text) if pinned.imported is not None else ()
    return with_findings(evidence, uncertain)


def _standing(name: str, evidence: Evidence, decision: Decision | None, *, is_written: bool) -> tuple[str, str]:
    """Return whom a draft waits for and the command that helps; no command where drafting has to go on."""
    action = decision.action if decision else None
    reviewer = decision.reviewer if decision else ""
    if action is Action.REJECT:
        return f"nobody: rejected by {reviewer}", "authoring draft SEED --restart"
    if action is Action.ADMIT and not evidence.errors:
        if is_written:
            return f"nobody: admitted by {reviewer}", "authoring export dseval DIR"
        # A crash between the decision and the files: admitting again writes them.
        return "the workspace: admitted, not yet written", f"authoring admit {name}"
    # Lint found no error, and so a run should have followed.
    if evidence.dry_run is None and not evidence.errors:
        return "the gate: it was stopped", ""
    if action is Action.REVISE:
        return f"a reviewer: {reviewer} has begun", f"authoring review {name}"
    return "a reviewer", f"authoring review {name}"
