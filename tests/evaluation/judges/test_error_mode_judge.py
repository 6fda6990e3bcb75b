"""A model says why an answer is wrong, and has to quote the answer or what it gave."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from authoring.drafting.replies.json_reply import read_json
from authoring.evaluation.error_modes import ruled
from authoring.evaluation.judges.error_mode_judge import SCHEMA, judge_error_mode, values_of
from authoring.evaluation.judges.text_judge import NO_QUOTE, NO_VERDICT, TextJudge
from authoring.llm.models.scripted import ScriptedModel, ScriptEntry
from authoring.llm.port import CallError, Failure
from authoring.records.evidence import CellRun, ErrorView, Judgement, Outcome, ValueView
from authoring.records.results import Attempt, ProblemResult, Submission
from authoring.records.sketch import Guide
from authoring.records.solvers.error_modes import ErrorMode, ErrorModeVerdict
from authoring.validators.verdicts import SubverdictName, VerdictName

PAGES = Path(__file__).parents[3] / "templates" / "prompts" / "judges"
PAGE = Guide(name="error_mode", text=(PAGES / "error_mode.md").read_text("utf-8"))
CODE = "df.groupby('shop')['price'].max()"


def answer(verdict: VerdictName = VerdictName.WRONG_OUTPUT, error: ErrorView | None = None) -> Attempt:
    """Return a wrong answer."""
    value = ValueView(type="Series", text="Nord 21.0\nWest 4.2") if error is None else None
    return Attempt(
        submission=Submission(problemset="s", index=1, code=CODE),
        run=CellRun(
            outcome=Outcome.OK if error is None else Outcome.ERROR, seconds=0, peak_memory=0, value=value, error=error
        ),
        judgement=Judgement(correct="no", category="and"),
        verdict=verdict,
        subverdict=SubverdictName.VALUE_MISMATCH,
        reason="the values differ",
    )


PROBLEM = ProblemResult(problemset="s", index=1, question="What is the mean?", difficulty=1, validators=())


def reply(quote: str, mode: str = "instruction") -> str:
    """Return a model's verdict."""
    return json.dumps({"quote": quote, "reason": "It takes the largest.", "mode": mode})


def judged(*replies: ScriptEntry) -> ErrorModeVerdict:
    """Return the verdict on a wrong value that the rules leave open."""
    verdict = ruled(PROBLEM, answer())
    assert verdict is not None
    assert verdict.is_open
    return judge_error_mode(verdict, PROBLEM, answer(), TextJudge(ScriptedModel(replies), PAGE, read_json))


@pytest.mark.parametrize("quote", ["['price'].max()", "Nord 21.0", " Nord 21.0\nWest 4.2 "])
def test_a_verdict_with_a_quote_counts(quote: str) -> None:
    """Out of the reply, or of its output; what the rules took it for stays beside it."""
    verdict = judged(reply(quote))

    assert (verdict.mode, verdict.rule, verdict.quote) == (ErrorMode.INSTRUCTION, ErrorMode.REASONING, quote)
    assert verdict.reason == "It takes the largest."


@pytest.mark.parametrize("quote", ["", "max", "What is the mean?", "the values differ", "['price'].mean()"])
def test_a_verdict_without_one_does_not(quote: str) -> None:
    """Words of the question or the validator are none of the answer's, nor are those that nobody said."""
    verdict = judged(reply(quote))

    assert (verdict.mode, verdict.reason) == (None, NO_QUOTE)


def test_no_verdict() -> None:
    """Prose, a kind that is none, doubt, and an outage: each is not judged, and says why."""
    assert judged("instruction", "instruction").reason == NO_VERDICT
    assert judged(reply("['price'].max()", "other"), "{}").mode is None
    assert judged(reply("", "unclear")).reason == "It takes the largest."
    late = judged(CallError("no reply from m", failure=Failure.SERVER))
    assert (late.mode, late.reason, late.is_outage) == (None, "no reply from m", True)


def test_rules_settle_what_tells() -> None:
    """Broken syntax needs no judge; an exception of types does."""
    errors = {
        name: ErrorView(type=name, message="x", traceback="") for name in ("SyntaxError", "TypeError", "ImportError")
    }
    rulings = [ruled(PROBLEM, answer(VerdictName.CRASH, error)) for error in errors.values()]

    assert [ruling and (ruling.mode, ruling.is_open) for ruling in rulings] == [
        (ErrorMode.CODE, False),
        (ErrorMode.CODE, True),
        (ErrorMode.HALLUCINATION, False),
    ]
    assert ruled(PROBLEM, answer(VerdictName.CORRECT)) is None


def test_words_of_the_question_are_these(golden: Callable[[str, str], None]) -> None:
    """What a model reads changes only on purpose."""
    request = TextJudge(ScriptedModel([""]), PAGE, read_json).request("s", SCHEMA, values_of(PROBLEM, answer()))

    golden("prompts/judges/error_mode.md", "\n---\n".join(message.content for message in request.messages) + "\n")
