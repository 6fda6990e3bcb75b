"""An admitted set is removed, renamed and reopened; nothing is lost, and status tells the truth after each."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.api.decisions import admit
from authoring.api.status import DraftLine, SetLine, status
from authoring.api.upkeep.drafts import rename_draft
from authoring.api.upkeep.sets import remove_set, rename_set, reopen_set
from authoring.errors import AuthoringError, JournalError, UsageError, WorkspaceError
from authoring.records.base import sha256_of
from authoring.records.decision import Action, Change, ChangeReport
from authoring.records.run import RunSettings
from authoring.workspace import Workspace
from authoring.workspace.changes import read_changes
from authoring.workspace.journal import held_run, read_decisions, read_settings
from authoring.workspace.pilots import read_pilot, write_pilot
from tests.api.twins import settled, twin_of
from tests.workspace.test_pilots import RECORD


def agree(_: Change) -> bool:
    """Agree to everything."""
    return True


def lines(workspace: Workspace) -> tuple[DraftLine, tuple[SetLine, ...]]:
    """Return what status says of the one draft, and of the sets."""
    record = status(workspace)
    return record.drafts[0], record.problemsets


def files(root: Path) -> dict[str, bytes]:
    """Return every file of a benchmark."""
    paths = (path for path in (root / "problemsets").rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


def test_removed_set_is_kept_and_its_draft_waits(admitted: Workspace) -> None:
    """The set is gone with all that belongs to it, stands among what was removed, and the journals say who and why."""
    before = files(admitted.root)
    report = remove_set(admitted, "penguins", who="Bob", agree=agree, why="the licence was withdrawn")
    kept = admitted.root / report.change.removed_to
    draft, sets = lines(admitted)

    assert files(admitted.root).keys() == {"problemsets/_manifest.yaml"}
    assert all((kept / name).read_bytes() == before[name] for name in before if "manifest" not in name)
    assert (draft.waiting_for, draft.next) == (
        "nobody: Bob took its set out of the benchmark",
        "authoring review penguins",
    )
    assert sets == ()
    decision = read_decisions(admitted.journal_path("penguins"))[-1]
    assert (decision.action, decision.reviewer, decision.reason, decision.accepted) == (
        Action.WITHDRAW,
        "Bob",
        "the licence was withdrawn",
        (1, 3),
    )
    shutil.copytree(kept, admitted.root, dirs_exist_ok=True)
    assert files(admitted.root) == before


def test_nothing_goes_unless_somebody_agrees(admitted: Workspace) -> None:
    """The question says what would go; without a yes no byte changes, nor is anything recorded."""
    before, asked = files(admitted.root), list[tuple[str, ...]]()

    def refuse(change: Change) -> bool:
        asked.append(change.losses)
        return False

    assert not remove_set(admitted, "penguins", who="Bob", agree=refuse).done
    assert asked == [("the set penguins with 3 problems and 1 data file leaves problemsets/",)]
    assert files(admitted.root) == before
    assert read_changes(admitted.root) == ((), None)
    assert len(read_decisions(admitted.journal_path("penguins"))) == 2


def test_set_whose_draft_somebody_works_on_stays(admitted: Workspace) -> None:
    """Another process that holds the draft's journal keeps the set from being removed; nothing is half done."""
    before = files(admitted.root)
    with held_run(admitted.journal_path("penguins")), pytest.raises(JournalError, match="another process"):
        remove_set(admitted, "penguins", who="Bob", agree=agree)

    assert files(admitted.root) == before
    assert read_changes(admitted.root) == ((), None)


