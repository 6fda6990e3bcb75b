"""An admission that fails or is refused records nothing; one that goes through stands before it is recorded."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.api.decisions import admit
from authoring.api.runs.lifecycle import make_decision, resume_run
from authoring.api.status import status
from authoring.errors import UsageError, WorkspaceError
from authoring.gate.dry_run import dry_run
from authoring.records.decision import Action, Waiting
from authoring.records.draft import Draft
from authoring.records.evidence import Evidence
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace import Workspace
from authoring.workspace.changes import read_changes
from authoring.workspace.journal import read_decisions


@pytest.fixture
def proved(drafted: Workspace, draft: Draft, evidence_of: Callable[..., Evidence]) -> Workspace:
    """Return a workspace with a draft that waits for a person; its dry run is recorded, and nothing has run."""
    run = evidence_of(draft.text).dry_run
    assert run is not None
    with resume_run(drafted, "penguins") as journal:
        files, limits = drafted.seed_files(drafted.read_seed("penguins")), drafted.settings.limits
        journal.record(dry_run, run, draft.text, inputs=files, limits=limits, sandbox=LocalSandbox(), dialect="dseval")
    return drafted


def test_refused_admission_records_nothing(proved: Workspace) -> None:
    """Another set of the name keeps a draft out before anybody is asked, and the journal stays as it was."""
    path = proved.problemset_path("penguins")
    path.write_text("# %%\nx = 1\n")
    before = proved.journal_path("penguins").read_bytes()
    asked: list[Waiting] = []

    def agree(waiting: Waiting) -> bool:
        asked.append(waiting)
        return True

    with pytest.raises(WorkspaceError, match="another problem set of this name") as refusal:
        admit(proved, ["penguins"], reviewer="Ada", consent=agree)

    assert (asked, "authoring admit penguins --replace" in refusal.value.hint) == ([], True)
    assert proved.journal_path("penguins").read_bytes() == before
    assert status(proved).drafts[0].waiting_for == "a reviewer"
    assert path.read_text() == "# %%\nx = 1\n"


@pytest.mark.exhaustive
def test_failed_admission_records_nothing(proved: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full while the set is written leaves the draft waiting for a person, and no set."""
    before = read_decisions(proved.journal_path("penguins"))

    def no_space(path: Path, content: bytes) -> None:
        del content
        raise OSError(28, "No space left on device", str(path))

    with monkeypatch.context() as patch:
        patch.setattr("authoring.workspace.write_file", no_space)
        with pytest.raises(OSError, match="No space"):
            admit(proved, ["penguins"], reviewer="Ada", consent=lambda _: True)

    assert read_decisions(proved.journal_path("penguins")) == before
    assert (status(proved).drafts[0].waiting_for, proved.problemsets()) == ("a reviewer", ())
    assert admit(proved, ["penguins"], reviewer="Ada", consent=lambda _: True)[0].admitted
    assert status(proved).drafts[0].waiting_for == "nobody: admitted by Ada"


LAX = '# %%\n"""\nquestion: How many rows has the table, as an integer?\nvalidator:\n  result:\n    atol: 100\n"""\n\n'


@pytest.mark.exhaustive
def test_what_trying_answers_finds_takes_a_reason(drafted: Workspace, draft: Draft) -> None:
    """A set whose validator lets wrong answers pass is admitted for a reason alone, and its record says both."""
    text = draft.text + LAX + "len(penguins)\n"
    with resume_run(drafted, "penguins") as journal:
        journal.decide(make_decision(draft.sha256, Action.REVISE, "ada", text=text))
    by_ada = partial(admit, drafted, ["penguins"], reviewer="Ada", consent=lambda _: True)
    (refused,), (again,), (admitted,) = by_ada(), by_ada(), by_ada(reason="only its size is meant")
    meta = yaml.safe_load((drafted.root / "problemsets" / "_meta" / "penguins.yaml").read_text())

    assert (refused.admitted, refused.lacks_reason, again) == (False, True, refused)
    assert "DS601" in {finding.code for finding in refused.findings}
    assert admitted.admitted
    assert "DS601" in {finding["code"] for finding in meta["findings"]}
    assert meta["decisions"][-1]["reason"] == "only its size is meant"
    assert [problem["trials"]["refused"] < problem["trials"]["wrong"] for problem in meta["problems"]][-1]
    assert by_ada(reason="once more") == (admitted,)


def test_misspelt_name_stops_the_command_before_any_draft(proved: Workspace) -> None:
    """Of two names one is wrong: neither is admitted, and no decision is recorded."""
    with pytest.raises(UsageError, match="no draft is called pengins"):
        admit(proved, ["penguins", "pengins"], reviewer="Ada", consent=lambda _: True)

    assert (proved.problemsets(), read_decisions(proved.journal_path("penguins"))) == ((), ())


@pytest.mark.exhaustive
def test_replaced_set_is_kept(proved: Workspace) -> None:
    """A set of another origin gives way where it is said to, and stands among what was removed."""
    proved.problemset_path("penguins").write_text("# %%\nx = 1\n")
    admit(proved, ["penguins"], reviewer="Ada", consent=lambda _: True, reason="better", replace=True)
    (change,), unfinished = read_changes(proved.root)

    assert unfinished is None
    assert (change.deed, change.who, change.why) == ("replace", "Ada", "better")
    assert (proved.root / change.removed_to / "problemsets/penguins.py").read_text() == "# %%\nx = 1\n"
    assert [file.path for file in proved.read_problemset("penguins").inputs] == ["penguins.csv"]
    assert status(proved).drafts[0].waiting_for == "nobody: admitted by Ada"


@pytest.mark.exhaustive
def test_outer_loop_of_an_admitted_set(cli: Callable[..., Any], admitted: Workspace) -> None:
    """Reopened, edited and admitted anew: the new text takes the old one's place, and each step names the next."""
    place = ("--reviewer", "Bob", "--workspace", str(admitted.root))
    text = admitted.read_problemset("penguins").text
    file = admitted.root / "new.py"
    file.write_text(text.replace("How many rows", "How many lines"))
    settled = cli("drafts", "edit", "penguins", "--from", file, *place)
    reopened = cli(*settled.err.splitlines()[-1].partition("authoring ")[2].split(), *place)
    edited = cli("drafts", "edit", "penguins", "--from", file, *place)
    anew = cli("admit", "penguins", "--yes", *place)
    removed = cli("set", "remove", "penguins", "--yes", *place)
    again = cli("admit", "penguins", "--yes", *place)

    assert [answer.code for answer in (settled, reopened, edited, anew, removed, again)] == [2, 0, 0, 0, 0, 0]
    assert admitted.read_problemset("penguins").text == file.read_text()
    assert [change.deed for change in read_changes(admitted.root)[0]] == ["reopen", "replace", "remove"]
    assert status(admitted).drafts[0].waiting_for == "nobody: admitted by Bob"
