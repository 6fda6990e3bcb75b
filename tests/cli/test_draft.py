"""``authoring draft``: begins a run, goes on with one, and never mixes two."""

from collections.abc import Callable
from typing import Any

import pytest

from authoring.api.runs.lifecycle import resume_run
from authoring.workspace import Workspace

Cli = Callable[..., Any]


@pytest.mark.exhaustive
def test_goes_on_with_a_run(cli: Cli, drafted: Workspace) -> None:
    """Recorded steps are not run again, the rest is, and the table shows every problem."""
    first = cli("draft", "penguins", "--workspace", drafted.root)
    second = cli("draft", "penguins", "--workspace", drafted.root)

    assert (first.code, second.code) == (0, 0)
    assert "resumed: 2 steps were recorded" in first.out
    assert "resumed: 3 steps were recorded" in second.out
    assert "penguins, revision 1: 3 problems, no findings" in first.out
    assert first.out.splitlines()[-1] == "next: authoring review penguins"


def test_table_shows_outcomes(cli: Cli, drafted: Workspace) -> None:
    """Each problem has its number, level, question, and what became of it."""
    lines = cli("draft", "penguins", "--workspace", drafted.root).out.splitlines()
    row = next(line for line in lines if line.startswith("1 "))

    assert row.split()[:4] == ["1", "easy", "How", "many"]
    assert row.rstrip().endswith("correct")


def test_json_is_where_the_run_stands(cli: Cli, drafted: Workspace) -> None:
    """With --json the draft and its evidence are printed."""
    waiting = cli("draft", "penguins", "--workspace", drafted.root, "--json").json

    assert set(waiting) == {"draft", "evidence"}
    assert len(waiting["evidence"]["dry_run"]["cells"]) == 4


def test_other_settings_are_another_run(cli: Cli, drafted: Workspace) -> None:
    """A run keeps the random seed it was begun with; asking for another is refused, with the way out."""
    answer = cli("draft", "penguins", "--random-seed", "7", "--workspace", drafted.root)

    assert answer.code == 8
    assert "--random-seed was 0, not 7" in answer.err
    assert "--restart" in answer.err


def test_restart_keeps_the_old_journal(cli: Cli, drafted: Workspace) -> None:
    """Beginning anew puts the old journal aside; five rows make a short draft, and what they lack is said."""
    path = drafted.journal_path("penguins")
    old = path.read_bytes()
    answer = cli("draft", "penguins", "--restart", "--no-try-answers", "--workspace", drafted.root)

    assert answer.code == 0
    assert "short-draft" in answer.out
    assert "can be made from penguins.csv; the table" in " ".join(answer.out.split())
    assert path.with_name("journal.1.jsonl").read_bytes() == old


def test_fewer_problems_than_wanted_are_an_error(cli: Cli, seeded: Workspace) -> None:
    """Who wants ten at least gets an error with what the table lacks, and no draft."""
    answer = cli("draft", "penguins", "--at-least", "10", "--workspace", seeded.root)

    assert answer.code == 6
    assert "at least 10 are wanted" in answer.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--about", "mas"), "there is no column 'mas'"),
        (("--points", "gruoping"), "there is no knowledge point 'gruoping'"),
        (("--about", "mass", "--model", "scripted:none"), "a model is named"),
    ],
)
def test_wishes_that_cannot_be_met_are_refused(
    cli: Cli, seeded: Workspace, options: tuple[str, ...], message: str
) -> None:
    """A wish for what there is not, or for what a model drafts, is told before anything is drafted."""
    answer = cli("draft", "penguins", *options, "--workspace", seeded.root)

    assert answer.code != 0
    assert message in answer.err


def test_other_wishes_are_another_run(cli: Cli, drafted: Workspace) -> None:
    """A run keeps what was wished of it when it began."""
    answer = cli("draft", "penguins", "--level", "hard", "--workspace", drafted.root)

    assert answer.code == 8
    assert "--about, --level, --points and --at-least" in answer.err
    assert "--restart" in answer.err


def test_run_is_held_by_one(cli: Cli, drafted: Workspace) -> None:
    """Two processes cannot work on one run."""
    with resume_run(drafted, "penguins"):
        answer = cli("draft", "penguins", "--workspace", drafted.root)

    assert answer.code == 8
    assert "another process is working on this run" in answer.err


def test_changed_data_is_noticed(cli: Cli, drafted: Workspace) -> None:
    """A run is about the bytes it was begun with."""
    file = drafted.root / "seeds" / "penguins" / "data" / "penguins.csv"
    file.write_text(file.read_text() + "Gentoo,1\n")
    answer = cli("draft", "penguins", "--workspace", drafted.root)

    assert answer.code == 4
    assert "has changed since the seed was added" in answer.err