def test_renamed_set_takes_everything_along(admitted: Workspace) -> None:
    """Text, data, record, pilot and draft bear the new name; the draft counts as admitted, by whom it was."""
    text = admitted.read_problemset("penguins").text
    write_pilot(admitted.root, RECORD.model_copy(update={"name": "penguins", "draft": sha256_of(text)}))
    rename_set(admitted, "penguins", "birds", who="Bob")
    draft, sets = lines(admitted)
    record = yaml.safe_load((admitted.root / "problemsets/_meta/birds.yaml").read_text())

    assert [line.name for line in sets] == ["birds"]
    assert admitted.read_problemset("birds").text == text
    assert [file.path for file in admitted.read_problemset("birds").inputs] == ["penguins.csv"]
    assert record["name"] == "birds"
    assert read_pilot(admitted.root, "birds", draft=sha256_of(text)) is not None
    assert (draft.name, draft.waiting_for) == ("birds", "nobody: admitted by Ada")
    assert files(admitted.root).keys() == {
        "problemsets/_manifest.yaml",
        *(f"problemsets/{name}" for name in ("birds.py", "_meta/birds.yaml", "_inputs/birds/penguins.csv")),
    }


@pytest.mark.parametrize("taken", ["problemsets/birds.py", "problemsets/_inputs/birds", ".authoring/runs/birds"])
def test_name_that_is_taken_is_refused(admitted: Workspace, taken: str) -> None:
    """A renaming never writes over a set, its leftovers or a draft."""
    (admitted.root / taken).parent.mkdir(exist_ok=True, parents=True)
    (admitted.root / taken).write_text("# %%\nx = 1\n")
    before = files(admitted.root)
    with pytest.raises(WorkspaceError, match="the name birds is taken"):
        rename_set(admitted, "penguins", "birds", who="Bob")

    assert files(admitted.root) == before


@pytest.mark.parametrize("name", ["Birds", "../birds", "", "penguins"])
def test_name_that_is_none_is_refused(admitted: Workspace, name: str) -> None:
    """A path, an empty name and the old one are no new names."""
    with pytest.raises(UsageError):
        rename_set(admitted, "penguins", name, who="Bob")


def test_reopened_draft_waits_with_its_marks(admitted: Workspace) -> None:
    """The set stays, the draft goes before a reviewer again, and what was marked stays marked."""
    before = files(admitted.root)
    report = reopen_set(admitted, "penguins", who="Bob", why="two right answers")
    draft, sets = lines(admitted)

    assert files(admitted.root) == before
    assert (draft.waiting_for, draft.next, draft.accepted) == (
        "a reviewer: Bob took it up again",
        "authoring review penguins",
        2,
    )
    assert [line.name for line in sets] == ["penguins"]
    assert report.next_step == "authoring review penguins"


def test_set_without_its_journal_can_be_reopened(admitted: Workspace) -> None:
    """On another machine a draft is made of the set as it stands, about the seed that is there."""
    shutil.rmtree(admitted.root / ".authoring")
    reopen_set(admitted, "penguins", who="Bob")
    draft, _ = lines(admitted)

    assert (draft.name, draft.seed) == ("penguins", "penguins")
    assert draft.next == "authoring draft penguins --name penguins"


def test_set_is_reopened_under_the_dialect_of_today(admitted: Workspace) -> None:
    """Its journal is of another dialect and is kept; a draft of the set's text is to be proved anew."""
    before = admitted.journal_path("penguins").read_bytes()
    (admitted.root / "problemsets/_manifest.yaml").write_text("name: b\nversion: 1\ndialect: strict\n")
    reopen_set(admitted, "penguins", who="Bob")
    draft, sets = lines(admitted)

    assert (draft.name, draft.accepted, [line.name for line in sets]) == ("penguins", 0, ["penguins"])
    assert before in [path.read_bytes() for path in admitted.journal_path("penguins").parent.glob("journal*.jsonl")]


