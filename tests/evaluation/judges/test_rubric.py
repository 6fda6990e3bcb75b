"""A model judges problems by the rubric: its verdicts need words of the problem, and are held against people's."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from authoring.drafting.replies.json_reply import read_json
from authoring.dseal.diagnostic import Severity
from authoring.dseal.parse import parse
from authoring.errors import UsageError
from authoring.evaluation.judges.rubric import (
    Criterion,
    judge_problem,
    read_criteria,
    rubric_agreement,
    rubric_findings,
    schema_of,
    values_of,
)
from authoring.evaluation.judges.text_judge import NO_QUOTE, NO_VERDICT, TextJudge
from authoring.llm.models.scripted import ScriptedModel, ScriptEntry
from authoring.llm.port import CallError, Failure
from authoring.records.base import sha256_of
from authoring.records.decision import Action, Comment, Decision
from authoring.records.pilot.rubric import RubricRecord, RubricVerdict
from authoring.records.sketch import Guide

ROOT = Path(__file__).parents[3]
PAGE = Guide(name="rubric", text=(ROOT / "templates" / "prompts" / "judges" / "rubric.md").read_text("utf-8"))
GUIDE = Guide(name="rubric", text=(ROOT / "guides" / "rubric.md").read_text("utf-8"))
NAMES = (
    "Asks for one thing",
    "Natural",
    "Worth asking",
    "The data make sense for it",
    "No trick",
    "Fair for another library",
)
TEXT = '''# %%
"""
question: What is the mean of `passenger_id`, and also its median?
"""
df["passenger_id"].mean(), df["passenger_id"].median()
'''
CELL, PROBLEM = parse(TEXT).problems[0]
TWO = (Criterion("Natural", "It is."), Criterion("No trick", "None."))


def verdict(criterion: str, quote: str, *, holds: bool = False) -> dict[str, Any]:
    """Return what a model says by one criterion."""
    return {"criterion": criterion, "quote": quote, "reason": "Because.", "holds": holds}


def judged(*replies: ScriptEntry) -> tuple[RubricVerdict, ...]:
    """Return a model's verdicts on the problem by two criteria."""
    return judge_problem("s", CELL, PROBLEM, TWO, TextJudge(ScriptedModel(replies), PAGE, read_json))


def reply(*verdicts: dict[str, Any]) -> str:
    """Return a model's reply."""
    return json.dumps({"verdicts": verdicts})


def test_criteria_of_the_guide() -> None:
    """Each heading is one, and none of them is empty."""
    criteria = read_criteria(GUIDE)

    assert tuple(criterion.name for criterion in criteria) == NAMES
    assert all(len(criterion.text) > 100 for criterion in criteria)
    assert "## " not in "".join(criterion.text for criterion in criteria)


@pytest.mark.parametrize("text", ["", "# Rubric\n\n### Small\n\nx", "## A\n\nx\n\n## A\n\ny", "## B\n\nx\n" * 30])
def test_a_guide_without_a_rubric(text: str) -> None:
    """No heading, a heading twice, and more than anybody would read are refused."""
    with pytest.raises(UsageError, match=r"guides/rubric\.md"):
        read_criteria(Guide(name="rubric", text=text))


def test_verdicts_need_words_of_the_problem() -> None:
    """Of question or reference, for what is met as well; by each criterion for itself, the first one said."""
    first, second = judged(
        reply(
            verdict("Natural", "and also\n its median"),
            verdict("Natural", "nowhere", holds=True),
            verdict("No trick", 'df["passenger_id"].mean()', holds=True),
        )
    )

    assert (first.holds, first.criterion, first.quote) == (False, "Natural", "and also\n its median")
    assert (second.holds, second.reason) == (True, "Because.")


@pytest.mark.parametrize("quote", ["", "also", "the variance of it", "data question"])
def test_what_has_none_is_not_judged(quote: str) -> None:
    """Neither an objection nor praise counts without them; nor is a criterion judged that is left out."""
    first, second = judged(reply(verdict("Natural", quote)))

    assert (first.holds, first.reason) == (None, NO_QUOTE)
    assert (second.holds, second.reason) == (None, NO_VERDICT)


