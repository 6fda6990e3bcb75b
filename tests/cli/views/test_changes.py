"""A change is shown with what it touched."""

from datetime import UTC, datetime

from authoring.cli.views.changes import change_view
from authoring.records.decision import Change, ChangeReport, Deed, FieldEdit, Subject


def test_change_names_what_was_edited_and_affected() -> None:
    """Before and after, and the sets whose record followed; a refusal says that nothing happened."""
    change = Change(
        deed=Deed.EDIT,
        subject=Subject.SEED,
        name="penguins",
        who="Ada",
        time=datetime(2026, 1, 1, tzinfo=UTC),
        edits=(FieldEdit(field="licence", before="", after="MIT"),),
        affected=("penguins", "birds"),
    )
    shown = [str(part) for part in change_view(ChangeReport(change=change, done=True, next_step=""))]

    assert shown == ["edited the seed penguins", "  licence: nothing -> MIT", "  also brought up: penguins, birds"]
    refused = change_view(ChangeReport(change=change, done=False, next_step=""))
    assert [str(part) for part in refused] == ["the seed penguins is as it was: nobody agreed"]
