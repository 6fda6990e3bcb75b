"""Runs are found by name, and resumed with what they were begun with."""

import pytest

from authoring.api.runs.lifecycle import (
    OpenRun,
    RunRequest,
    begin_run,
    find_run,
    is_of_another_dialect,
    make_decision,
    resume_run,
)
from authoring.api.sandboxes import computer_of
from authoring.errors import UsageError
from authoring.records.decision import Action
from authoring.records.draft import Draft
from authoring.records.profile import Profile
from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.profile import profile_data
from authoring.workspace import Workspace
from authoring.workspace.cache import ProfileCache
from authoring.workspace.journal import read_steps


def test_unknown_draft_is_answered_with_the_one_that_is_meant(drafted: Workspace) -> None:
    """A misspelt name is no new run."""
    with pytest.raises(UsageError, match="no draft is called pengins") as refused:
        find_run(drafted, "pengins")

    assert "penguins" in refused.value.hint
    assert find_run(drafted, "penguins") == drafted.journal_path("penguins")


def test_resumed_run_keeps_its_settings_and_decisions(drafted: Workspace, draft: Draft) -> None:
    """What a run was begun with holds, whatever the settings say by now; what was said is there again."""
    with resume_run(drafted, "penguins") as journal:
        pinned = journal.settings
        journal.decide(make_decision(draft.sha256, Action.REVISE, "Ada", accepted=(1,)))
    (drafted.root / "authoring.toml").write_text("[limits]\nmax_time = 1\n")

    with resume_run(Workspace(drafted.root), "penguins") as journal:
        assert journal.settings == pinned
        assert [decision.accepted for decision in journal.decisions] == [(1,)]


def test_draft_of_the_other_dialect_is_told(drafted: Workspace) -> None:
    """A draft is proved under the rules that its benchmark had then."""
    assert not is_of_another_dialect(drafted, "penguins")

    (drafted.root / "problemsets" / "_manifest.yaml").write_text("name: b\nversion: 1\ndialect: strict\n")

    assert is_of_another_dialect(Workspace(drafted.root), "penguins")


@pytest.mark.parametrize(("computer", "steps"), [("", ["profile_data"]), ("python 3.0 of another machine", [])])
def test_a_profile_that_is_known_is_not_computed_again(seeded: Workspace, computer: str, steps: list[str]) -> None:
    """A draft begins with what `seed show` computed from the same bytes, as long as the same Python computed it."""
    seed = seeded.read_seed("penguins")
    ProfileCache(seeded.root).put(seed, computer or computer_of(seeded), Profile(seed="other", tables=()))
    sandbox = LocalSandbox()
    with begin_run(seeded, RunRequest(seed="penguins", name="penguins")) as journal:
        run = OpenRun(seeded, journal, sandbox)
        run.recall_profile()
        assert journal.has(profile_data, seed, files=run.files, sandbox=sandbox) == bool(steps)
    assert [step.stage for step in read_steps(seeded.journal_path("penguins"))] == steps
