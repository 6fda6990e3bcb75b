"""Verbs that remove, rename, reopen and edit: a question or --yes, one JSON document, a next step."""

import io
from collections.abc import Callable
from typing import Any

import pytest

from authoring.workspace import Workspace
from authoring.workspace.changes import read_changes

Cli = Callable[..., Any]
REMOVALS = [("set", "remove", "penguins"), ("drafts", "remove", "penguins"), ("seed", "remove", "penguins")]
CHANGES = [
    ("set", "rename", "penguins", "birds"),
    ("set", "reopen", "penguins"),
    ("seed", "rename", "penguins", "birds"),
    ("seed", "edit", "penguins", "--licence", "MIT"),
]


@pytest.mark.parametrize("words", REMOVALS, ids=lambda words: words[0])
def test_removal_needs_a_word(
    cli: Cli, admitted: Workspace, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    """Without a terminal and without --yes nothing is removed, and the hint says so; with it the record is printed."""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    place = ("--reviewer", "Bob", "--workspace", admitted.root)
    refused = cli(*words, *place)
    document = cli(*words, "--yes", "--json", *place).json

    assert (refused.code, refused.err.splitlines()[-1]) == (2, "hint: say --yes")
    assert (document["done"], document["change"]["who"]) == (True, "Bob")
    assert [change.name for change in read_changes(admitted.root)[0]] == ["penguins"]


@pytest.mark.parametrize("words", CHANGES, ids=lambda words: "-".join(words[:2]))
def test_change_says_what_was_done_and_what_comes_next(cli: Cli, admitted: Workspace, words: tuple[str, ...]) -> None:
    """What loses nothing asks nothing; the last line names the next command."""
    answer = cli(*words, "--reviewer", "Bob", "--why", "so", "--workspace", admitted.root)

    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines()[-1].startswith("next: authoring ")
    assert read_changes(admitted.root)[0][-1].why == "so"


def test_unknown_names_are_answered(cli: Cli, admitted: Workspace) -> None:
    """No verb ends in a traceback for a name that is not there."""
    for words in (*REMOVALS, *CHANGES[:3]):
        misspelt = [word.replace("penguins", "pengins") for word in words]
        yes = ["--yes"] if "remove" in words else []
        answer = cli(*misspelt, *yes, "--reviewer", "Bob", "--workspace", admitted.root)
        assert (answer.code in {2, 4}, answer.err.splitlines()[-1]) == (True, "hint: did you mean penguins?")
