"""The word of a `standalone` judge: one of DSEval's verdicts for two packed collections."""

from typing import Any

from authoring.sandbox.inside.judge import judge, judge_packed
from authoring.sandbox.inside.protocol import Frame
from authoring.validators.base import Dialect, Verdict
from authoring.validators.verdicts import classify

FAULT = "validator_error"


def verdict_of(job: dict[str, Any], reference: bytes, submission: bytes) -> dict[str, Any]:
    """Return ``verdict``, ``subverdict`` and ``reason``, or ``fault`` where a submission is not to blame.

    The job is that of `program.judge_chains`; the evidence of a submission whose process ended is empty.
    """
    block, dialect = job["validator"], job["dialect"]
    header = {"validator": block, "dialect": dialect, "reference": len(reference)}
    header |= {"ended": job["ended"], "outcome": job["outcome"], "source": job["source"]}
    judged = _read(judge(Frame(header, reference + submission)))
    if fault := _fault(judged):
        if reference_fault := _fault(_read(judge_packed(block, reference, reference, dialect))):
            return {"fault": reference_fault}
        # Judging fails although the reference passes its own validator, so the submission broke it.
        return broken_verdict(fault, dialect)
    return _classified(judged, dialect)


def broken_verdict(reason: str, dialect: Dialect) -> dict[str, Any]:
    """Return the word on a submission that cannot be judged, which is its own doing."""
    broken = Verdict("no", "crash", f"It cannot be judged: {reason}")
    return _classified(Verdict("no", "and", parts=(broken,)), dialect)


def _classified(judged: Verdict, dialect: Dialect) -> dict[str, Any]:
    verdict, subverdict, reason = classify(judged, dialect)
    return {"fault": "", "verdict": verdict.value, "subverdict": subverdict.value, "reason": reason}


def _read(fields: dict[str, Any]) -> Verdict:
    return Verdict(
        correct=fields["correct"],
        category=fields["category"],
        reason=fields["reason"],
        parts=tuple(_read(part) for part in fields["parts"]),
        kind=fields.get("kind", ""),
        how=tuple(fields.get("how", ())),
        errors=tuple(fields.get("errors", ())),
    )


def _fault(verdict: Verdict) -> str:
    if verdict.category == FAULT:
        return verdict.reason or "it gives no reason"
    return next((fault for part in verdict.parts if (fault := _fault(part))), "")
