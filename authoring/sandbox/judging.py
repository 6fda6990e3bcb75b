"""Judging a submission's last cell by a reference's, from outside their two processes."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from authoring.dseal.model import Json
from authoring.errors import SandboxError
from authoring.records import Judgement, Outcome
from authoring.sandbox.inside.looking import only_looks
from authoring.sandbox.process import Process, ProcessEndedError, ProcessLateError, answer_or_fail
from authoring.validators.base import TimeLimitError
from authoring.validators.running import error_names

JUDGING_TIME = 120.0
"""Seconds for collecting a submission's evidence, and again for judging it; test cases run in them."""


@dataclass(frozen=True, slots=True)
class Last:
    """The last cell that ran, as far as judging needs it outside."""

    source: str
    digest: str
    validator: Mapping[str, Json] | None
    outcome: Outcome
    has_value: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """One side of a judgement."""

    process: Process
    last: Last


def judge(reference: Judged, submission: Judged) -> Judgement:
    """Judge the submission; no state of either session changes.

    Raises:
        SandboxError: the reference's session ended, or the sandbox failed.
    """
    same = bool(reference.last.digest) and reference.last.digest == submission.last.digest
    same = same and reference.last.validator == submission.last.validator
    ended = "" if same else submission.process.ended
    header: dict[str, Any] = {"command": "judge", "differs": not same, "ended": ended}
    header |= {"outcome": submission.last.outcome.value, "source": submission.last.source}
    body = b""
    try:
        if not same and not ended:
            collected = _collected(reference, submission)
            if isinstance(collected, Judgement):
                return collected
            body = collected
        judging = reference.process.fork()
    except ProcessEndedError as gone:
        raise SandboxError(f"the reference's session is gone: {gone}", hint="Run it again.") from gone
    try:
        frame = answer_or_fail(judging.ask(header, body, seconds=JUDGING_TIME))
        return Judgement.model_validate_json(json.dumps(frame.header))
    except ProcessLateError:
        return _at_fault(f"judging took more than {JUDGING_TIME:g} seconds")
    except ProcessEndedError as early:
        return _at_fault(f"judging ended early: {early}")
    except ValidationError:
        return _at_fault("the process that judged sent an answer that is none")
    finally:
        judging.discard()


def _collected(reference: Judged, submission: Judged) -> bytes | Judgement:
    """Return what the submission's process collected, as the reference's evidence asks for it.

    Raises:
        ProcessEndedError: the reference's process is gone.
    """
    try:
        evidence = answer_or_fail(reference.process.ask({"command": "evidence"}))
    except ProcessLateError as late:
        raise ProcessEndedError(reference.process.end("its process does not answer")) from late
    if evidence.header.get("fault"):
        return _at_fault(str(evidence.header["fault"]))
    infers = reference.last.has_value and not submission.last.has_value
    # Where code of the session runs, it runs in a fork, so that the session stays as the cell left it.
    apart = infers or not only_looks(reference.last.validator)
    process = submission.process
    try:
        process = submission.process.fork() if apart else process
        return _collect(process, reference.last, evidence.body)
    except ProcessLateError:
        words = f"what it left behind took more than {JUDGING_TIME:g} seconds to collect"
        return _crash(TimeLimitError(process.end(words)))
    except ProcessEndedError as early:
        return _crash(ChildProcessError(str(early)))
    finally:
        if apart and process is not submission.process:
            process.discard()


def _collect(process: Process, reference: Last, given: bytes) -> bytes | Judgement:
    """Collect evidence in a process; a submission whose functions break that is wrong."""
    frame = process.ask({"command": "collect", "validator": reference.validator}, given, seconds=JUDGING_TIME)
    broken, fault = frame.header.get("failed"), frame.header.get("fault")
    if broken:
        return Judgement(correct="no", category="crash", reason=str(broken)[:2_000])
    return _at_fault(str(fault)) if fault else frame.body


def _crash(error: Exception) -> Judgement:
    return Judgement(correct="no", category="crash", reason=str(error), errors=tuple(error_names(error)))


def _at_fault(reason: str) -> Judgement:
    return Judgement(correct="no", category="validator_error", reason=reason)
