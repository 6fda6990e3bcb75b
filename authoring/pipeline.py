"""The order of the steps, and where a person is asked. Start reading here.

`author` is the inner loop for one problem set: profile, draft, examine, ask, revise or admit. Every step goes through
the journal, so calling it again after a crash, or after a person's decision, goes on where it stopped.
"""

from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

from authoring import dseal
from authoring.drafters.template import TemplateDrafter
from authoring.journal import Journal
from authoring.records import (
    Action,
    Admission,
    Draft,
    DryRun,
    Evidence,
    Example,
    Limits,
    Name,
    Record,
    Rejection,
    Seed,
    Template,
    Waiting,
    sha256_of,
)
from authoring.sandbox.base import Sandbox
from authoring.stages.admit import admit_draft
from authoring.stages.check import check_dry_run
from authoring.stages.draft import write_draft
from authoring.stages.dry_run import dry_run
from authoring.stages.profile import profile_data
from authoring.stages.revise import revise_draft

Progress = Callable[[int, int], None]
"""Called with (cells done, cells in all) while a draft runs."""


class RunSettings(Record):
    """What a run is pinned to when it begins; resuming uses these, and new settings mean a new run."""

    name: Name
    seed: Seed
    templates: tuple[Template, ...]
    examples: tuple[Example, ...]
    limits: Limits
    random_seed: int


def author(
    files: Sequence[Path], *, sandbox: Sandbox, journal: Journal[RunSettings], progress: Progress | None = None
) -> Admission | Rejection | Waiting:
    """Go as far as possible without a person; return what stands at the end.

    Args:
        files: the seed's files, in the seed's order.
        sandbox: where everything untrusted runs.
        journal: the run; holds its settings and what people have decided.
        progress: told how far a dry run has come.
    """
    pinned, step = journal.settings, journal.step
    profile = step(profile_data, pinned.seed, files=files, sandbox=sandbox)
    draft = step(
        write_draft,
        pinned.seed,
        profile,
        drafter=TemplateDrafter(pinned.templates),
        name=pinned.name,
        examples=pinned.examples,
        random_seed=pinned.random_seed,
    )
    while True:
        evidence = examine(draft, files, sandbox=sandbox, journal=journal, progress=progress)
        decision = journal.decision(draft)
        if decision is None:
            return Waiting(draft=draft, evidence=evidence)
        if decision.action is Action.REJECT:
            return Rejection(name=draft.name, decision=decision)
        if decision.action is Action.REVISE and decision.text is not None:
            draft = step(revise_draft, draft, decision)
        elif decision.action is Action.ADMIT and not evidence.errors:
            told = journal.decisions
            tool = version("dseal-authoring")
            return step(admit_draft, pinned.seed, draft, evidence, decision, decisions=told, version=tool)
        else:
            return Waiting(draft=draft, evidence=evidence)


def examine(
    draft: Draft,
    files: Sequence[Path],
    *,
    sandbox: Sandbox,
    journal: Journal[RunSettings],
    progress: Progress | None = None,
) -> Evidence:
    """Lint a revision, then run it; a text with lint errors is not run."""
    findings = lint_with(draft.text, journal.settings.seed)
    if any(finding.severity is dseal.Severity.ERROR for finding in findings):
        return Evidence(draft=draft.sha256, diagnostics=findings)
    limits = journal.settings.limits
    run = journal.step(dry_run, draft.text, inputs=files, limits=limits, sandbox=sandbox, progress=progress)
    return weigh(draft.text, findings, run, limits)


def verify(
    text: str,
    files: Sequence[Path],
    *,
    tables: Sequence[dseal.InputTable] | None = None,
    limits: Limits,
    sandbox: Sandbox,
    progress: Progress | None = None,
) -> Evidence:
    """Examine any DSEAL text outside a run, for example a set that was admitted long ago.

    Args:
        text: the problem set.
        files: its input files.
        tables: what is known of the files' columns; the names alone if None.
        limits: per problem.
        sandbox: where it runs.
        progress: told how far the dry run has come.
    """
    known = tuple(tables) if tables is not None else tuple(dseal.InputTable(file.name, None) for file in files)
    findings = dseal.lint(text, surroundings=dseal.Surroundings(inputs=known))
    if any(finding.severity is dseal.Severity.ERROR for finding in findings):
        return Evidence(draft=sha256_of(text), diagnostics=findings)
    run = dry_run(text, inputs=files, limits=limits, sandbox=sandbox, progress=progress)
    return weigh(text, findings, run, limits)


def lint_with(text: str, seed: Seed) -> tuple[dseal.Diagnostic, ...]:
    """Lint a text about a seed whose files and columns are known."""
    tables = tuple(dseal.InputTable(file.name, file.columns) for file in seed.files)
    return dseal.lint(text, surroundings=dseal.Surroundings(inputs=tables))


def weigh(text: str, findings: Sequence[dseal.Diagnostic], run: DryRun, limits: Limits) -> Evidence:
    """Put together what lint and the dry run say of a text."""
    found = (*findings, *check_dry_run(text, run, limits))
    ordered = sorted(found, key=lambda finding: (finding.line, finding.column, finding.code))
    return Evidence(draft=sha256_of(text), diagnostics=tuple(ordered), dry_run=run)
