"""What runs and judgements come to, in one line each."""

from authoring.records.evidence import CellRun, Judgement, Outcome

LONGEST_TEXT = 200
"""Characters of what an answer gives that a trial repeats."""


def reason_of(judgement: Judgement) -> str:
    """Return the first reason that a judgement gives for not being fully right."""
    if not judgement.parts:
        return judgement.reason
    reasons = (reason_of(part) for part in judgement.parts if part.correct != "yes")
    return next((reason for reason in reasons if reason), judgement.reason)


def scores_of(judgement: Judgement) -> str:
    """Return what the first model that was measured reaches; empty where none was."""
    own = judgement.reason if judgement.category == "model" else ""
    return own or next(filter(None, map(scores_of, judgement.parts)), "")


def text_of(run: CellRun, longest: int = LONGEST_TEXT) -> str:
    """Return what an answer gave, as one short line."""
    if run.error is not None:
        text = f"{run.error.type}: {run.error.message}"
    elif run.outcome is not Outcome.OK:
        text = run.detail
    else:
        text = run.value.text if run.value is not None else run.stream
    return " ".join(text.split())[:longest]
