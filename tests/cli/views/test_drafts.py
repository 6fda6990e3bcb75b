"""What became of drafts is shown with every one counted."""

import pytest
from rich.console import Console

from authoring.api.decisions import AdmissionResult
from authoring.api.drafts.requests import DraftResult
from authoring.cli.views.drafts import admission_view, difference_view, result_view, results_summary, state_view
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.records.certificate.problem import Part
from authoring.records.decision import Waiting
from authoring.records.draft import Draft
from authoring.records.evidence import Evidence


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


@pytest.mark.parametrize(
    ("parts", "line"),
    [
        ((), "looked at: form; not yet: dry run, wrong and right answers, questions beside references,"),
        (("answers", "alignment"), "looked at: form, wrong and right answers, questions beside references; not yet:"),
    ],
)
def test_what_was_not_looked_at_is_named(parts: tuple[Part, ...], line: str) -> None:
    """No finding is no promise where a part of the gate has not looked yet: it is named with the command that does."""
    draft = Draft(name="tiny", seed="s", revision=2, text="", origins=())
    state = Waiting(draft=draft, evidence=Evidence(draft=draft.sha256, diagnostics=()), parts=parts)
    last = str(state_view(state)[-1])

    assert last.startswith(line)
    assert last.endswith("other surroundings: authoring check tiny")
    assert ("parts" in state.model_dump(mode="json")) is bool(parts)


def test_long_lines_of_a_difference_are_shown_whole() -> None:
    """What a revision changed behind the width of the screen can be read, also where there is no terminal."""
    before = Draft(name="s", seed="s", revision=1, text=f"{'word ' * 40}before\n", origins=())
    after = before.model_copy(update={"revision": 2, "text": before.text.replace("before", "changed")})
    state = Waiting(draft=after, evidence=Evidence(draft=after.sha256, diagnostics=()))
    console = Console(width=100, force_terminal=False)
    with console.capture() as captured:
        console.print(*difference_view(before, state), sep="\n")

    assert "changed" in captured.get()


def test_warnings_that_took_no_reason_are_shown_with_what_was_admitted() -> None:
    """Who admits a set reads what probes say of it, and the command that takes it up again."""
    warning = Diagnostic(
        code="DS628", name="missing-value-crash", severity=Severity.WARNING, message="it raises", line=3
    )
    result = AdmissionResult(name="wine", admitted=True, path="problemsets/wine.py", findings=(warning,))
    console = Console(width=200)
    with console.capture() as captured:
        console.print(*admission_view(result))
    shown = captured.get()

    assert "DS628" in shown
    assert "1 warning stands in its record, and asked for no reason; `authoring drafts reopen wine`" in shown
    assert len(admission_view(result.model_copy(update={"findings": ()}))) == 1
