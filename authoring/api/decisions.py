"""Decisions of people, carried out: comments that go to a run's model, admissions, marks that outlive a revision."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from authoring.api.admission import planned_admission
from authoring.api.findings.codes import all_codes
from authoring.api.models import ModelAccess
from authoring.api.runs.lifecycle import OpenRun, code_of_drafts, find_run, make_decision, open_run, resume_run
from authoring.api.runs.standing import current_draft, settled_refusal
from authoring.api.sandboxes import open_sandbox
from authoring.drafting.replies.codes import UNWANTED
from authoring.dseal import parse
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.dseal.model import ProblemSet
from authoring.errors import AuthoringError, BenchmarkError, UsageError, WorkspaceError
from authoring.evaluation.pilot.validity import pilot_trials, valid_pilot
from authoring.gate.certificate.lookup import recorded_certificate
from authoring.records.base import Record
from authoring.records.certificate.problem import PARTS
from authoring.records.decision import Action, Admission, Comment, Decision, Rejection, Waiting
from authoring.records.draft import Draft
from authoring.records.evidence import OBJECTIONS
from authoring.records.pilot import PilotRecord
from authoring.records.progress import NOBODY, Notice, PartialResult, Reporter
from authoring.records.provenance import read_provenance, with_pilot_entries
from authoring.records.run import RunState
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace
from authoring.workspace.admitted import refuse_changed_set
from authoring.workspace.benchmark_changes import is_set_of, replace_set
from authoring.workspace.files import read_text

Consent = Callable[[Waiting], bool]
"""Asked about a draft that could be admitted; whether a person agrees."""

# Number, colon, words: ``3: the tie order is unclear`` is about problem 3.
_NUMBERED = re.compile(r"\s*(\d+)\s*:\s*(.+)\Z", re.DOTALL)


class AdmissionResult(Record):
    """Whether a draft stands in the benchmark now."""

    name: str
    admitted: bool
    path: str
    """The set's file; empty when it was not admitted."""
    findings: tuple[Diagnostic, ...]
    """What keeps it from admission; of an admitted one, the warnings that took no reason."""
    lacks_reason: bool = False
    """Whether it was refused for findings that a person has to give a reason for letting pass."""


def admit(
    workspace: Workspace,
    names: Sequence[str],
    *,
    reviewer: str,
    consent: Consent,
    reason: str = "",
    replace: bool = False,
    access: ModelAccess = ModelAccess(),
    reporter: Reporter = NOBODY,
) -> tuple[AdmissionResult, ...]:
    """Admit drafts to problemsets/, with their data and provenance, unless they have errors or nobody agrees.

    Before anybody is asked, answers are tried on every validator; what that finds needs a `reason` to let it pass.

    `consent` is asked about each draft without errors, and `reason` is kept with the decision. `access` gives the key
    and the budget, where a draft that errors were found in is repaired first. With `replace` a set of another origin
    that has a draft's name gives way; an earlier state of the same draft always does. What fails or is refused records
    nothing: a decision is written when the set stands.

    Raises:
        UsageError: there is no draft of a name, or it was rejected.
        WorkspaceError: another set has a draft's name, and `replace` is false; or a file cannot be written.
    """
    # A name that is wrong stops the command before any draft is admitted.
    for name in names:
        find_run(workspace, name)
    # One sandbox for all drafts: a person is told once where it is no wall.
    with open_sandbox(workspace, code=code_of_drafts(workspace, names), reporter=reporter) as sandbox:
        admit_run = partial(admit_draft_of_run, workspace, reviewer=reviewer, consent=consent, reason=reason)
        return tuple(
            admit_run(name, sandbox=sandbox, replace=replace, access=access, reporter=reporter)
            for name in dict.fromkeys(names)
        )