def test_replies_that_are_none() -> None:
    """Prose and outages leave the whole problem unjudged; only the latter are asked for again."""
    assert {(entry.holds, entry.is_outage) for entry in judged("fine!", "fine!")} == {(None, False)}
    late = judged(CallError("down", failure=Failure.SERVER))
    assert {(entry.holds, entry.reason, entry.is_outage) for entry in late} == {(None, "down", True)}


@pytest.mark.parametrize("quote", ["„and also its median“", "and also\n  its median"])
def test_an_objection_is_a_note_at_its_words(quote: str) -> None:
    """It points at the quote in the question, however that is wrapped, and proposes nothing."""
    objections = judged(reply(verdict("Natural", quote), verdict("No trick", "`passenger_id`", holds=True)))
    [finding] = rubric_findings(TEXT, objections)

    assert (finding.code, finding.severity, finding.problem) == ("DS978", Severity.NOTE, 1)
    assert TEXT.splitlines()[finding.line - 1][finding.column - 1 :].startswith("and also its median")
    assert "Natural: Because." in finding.message


def test_words_of_the_question_are_these(golden: Callable[[str, str], None]) -> None:
    """What a model reads changes only on purpose."""
    judge = TextJudge(ScriptedModel([""]), PAGE, read_json)
    criteria = read_criteria(GUIDE)
    request = judge.request("s", schema_of(criteria), values_of(CELL, PROBLEM, criteria))

    golden("prompts/judges/rubric.md", "\n---\n".join(message.content for message in request.messages) + "\n")


def record(text: str, *verdicts: tuple[int, str, bool | None]) -> RubricRecord:
    """Return what a model said of a text."""
    return RubricRecord(
        name="s",
        draft=sha256_of(text),
        time=datetime(2026, 1, 1, tzinfo=UTC),
        model="m",
        criteria=("Natural", "No trick"),
        verdicts=tuple(RubricVerdict(number=number, criterion=name, holds=holds) for number, name, holds in verdicts),
    )


def decision(text: str, action: Action, *problems: int, accepted: tuple[int, ...] = ()) -> Decision:
    """Return what a person said, with comments on some problems."""
    return Decision(
        draft=sha256_of(text),
        action=action,
        reviewer="Ada",
        time=datetime(2026, 1, 2, tzinfo=UTC),
        comments=tuple(Comment(problem=problem, text="no") for problem in problems),
        accepted=accepted,
    )


def test_agreement_counts_problems_that_a_person_spoke_of() -> None:
    """Comments are objections, admission without one is none, and what nobody said of counts nowhere."""
    records = [
        record("a", (1, "Natural", False), (1, "No trick", True), (2, "Natural", True), (2, "No trick", None)),
        record("b", (1, "Natural", True), (2, "Natural", False), (3, "Natural", None), (4, "Natural", True)),
        record("c", (1, "Natural", True)),
    ]
    decisions = {
        sha256_of("a"): [decision("a", Action.ADMIT)],
        sha256_of("b"): [decision("b", Action.REVISE, 1, 2, accepted=(3,))],
    }
    agreement = rubric_agreement(records, decisions)
    natural, trick = agreement.criteria

    assert (agreement.texts, agreement.undecided) == (2, 1)
    total = agreement.total
    assert (total.by_both, total.by_model, total.by_person, total.by_nobody, total.not_judged) == (1, 1, 1, 1, 1)
    assert total.share == 0.5
    assert (natural.criterion, natural.by_both, natural.not_judged) == ("Natural", 1, 1)
    assert (trick.criterion, trick.by_nobody, trick.not_judged, trick.share) == ("No trick", 1, 1, 1.0)


def test_question_is_shown_with_the_conventions_of_its_set() -> None:
    """An agent sees them, so that what they settle is no objection; a verdict may quote them."""
    text = f"# %%\n# Conventions:\n# - Equal values are ordered by name.\n\n{TEXT}"
    cell, problem = parse(text).problems[0]
    quoting = reply(verdict("Natural", "Equal values are ordered by name.", holds=True))
    judge = TextJudge(ScriptedModel([quoting]), PAGE, read_json)

    assert "Equal values are ordered by name." in values_of(cell, problem, TWO)["question"]
    assert judge_problem("s", cell, problem, TWO[:1], judge)[0].holds
