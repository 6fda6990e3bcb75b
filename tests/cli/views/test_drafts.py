"""What became of drafts is shown with every one counted."""

from authoring.api.drafts.requests import DraftResult
from authoring.cli.views.drafts import result_view, results_summary


def test_no_draft_is_missing_from_the_sum() -> None:
    """Fewer drafts than were asked for are never shown without their names and reasons."""
    failed = DraftResult(seed="penguins", name="penguins-2", failure="no model is named")
    shown = results_summary(2, [failed]).plain

    assert "2 drafts asked, 0 made" in shown
    assert "penguins-2" in shown
    assert "no model is named" in result_view(failed).plain


def test_values_are_shown_and_not_obeyed() -> None:
    """A reason that a server gave cannot steer the terminal."""
    failed = DraftResult(seed="s", name="s-1", failure="\x1b[2Jgone")

    assert "\x1b" not in result_view(failed).plain