def admit_draft_of_run(  # noqa: PLR0913 - the choices of `admit`, and its sandbox
    workspace: Workspace,
    name: str,
    *,
    reviewer: str,
    consent: Consent,
    sandbox: Sandbox,
    reason: str = "",
    replace: bool = False,
    tries_answers: bool = True,
    access: ModelAccess = ModelAccess(),
    reporter: Reporter = NOBODY,
) -> AdmissionResult:
    """Admit one draft, in a sandbox that the caller has opened; see `admit`.

    Without `tries_answers` none are tried on its validators, and its record says nothing of them.
    """
    with resume_run(workspace, name) as journal:
        run = OpenRun(workspace, journal, sandbox, access, reporter=reporter)
        state = run.advance()
        if isinstance(state, Waiting) and not state.evidence.errors:
            # Before anybody is asked: a yes that cannot be carried out is not wanted.
            refuse_unfit_place(run, replace=replace)
            if tries_answers:
                state = certified_state(run, state)
            if state.evidence.objections and not reason.strip():
                return AdmissionResult(
                    name=name, admitted=False, path="", findings=state.evidence.diagnostics, lacks_reason=True
                )
            if consent(state):
                previous = journal.decision(state.draft)
                comments, accepted = (previous.comments, previous.accepted) if previous else ((), ())
                # The last decision about a revision counts alone, so what an earlier one held is said again.
                decide = partial(make_decision, state.draft.sha256, Action.ADMIT, reviewer, reason=reason)
                decision = decide(comments=comments, accepted=accepted)
                return admit_waiting(run, state, decision, replace=replace)
        if isinstance(state, Admission) and replace and is_changed(workspace, name):
            draft, _ = current_draft(workspace.journal_path(name))
            if draft is not None:
                meant = make_decision(draft.sha256, Action.ADMIT, reviewer, reason=reason)
                replace_set(workspace, state, run.files, meant)
        return settle(run, state)


def is_changed(workspace: Workspace, name: str) -> bool:
    """Tell whether an admitted set stands in the benchmark and is not what was admitted."""
    path = workspace.problemset_path(name)
    try:
        if path.is_file():
            refuse_changed_set(path, read_text(path, inside=path.parent), is_admitted=True)
    except BenchmarkError:
        return True
    return False


def certified_state(run: OpenRun, waiting: Waiting) -> Waiting:
    """Return a draft that runs well with what trying answers on its validators finds.

    Raises:
        SandboxError: the sandbox failed.
    """
    run.certify(waiting.draft, PARTS)
    # The pipeline adds what the journal knows to its evidence.
    state = run.advance()
    return state if isinstance(state, Waiting) else waiting


def admit_waiting(run: OpenRun, waiting: Waiting, decision: Decision, *, replace: bool = False) -> AdmissionResult:
    """Carry a decision to admit out: the set is written first and the decision recorded then.

    A crash in between leaves the set in the benchmark with the decision in its provenance, and admitting again records
    it.

    Raises:
        WorkspaceError: another set has the draft's name, and `replace` is false; or a file cannot be written.
    """
    refuse_unfit_place(run, replace=replace)
    certificate = recorded_certificate(run.journal, waiting.draft, run.files, sandbox=run.sandbox)
    admission = planned_admission(run.journal, waiting, decision, run.facts, certificate)
    if (pilot := pilot_of_draft(run, waiting.draft)) is not None:
        meta = with_pilot_entries(admission.meta, pilot.items, pilot_trials(pilot))
        admission = admission.model_copy(update={"meta": meta})
    path = run.workspace.problemset_path(run.name)
    if path.is_file() and read_text(path, inside=path.parent) != admission.text:
        replace_set(run.workspace, admission, run.files, decision)
    else:
        run.workspace.write_admission(admission, run.files)
    run.journal.decide(decision)
    # Recorded as a step, so that the run is known to have ended.
    run.advance()
    return AdmissionResult(name=run.name, admitted=True, path=str(path), findings=_remarks(admission))


def _remarks(admission: Admission) -> tuple[Diagnostic, ...]:
    """Return the warnings that the record of an admission holds and that took no reason."""
    infos = all_codes()
    return tuple(
        Diagnostic(
            code=finding.code,
            # A record may hold codes of an extension, or of a version, that is not installed here.
            name=infos[finding.code].name if finding.code in infos else finding.code.lower(),
            severity=finding.severity,
            message=finding.message,
            problem=finding.problem,
        )
        for finding in read_provenance(admission.meta).findings
        if finding.severity is Severity.WARNING and not finding.code.startswith(OBJECTIONS)
    )


