"""Carrying a decision to admit out, for ``authoring admit``, the review and the demo."""

import sys
from collections.abc import Callable

import typer
from rich.console import RenderableType

from authoring.api.pipeline import RunSettings
from authoring.cli.answers import Standing
from authoring.cli.ends import waiting_view
from authoring.cli.findings import findings_view, tally
from authoring.cli.journals import End, decision_on, go_on, resume_run
from authoring.cli.views.render import err, heading, plain, visible
from authoring.errors import UsageError
from authoring.records.decision import Action, Rejection, Waiting
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace
from authoring.workspace.journal import Journal

Consent = Callable[[Waiting], bool]


def consent(*, yes: bool) -> Consent:
    """Return the question put before a draft is admitted: none with `yes`, else one on the terminal.

    Raises:
        UsageError: when there is neither a `yes` nor a terminal.
    """
    if yes:
        return lambda _: True
    if not sys.stdin.isatty():
        raise UsageError("admitting takes a person's word, and there is no terminal to ask on", hint="say --yes")

    def ask(waiting: Waiting) -> bool:
        err().print(*waiting_view(waiting), sep="\n")
        return typer.confirm(f"admit {visible(waiting.draft.name)}?", err=True)

    return ask


def admit_one(
    workspace: Workspace, name: str, reviewer: str, reason: str, *, sandbox: Sandbox, agree: Consent
) -> Standing:
    """Admit one draft, unless its evidence has errors or the person does not agree."""
    with resume_run(workspace, name) as journal:
        end = go_on(workspace, journal, sandbox=sandbox, label=f"examining {name}")
        if isinstance(end, Waiting) and not end.evidence.errors and agree(end):
            said = journal.decision(end.draft)
            journal.decide(
                decision_on(
                    end.draft.sha256,
                    Action.ADMIT,
                    reviewer,
                    reason=reason,
                    comments=said.comments if said else (),
                    accepted=said.accepted if said else (),
                )
            )
            end = go_on(workspace, journal, sandbox=sandbox, label=f"admitting {name}")
        return settle(workspace, journal, end)


def settle(workspace: Workspace, journal: Journal[RunSettings], end: End) -> Standing:
    """Write an admission into the benchmark; say how a draft stands.

    Raises:
        UsageError: when the draft was rejected.
    """
    name = journal.settings.name
    if isinstance(end, Rejection):
        raise UsageError(
            f"{name} was rejected by {end.decision.reviewer}"
            + (f": {end.decision.reason}" if end.decision.reason else ""),
            hint="draft another one: authoring draft SEED --name NAME, or begin anew with --restart",
        )
    if isinstance(end, Waiting):
        return Standing(name=name, admitted=False, path="", findings=end.evidence.diagnostics)
    path = workspace.write_admission(end, workspace.seed_files(journal.settings.seed))
    return Standing(name=name, admitted=True, path=str(path), findings=())


def standing_view(standing: Standing) -> tuple[RenderableType, ...]:
    """Return how one draft stands."""
    if standing.admitted:
        return (heading(f"admitted {standing.name}: {standing.path}", "green"),)
    why = "it has errors" if any(finding.severity == "error" for finding in standing.findings) else "nobody agreed"
    tail = f"{standing.name} is not admitted: {why} ({tally(standing.findings)})"
    return (*findings_view(standing.findings, standing.name), plain(tail, "bold red"))
