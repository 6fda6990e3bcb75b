"""Repair keeps what is whole, takes no decision as made that may not have been, and deletes nothing."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from authoring.api.runs.lifecycle import make_decision
from authoring.errors import JournalError
from authoring.records.decision import Action
from authoring.records.draft import Draft
from authoring.records.evidence import Limits
from authoring.records.run import RunSettings
from authoring.records.seed import Seed
from authoring.records.stage import stage
from authoring.records.workspace.repair import RepairedFile
from authoring.workspace import Workspace
from authoring.workspace.journal import Journal, read_decisions, read_drafts
from authoring.workspace.repair import find_damage, repair_files


@stage("write_draft")
def write_draft(text: str) -> Draft:
    """Stand in for a drafter."""
    return Draft(name="t", seed="t", revision=1, text=text, origins=())


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """Return a workspace with a run that drafted, was admitted, revised and rejected."""
    workspace, _ = Workspace.create(tmp_path)
    seed = Seed(name="t", title="T", description="", source="t.csv", licence="CC0-1.0", files=())
    workspace.write_seed(seed, ())
    settings = RunSettings(name="t", seed=seed, templates=(), examples=(), limits=Limits(), random_seed=0)
    with Journal.open(workspace.journal_path("t"), settings) as journal:
        draft = journal.step(write_draft, "x = 1\n")
        journal.decide(make_decision(draft.sha256, Action.ADMIT, "Ada"))
        journal.decide(make_decision(draft.sha256, Action.REJECT, "Ada"))
    return workspace


def damage_line(path: Path, number: int) -> None:
    """Make one line of a file garbage; 0 is the first."""
    lines = path.read_bytes().splitlines(keepends=True)
    lines[number] = b"garbage\n"
    path.write_bytes(b"".join(lines))


def repaired(workspace: Workspace) -> RepairedFile:
    """Repair the one file that is damaged."""
    (file,) = repair_files(workspace.root)
    assert find_damage(workspace.root) == ()
    return file


def test_whole_workspace_is_left_alone(workspace: Workspace) -> None:
    """Nothing is damaged, nothing is done."""
    assert repair_files(workspace.root) == ()


def test_admission_before_a_loss_counts_no_more(workspace: Workspace) -> None:
    """Where a line behind an admission is lost, which may have taken it back, the draft has to be decided on again."""
    path = workspace.journal_path("t")
    damage_line(path, 3)
    with pytest.raises(JournalError, match="line 4 is no JSON"):
        read_decisions(path)
    file = repaired(workspace)

    assert read_decisions(path) == ()
    assert len(read_drafts(path)) == 1
    assert "decide again" in file.action
    assert b"garbage" in (workspace.root / file.moved_to).read_bytes()


def test_decision_behind_a_loss_counts(workspace: Workspace) -> None:
    """A loss before a decision takes nothing from it."""
    path = workspace.journal_path("t")
    damage_line(path, 1)
    repaired(workspace)

    assert [decision.action for decision in read_decisions(path)] == [Action.ADMIT, Action.REJECT]


def test_run_without_its_settings_leaves_its_draft(workspace: Workspace) -> None:
    """A run whose first line is lost cannot go on; its draft is kept as a text."""
    path = workspace.journal_path("t")
    damage_line(path, 0)
    file = repaired(workspace)

    assert workspace.runs() == ()
    assert (workspace.root / f"{file.moved_to}.py").read_text() == "x = 1\n"


def test_run_that_is_worked_on_is_left_alone(workspace: Workspace) -> None:
    """A journal that another process holds is not mended under its hands."""
    path = workspace.journal_path("t")
    settings = RunSettings.model_validate(json.loads(path.read_bytes().splitlines()[0])["settings"])
    with Journal.open(path, settings):
        damage_line(path, 3)
        (file,) = repair_files(workspace.root)

        assert not file.mended
        assert "another process" in file.action


@pytest.mark.parametrize(
    "damage", [Path.unlink, lambda path: path.write_text(":"), lambda path: path.write_text("[" * 9_999)]
)
def test_seed_comes_back_from_a_run(workspace: Workspace, damage: Callable[[Path], object]) -> None:
    """A seed is restored as a draft was begun with it."""
    seed, path = workspace.read_seed("t"), workspace.root / "seeds" / "t" / "seed.yaml"
    damage(path)
    if not os.path.lexists(path):
        path.symlink_to("nowhere")
    repaired(workspace)

    assert workspace.read_seed("t") == seed


def test_looking_changes_nothing(workspace: Workspace) -> None:
    """With `write` false the damage is named, and every file stays."""
    path = workspace.journal_path("t")
    damage_line(path, 3)
    before = sorted(path.parent.iterdir())
    (file,) = repair_files(workspace.root, write=False)

    assert not file.mended
    assert sorted(path.parent.iterdir()) == before
