"""The pipeline: where a run stands after each decision, and what is reported on the way."""

import pytest

from authoring.api.pipeline import author
from authoring.api.runs.lifecycle import make_decision, resume_run
from authoring.api.sandboxes import open_sandbox
from authoring.records.decision import Action, Admission, Rejection, Waiting
from authoring.records.draft import Draft
from authoring.records.progress import Ended, Progress
from authoring.workspace import Workspace
from tests.api.events import EventLog


@pytest.mark.exhaustive
def test_run_goes_from_decision_to_decision(drafted: Workspace, draft: Draft) -> None:
    """It waits for a person, follows an edit to the next revision, and is admitted when that is decided."""
    text = draft.text.replace("How many", "Count how many")
    files = drafted.seed_files(drafted.read_seed("penguins"))
    log = EventLog()
    with resume_run(drafted, "penguins") as journal, open_sandbox(drafted) as sandbox:
        first = author(files, sandbox=sandbox, journal=journal, reporter=log)
        journal.decide(make_decision(draft.sha256, Action.REVISE, "ada", text=text))
        second = author(files, sandbox=sandbox, journal=journal)
        assert isinstance(second, Waiting)
        journal.decide(make_decision(second.draft.sha256, Action.ADMIT, "ada"))
        third = author(files, sandbox=sandbox, journal=journal)

    assert isinstance(first, Waiting)
    assert (first.draft, first.evidence.errors) == (draft, ())
    assert (second.draft.text, second.draft.revision) == (text, 2)
    assert isinstance(third, Admission)
    assert third.text == text
    assert {event.activity for event in log.events if isinstance(event, Progress)} == {"dry run"}
    assert log.events[-1] == Ended("dry run", "penguins")


@pytest.mark.exhaustive
def test_rejection_ends_a_run(drafted: Workspace, draft: Draft) -> None:
    """What is recorded is not run again."""
    files = drafted.seed_files(drafted.read_seed("penguins"))
    with resume_run(drafted, "penguins") as journal, open_sandbox(drafted) as sandbox:
        author(files, sandbox=sandbox, journal=journal)
        journal.decide(make_decision(draft.sha256, Action.REJECT, "ada", reason="dull"))
        ran = len(journal.ran)
        state = author(files, sandbox=sandbox, journal=journal)

    assert isinstance(state, Rejection)
    assert state.decision.reason == "dull"
    assert len(journal.ran) == ran
