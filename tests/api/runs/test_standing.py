"""Runs: which revision one stands at, told from its journal alone."""

from pathlib import Path

import pytest

from authoring.api.runs.lifecycle import OpenRun, make_decision, resume_run
from authoring.api.runs.standing import current_draft, settled_refusal
from authoring.api.sandboxes import open_sandbox
from authoring.records.base import sha256_of
from authoring.records.decision import Action, Admission, Rejection, Waiting
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


def test_what_is_decided_on_is_refused_with_the_command_that_takes_it_up(tmp_path: Path) -> None:
    """A rejected draft is reopened as a draft, whatever set bears its name; an admitted one as the set it became."""
    workspace = Workspace(tmp_path)
    rejection = Rejection(name="owls", decision=make_decision("0" * 64, Action.REJECT, "Ada", reason="dull"))
    admission = Admission(name="owls", text="# %%\n1\n", meta="", inputs=())
    unwritten = settled_refusal(workspace, "owls", admission)
    workspace.problemset_path("owls").parent.mkdir()
    workspace.problemset_path("owls").write_text(admission.text)
    rejected, admitted = (settled_refusal(workspace, "owls", state) for state in (rejection, admission))

    assert rejected.message == "owls was rejected by Ada: dull"
    assert "authoring drafts reopen owls" in rejected.hint
    assert admitted.hint == "take its draft up again: authoring set reopen owls"
    assert unwritten.hint.endswith("authoring admit owls, then authoring set reopen owls")
