"""Where everything in a workspace stands, gathered without holding any run."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from authoring.api.runs.changes import pending_command
from authoring.api.runs.standing import current_draft, seed_today
from authoring.api.seeds.upkeep import stale_facts
from authoring.dseal import Severity, parse
from authoring.dseal.diagnostic import errors_in
from authoring.errors import AuthoringError, BenchmarkError, SeedError, WorkspaceError
from authoring.records.base import Record, Sha256, sha256_of
from authoring.records.decision import Action, Decision, Deed, Subject
from authoring.records.draft import Draft, remaining_findings
from authoring.records.evidence import Evidence
from authoring.records.pilot import PilotRecord
from authoring.records.provenance import Provenance
from authoring.records.run import RunSettings
from authoring.records.seed import Seed, SeedLine, seed_line
from authoring.records.workspace.repair import DamagedFile
from authoring.workspace import Workspace
from authoring.workspace.admitted import META, refuse_changed_set
from authoring.workspace.benchmark import MANIFEST
from authoring.workspace.benchmark_changes import is_made_from, is_set_of, provenance_of
from authoring.workspace.cache import CachedStanding, StandingCache
from authoring.workspace.changes import current_seed_names, read_changes
from authoring.workspace.documents import translation_files
from authoring.workspace.files import files_in, read_text, sha256_of_file, stat_of
from authoring.workspace.journal import read_dry_runs, read_settings
from authoring.workspace.pilots import pilot_path, read_pilot
from authoring.workspace.regular_file import is_present
from authoring.workspace.repair import AGAIN, find_damage, reason_of
from authoring.workspace.settings import SETTINGS

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
    piloted: int = 0
    """Problems that solvers answered as they stand now."""
    errors: int = 0
    warnings: int = 0
    """What lint, the dry run and a pilot warn of; what trying answers finds, the review shows."""
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
    reviewed: int = 0
    """Problems that a person marked as good, as its record of origin says."""
    note: str = ""
    """What is not as it should be; empty where nothing is."""
    next: str = ""
    """The command that mends it."""


class WorkspaceStatus(Record):
    """Where everything in a workspace stands."""

    workspace: str
    seeds: tuple[SeedLine, ...]
    drafts: tuple[DraftLine, ...]
    problemsets: tuple[SetLine, ...]
    damaged: tuple[DamagedFile, ...] = ()
    """Files that cannot be read; what depends on one of them is left out above."""
    cut_short: str = ""
    """A change that a crash cut short, in words; empty where there is none."""
    cut_short_next: str = ""
    """The command that ends it."""


def status(workspace: Workspace) -> WorkspaceStatus:
    """Return where everything in a workspace stands; what is damaged is named, and hides nothing else."""
    seeds = {seed.name: seed for seed in workspace.read_seeds()}
    pending = read_changes(workspace.root)[1]
    return WorkspaceStatus(
        workspace=str(workspace.root),
        seeds=tuple(map(seed_line, seeds.values())),
        drafts=_readable(workspace.runs(), partial(_draft_line, workspace)),
        problemsets=_readable(workspace.problemsets(), partial(_set_line, workspace, seeds=seeds)),
        damaged=find_damage(workspace.root),
        cut_short=f"{pending.deed.value} {pending.subject.value} {pending.name}" if pending else "",
        cut_short_next=pending_command(pending) if pending else "",
    )


def _readable(names: Iterable[str], read: Callable[[str], Line]) -> tuple[Line, ...]:
    """Return a line of each name of which one can be made; `find_damage` says why of the others."""
    lines = []
    for name in names:
        with suppress(AuthoringError):
            lines.append(read(name))
    return tuple(lines)


def _set_line(workspace: Workspace, name: str, seeds: Mapping[str, Seed]) -> SetLine:
    path = workspace.problemset_path(name)
    record = provenance_of(workspace, name)
    try:
        inputs = sum(file.stat().st_size for entry in workspace.problemset_inputs(name) for _, file in files_in(entry))
        note, command = _fault_of_set(workspace, name, record, seeds)
    except OSError as error:
        inputs, note, command = 0, f"its data cannot be read: {reason_of(error)}", "check the permissions"
    text = read_text(path, inside=path.parent)

    def count(key: Sha256) -> CachedStanding:
        return CachedStanding(key=key, made=datetime.now(UTC), problems=len(parse(text).problems))

    return SetLine(
        name=name,
        problems=StandingCache(workspace.root).recall(f"set {sha256_of(text)}", count).problems,
        inputs=inputs,
        reviewed=sum(problem.reviewed is not None for problem in record.problems) if record else 0,
        note=note,
        next=command,
    )


def _fault_of_set(
    workspace: Workspace, name: str, record: Provenance | None, seeds: Mapping[str, Seed]
) -> tuple[str, str]:
    """Return what is not as it should be with an admitted set, and the command that mends it; empty where all is."""
    if record is None:
        return "its record of origin is missing or broken", f"authoring set reopen {name}"
    if difference := _difference(workspace, name):
        way_back = f"authoring admit {name} --replace" if name in workspace.runs() else f"authoring set reopen {name}"
        return difference, way_back
    names = current_seed_names(workspace.root, record.seed.name)
    for seed in (seeds[called] for called in names if called in seeds):
        if is_made_from(record, seed, [record.seed.name]) and (stale := stale_facts(record, seed)):
            return f"its seed says otherwise: {', '.join(stale)}", f"authoring seed edit {seed.name}"
    return "", ""


def _difference(workspace: Workspace, name: str) -> str:
    """Return how an admitted set is not what was admitted; empty where it is."""
    path = workspace.problemset_path(name)
    folder = path.parent
    # What is compared is read again only where one of these files changed.
    files = [
        *(path, folder / META / f"{name}.yaml", folder / MANIFEST, workspace.root / SETTINGS),
        *(file for entry in workspace.problemset_inputs(name) for _, file in files_in(entry)),
        *translation_files(folder, name),
    ]
    state = [(str(file.relative_to(workspace.root)), *stat_of(file)) for file in files]

    def compare(key: Sha256) -> CachedStanding:
        text, altered = read_text(path, inside=folder), ""
        try:
            refuse_changed_set(path, text)
        except BenchmarkError as error:
            altered = error.message.replace(f"{path}: ", "").replace(f"{workspace.root}/", "")
        return CachedStanding(key=key, made=datetime.now(UTC), problems=0, altered=altered)

    return StandingCache(workspace.root).recall(f"admitted {name} {state}", compare).altered


def _draft_line(workspace: Workspace, name: str) -> DraftLine:
    path = workspace.journal_path(name)
    # First of all, as this refuses what is no journal, or no file.
    pinned = read_settings(path, RunSettings)
    # Before anything is read: what another process adds meanwhile is not kept as if it had been there.
    recorded = sha256_of_file(path)
    seed = seed_today(workspace, pinned.seed)
    data = _state_of_data(workspace, seed)
    go_on = f"authoring draft {seed.name} --name {name}"
    lacking = _lacking_seed(workspace, seed)
    draft, decision = current_draft(path)
    if draft is None:
        waiting_for, command = lacking or ("the drafter: it was stopped", go_on)
        return DraftLine(name=name, seed=seed.name, waiting_for=waiting_for, next=command)

    def weigh_recorded(key: Sha256) -> CachedStanding:
        files, altered = _seed_files(workspace, seed)
        # What solvers answered with other data says nothing of the draft.
        pilot = None if altered else _pilot_of(workspace, name, draft, files, pinned)
        evidence = _recorded_evidence(workspace, name, draft, pinned)
        findings = (*evidence.diagnostics, *(pilot.findings if pilot is not None else ()))
        severities = [finding.severity for finding in findings]
        return CachedStanding(
            key=key,
            made=datetime.now(UTC),
            problems=len(parse(draft.text).problems),
            errors=severities.count(Severity.ERROR),
            warnings=severities.count(Severity.WARNING),
            is_run=evidence.dry_run is not None,
            piloted=sum(bool(problem.answers) for problem in pilot.problems) if pilot is not None else 0,
            altered=altered,
        )

    # All that is known of a draft follows from the journal of its run, which holds conventions, dialect, limits and the
    # hashes of its data, from the record of its pilot, and from whether the seed's files still are those data.
    piloted = pilot_path(workspace.root, name)
    last_pilot = sha256_of_file(piloted) if is_present(piloted) else "no pilot"
    subject = f"draft {draft.sha256} {recorded} {last_pilot} {seed.name} {data}"
    standing = StandingCache(workspace.root).recall(subject, weigh_recorded)
    is_written = is_set_of(workspace, name, [draft.text])
    waiting_for, command = _standing(name, standing, decision, is_written=is_written)
    if standing.altered and not lacking:
        lacking = f"its seed: {standing.altered}", AGAIN
    if lacking and not waiting_for.startswith("nobody"):
        waiting_for, command = lacking
    return DraftLine(
        name=name,
        seed=seed.name,
        revision=draft.revision,
        problems=standing.problems,
        accepted=len(decision.accepted) if decision else 0,
        piloted=standing.piloted,
        errors=standing.errors,
        warnings=standing.warnings,
        waiting_for=waiting_for,
        next=command or go_on,
    )


def _state_of_data(workspace: Workspace, seed: Seed) -> str:
    """Return what changes whenever a file of a seed does, without reading any."""
    try:
        return workspace.state_of_seed_files(seed)
    except (SeedError, OSError) as error:
        return reason_of(error)


def _seed_files(workspace: Workspace, seed: Seed) -> tuple[tuple[Path, ...], str]:
    """Return the files of a seed, or in words how they are not those that its record says."""
    try:
        return workspace.seed_files(seed), ""
    except SeedError as error:
        return (), error.message.removeprefix(f"{workspace.root}/seeds/{seed.name}/data/")
    except OSError as error:
        return (), f"its files cannot be read: {reason_of(error)}"


def _pilot_of(
    workspace: Workspace, name: str, draft: Draft, files: Sequence[Path], pinned: RunSettings
) -> PilotRecord | None:
    """Return what the last pilot found, as far as it counts for a draft; None where that is nothing."""
    try:
        pilot = read_pilot(workspace.root, name)
    except WorkspaceError:
        # The draft is there all the same; review and pilot say what is wrong with the record.
        return None
    if pilot is None:
        return None
    # Few drafts were piloted, and where none was, what judges answers need not be loaded.
    from authoring.evaluation.pilot.validity import valid_pilot  # noqa: PLC0415

    return valid_pilot(pilot, draft.text, files, pinned.dialect)


def _lacking_seed(workspace: Workspace, seed: Seed) -> tuple[str, str] | None:
    """Return that a draft's seed is gone, and the command that gets out of it; None where the seed is there."""
    if seed.name not in workspace.seeds():
        removed = [
            change.removed_to
            for change in read_changes(workspace.root)[0]
            if (change.deed, change.subject, change.name) == (Deed.REMOVE, Subject.SEED, seed.name)
        ]
        back = f"cp -r {removed[-1]}/seeds ." if removed else f"authoring seed add {seed.source} --name {seed.name}"
        return f"its seed: {seed.name} is not there", back
    if workspace.read_seed(seed.name).data != seed.data:
        return f"its seed: {seed.name} has other data by now", f"authoring draft {seed.name} --restart"
    return None


