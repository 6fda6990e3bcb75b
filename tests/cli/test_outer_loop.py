"""The outer loop, from a comment to a changed prompt to the report, with a scripted model and the real pipeline."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from authoring.records.decision import Action, Comment, Decision
from authoring.records.run import RunSettings
from authoring.workspace import Workspace
from authoring.workspace.journal import Journal, read_drafts, read_settings
from tests.cli.played import NO_PROBES, SET, SKETCH

Cli = Callable[..., Any]
RULE = "Say how equal values are ordered wherever rows are sorted."


@pytest.fixture
def model(tmp_path: Path) -> str:
    """Return a scripted model that drafts the same set again and again, and makes one rule of comments."""
    folder = tmp_path / "replies"
    folder.mkdir()
    for number in (1, 2, 3):
        (folder / f"sketch-{number}.json").write_text(SKETCH)
        (folder / f"probes-{number}.json").write_text(NO_PROBES)
        (folder / f"write-{number}.md").write_text(SET)
    change = {"rule": 0, "text": RULE, "comments": [1], "repeats": [], "contradicts": [], "why": "asked"}
    (folder / "lessons-1.json").write_text(json.dumps({"changes": [change]}))
    return f"scripted:{folder}"


@pytest.mark.exhaustive
def test_comment_becomes_a_rule_that_the_next_draft_is_told(cli: Cli, seeded: Workspace, model: str) -> None:
    """A draft, a comment, a rule, a draft made with it: the report tells the two apart; a repeat is refused."""
    place = ("--workspace", seeded.root)
    first = cli("draft", "penguins", "--model", model, "--json", *place)
    assert first.code == 0, first
    path = seeded.journal_path("penguins")
    with Journal.open(path, read_settings(path, RunSettings)) as journal:
        (draft, *_) = read_drafts(path)
        said = Comment(problem=2, text="which of equal rows comes first?")
        now = datetime.now(UTC)
        journal.decide(Decision(draft=draft.sha256, action=Action.REJECT, reviewer="Ana", time=now, comments=(said,)))

    learned = cli("learn", "--model", model, "--yes", "--json", *place)
    assert learned.json["accepted"] == [1], learned

    second = cli("draft", "penguins", "--model", model, "--restart", "--json", *place)
    settings = read_settings(path, RunSettings)
    assert second.code == 0, second
    assert settings.instructions is not None
    assert f"- {RULE}" in settings.instructions.guide("lessons").text
    assert [one.reason for one in settings.instructions.refused] == ["which of equal rows comes first?"]

    report = cli("report", "yield", "--json", *place).json
    assert report["total"]["funnel"] == {
        "asked": 2,
        "written": 2,
        "parsed": 2,
        "linted": 2,
        "dry_run": 2,
        "admitted": 0,
    }
    assert [
        part["funnel"]["asked"] for part in report["parts"] if part["name"] == "lessons" and part["aspect"] == "guide"
    ] == [1, 1]
    assert [said["name"] for said in report["comparisons"]] == ["lessons"]
    assert "too few drafts" in report["comparisons"][0]["statement"]

    cli("admit", "penguins", "--yes", "--reason", "fine", "--reviewer", "Ana", *place)
    third = cli("draft", "penguins", "--model", model, "--name", "again", "--rounds", "0", "--json", *place)
    assert third.out, third.err
    found = {finding["code"] for finding in third.json["evidence"]["diagnostics"]}
    assert third.code == 1
    assert "DS502" in found
