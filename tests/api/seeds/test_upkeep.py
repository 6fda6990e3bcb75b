"""What is corrected in a seed reaches the records of its sets by one command; seeds are renamed and removed."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
import yaml

from authoring.api.seeds.upkeep import SeedEdits, bring_to_sets, edit_seed, remove_seed, rename_seed
from authoring.api.status import status
from authoring.errors import SeedError, UsageError, WorkspaceError
from authoring.records.decision import Change
from authoring.records.seed import Seed
from authoring.workspace import Workspace
from tests.api.twins import settled, twin_of


def record_of(workspace: Workspace) -> Any:
    """Return the record of origin of the set ``penguins``."""
    return yaml.safe_load((workspace.root / "problemsets/_meta/penguins.yaml").read_text())


def test_corrected_licence_reaches_the_record_of_the_set(admitted: Workspace) -> None:
    """The record says the new licence, and who changed it, when, why and from what; the rest of it is as it was."""
    before = record_of(admitted)
    report = edit_seed(admitted, "penguins", SeedEdits(licence="CC-BY-4.0"), who="Bob", why="the authors wrote")
    after = record_of(admitted)

    assert admitted.read_seed("penguins").licence == after["seed"]["licence"] == "CC-BY-4.0"
    assert (after["changes"][0]["who"], after["changes"][0]["why"]) == ("Bob", "the authors wrote")
    assert after["changes"][0]["edits"] == [{"field": "seed.licence", "before": "CC0-1.0", "after": "CC-BY-4.0"}]
    assert report.change.affected == ("penguins",)
    seed = {**before["seed"], "licence": "CC-BY-4.0"}
    assert {**before, "seed": seed, "changes": after["changes"], "checksum": after["checksum"]} == after


@pytest.mark.exhaustive
def test_corrected_licence_reaches_an_export(cli: Callable[..., Any], admitted: Workspace) -> None:
    """The next export says it, with no other command in between."""
    cli("seed", "edit", "penguins", "--licence", "CC-BY-4.0", "--reviewer", "Bob", "--workspace", admitted.root)
    folder = admitted.root / "hub"
    exported = cli("export", "huggingface", folder, "--workspace", admitted.root)

    assert (exported.code, exported.err) == (0, "")
    assert "license: cc-by-4.0" in (folder / "README.md").read_text()
    assert "CC0" not in (folder / "README.md").read_text()


def test_record_edited_by_hand_is_brought_to_the_sets(admitted: Workspace) -> None:
    """Status sees that a set says otherwise than its seed, and names the command that mends it."""
    path = admitted.root / "seeds/penguins/seed.yaml"
    path.write_text(path.read_text().replace("CC0-1.0", "ODbL-1.0"))
    line = status(admitted).problemsets[0]
    edit_seed(admitted, "penguins", who="Bob")

    assert (line.note, line.next) == ("its seed says otherwise: licence", "authoring seed edit penguins")
    assert record_of(admitted)["seed"]["licence"] == "ODbL-1.0"
    assert status(admitted).problemsets[0].note == ""


def test_set_of_other_data_keeps_its_record(admitted: Workspace) -> None:
    """A licence of new data is not claimed of old data."""
    path = admitted.root / "problemsets/_meta/penguins.yaml"
    path.write_text(path.read_text().replace(admitted.read_seed("penguins").files[0].sha256, "a" * 64))
    report = edit_seed(admitted, "penguins", SeedEdits(licence="MIT"), who="Bob")

    assert record_of(admitted)["seed"]["licence"] == "CC0-1.0"
    assert report.notes == ("penguins was made from other data, and its record is left as it is",)


def test_two_edits_at_once_are_both_kept(admitted: Workspace) -> None:
    """An edit is made of what stands there when it is written."""
    ready = threading.Barrier(3)

    def add_word(word: str) -> None:
        def edit(seed: Seed) -> Seed:
            return seed.model_copy(update={"title": f"{seed.title}{word}"})

        ready.wait()
        for _ in range(4):
            bring_to_sets(admitted, "penguins", edit, who=word)

    threads = [threading.Thread(target=add_word, args=(word,)) for word in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    title = admitted.read_seed("penguins").title
    assert sorted(title.removeprefix("Penguins")) == sorted("abc" * 4)
    assert record_of(admitted)["seed"]["title"] == title


def test_nothing_to_do_changes_nothing(admitted: Workspace) -> None:
    """The same edit twice is one edit."""
    edit_seed(admitted, "penguins", SeedEdits(licence="MIT"), who="Bob")
    before = record_of(admitted)
    report = edit_seed(admitted, "penguins", SeedEdits(licence="MIT"), who="Bob")

    assert "nothing to do" in report.notes[0]
    assert record_of(admitted) == before
    with pytest.raises(UsageError, match="the licence is empty"):
        edit_seed(admitted, "penguins", SeedEdits(licence=" "), who="Bob")


def test_drafts_and_sets_follow_a_renamed_seed(admitted: Workspace) -> None:
    """The draft finds its data under the new name, and the record of the set names it."""
    rename_seed(admitted, "penguins", "birds", who="Bob")
    record = status(admitted)

    assert [seed.name for seed in record.seeds] == ["birds"]
    assert admitted.read_seed("birds").name == "birds"
    assert (record.drafts[0].seed, record.drafts[0].waiting_for) == ("birds", "nobody: admitted by Ada")
    assert record_of(admitted)["seed"]["name"] == "birds"
    edit_seed(admitted, "birds", SeedEdits(licence="MIT"), who="Bob")
    assert record_of(admitted)["seed"]["licence"] == "MIT"


def test_removed_seed_is_missed_and_can_be_put_back(drafted: Workspace) -> None:
    """The question names the draft that needs it, status says that it is gone, and the way back."""
    losses: list[str] = []

    def agree(change: Change) -> bool:
        losses.extend(change.losses)
        return True

    report = remove_seed(drafted, "penguins", who="Bob", agree=agree)
    line = status(drafted).drafts[0]

    assert losses == ["the seed penguins with its data", "the draft penguins cannot go on without it"]
    assert (line.waiting_for, line.next) == (
        "its seed: penguins is not there",
        f"cp -r {report.change.removed_to}/seeds .",
    )
    assert (drafted.root / report.change.removed_to / "seeds/penguins/data/penguins.csv").is_file()


def test_unknown_and_taken_names_are_refused(seeded: Workspace) -> None:
    """A misspelt seed is answered with the one that is there, a taken name with where it is taken."""
    with pytest.raises(SeedError) as refusal:
        remove_seed(seeded, "pengins", who="Bob", agree=lambda _: True)
    assert refusal.value.hint == "did you mean penguins?"
    (seeded.root / "seeds/birds").mkdir()
    with pytest.raises(WorkspaceError, match="taken"):
        rename_seed(seeded, "penguins", "birds", who="Bob")


def test_renaming_is_what_the_command_prints(cli: Callable[..., Any], admitted: Workspace) -> None:
    """The record of the change is the document of --json."""
    twin = twin_of(admitted)
    report = rename_seed(admitted, "penguins", "birds", who="Bob")
    options = ("--reviewer", "Bob", "--workspace", twin.root, "--json")
    printed = cli("seed", "rename", "penguins", "birds", *options).json

    assert settled(report, admitted) == settled(printed, twin)


def test_removal_is_what_the_command_prints(cli: Callable[..., Any], drafted: Workspace) -> None:
    """The record says which drafts cannot go on and where the seed is kept, as --json does."""
    twin = twin_of(drafted)
    report = remove_seed(drafted, "penguins", who="Bob", agree=lambda _: True)
    printed = cli("seed", "remove", "penguins", "--yes", "--reviewer", "Bob", "--workspace", twin.root, "--json").json

    assert settled(report, drafted) == settled(printed, twin)


def test_edit_is_what_the_command_prints(cli: Callable[..., Any], admitted: Workspace) -> None:
    """The record says which fields and which sets changed, as --json does."""
    twin = twin_of(admitted)
    report = edit_seed(admitted, "penguins", SeedEdits(licence="MIT"), who="Bob", why="by mail")
    options = ("--licence", "MIT", "--why", "by mail", "--reviewer", "Bob", "--workspace", twin.root, "--json")

    assert settled(report, admitted) == settled(cli("seed", "edit", "penguins", *options).json, twin)
