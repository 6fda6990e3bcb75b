"""Runs: which revision one stands at, told from its journal alone."""

import pytest

from authoring.api.runs.lifecycle import OpenRun, make_decision, resume_run
from authoring.api.runs.standing import current_draft
from authoring.api.sandboxes import open_sandbox
from authoring.records.base import sha256_of
from authoring.records.decision import Action, Waiting
from authoring.records.draft import Draft
from authoring.workspace import Workspace


@pytest.mark.exhaustive
def test_current_draft_follows_the_decisions(drafted: Workspace, draft: Draft) -> None:
    """An edit leads to the next revision; editing back leads back to the first."""
    path, text = drafted.journal_path("penguins"), draft.text.replace("How many", "Count how many")
    first, _ = current_draft(path)
    with resume_run(drafted, "penguins") as journal, open_sandbox(drafted) as sandbox:
        journal.decide(make_decision(draft.sha256, Action.REVISE, "ada", text=text))
        state = OpenRun(drafted, journal, sandbox).advance()
        second, _ = current_draft(path)
        journal.decide(make_decision(draft.sha256, Action.REVISE, "ada", accepted=[1]))
        journal.decide(make_decision(sha256_of(text), Action.REVISE, "ada", text=draft.text))
        third, decision = current_draft(path)

    assert first == draft
    assert isinstance(state, Waiting)
    assert second == state.draft
    assert (third, decision.accepted if decision else None) == (draft, (1,))
