"""The page of lessons on disk."""

from pathlib import Path

import pytest

from authoring.errors import WorkspaceError
from authoring.records.lesson import LessonRule, with_rule
from authoring.workspace import Workspace
from authoring.workspace.guidance import (
    EMPTY_LESSONS,
    lessons_path,
    read_blind_prompt,
    read_lessons,
    read_solver_prompts,
    write_lessons,
)

ROOT = Path(__file__).parents[2]


def test_shipped_page_is_in_order() -> None:
    """The page that comes with the toolkit can be read, and is the one that is begun with."""
    assert read_lessons(ROOT).text.startswith(EMPTY_LESSONS.partition("\n\n")[0])


def test_page_is_made_when_first_needed(tmp_path: Path) -> None:
    """A workspace without the page has no rule, and gets the page with the first."""
    before = read_lessons(tmp_path)
    after = with_rule(before, LessonRule(number=1, text="Name units."))
    path = write_lessons(tmp_path, after, before=before)

    assert path == lessons_path(tmp_path)
    assert read_lessons(tmp_path) == after


def test_page_that_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    """Whoever edits the page while rules are decided about loses nothing."""
    before = read_lessons(tmp_path)
    after = with_rule(before, LessonRule(number=1, text="Name units."))
    write_lessons(tmp_path, after, before=before)

    with pytest.raises(WorkspaceError, match="was changed meanwhile"):
        write_lessons(tmp_path, with_rule(before, LessonRule(number=1, text="Other.")), before=before)
    assert read_lessons(tmp_path) == after


def test_pages_of_solvers_are_restored_by_init(tmp_path: Path) -> None:
    """A workspace that is older than they are is told how to get them."""
    with pytest.raises(WorkspaceError, match=r"blind/question\.md is missing"):
        read_blind_prompt(tmp_path)
    with pytest.raises(WorkspaceError, match="templates/prompts/solvers is missing") as raised:
        read_solver_prompts(tmp_path)
    Workspace.create(tmp_path)

    assert "authoring init" in raised.value.hint
    assert {page.name for page in read_solver_prompts(tmp_path)} >= {"model", "react", "repair", "rules", "task"}
    assert read_blind_prompt(tmp_path) == read_blind_prompt(ROOT)
