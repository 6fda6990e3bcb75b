"""Lessons without a terminal."""

from collections.abc import Callable
from typing import Any

import pytest

from authoring.api.lessons import LessonDecisions, RuleChoices, learn
from authoring.api.runs.lifecycle import make_decision, resume_run
from authoring.errors import UsageError
from authoring.records.decision import Action, Comment
from authoring.records.draft import Draft
from authoring.records.lesson import LessonProposal, RuleChange
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


def test_rules_are_chosen_by_number() -> None:
    """All or some are accepted, what is refused by number is not, and a number without a rule is an error."""
    first, second = (
        RuleChange(number=number, rule=number, new=True, text=f"rule {number}", comments=()) for number in (1, 2)
    )
    proposal = LessonProposal(version="v", changes=(first, second), considered=())

    assert RuleChoices().chosen(proposal) == ((), ())
    assert RuleChoices(accept=(2,)).chosen(proposal) == ((second,), ())
    assert RuleChoices(accept_all=True, refuse=(1,)).chosen(proposal) == ((second,), (first,))
    with pytest.raises(UsageError, match="no rule 3 was proposed: there are 2"):
        RuleChoices(refuse=(3,)).chosen(proposal)
