"""``authoring learn``: from the comments of journals to the page of lessons, by a person's word."""

import io
import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from authoring.api.runs.history import read_comments, run_files
from authoring.api.runs.instructions import refused_problems, set_facts
from authoring.records.decision import Action, Comment, Decision
from authoring.records.run import RunSettings
from authoring.workspace import Workspace
from authoring.workspace.guidance import read_lessons
from authoring.workspace.journal import Journal, read_settings

Cli = Callable[..., Any]
CHANGES = [
    {"text": "Say how equal values are ordered wherever rows are sorted.", "comments": [1, 2]},
    {"text": "Name the unit of every number.", "comments": [3]},
]


@pytest.fixture
def commented(drafted: Workspace, draft: Any) -> Workspace:
    """Return a workspace in which a reviewer made three comments, and repeated them with every mark."""
    path = drafted.journal_path("penguins")
    said = [Comment(problem=3, text="the tie order is unclear"), Comment(problem=3, text="heaviest: of equals?")]
    with Journal.open(path, read_settings(path, RunSettings)) as journal:
        for comments in (said[:1], said, [*said, Comment(problem=None, text="grams or kilos?")]):
            journal.decide(
                Decision(
                    draft=draft.sha256,
                    action=Action.REVISE,
                    reviewer="Ana",
                    time=datetime(2026, 11, 21, 9, 0, tzinfo=UTC),
                    comments=tuple(comments),
                )
            )
    return drafted


@pytest.fixture
def model(tmp_path: Path) -> str:
    """Return the name of a scripted model that proposes two rules."""
    folder = tmp_path / "replies"
    folder.mkdir()
    more = {"rule": 0, "repeats": [], "contradicts": [], "why": "three comments ask for it"}
    reply = {"changes": [change | more for change in CHANGES]}
    (folder / "lessons-1.json").write_text(json.dumps(reply))
    return f"scripted:{folder}"


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Let a person type these lines."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_comments_of_all_journals_are_gathered_once(commented: Workspace) -> None:
    """Each comment once, the marks of a review notwithstanding, with its problem; runs set aside count too."""
    commented.set_aside_run("penguins")
    history = read_comments(commented)

    assert [(comment.problem, comment.text) for comment in history.comments] == [
        (3, "the tie order is unclear"),
        (3, "heaviest: of equals?"),
        (None, "grams or kilos?"),
    ]
    assert "heaviest row" in history.comments[0].question
    assert "sort_values" in history.comments[0].code
    assert history.problems == ()


def test_nothing_is_written_without_a_word(cli: Cli, commented: Workspace, model: str) -> None:
    """With --json, rules are proposed and none is taken."""
    answer = cli("learn", "--model", model, "--json", "--workspace", commented.root)

    assert answer.code == 0
    assert [change["text"] for change in answer.json["proposal"]["changes"]] == [change["text"] for change in CHANGES]
    assert (answer.json["accepted"], answer.json["diff"]) == ([], "")
    assert read_lessons(commented.root).rules == ()


def test_rules_are_accepted_and_refused_by_number(cli: Cli, commented: Workspace, model: str) -> None:
    """An accepted rule stands on the page with its comments; those of a refused one are set aside."""
    answer = cli("learn", "--model", model, "--accept", "1", "--refuse", "2", "--workspace", commented.root)
    page = read_lessons(commented.root)

    assert answer.code == 0
    assert "+- **L1.** Say how equal values are ordered" in answer.out
    assert [(rule.text, len(rule.sources), rule.sources[0].reviewer) for rule in page.rules] == [
        (CHANGES[0]["text"], 2, "Ana")
    ]
    assert len(page.settled) == 1

    again = cli("learn", "--workspace", commented.root)
    assert again.code == 0
    assert "no comment waits to become a rule" in again.out


def test_all_are_accepted(cli: Cli, commented: Workspace, model: str) -> None:
    """--yes takes every rule, and the same command afterwards asks no model."""
    answer = cli("learn", "--model", model, "--yes", "--json", "--workspace", commented.root)

    assert answer.json["accepted"] == [1, 2]
    assert [rule.number for rule in read_lessons(commented.root).rules] == [1, 2]


