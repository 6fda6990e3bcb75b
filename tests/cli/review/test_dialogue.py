"""The review in a real terminal: single keys, an editor, quitting and resuming, ^C."""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pexpect
import pytest

from authoring.api.review.state_machine import start_review
from authoring.api.runs.standing import current_draft
from authoring.cli.review.dialogue import differs
from authoring.records.decision import Action
from authoring.records.draft import Draft
from authoring.records.evidence import Evidence
from authoring.workspace import Workspace
from authoring.workspace.journal import read_decisions, read_dry_runs, read_screen_times

ROOT = Path(__file__).parents[3]
Cli = Callable[..., Any]
Terminal = Callable[..., "pexpect.spawn[str]"]
RESULT = r"\d\.\d\d s ·"
"""What a card shows of a cell that has run."""


@pytest.fixture
def terminal(drafted: Workspace) -> Iterator[Terminal]:
    """Return a function that starts the review of the draft in a terminal of its own."""
    started: list[pexpect.spawn[str]] = []

    def start(*arguments: str, **more: str) -> "pexpect.spawn[str]":
        path = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
        child = pexpect.spawn(
            sys.executable,
            ["-m", "authoring", "review", "penguins", "--reviewer", "Ada", *arguments],
            env={**os.environ, "PYTHONPATH": path, **more},
            cwd=str(drafted.root),
            encoding="utf-8",
            timeout=180,
            dimensions=(60, 100),
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


def end(child: "pexpect.spawn[str]") -> int:
    """Wait for the program's end; return its exit code."""
    child.expect(pexpect.EOF)
    child.close()
    return int(child.exitstatus or 0)


@pytest.mark.exhaustive
def test_accept_all_and_admit(terminal: Terminal, drafted: Workspace, problem_text: str) -> None:
    """Key by key through the set, a yes in the end, and the set stands in the benchmark."""
    child = terminal()
    child.expect("context: runs, is not asked")
    child.expect(RESULT)
    child.expect("quit")
    child.send("n")
    for number in (1, 2, 3):
        child.expect(f"problem {number} of 3")
        child.expect(RESULT)
        child.expect("quit")
        child.send("a")
        child.expect(f"problem {number} accepted")
    child.expect("all 3 problems are accepted: admit the set")
    child.sendline("y")
    child.expect("admitted penguins")
    child.expect("next: authoring export dseval DIR")

    assert end(child) == 0
    assert sum(spent.seconds for spent in read_screen_times(drafted.journal_path("penguins"))) > 0
    assert drafted.read_problemset("penguins").text == problem_text
    assert [told.accepted for told in read_decisions(drafted.journal_path("penguins"))] == [
        (1,),
        (1, 2),
        (1, 2, 3),
        (1, 2, 3),
    ]


@pytest.mark.exhaustive
def test_edit_is_proved_at_once(terminal: Terminal, drafted: Workspace, tmp_path: Path) -> None:
    """An edit in the person's editor makes a revision, is run, and only what changed is run."""
    script = tmp_path / "editor.sh"
    script.write_text('#!/bin/sh\nsed -i "s/1 decimal/2 decimals/; s/, 1)/, 2)/; s/tail(1)/tail(2)/" "$1"\n')
    script.chmod(0o755)
    child = terminal(EDITOR=str(script))
    child.expect(RESULT)
    for number in (1, 2):
        child.expect("quit")
        child.send("n")
        child.expect(f"problem {number} of 3")
    child.expect("4745.0|4745")
    child.expect("quit")
    child.send("a")
    child.expect("problem 2 accepted")
    child.expect("quit")
    child.send("p")
    child.expect("problem 2 of 3")
    child.expect("quit")
    child.send("e")
    child.expect("rounded to 2 decimals")
    child.expect("0 of 3")
    child.expect("quit")
    child.send("n")
    child.expect("problem 3 of 3")
    child.expect("quit")
    child.send("e")
    child.expect("tail")
    child.expect("quit")
    child.send("q")

    assert end(child) == 0
    draft, said = current_draft(drafted.journal_path("penguins"))
    runs = read_dry_runs(drafted.journal_path("penguins"))
    assert draft is not None
    assert said is not None
    assert (draft.revision, said.accepted) == (3, ())
    assert 'round(penguins["mass"].mean(), 2)' in draft.text
    assert [origin.origin for origin in draft.origins] == ["template:t1", "person", "person"]
    assert runs[-1].draft == draft.sha256
    assert len(runs) == 3
    assert runs[2].cells[:3] == runs[1].cells[:3]
    assert runs[2].cells[3] != runs[1].cells[3]


def test_nobody_decides_about_what_they_have_not_seen(draft: Draft, evidence_of: Callable[..., Evidence]) -> None:
    """A key that needs the dry run waits for it, and is asked for again where the card came to show more."""
    evidence = evidence_of(draft.text)
    before = start_review(draft, evidence.model_copy(update={"dry_run": None}), None)

    assert before.is_under_way
    assert differs(replace(before, evidence=evidence), before)
    assert not differs(replace(before, evidence=evidence), replace(before, early=evidence.dry_run.cells))  # type: ignore[union-attr]


@pytest.mark.exhaustive
def test_quit_and_resume(terminal: Terminal, cli: Cli, drafted: Workspace) -> None:
    """What was accepted and commented is there again, and the review goes on behind it."""
    child = terminal()
    child.expect(RESULT)
    child.expect("quit")
    child.send("n")
    child.expect("problem 1 of 3")
    child.expect(RESULT)
    child.expect("quit")
    child.send("c")
    child.expect("comment on problem 1")
    child.sendline("a fair start")
    child.expect("comment kept")
    child.expect("quit")
    child.send("a")
    child.expect("problem 2 of 3")
    child.expect("quit")
    child.send("q")
    child.expect("1 of 3 accepted; what you said is kept")
    child.expect("next: authoring review penguins")
    assert end(child) == 0
    child = terminal()
    child.expect("penguins, revision 1: 3 problems, 1 accepted")
    child.expect("problem 2 of 3")
    child.expect("quit")
    child.send("p")
    child.expect("comment: a fair start")
    child.expect("quit")
    child.send("q")

    assert end(child) == 0
    assert cli("review", "penguins", "--workspace", drafted.root, "--json").json["draft"]["revision"] == 1


@pytest.mark.exhaustive
def test_stop_loses_nothing(terminal: Terminal, drafted: Workspace) -> None:
    """^C ends the sitting with 130; what was accepted stays accepted."""
    child = terminal()
    child.expect(RESULT)
    child.expect("quit")
    child.send("n")
    child.expect("problem 1 of 3")
    child.expect(RESULT)
    child.expect("quit")
    child.send("a")
    child.expect("problem 2 of 3")
    child.expect("quit")
    child.sendintr()
    child.expect("error: stopped")

    assert end(child) == 130
    assert [told.accepted for told in read_decisions(drafted.journal_path("penguins"))] == [(1,)]


@pytest.mark.exhaustive
def test_drop_and_move_renumber(terminal: Terminal, drafted: Workspace) -> None:
    """A problem is dropped, another moved; marks follow their problems, and each change is proved."""
    child = terminal()
    child.expect(RESULT)
    child.expect("quit")
    for key, expected in (("n", "problem 1 of 3"), ("n", "problem 2 of 3"), ("a", "problem 3 of 3")):
        child.send(key)
        child.expect(expected)
        child.expect(RESULT)
        child.expect("quit")
    child.send("m")
    child.expect("to which number")
    child.sendline("1")
    child.expect("problem 1 of 3")
    child.expect("quit")
    child.send("d")
    child.expect("drop problem 1")
    child.sendline("y")
    child.expect("problem 1 of 2")
    child.expect("quit")
    child.send("q")

    assert end(child) == 0
    draft, said = current_draft(drafted.journal_path("penguins"))
    assert draft is not None
    assert said is not None
    assert (draft.revision, said.accepted) == (3, (2,))
    assert "heaviest" not in draft.text


def test_script_can_reject(drafted: Workspace, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines from a pipe serve as keys and answers; a rejection is kept with its reason."""
    script = drafted.root / "keys"
    script.write_text("n\nz\nx\n\nx\ntoo easy\n")
    with script.open() as keys:
        monkeypatch.setattr("sys.stdin", keys)
        answer = cli("review", "penguins", "--reviewer", "Ada", "--workspace", drafted.root)

    assert answer.code == 0
    assert "no such key" in answer.out
    assert "not rejected" in answer.out
    assert "penguins was rejected by Ada: too easy" in answer.out
    (told,) = read_decisions(drafted.journal_path("penguins"))
    assert (told.action, told.reason) == (Action.REJECT, "too easy")
    assert read_screen_times(drafted.journal_path("penguins")) == ()


@pytest.mark.exhaustive
def test_editing_back_and_forth_ends(
    drafted: Workspace, cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A person who undoes an edit stands at the old text again, and the run does not go round in circles."""
    editor = tmp_path / "editor.sh"
    editor.write_text(
        '#!/bin/sh\nif grep -q "1 decimal" "$1"; then sed -i "s/1 decimal/2 decimals/" "$1"; '
        'else sed -i "s/2 decimals/1 decimal/" "$1"; fi\n'
    )
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    keys = tmp_path / "keys"
    keys.write_text("n\nn\ne\ne\ne\ne\n")
    with keys.open() as typed:
        monkeypatch.setattr("sys.stdin", typed)
        answer = cli("review", "penguins", "--reviewer", "Ada", "--workspace", drafted.root)

    assert answer.code == 0
    draft, _ = current_draft(drafted.journal_path("penguins"))
    assert draft is not None
    assert "1 decimal?" in draft.text
    assert cli("draft", "penguins", "--workspace", drafted.root).code == 0