def _recorded_evidence(workspace: Workspace, name: str, draft: Draft, pinned: RunSettings) -> Evidence:
    # Only drafts are linted, and where there are none, the rules and the gate need not be loaded.
    from authoring.api.verification import lint_with, weigh, with_findings  # noqa: PLC0415

    findings = lint_with(draft.text, pinned.seed)
    runs = [run for run in read_dry_runs(workspace.journal_path(name)) if run.draft == draft.sha256]
    # Recorded runs of a text count as long as lint lets it through.
    if not runs or errors_in(findings):
        evidence = Evidence(draft=draft.sha256, diagnostics=findings)
    else:
        evidence = weigh(draft.text, findings, runs[-1], pinned.limits)
    # As the pipeline does, so that both count the same errors.
    uncertain = remaining_findings(pinned.imported, draft.text) if pinned.imported is not None else ()
    return with_findings(evidence, uncertain)


def _standing(name: str, standing: CachedStanding, decision: Decision | None, *, is_written: bool) -> tuple[str, str]:
    """Return whom a draft waits for and the command that helps; no command where drafting has to go on."""
    action = decision.action if decision else None
    reviewer = decision.reviewer if decision else ""
    if action is Action.ADMIT and not standing.errors:
        if is_written:
            return f"nobody: admitted by {reviewer}", "authoring export dseval DIR"
        # A crash between the decision and the files: admitting again writes them.
        return "the workspace: admitted, not yet written", f"authoring admit {name}"
    # Lint found no error, and so a run should have followed.
    if not standing.is_run and not standing.errors and action is not Action.REJECT:
        return "the gate: it was stopped", ""
    review = f"authoring review {name}"
    standings = {
        Action.REJECT: (f"nobody: rejected by {reviewer}", f"authoring drafts reopen {name}"),
        Action.WITHDRAW: (f"nobody: {reviewer} took its set out of the benchmark", review),
        Action.REOPEN: (f"a reviewer: {reviewer} took it up again", review),
        Action.REVISE: (f"a reviewer: {reviewer} has begun", review),
    }
    return standings.get(action, ("a reviewer", review)) if action else ("a reviewer", review)
