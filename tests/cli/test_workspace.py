"""``authoring init``: a workspace, whole, and nothing overwritten."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.runs.lifecycle import make_decision, resume_run
from authoring.api.workspaces import migrate
from authoring.records.decision import Action
from authoring.records.draft import Draft
from authoring.workspace import Workspace

Cli = Callable[..., Any]


def test_makes_a_workspace(cli: Cli, tmp_path: Path) -> None:
    """The new folder holds what the other verbs need, and the next command says how to get there."""
    answer = cli("init", tmp_path / "bench")

    assert answer.code == 0
    assert (tmp_path / "bench" / "authoring.toml").is_file()
    assert answer.out.splitlines()[-1] == (
        f"next: cd {tmp_path}/bench && authoring seed add package:palmerpenguins/penguins-raw"
    )


def test_keeps_what_is_there(cli: Cli, tmp_path: Path) -> None:
    """A second init writes nothing over what a person changed."""
    first = cli("init", tmp_path, "--json").json
    (tmp_path / "authoring.toml").write_text("[limits]\nmax_time = 5\n")
    second = cli("init", tmp_path, "--json").json

    assert "authoring.toml" in first["written"]
    assert second == {"workspace": str(tmp_path), "written": []}
    assert (tmp_path / "authoring.toml").read_text() == "[limits]\nmax_time = 5\n"


def test_file_in_the_way(cli: Cli, tmp_path: Path) -> None:
    """A file cannot become a workspace."""
    (tmp_path / "file").touch()

    assert cli("init", tmp_path / "file").code == 3


# ``authoring status``: where everything stands, and whom it waits for.


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


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
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

    assert answer.code == 1
    assert "line 1 is no JSON" in answer.out
    assert "next: authoring doctor --repair" in answer.out


# ``authoring migrate`` says what it does, and its report is the record of the api.


def test_check_says_what_is_old_and_exits_with_one(cli: Cli, tmp_path: Path) -> None:
    """--check changes nothing and fails; the next command brings the files up; then there is nothing to do."""
    Workspace.create(tmp_path)
    settings = tmp_path / "authoring.toml"
    settings.write_text(settings.read_text().replace("format_version = 1", "# "))

    check = cli("migrate", "--check", "--workspace", tmp_path)

    assert check.code == 1
    assert "authoring.toml: workspace, format 0 to 1" in check.out
    assert cli("migrate", "--workspace", tmp_path).code == 0
    assert cli("migrate", "--check", "--workspace", tmp_path).code == 0


def test_json_is_the_record_of_the_api(cli: Cli, tmp_path: Path) -> None:
    """What --json prints is what the library returns."""
    workspace, _ = Workspace.create(tmp_path)

    assert cli("migrate", "--json", "--workspace", tmp_path).json == migrate(workspace).model_dump(mode="json")
