"""The sets that problems of a set may repeat: what stands in a workspace besides it, admitted or drafted."""

from collections.abc import Sequence

from authoring.api.runs.standing import current_draft
from authoring.dseal.duplicates.across_sets import NamedSet
from authoring.workspace import Workspace


def other_sets(workspace: Workspace | None, own: Sequence[NamedSet]) -> tuple[NamedSet, ...]:
    """Return the admitted sets of a workspace, and its drafts, besides these, by name and by text.

    None where there is no workspace. A draft of an admitted set is no other set, nor are two drafts of one name.
    """
    if workspace is None:
        return ()
    names, texts = {problemset.name for problemset in own}, {problemset.text for problemset in own}
    admitted = [NamedSet(example.name, example.text) for example in workspace.examples()]
    drafts = [(name, current_draft(workspace.journal_path(name))[0]) for name in workspace.runs()]
    waiting = [NamedSet(f"{name} (a draft)", draft.text) for name, draft in drafts if draft and name not in names]
    named = {problemset.name for problemset in admitted}
    candidates = (*admitted, *(draft for draft in waiting if draft.name.removesuffix(" (a draft)") not in named))
    return tuple(other for other in candidates if other.name not in names and other.text not in texts)
