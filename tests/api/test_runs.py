"""Which revision a run stands at, told from its journal alone."""

from authoring.cli.isolation import open_sandbox
from authoring.cli.journals import current_draft, decision_on, go_on, resume_run
from authoring.records.base import sha256_of
from authoring.records.decision import Action, Waiting
from authoring.records.draft import Draft
from authoring.workspace import Workspace


def test_current_draft_follows_the_decisions(drafted: Workspace, draft: Draft) -> None:
    """An edit leads to the next revision; editing back leads back to the first."""
    path, text = drafted.journal_path("penguins"), draft.text.replace("How many", "Count how many")
    first, _ = current_draft(path)
    with resume_run(drafted, "penguins") as journal, open_sandbox(drafted) as sandbox:
        journal.decide(decision_on(draft.sha256, Action.REVISE, "ada", text=text))
        end = go_on(drafted, journal, sandbox=sandbox, label="test")
        second, _ = current_draft(path)
        journal.decide(decision_on(draft.sha256, Action.REVISE, "ada", accepted=[1]))
        journal.decide(decision_on(sha256_of(text), Action.REVISE, "ada", text=draft.text))
        third, said = current_draft(path)

    assert first == draft
    assert isinstance(end, Waiting)
    assert second == end.draft
    assert (third, said.accepted if said else None) == (draft, (1,))
