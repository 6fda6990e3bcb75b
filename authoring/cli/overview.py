"""What ``authoring status`` shows, gathered without holding any run."""

from rich.console import RenderableType
from rich.text import Text

from authoring.api.seeds.intake import seed_line
from authoring.api.verification import lint_with, weigh, with_findings
from authoring.cli.journals import current_draft
from authoring.cli.views.render import heading, plain, table
from authoring.cli.views.seeds import seeds_table
from authoring.dseal import Severity, parse
from authoring.records.answers import DraftLine, Overview, SetLine
from authoring.records.decision import Action, Decision
from authoring.records.draft import Draft
from authoring.records.evidence import Evidence
from authoring.records.imported import still_uncertain
from authoring.records.run import RunSettings
from authoring.records.wording import size
from authoring.workspace import Workspace
from authoring.workspace.files import files_in
from authoring.workspace.journal import read_dry_runs, read_settings


def overview(workspace: Workspace) -> Overview:
    """Return where everything in a workspace stands."""
    return Overview(
        workspace=str(workspace.root),
        seeds=tuple(seed_line(workspace.read_seed(name)) for name in workspace.seeds()),
        drafts=tuple(_draft_line(workspace, name) for name in workspace.runs()),
        problemsets=tuple(_set_line(workspace, name) for name in workspace.problemsets()),
    )


def _set_line(workspace: Workspace, name: str) -> SetLine:
    inputs = sum(file.stat().st_size for path in workspace.problemset_inputs(name) for _, file in files_in(path))
    return SetLine(name=name, problems=len(parse(workspace.read_problemset(name).text).problems), inputs=inputs)


def _draft_line(workspace: Workspace, name: str) -> DraftLine:
    path = workspace.journal_path(name)
    pinned = read_settings(path, RunSettings)
    draft, decision = current_draft(path)
    if draft is None:
        return DraftLine(
            name=name,
            seed=pinned.seed.name,
            revision=0,
            problems=0,
            accepted=0,
            errors=0,
            warnings=0,
            waiting_for="the drafter: it was stopped",
            next=f"authoring draft {pinned.seed.name} --name {name}",
        )
    evidence = _recorded_evidence(workspace, name, draft, pinned)
    waiting, command = _standing(name, evidence, decision, admitted=name in workspace.problemsets())
    return DraftLine(
        name=name,
        seed=pinned.seed.name,
        revision=draft.revision,
        problems=len(parse(draft.text).problems),
        accepted=len(decision.accepted) if decision else 0,
        errors=sum(finding.severity is Severity.ERROR for finding in evidence.diagnostics),
        warnings=sum(finding.severity is Severity.WARNING for finding in evidence.diagnostics),
        waiting_for=waiting,
        next=command or f"authoring draft {pinned.seed.name} --name {name}",
    )


def _recorded_evidence(workspace: Workspace, name: str, draft: Draft, pinned: RunSettings) -> Evidence:
    findings = lint_with(draft.text, pinned.seed)
    runs = [run for run in read_dry_runs(workspace.journal_path(name)) if run.draft == draft.sha256]
    if not runs or any(finding.severity is Severity.ERROR for finding in findings):
        evidence = Evidence(draft=draft.sha256, diagnostics=findings)
    else:
        evidence = weigh(draft.text, findings, runs[-1], pinned.limits)
    uncertain = still_uncertain(pinned.imported, draft.text) if pinned.imported is not None else ()
    return with_findings(evidence, uncertain)


def _standing(name: str, evidence: Evidence, decision: Decision | None, *, admitted: bool) -> tuple[str, str]:
    """Return whom a draft waits for and the command that helps; no command where drafting has to go on."""
    action = decision.action if decision else None
    who = decision.reviewer if decision else ""
    if action is Action.REJECT:
        return f"nobody: rejected by {who}", "authoring draft SEED --restart"
    if action is Action.ADMIT and not evidence.errors:
        told = f"nobody: admitted by {who}" if admitted else "the workspace: admitted, not yet written"
        return told, "authoring export dseval DIR" if admitted else f"authoring admit {name}"
    if evidence.dry_run is None and not evidence.errors:
        return "the gate: it was stopped", ""
    if action is Action.REVISE:
        return f"a reviewer: {who} has begun", f"authoring review {name}"
    return "a reviewer", f"authoring review {name}"


def overview_view(seen: Overview) -> tuple[RenderableType, ...]:
    """Return three tables: seeds, drafts, admitted sets."""
    drafts = table("draft", "revision>", "accepted>", "errors>", "warnings>", "waiting for", title="Drafts")
    for draft in seen.drafts:
        drafts.add_row(
            plain(draft.name, "bold"),
            str(draft.revision),
            f"{draft.accepted} of {draft.problems}",
            Text(str(draft.errors), "red" if draft.errors else "dim"),
            Text(str(draft.warnings), "yellow" if draft.warnings else "dim"),
            plain(draft.waiting_for),
        )
    sets = table("set", "problems>", "data>", title="Admitted problem sets")
    for one in seen.problemsets:
        sets.add_row(plain(one.name, "bold"), str(one.problems), size(one.inputs))
    parts: list[RenderableType] = [heading(f"workspace {seen.workspace}", "dim")]
    for made, none in ((seeds_table(seen.seeds), "no seed"), (drafts, "no draft"), (sets, "no admitted problem set")):
        parts.extend((Text(), made if made.row_count else Text(none, "dim")))
    return (*parts, Text())


def next_of(seen: Overview) -> str:
    """Return the command that takes the workspace further: what waits first, then what was never drafted."""
    for draft in seen.drafts:
        if not draft.waiting_for.startswith("nobody"):
            return draft.next
    begun = {draft.seed for draft in seen.drafts} | {one.name for one in seen.problemsets}
    for seed in seen.seeds:
        if seed.name not in begun:
            return f"authoring draft {seed.name}"
    add = "authoring seed add PATH|package:NAME|kaggle:OWNER/SLUG"
    return "authoring export dseval DIR" if seen.problemsets else add
