"""``authoring admit``: a person's word, carried out once, and never for a draft with errors."""

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest
import yaml

from authoring.api.runs.lifecycle import make_decision, resume_run
from authoring.records.decision import Action
from authoring.records.draft import Draft
from authoring.workspace import Workspace
from authoring.workspace.journal import read_decisions

ROOT = Path(__file__).parents[2]
Cli = Callable[..., Any]


def test_admits_with_provenance(cli: Cli, drafted: Workspace, draft: Draft) -> None:
    """The exact text goes into the benchmark, with who, why, and the data."""
    answer = cli("admit", "penguins", "--yes", "--reviewer", "Ada", "--reason", "fine", "--workspace", drafted.root)
    meta = yaml.safe_load((drafted.root / "problemsets" / "_meta" / "penguins.yaml").read_text())

    assert answer.code == 0
    assert drafted.read_problemset("penguins").text == draft.text
    assert [file.path for file in drafted.read_problemset("penguins").inputs] == ["penguins.csv"]
    assert [(told["action"], told["reviewer"], told["reason"]) for told in meta["decisions"]] == [
        ("admit", "Ada", "fine")
    ]
    assert answer.out.splitlines()[-1] == "next: authoring export dseval DIR"


@pytest.mark.exhaustive
def test_twice_is_once(cli: Cli, drafted: Workspace) -> None:
    """Admitting again decides nothing again, and a write that a crash cut off is made good."""
    command = ("admit", "penguins", "--yes", "--reviewer", "ada", "--workspace", drafted.root, "--json")
    first = cli(*command).json
    drafted.problemset_path("penguins").unlink()

    assert cli(*command).json == first
    assert drafted.problemset_path("penguins").exists()
    assert len(read_decisions(drafted.journal_path("penguins"))) == 1


@pytest.mark.exhaustive
def test_errors_are_refused(cli: Cli, drafted: Workspace, draft: Draft) -> None:
    """A draft whose reference fails is not admitted, whoever says yes; the findings are shown."""
    text = draft.text.replace("len(penguins)", 'len(penguins) + int("x")')
    with resume_run(drafted, "penguins") as journal:
        journal.decide(make_decision(draft.sha256, Action.REVISE, "ada", text=text))
    answer = cli("admit", "penguins", "--yes", "--reviewer", "ada", "--workspace", drafted.root)

    assert answer.code == 1
    assert "penguins is not admitted: it has errors" in answer.out
    assert "DS4" in answer.out
    assert drafted.problemsets() == ()


def test_word_of_a_person_is_needed(cli: Cli, drafted: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without --yes and without a terminal nothing is admitted."""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    answer = cli("admit", "penguins", "--reviewer", "ada", "--workspace", drafted.root)

    assert answer.code == 2
    assert answer.err.splitlines()[-1] == "hint: say --yes"


def test_rejected_stays_rejected(cli: Cli, drafted: Workspace, draft: Draft) -> None:
    """A rejected draft is not admitted by the next person who comes along."""
    with resume_run(drafted, "penguins") as journal:
        journal.decide(make_decision(draft.sha256, Action.REJECT, "ada", reason="dull"))
    answer = cli("admit", "penguins", "--yes", "--reviewer", "bob", "--workspace", drafted.root)

    assert answer.code == 2
    assert "error: penguins was rejected by ada: dull" in answer.err.splitlines()


def test_unknown_draft(cli: Cli, drafted: Workspace) -> None:
    """A misspelt name is answered with the one that is there."""
    answer = cli("admit", "pengins", "--yes", "--reviewer", "ada", "--workspace", drafted.root)

    assert (answer.code, answer.err.splitlines()[-1]) == (2, "hint: did you mean penguins?")


@pytest.mark.exhaustive(most=1)
@pytest.mark.parametrize(("word", "sets"), [("y", ("penguins",)), ("n", ())])
def test_person_at_a_terminal_is_asked(drafted: Workspace, word: str, sets: tuple[str, ...]) -> None:
    """On a terminal the question is put, and only a yes admits."""
    child: pexpect.spawn[str] = pexpect.spawn(
        sys.executable,
        ["-m", "authoring", "admit", "penguins", "--reviewer", "Ada", "--workspace", str(drafted.root)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        encoding="utf-8",
        timeout=180,
        dimensions=(60, 100),
    )
    child.expect(r"\[y/N\]")
    child.sendline(word)
    child.expect(pexpect.EOF)
    child.close()

    assert drafted.problemsets() == sets
    assert child.exitstatus == (0 if sets else 1)
