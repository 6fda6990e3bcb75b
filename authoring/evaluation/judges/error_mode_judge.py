"""The kind of a wrong answer that rules leave open, judged by a model that has to quote the reply or its output."""

import json
from typing import Literal

from pydantic import ValidationError

from authoring.evaluation.judges.text_judge import (
    LONGEST_REASON,
    NO_QUOTE,
    NO_VERDICT,
    NotJudgedError,
    TextJudge,
    content_of,
    is_verbatim,
)
from authoring.evaluation.solvers.dialogue.observation import shown_text, without_addresses
from authoring.llm.prompt import cut, cut_middle, fenced
from authoring.records.base import Record
from authoring.records.results import Attempt, ProblemResult
from authoring.records.sketch import Schema
from authoring.records.solvers.error_modes import ErrorMode, ErrorModeVerdict

MOST_REPLY = 8_000
"""Characters of a reply's code that a judge is shown."""
MOST_OUTPUT = 4_000
MOST_REASON = 2_000
"""Characters of what the validator said."""
SCHEMA = Schema(
    name="error_mode",
    text=json.dumps(
        {
            "type": "object",
            "properties": {
                "quote": {"type": "string"},
                "reason": {"type": "string"},
                "mode": {"type": "string", "enum": [*(mode.value for mode in ErrorMode), "unclear"]},
            },
            "required": ["quote", "reason", "mode"],
            "additionalProperties": False,
        }
    ),
)


class _Reply(Record):
    quote: str
    reason: str
    mode: ErrorMode | Literal["unclear"]


def judge_error_mode(
    verdict: ErrorModeVerdict, problem: ProblemResult, attempt: Attempt, judge: TextJudge
) -> ErrorModeVerdict:
    """Return the verdict of a model on an answer that the rules leave open; without a mode where there is none.

    Raises:
        BudgetError: the call would have exceeded the budget.
        CallError: the key was refused.
        TemplateError: the page is no template.
    """
    values = values_of(problem, attempt)
    try:
        reply = _Reply.model_validate(judge.verdict(problem.problemset, SCHEMA, values))
    except ValidationError:
        return verdict.model_copy(update={"mode": None, "reason": NO_VERDICT})
    except NotJudgedError as error:
        return verdict.model_copy(update={"mode": None, "reason": str(error), "is_outage": error.is_outage})
    reason = reply.reason[:LONGEST_REASON]
    if reply.mode == "unclear":
        return verdict.model_copy(update={"mode": None, "reason": reason})
    # What was shown, and not what was given: a judge cannot quote what it did not see.
    if not is_verbatim(reply.quote, content_of(values["reply"]), content_of(values["output"])):
        return verdict.model_copy(update={"mode": None, "quote": reply.quote[:LONGEST_REASON], "reason": NO_QUOTE})
    return verdict.model_copy(update={"mode": reply.mode, "quote": reply.quote[:LONGEST_REASON], "reason": reason})


def values_of(problem: ProblemResult, attempt: Attempt) -> dict[str, str]:
    """Return what the page asks for: question, reply, output, and what the validator said."""
    run = attempt.run
    output = without_addresses(shown_text(run, run.stream))
    return {
        "question": fenced("question", problem.question),
        "reply": fenced("reply", cut(attempt.submission.code, MOST_REPLY)),
        "output": fenced("output", cut_middle(output, MOST_OUTPUT)),
        "finding": fenced("finding", cut(f"{attempt.verdict.value}: {attempt.reason}", MOST_REASON)),
    }