def pilot_of_draft(run: OpenRun, draft: Draft) -> PilotRecord | None:
    """Return what the last pilot found, as far as it counts for a revision; None where that is nothing.

    Raises:
        WorkspaceError: its record cannot be read.
    """
    return valid_pilot(run.pilot, draft.text, run.files, run.journal.settings.dialect)


def refuse_unfit_place(run: OpenRun, *, replace: bool) -> None:
    """Stop an admission to a benchmark of another dialect, or in another set's place unless that is meant.

    Raises:
        WorkspaceError: a set that never was a text of this run has the draft's name, or the draft was proved under
            another dialect than that of the benchmark.
    """
    pinned, today = run.journal.settings.dialect, run.workspace.dialect
    if pinned != today:
        is_set = is_set_of(run.workspace, run.name, run.texts)
        verb = "set" if is_set else "drafts"
        raise WorkspaceError(
            f"{run.name} was proved under the dialect {pinned}, and problemsets/_manifest.yaml says {today}",
            hint=f"have it proved under {today}: authoring {verb} reopen {run.name}; or put the manifest back",
        )
    if not replace and run.name in run.workspace.problemsets() and not is_set_of(run.workspace, run.name, run.texts):
        raise WorkspaceError(
            f"{run.workspace.problemset_path(run.name)}: another problem set of this name has been admitted",
            hint=f"have it give way: authoring admit {run.name} --replace (it is kept in .authoring/removed); "
            f"or rename it first: authoring set rename {run.name} NAME",
        )


def settle(run: OpenRun, state: RunState) -> AdmissionResult:
    """Return how the draft stands; an admission that is not in the benchmark, as a crash leaves it, is written.

    Raises:
        UsageError: the draft was rejected.
    """
    if isinstance(state, Rejection):
        raise settled_refusal(run.workspace, run.name, state)
    if isinstance(state, Waiting):
        return AdmissionResult(name=run.name, admitted=False, path="", findings=state.evidence.diagnostics)
    path = run.workspace.problemset_path(run.name)
    # A set that stands is left alone: its provenance may have been corrected since.
    if not run.workspace.is_whole(state):
        path = run.workspace.write_admission(state, run.files)
    return AdmissionResult(name=run.name, admitted=True, path=str(path), findings=_remarks(state))


def revise(
    workspace: Workspace,
    name: str,
    comments: Sequence[str] = (),
    *,
    reviewer: str,
    access: ModelAccess = ModelAccess(),
    reporter: Reporter = NOBODY,
) -> RunState:
    """Send comments to the model of a run, and examine what it wrote.

    Comments are words, ``3: text`` for one on problem 3; those of the last review are sent as well. The draft that is
    revised is reported as a partial result.

    Raises:
        UsageError: the run has no model, the draft is settled, there is no comment, or one names no problem.
        ModelError: the model gave no usable reply; the comments are kept.
    """
    with open_run(workspace, name, access=access, reporter=reporter) as run:
        _require_model(run)
        state = run.advance()
        if not isinstance(state, Waiting):
            raise settled_refusal(workspace, name, state)
        draft, previous = state.draft, run.journal.decision(state.draft)
        earlier, accepted = (previous.comments, previous.accepted) if previous else ((), ())
        together = (*earlier, *(parse_comment(text, draft) for text in comments))
        if not together:
            hint = f'say what to change: authoring revise {name} -c "3: the tie order is unclear"'
            raise UsageError(f"there is no comment on {name}", hint=hint)
        decision = make_decision(draft.sha256, Action.REVISE, reviewer, comments=together, accepted=accepted)
        run.journal.decide(decision)
        # The text before: a caller shows the revision as a difference to it.
        reporter.report(PartialResult(draft))
        return revise_by_model(run, draft, reviewer)


