"""A draft is edited, renamed, removed and taken up again; its journal goes with it and loses nothing."""

from collections.abc import Callable
from typing import Any

import pytest

from authoring.api.runs.lifecycle import make_decision, resume_run
from authoring.api.status import status
from authoring.api.upkeep.drafts import edit_draft, remove_draft, rename_draft, reopen_draft, show_draft
from authoring.drafting.revision import revise_draft
from authoring.errors import UsageError, WorkspaceError
from authoring.records.base import sha256_of
from authoring.records.decision import Action, Change, Waiting
from authoring.records.draft import Draft
from authoring.records.run import RunSettings
from authoring.workspace import Workspace
from authoring.workspace.journal import read_decisions, read_drafts, read_settings
from authoring.workspace.pilots import read_pilot, write_pilot
from tests.api.twins import settled, twin_of
from tests.workspace.test_pilots import RECORD


def test_text_of_a_draft_is_shown(cli: Callable[..., Any], drafted: Workspace, draft: Draft) -> None:
    """The document holds it word for word; a terminal gets it whole, with what steers it made visible."""
    later = draft.model_copy(update={"revision": 2, "text": f'{draft.text}# {"x" * 200}\n"""\x1b[2J[bold]"""\n'})
    with resume_run(drafted, "penguins") as journal:
        journal.record(revise_draft, later, draft, make_decision(draft.sha256, Action.REVISE, "Ada", text=later.text))
        journal.decide(make_decision(draft.sha256, Action.REVISE, "Ada", text=later.text))
    place = ("--workspace", drafted.root)
    shown = cli("drafts", "show", "penguins", *place).out.splitlines()

    assert show_draft(drafted, "penguins").text == later.text
    assert cli("drafts", "show", "penguins", *place, "--json").json == later.model_dump(mode="json")
    assert cli("drafts", "show", "penguins", "--revision", "1", *place, "--json").json["text"] == draft.text
    assert [line.rstrip() for line in shown[2:-2]] == later.text.replace("\x1b", "\\x1b").splitlines()
    assert (shown[0], shown[-1]) == ("penguins, revision 2", "next: authoring review penguins")
    with pytest.raises(UsageError, match="no revision 3") as refusal:
        show_draft(drafted, "penguins", revision=3)
    assert refusal.value.hint == "it has: 1, 2"


def test_renamed_draft_keeps_every_step(drafted: Workspace) -> None:
    """The journal is the same, byte by byte, so that nothing is paid for twice; commands name the draft anew."""
    before = drafted.journal_path("penguins").read_bytes()
    rename_draft(drafted, "penguins", "birds", who="Bob")
    line = status(drafted).drafts[0]

    assert drafted.journal_path("birds").read_bytes() == before
    assert (line.name, line.next) == ("birds", "authoring draft penguins --name birds")


def test_renamed_draft_keeps_its_pilot(drafted: Workspace, draft: Draft) -> None:
    """What solvers did stands under the new name, and what an older draft of that name left is kept aside."""
    root = drafted.root
    for name, text in (("penguins", draft.text), ("birds", "another text")):
        write_pilot(root, RECORD.model_copy(update={"name": name, "draft": sha256_of(text)}))
    rename_draft(drafted, "penguins", "birds", who="Bob")
    record = read_pilot(root, "birds")

    assert record is not None
    assert (record.name, record.draft) == ("birds", draft.sha256)
    assert read_pilot(root, "penguins") is None
    assert len(list((root / ".authoring/removed").rglob("birds.json"))) == 1


def test_pilot_of_a_set_stays_with_it(drafted: Workspace) -> None:
    """A draft that has the name of a set, and another text, leaves the set what solvers did with it."""
    write_pilot(drafted.root, RECORD.model_copy(update={"name": "penguins"}))
    rename_draft(drafted, "penguins", "birds", who="Bob")

    assert read_pilot(drafted.root, "penguins") is not None
    assert read_pilot(drafted.root, "birds") is None


