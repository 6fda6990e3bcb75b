"""A problem may repeat one of an admitted set, and one of another draft."""

from authoring.api.findings.other_sets import other_sets
from authoring.dseal.duplicates.across_sets import NamedSet
from authoring.records.draft import Draft
from authoring.workspace import Workspace


def test_drafts_are_other_sets(drafted: Workspace, draft: Draft) -> None:
    """A draft counts for every other name, and neither for its own name nor for its own text."""
    (other,) = other_sets(drafted, [NamedSet("new", "1")])

    assert (other.name, other.text) == (f"{draft.name} (a draft)", draft.text)
    assert other_sets(drafted, [NamedSet(draft.name, "1")]) == ()
    assert other_sets(drafted, [NamedSet("copy", draft.text)]) == ()
    assert other_sets(None, []) == ()


def test_a_draft_of_an_admitted_set_is_no_other(drafted: Workspace, draft: Draft) -> None:
    """The set stands for both."""
    drafted.problemset_path(draft.name).write_text("# %%\n1 + 1\n")

    assert [other.name for other in other_sets(drafted, [])] == [draft.name]
