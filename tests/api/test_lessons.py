"""Lessons without a terminal."""

from collections.abc import Callable
from typing import Any

import pytest

from authoring.api.lessons import LessonDecisions, learn
from authoring.api.runs.lifecycle import make_decision, resume_run
from authoring.errors import UsageError
from authoring.records.decision import Action, Comment
from authoring.records.draft import Draft
from authoring.workspace import Workspace


def test_without_comments_nothing_is_asked(cli: Callable[..., Any], drafted: Workspace) -> None:
    """The record is the document of --json, and whoever decides sees an empty proposal."""
    record = learn(drafted, lambda proposal: LessonDecisions(accepted=list(proposal.changes)))

    assert record.model_dump(mode="json") == cli("learn", "--json", "--workspace", drafted.root).json
    assert (record.proposal.changes, record.diff) == ((), "")


def test_comments_need_a_model(drafted: Workspace, draft: Draft) -> None:
    """Rules are proposed by a model, and there is none."""
    with resume_run(drafted, "penguins") as journal:
        comments = (Comment(problem=None, text="grams or kilos?"),)
        journal.decide(make_decision(draft.sha256, Action.REVISE, "ada", comments=comments))
    with pytest.raises(UsageError, match="1 comment could become rules"):
        learn(drafted, lambda _: LessonDecisions())
