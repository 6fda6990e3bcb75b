"""``authoring status``: where everything stands, and whom it waits for."""

from collections.abc import Callable
from typing import Any

from authoring.api.runs import make_decision, resume_run
from authoring.records.decision import Action
from authoring.records.draft import Draft
from authoring.workspace import Workspace

Cli = Callable[..., Any]


def standing(cli: Cli, workspace: Workspace) -> tuple[str, str]:
    """Return whom the draft waits for, and the command that is named next."""
    told = cli("status", "--workspace", workspace.root)
    (draft,) = cli("status", "--workspace", workspace.root, "--json").json["drafts"]

    assert draft["waiting_for"] in told.out
    return draft["waiting_for"], told.out.splitlines()[-1].removeprefix("next: authoring ")


def test_empty_workspace(cli: Cli, bare: Workspace) -> None:
    """Where nothing is, a seed comes next."""
    answer = cli("status", "--workspace", bare.root)

    assert answer.code == 0
    assert answer.out.splitlines()[-1] == "next: authoring seed add PATH|package:NAME|kaggle:OWNER/SLUG"


def test_seed_waits_for_a_draft(cli: Cli, seeded: Workspace) -> None:
    """A seed about which nothing was drafted comes next."""
    assert cli("status", "--workspace", seeded.root).out.splitlines()[-1] == "next: authoring draft penguins"


def test_a_draft_on_its_way(cli: Cli, drafted: Workspace, draft: Draft) -> None:
    """Gate, reviewer, workspace, nobody: each station is named, with the command that helps."""
    root = ("--workspace", drafted.root)

    assert standing(cli, drafted) == ("the gate: it was stopped", "draft penguins --name penguins")
    cli("draft", "penguins", *root)
    assert standing(cli, drafted) == ("a reviewer", "review penguins")
    with resume_run(drafted, "penguins") as journal:
        journal.decide(make_decision(draft.sha256, Action.REVISE, "ada", accepted=[1]))
    assert standing(cli, drafted) == ("a reviewer: ada has begun", "review penguins")
    with resume_run(drafted, "penguins") as journal:
        journal.decide(make_decision(draft.sha256, Action.ADMIT, "ada"))
    assert standing(cli, drafted) == ("the workspace: admitted, not yet written", "admit penguins")
    cli("admit", "penguins", "--yes", "--reviewer", "ada", *root)
    assert standing(cli, drafted) == ("nobody: admitted by ada", "export dseval DIR")


def test_rejected(cli: Cli, drafted: Workspace, draft: Draft) -> None:
    """A rejected draft waits for nobody."""
    cli("draft", "penguins", "--workspace", drafted.root)
    with resume_run(drafted, "penguins") as journal:
        journal.decide(make_decision(draft.sha256, Action.REJECT, "ada", reason="dull"))

    assert standing(cli, drafted)[0] == "nobody: rejected by ada"


def test_run_that_is_held_can_be_looked_at(cli: Cli, drafted: Workspace) -> None:
    """Looking never waits for whoever is working."""
    with resume_run(drafted, "penguins"):
        assert cli("status", "--workspace", drafted.root).code == 0


def test_torn_journal(cli: Cli, drafted: Workspace) -> None:
    """A journal that is no journal is named, with what to do."""
    drafted.journal_path("penguins").write_text("no journal\n")
    answer = cli("status", "--workspace", drafted.root)

    assert answer.code == 8
    assert "draft again" in answer.err
