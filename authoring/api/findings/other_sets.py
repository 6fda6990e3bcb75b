"""The sets that problems of a set may repeat: what stands in a workspace besides it, admitted or drafted."""

from collections.abc import Mapping, Sequence

from authoring.api.runs.standing import current_draft
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.duplicates.across_sets import NamedSet, repeats_across_sets
from authoring.workspace import Workspace
from authoring.workspace.cache import SignatureCache


def repeats_of_others(
    workspace: Workspace | None, own: Sequence[NamedSet], *, fresh: bool = False
) -> Mapping[str, tuple[Diagnostic, ...]]:
    """Return, by name, the problems of these sets that stand in one of them before, or elsewhere in a workspace.

    What was derived from the text of a set is kept for the next time; with `fresh`, it is derived anew.
    """
    if workspace is None:
        return repeats_across_sets(own)
    recall = SignatureCache(workspace.root, fresh=fresh).recall
    return repeats_across_sets(own, known=other_sets(workspace, own), recall=recall)


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