def test_draft_of_an_admitted_set_is_renamed_with_it(admitted: Workspace) -> None:
    """The draft alone would leave a set that nobody can reopen."""
    with pytest.raises(UsageError) as refusal:
        rename_draft(admitted, "penguins", "birds", who="Bob")

    assert refusal.value.hint == "rename both: authoring set rename penguins birds"


def test_draft_is_not_renamed_over_another(drafted: Workspace) -> None:
    """Not even over a folder that a crash left."""
    (drafted.root / ".authoring/runs/birds").mkdir()
    with pytest.raises(WorkspaceError, match="taken"):
        rename_draft(drafted, "penguins", "birds", who="Bob")


def test_removed_draft_is_kept_and_its_set_stays(admitted: Workspace) -> None:
    """The question counts revisions and decisions; the set needs no journal."""
    losses: list[str] = []

    def agree(change: Change) -> bool:
        losses.extend(change.losses)
        return True

    journal = admitted.journal_path("penguins").read_bytes()
    report = remove_draft(admitted, "penguins", who="Bob", agree=agree)
    kept = admitted.root / report.change.removed_to / ".authoring/runs/penguins/journal.jsonl"

    assert losses == ["the draft penguins with 1 revision and 2 decisions"]
    assert kept.read_bytes() == journal
    assert (admitted.runs(), admitted.problemsets()) == ((), ("penguins",))


def test_removed_draft_takes_its_pilot_along(drafted: Workspace, draft: Draft) -> None:
    """The record is named among the losses and kept with the journal: a new draft of the name begins without one."""
    losses: list[str] = []

    def agree(change: Change) -> bool:
        losses.extend(change.losses)
        return True

    write_pilot(drafted.root, RECORD.model_copy(update={"name": "penguins", "draft": draft.sha256}))
    report = remove_draft(drafted, "penguins", who="Bob", agree=agree)

    assert losses[-1] == "the record of its pilot"
    assert read_pilot(drafted.root, "penguins") is None
    assert (drafted.root / report.change.removed_to / ".authoring/pilots/penguins.json").is_file()


def test_removed_draft_leaves_the_pilot_of_its_set(admitted: Workspace) -> None:
    """The set that was made of it stays, and so does what solvers did with it."""
    text = admitted.problemset_path("penguins").read_text()
    write_pilot(admitted.root, RECORD.model_copy(update={"name": "penguins", "draft": sha256_of(text)}))
    remove_draft(admitted, "penguins", who="Bob", agree=lambda _: True)

    assert read_pilot(admitted.root, "penguins") is not None


def test_rejected_draft_is_taken_up_again(drafted: Workspace, draft: Draft) -> None:
    """A rejection is no dead end: status names the way, and marks and comments are as they were."""
    with resume_run(drafted, "penguins") as journal:
        journal.decide(make_decision(draft.sha256, Action.REJECT, "Ada", reason="dull", accepted=(2,)))
    line = status(drafted).drafts[0]
    reopen_draft(drafted, "penguins", who="Bob", why="not so dull")

    assert (line.waiting_for, line.next) == ("nobody: rejected by Ada", "authoring drafts reopen penguins")
    assert status(drafted).drafts[0].accepted == 1
    assert [decision.action for decision in read_decisions(drafted.journal_path("penguins"))] == ["reject", "reopen"]
    with pytest.raises(UsageError, match="was not rejected"):
        reopen_draft(drafted, "penguins", who="Bob")


def test_draft_of_another_dialect_is_taken_up_with_its_text_alone(drafted: Workspace, draft: Draft) -> None:
    """What was proved under DSEval's dialect proves nothing under the strict one; the old journal is kept."""
    with resume_run(drafted, "penguins") as journal:
        journal.decide(make_decision(draft.sha256, Action.REJECT, "Ada", reason="dull", accepted=(2,)))
    before = drafted.journal_path("penguins").read_bytes()
    (drafted.root / "problemsets/_manifest.yaml").write_text("name: b\nversion: 1\ndialect: strict\n")
    report = reopen_draft(drafted, "penguins", who="Bob")
    pinned = read_settings(drafted.journal_path("penguins"), RunSettings)
    line = status(drafted).drafts[0]

    assert report.notes == ("it is proved under the dialect strict when it is looked at",)
    assert (pinned.dialect, pinned.imported and pinned.imported.text) == ("strict", draft.text)
    assert (line.accepted, read_decisions(drafted.journal_path("penguins"))) == (0, ())
    assert before in [path.read_bytes() for path in drafted.journal_path("penguins").parent.glob("journal*.jsonl")]