def test_person_is_asked_rule_by_rule(
    cli: Cli, commented: Workspace, model: str, monkeypatch: pytest.MonkeyPatch, golden: Callable[[str, str], None]
) -> None:
    """Each rule is shown with its comments; a key accepts, refuses or leaves it."""
    typed(monkeypatch, "x", "a", "r")
    answer = cli("learn", "--model", model, "--workspace", commented.root)

    golden("cli/learning.txt", answer.out)
    page = read_lessons(commented.root)
    assert (len(page.rules), len(page.settled)) == (1, 1)


def test_quitting_leaves_the_rest(cli: Cli, commented: Workspace, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was decided before q is kept, and the rest is proposed again."""
    typed(monkeypatch, "a", "q")
    answer = cli("learn", "--model", model, "--workspace", commented.root)

    assert "1 accepted, 0 refused, 1 left" in answer.out
    assert [
        comment.text
        for comment in read_comments(commented).comments
        if comment.source.id not in read_lessons(commented.root).used
    ] == ["grams or kilos?"]


def test_rule_is_edited_before_it_is_taken(
    cli: Cli, commented: Workspace, model: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What the person saved in the editor becomes the rule; the comments stay linked."""
    editor = tmp_path / "editor.py"
    editor.write_text(
        "import sys, pathlib\npathlib.Path(sys.argv[1]).write_text('Say which of\\nequal rows is first.\\n')\n"
    )
    monkeypatch.setenv("EDITOR", f"{sys.executable} {editor}")
    answer = cli("learn", "--model", model, "--accept", "1", "--edit", "--workspace", commented.root)
    rules = read_lessons(commented.root).rules

    assert answer.code == 0
    assert [(rule.text, len(rule.sources)) for rule in rules] == [("Say which of equal rows is first.", 2)]


def test_editor_that_fails_leaves_the_rule(cli: Cli, commented: Workspace, model: str) -> None:
    """An editor that ends badly changes nothing, and it is said."""
    answer = cli("learn", "--model", model, "--accept", "1", "--edit", "--workspace", commented.root)

    assert "rule 1 was left for later: false ended with status 1" in answer.out
    assert read_lessons(commented.root).rules == ()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--accept", "one"), "--accept one: is no list of numbers"),
        (("--accept", "1", "--refuse", "1"), "rule 1 is accepted and refused"),
        (("--accept", "7"), "no rule 7 was proposed: there are 2"),
        (("--yes", "--accept", "1"), "--yes accepts every rule"),
    ],
)
def test_slips_are_refused(cli: Cli, commented: Workspace, model: str, options: tuple[str, ...], said: str) -> None:
    """A number that is none, or a contradiction, ends with status 2 and changes nothing."""
    answer = cli("learn", "--model", model, *options, "--workspace", commented.root)

    assert answer.code == 2
    assert said in answer.err
    assert read_lessons(commented.root).rules == ()


def test_without_a_model_it_is_said(cli: Cli, commented: Workspace) -> None:
    """Comments wait and no model is named: that is said, and nothing is asked."""
    answer = cli("learn", "--workspace", commented.root)

    assert answer.code == 2
    assert "no model is named, and 3 comments could become rules" in answer.err


def test_broken_journal_is_told(commented: Workspace) -> None:
    """A journal that cannot be read keeps nobody from the comments of the others, and is named."""
    other = commented.journal_path("other")
    other.parent.mkdir(parents=True)
    other.write_text("no json\n")

    assert len(read_comments(commented).comments) == 3
    assert "other" in read_comments(commented).problems[0]
    assert [run.name for run in run_files(commented)] == ["other", "penguins"]


def test_what_the_next_draft_learns_from(commented: Workspace) -> None:
    """Open comments refuse nothing; an empty benchmark has no facts."""
    assert refused_problems(commented) == ()
    assert set_facts(commented) == ()
