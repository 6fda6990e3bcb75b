"""A problem may repeat one of an admitted set, and one of another draft."""

from authoring.api.findings.other_sets import other_sets, repeats_of_others
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


def test_repeats_of_others_are_known_the_next_time(drafted: Workspace, draft: Draft) -> None:
    """What was derived from the texts is kept in the workspace, and the same is found with it."""
    own = [NamedSet("copy", draft.text + "\n# %%\n1\n")]
    first, again = repeats_of_others(drafted, own), repeats_of_others(drafted, own)
    entries = sorted((drafted.root / ".authoring" / "cache" / "signatures").rglob("*.json"))

    assert [finding.code for finding in first["copy"]] == ["DS229"] * len(first["copy"])
    assert first["copy"][0].message.endswith(f" of {draft.name} (a draft)")
    assert again == first
    assert len(entries) == 2
    assert repeats_of_others(None, own) == {}


def test_a_draft_of_an_admitted_set_is_no_other(drafted: Workspace, draft: Draft) -> None:
    """The set stands for both."""
    drafted.problemset_path(draft.name).write_text("# %%\n1 + 1\n")

    assert [other.name for other in other_sets(drafted, [])] == [draft.name]