def _require_model(run: OpenRun) -> None:
    pinned = run.journal.settings
    if pinned.model.name:
        return
    imported = pinned.imported is not None
    origin = "was imported" if imported else "was drafted from templates"
    hint = f"edit it in: authoring review {run.name}" + ("" if imported else "; or draft anew with --model")
    raise UsageError(f"{run.name} {origin}: no model belongs to it", hint=hint)


def revise_by_model(run: OpenRun, draft: Draft, reviewer: str) -> RunState:
    """Have the run's model carry out what was last said of a draft; problems that stay as they are stay accepted.

    Raises:
        AuthoringError: the model gave no usable reply, or may not change what was commented on; the comments are kept,
            and a review is open as before.
    """
    decision = run.journal.decision(draft)
    comments, accepted = (decision.comments, decision.accepted) if decision else ((), ())
    decide = partial(make_decision, draft.sha256, Action.REVISE, reviewer, comments=comments, accepted=accepted)
    # The pipeline hands comments to a model only where a decision says so; those of an open review wait.
    run.journal.decide(decide(for_model=True))
    try:
        state = run.advance(certify=True)
    except (AuthoringError, KeyboardInterrupt):
        # Nobody is kept from a review by a model that does not answer, or by a comment that no model may carry out.
        run.journal.decide(decide())
        raise
    if isinstance(state, Waiting):
        for finding in (finding for finding in state.draft.mended if finding.code == UNWANTED.code):
            run.reporter.report(Notice(f"{finding.message}; {finding.hint}"))
    if isinstance(state, Waiting) and accepted:
        still_accepted, _ = carry_over(parse(draft.text), parse(state.draft.text), accepted, ())
        decision = make_decision(state.draft.sha256, Action.REVISE, reviewer, accepted=still_accepted)
        run.journal.decide(decision)
    return state


def parse_comment(text: str, draft: Draft) -> Comment:
    """Read a comment: ``3: text`` is about problem 3, anything else about the whole set.

    Raises:
        UsageError: the draft has no such problem.
    """
    match = _NUMBERED.match(text)
    if match is None:
        return Comment(problem=None, text=text.strip())
    count = len(parse(draft.text).problems)
    if not 1 <= int(match[1]) <= count:
        raise UsageError(f"there is no problem {match[1]}", hint=f"{draft.name} has problems 1 to {count}")
    return Comment(problem=int(match[1]), text=match[2].strip())


def carry_over(
    old: ProblemSet, new: ProblemSet, accepted: Iterable[int], comments: Iterable[Comment]
) -> tuple[frozenset[int], tuple[Comment, ...]]:
    """Return the accepted problems and the comments under their numbers in the new text."""
    unchanged = unchanged_problems(old, new)
    successors = unchanged | _edited_problem(old, new, unchanged)
    return (
        # A mark stays with a problem whose cell is word for word the same.
        frozenset(unchanged[number] for number in accepted if number in unchanged),
        tuple(
            # A comment also follows a problem that was edited; that of one that is gone stays with the old revision.
            comment.model_copy(update={"problem": None if comment.problem is None else successors[comment.problem]})
            for comment in comments
            if comment.problem is None or comment.problem in successors
        ),
    )


def unchanged_problems(old: ProblemSet, new: ProblemSet) -> dict[int, int]:
    """Return the new number of every problem whose cell stayed the same, by its old number."""
    numbers: dict[str, list[int]] = {}
    for cell, problem in new.problems:
        numbers.setdefault(cell.source.strip(), []).append(problem.number)
    return {
        # Cells that are equal word for word are taken in order, each once.
        problem.number: numbers[cell.source.strip()].pop(0)
        for cell, problem in old.problems
        if numbers.get(cell.source.strip())
    }


def _edited_problem(old: ProblemSet, new: ProblemSet, unchanged: dict[int, int]) -> dict[int, int]:
    """Return old and new number of the one problem that was edited, where exactly one was."""
    removed = [problem.number for _, problem in old.problems if problem.number not in unchanged]
    added = [problem.number for _, problem in new.problems if problem.number not in unchanged.values()]
    # Of several edited problems nobody can tell which became which.
    return {removed[0]: added[0]} if len(removed) == len(added) == 1 else {}
