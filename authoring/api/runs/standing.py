"""Where a run stands, read from its journal without holding it.

Apart from `lifecycle`, which knows drafters, models and sandboxes: a command that only looks loads none of them.
"""

from contextlib import suppress
from pathlib import Path

from authoring.errors import SeedError, UsageError
from authoring.records.decision import Admission, Decision, Rejection
from authoring.records.draft import Draft
from authoring.records.seed import Seed
from authoring.workspace import Workspace
from authoring.workspace.changes import current_seed_names
from authoring.workspace.journal import read_decisions, read_drafts


def seed_today(workspace: Workspace, pinned: Seed) -> Seed:
    """Return the record of a run's seed as it stands now, under the name that it has now.

    The pinned one comes back where the seed is gone, cannot be read, or holds other data: such a run says so as soon as
    it needs the files.
    """
    for name in current_seed_names(workspace.root, pinned.name):
        with suppress(SeedError):
            seed = workspace.read_seed(name)
            if seed.data == pinned.data:
                return seed
    return pinned


def current_draft(path: Path) -> tuple[Draft | None, Decision | None]:
    """Return the revision that a run stands at and what was said of it last, without holding the run."""
    revisions = read_drafts(path)
    # Of revisions with the same text the first counts.
    drafts = {draft.sha256: draft for draft in reversed(revisions)}
    decisions = {decision.draft: decision for decision in read_decisions(path)}
    draft, decision = next(iter(revisions), None), None
    # At most as many steps as there are drafts: texts that lead to each other do not hold this up.
    for _ in drafts:
        decision = decisions.get(draft.sha256) if draft else None
        successors = (later for later in drafts.values() if draft and _follows(later, draft, decision))
        successor = next(successors, None)
        if successor is None:
            break
        draft = successor
    return draft, decision


def settled_refusal(workspace: Workspace, name: str, state: Admission | Rejection) -> UsageError:
    """Return the refusal of a change to a draft that is decided on, with the command that takes it up again."""
    if isinstance(state, Rejection):
        decision = state.decision
        reason = f": {decision.reason}" if decision.reason else ""
        hint = f"take it up again: authoring drafts reopen {name}; or begin anew with --restart"
        return UsageError(f"{name} was rejected by {decision.reviewer}{reason}", hint=hint)
    # A set that a crash kept out of the benchmark has to be written before it can be reopened.
    written = name in workspace.problemsets()
    command = f"authoring set reopen {name}" if written else f"authoring admit {name}, then authoring set reopen {name}"
    return UsageError(f"{name} was admitted", hint=f"take its draft up again: {command}")


def _follows(successor: Draft, draft: Draft, decision: Decision | None) -> bool:
    """Tell whether a draft is what became of another: a person's text, or a model's repair or revision."""
    if decision is not None and decision.text is not None and not decision.for_model:
        # A person may write a text that was there before, and that came from another revision then.
        return successor.text == decision.text
    return successor.came_from == draft.sha256
