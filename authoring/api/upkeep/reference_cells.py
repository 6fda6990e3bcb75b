"""Reference cells of an admitted set, marked or unmarked: proved by a dry run, and recorded as a decision."""

from collections.abc import Callable, Collection
from functools import partial

from authoring.api.decisions import AdmissionResult, admit_waiting, carry_over, certified_state
from authoring.api.models import ModelAccess
from authoring.api.runs.lifecycle import OpenRun, make_decision, open_run
from authoring.api.runs.standing import current_draft, settled_refusal
from authoring.api.upkeep.sets import find_set, reopen_set
from authoring.dseal import canonical, parse
from authoring.dseal.reference_cells import with_marked_cells
from authoring.errors import UsageError, WorkspaceError
from authoring.records.base import sha256_of
from authoring.records.decision import Action, Decision, Waiting
from authoring.records.progress import NOBODY, Reporter
from authoring.workspace import Workspace
from authoring.workspace.benchmark_changes import provenance_of


def set_reference_cells(
    workspace: Workspace,
    name: str,
    cells: Collection[int],
    *,
    who: str,
    why: str = "",
    access: ModelAccess = ModelAccess(),
    reporter: Reporter = NOBODY,
) -> AdmissionResult:
    """Have exactly these context cells of an admitted set run beside the reference alone.

    Its draft is opened again, the cells are marked in its text, and the dry run proves it without them. Where nothing
    stands against it the set is admitted anew, with `who` and `why` in its record; else the set stays as it was, and
    the draft waits for a review.

    Args:
        workspace: that the set was admitted to.
        name: of the set.
        cells: their numbers, from 1 among all cells of the set's text; none lets answers see every cell.
        who: decides.
        why: kept with the decision.
        access: the key and the budget of the draft's model, where it has one.
        reporter: told how far the dry run has come.

    Raises:
        UsageError: there is no such set, a number is not that of a context cell, or the set has these cells already.
        WorkspaceError: its draft is being changed.
        JournalError: another process is working on its draft.
    """
    admitted = find_set(workspace, name)
    text = _marked(admitted.text, cells)
    record = provenance_of(workspace, name)
    if text == admitted.text and set(record.reference_cells if record else ()) == set(cells):
        words = ", ".join(map(str, sorted(cells))) or "none"
        raise UsageError(f"{name} has these reference cells already: {words}", hint="name others, or --none")
    _open_draft(workspace, name, admitted.text, who=who, why=why, reporter=reporter)
    with open_run(workspace, name, access=access, reporter=reporter) as run:
        state = run.advance()
        if not isinstance(state, Waiting):
            raise settled_refusal(workspace, name, state)
        draft, previous = state.draft, run.journal.decision(state.draft)
        comments, accepted = (previous.comments, frozenset(previous.accepted)) if previous else ((), frozenset())
        if (marked := _marked(draft.text, cells)) != draft.text:
            still, moved = carry_over(parse(draft.text), parse(marked), accepted, comments)
            # What is carried over is said of the new text first, as in a review: only then does the old one lead there.
            run.journal.decide(make_decision(sha256_of(marked), Action.REVISE, who, comments=moved, accepted=still))
            run.journal.decide(
                make_decision(
                    draft.sha256, Action.REVISE, who, reason=why, comments=comments, accepted=accepted, text=marked
                )
            )
            state, comments, accepted = run.advance(), moved, still
        if not isinstance(state, Waiting) or state.evidence.errors:
            findings = state.evidence.diagnostics if isinstance(state, Waiting) else ()
            return AdmissionResult(name=name, admitted=False, path="", findings=findings)
        decide = partial(make_decision, action=Action.ADMIT, reviewer=who, reason=why)
        return _admitted(run, certified_state(run, state), partial(decide, comments=comments, accepted=accepted))


def _admitted(run: OpenRun, state: Waiting, decide: Callable[[str], Decision]) -> AdmissionResult:
    """Admit a draft whose validators were tried, unless something stands against it and nobody says why it may pass."""
    decision = decide(state.draft.sha256)
    if state.evidence.objections and not decision.reason.strip():
        findings = state.evidence.diagnostics
        return AdmissionResult(name=run.name, admitted=False, path="", findings=findings, lacks_reason=True)
    return admit_waiting(run, state, decision)


def _marked(text: str, cells: Collection[int]) -> str:
    try:
        return with_marked_cells(text, cells)
    except ValueError as error:
        raise UsageError(str(error), hint="cells begin with a line `# %%`; context has no question") from None


def _open_draft(workspace: Workspace, name: str, text: str, *, who: str, why: str, reporter: Reporter) -> None:
    """See that the draft of a set waits for a reviewer with the very text of the set, or with that text remarked.

    Raises:
        WorkspaceError: it has another text by now.
    """
    if name in workspace.runs():
        draft, decision = current_draft(workspace.journal_path(name))
        if draft is not None and (decision is None or decision.action is not Action.ADMIT):
            # A draft that an earlier attempt has marked is the set's own too.
            plain = with_marked_cells(canonical(parse(draft.text)), ())
            if plain != with_marked_cells(text, ()):
                raise WorkspaceError(
                    f"the draft {name} is being changed, and is not the set's text any more",
                    hint=f"mark the cells there, by a first line `# reference only`: authoring drafts edit {name}",
                )
            if decision is None or decision.action is not Action.REJECT:
                return
    reopen_set(workspace, name, who=who, why=why, reporter=reporter)