def test_draft_of_another_text_is_not_reopened_for_a_set(admitted: Workspace) -> None:
    """A draft that never was the set keeps its name until it is renamed, which the hint says how to do."""
    path = admitted.problemset_path("penguins")
    path.write_text(path.read_text().replace("How many rows", "How many lines"))
    (path.parent / "_meta" / "penguins.yaml").unlink()
    with pytest.raises(WorkspaceError, match="never was the set") as refusal:
        reopen_set(admitted, "penguins", who="Bob")
    assert "authoring drafts rename penguins NAME" in refusal.value.hint
    rename_draft(admitted, "penguins", "other", who="Bob")

    assert admitted.runs() == ("other",)


@pytest.mark.parametrize("part", ["text", "data", "record"])
def test_what_is_not_what_was_admitted_is_named_and_put_back(admitted: Workspace, part: str) -> None:
    """Status names a set that somebody changed, the command that it names next puts it back, and hides no change."""
    before = files(admitted.root)
    name = {
        "text": "problemsets/penguins.py",
        "data": next(name for name in before if "_inputs" in name),
        "record": "problemsets/_meta/penguins.yaml",
    }[part]
    path = admitted.root / name
    path.write_bytes(before[name].replace(b"e", b"E", 1) if part != "record" else before[name].replace(b"Ada", b"Eve"))
    _, (line,) = lines(admitted)
    admit(admitted, ["penguins"], reviewer="Ada", consent=lambda _: True, replace=True)
    _, (after,) = lines(admitted)

    assert "not what was admitted" in line.note
    assert line.next == "authoring admit penguins --replace"
    assert (after.note, files(admitted.root)) == ("", before)


def test_a_changed_text_is_reopened(admitted: Workspace) -> None:
    """A set that a person changed in its place gets a draft of that text; its journal before is kept."""
    path = admitted.problemset_path("penguins")
    path.write_text(path.read_text().replace("How many rows", "How many lines"))
    report = reopen_set(admitted, "penguins", who="Ada")
    imported = read_settings(admitted.journal_path("penguins"), RunSettings).imported

    assert report.done
    assert imported is not None
    assert imported.text == path.read_text()


def test_unknown_set_is_answered_with_the_one_that_is_meant(admitted: Workspace) -> None:
    """Every verb says so alike."""
    deeds: tuple[Callable[[], ChangeReport], ...] = (
        lambda: remove_set(admitted, "pengins", who="Bob", agree=agree),
        lambda: rename_set(admitted, "pengins", "birds", who="Bob"),
        lambda: reopen_set(admitted, "pengins", who="Bob"),
    )
    for deed in deeds:
        with pytest.raises(AuthoringError) as refusal:
            deed()
        assert refusal.value.hint == "did you mean penguins?"


def test_renaming_is_what_the_command_prints(cli: Callable[..., Any], admitted: Workspace) -> None:
    """The record of the change is the document of --json."""
    twin = twin_of(admitted)
    report = rename_set(admitted, "penguins", "birds", who="Bob")
    options = ("--reviewer", "Bob", "--workspace", twin.root, "--json")
    printed = cli("set", "rename", "penguins", "birds", *options).json

    assert settled(report, admitted) == settled(printed, twin)
    assert files(admitted.root).keys() == files(twin.root).keys()


def test_removal_is_what_the_command_prints(cli: Callable[..., Any], admitted: Workspace) -> None:
    """The record says what left the benchmark and where it is kept, as --json does."""
    twin = twin_of(admitted)
    report = remove_set(admitted, "penguins", who="Bob", agree=agree)
    printed = cli("set", "remove", "penguins", "--yes", "--reviewer", "Bob", "--workspace", twin.root, "--json").json

    assert settled(report, admitted) == settled(printed, twin)


def test_reopening_is_what_the_command_prints(cli: Callable[..., Any], admitted: Workspace) -> None:
    """The record of what goes before a reviewer again is the document of --json."""
    twin = twin_of(admitted)
    report = reopen_set(admitted, "penguins", who="Bob")
    printed = cli("set", "reopen", "penguins", "--reviewer", "Bob", "--workspace", twin.root, "--json").json

    assert settled(report, admitted) == settled(printed, twin)