@pytest.mark.exhaustive
def test_edited_draft_is_a_new_revision(drafted: Workspace, draft: Draft) -> None:
    """The text is examined at once, unchanged problems stay accepted, the old revision stays in the journal."""
    with resume_run(drafted, "penguins") as journal:
        journal.decide(make_decision(draft.sha256, Action.REVISE, "Ada", accepted=(1, 2)))
    text = draft.text.replace("How many rows", "How many lines")
    state = edit_draft(drafted, "penguins", text, who="Bob", why="clearer")
    revisions = read_drafts(drafted.journal_path("penguins"))

    assert isinstance(state, Waiting)
    assert (state.draft.text, state.evidence.errors) == (text, ())
    assert [revision.text for revision in revisions] == [draft.text, text]
    assert status(drafted).drafts[0].accepted == 1


def test_text_without_a_problem_is_refused(drafted: Workspace) -> None:
    """An empty file by mistake costs nothing."""
    with pytest.raises(UsageError, match="no problem"):
        edit_draft(drafted, "penguins", "# %%\nx = 1\n", who="Bob")
    assert read_decisions(drafted.journal_path("penguins")) == ()


def test_renaming_is_what_the_command_prints(cli: Callable[..., Any], drafted: Workspace) -> None:
    """The record of the change is the document of --json."""
    twin = twin_of(drafted)
    report = rename_draft(drafted, "penguins", "birds", who="Bob", why="shorter")
    options = ("--reviewer", "Bob", "--why", "shorter", "--workspace", twin.root, "--json")
    printed = cli("drafts", "rename", "penguins", "birds", *options).json

    assert settled(report, drafted) == settled(printed, twin)


def test_removal_is_what_the_command_prints(cli: Callable[..., Any], drafted: Workspace) -> None:
    """The record says what was lost and where it is kept, as --json does."""
    twin = twin_of(drafted)
    report = remove_draft(drafted, "penguins", who="Bob", agree=lambda _: True)
    options = ("--yes", "--reviewer", "Bob", "--workspace", twin.root, "--json")
    printed = cli("drafts", "remove", "penguins", *options).json

    assert settled(report, drafted) == settled(printed, twin)
    assert twin.runs() == drafted.runs() == ()


def test_reopening_is_what_the_command_prints(cli: Callable[..., Any], drafted: Workspace, draft: Draft) -> None:
    """The record of what was taken up again is the document of --json."""
    with resume_run(drafted, "penguins") as journal:
        journal.decide(make_decision(draft.sha256, Action.REJECT, "Ada", reason="dull"))
    twin = twin_of(drafted)
    report = reopen_draft(drafted, "penguins", who="Bob")
    printed = cli("drafts", "reopen", "penguins", "--reviewer", "Bob", "--workspace", twin.root, "--json").json

    assert settled(report, drafted) == settled(printed, twin)


@pytest.mark.exhaustive
def test_edit_is_what_the_command_prints(cli: Callable[..., Any], drafted: Workspace, draft: Draft) -> None:
    """The state of the new revision is the document of --json, its evidence too."""
    twin = twin_of(drafted)
    path = drafted.root.with_name("edited.py")
    path.write_text(draft.text.replace("How many rows", "How many lines"))
    state = edit_draft(drafted, "penguins", path, who="Bob")
    options = ("--from", path, "--reviewer", "Bob", "--workspace", twin.root, "--json")

    assert settled(state, drafted) == settled(cli("drafts", "edit", "penguins", *options).json, twin)
