"""Judging a submission's last cell by a reference's, from outside their two processes."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from authoring.dseal.model import Json
from authoring.errors import SandboxError
from authoring.records.evidence import Judgement, Outcome
from authoring.sandbox.client.process import Process, ProcessEndedError, ProcessLateError, answer_or_fail
from authoring.sandbox.inside.protocol import MAX_BODY, Frame
from authoring.sandbox.inside.validator_effects import only_looks, runs_text
from authoring.validators.base import Dialect, TimeLimitError
from authoring.validators.running import error_names

JUDGING_TIME = 120.0
"""Seconds for collecting a submission's evidence, and again for judging it; test cases run in them."""
REASON = 2_000
"""Characters of a reason that a session's process gives."""


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
    forks: bool = True
    """Whether its code goes on working in a forked process."""


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What the reference's process told."""

    asks: bytes
    packed: bytes


def judge(
    reference: Judged, submission: Judged, *, dialect: Dialect, judge_of_family: Callable[[], Process]
) -> Judgement:
    """Judge the submission; no state of either session changes.

    What is right is told to the judge alone, a process that ran neither cell; the submission's process learns what it
    has to collect. Two executions with the same digest left the same behind, so that the reference's stands for both.

    Args:
        reference: what is right.
        submission: what is judged.
        dialect: of the benchmark.
        judge_of_family: gives the process that judges, anew where one ended.

    Raises:
        SandboxError: the reference's session ended, or the sandbox failed.
    """
    same = bool(reference.last.digest) and reference.last.digest == submission.last.digest
    same = same and reference.last.validator == submission.last.validator
    try:
        if same and not runs_text(reference.last.validator):
            return _by_itself(reference.process)
        evidence = _evidence(reference.process)
    except ProcessEndedError as gone:
        raise SandboxError(f"the reference's session is gone: {gone}", hint="Run it again.") from gone
    if isinstance(evidence, Judgement):
        return evidence
    ended = "" if same else submission.process.ended
    found = evidence.packed if same else b"" if ended else _collected(reference, submission, evidence.asks)
    if isinstance(found, Judgement):
        return found
    if len(evidence.packed) + len(found) > MAX_BODY:
        return _at_fault(f"there are more than {MAX_BODY} bytes of evidence")
    header: dict[str, Any] = {
        "command": "judge",
        "validator": reference.last.validator,
        "dialect": dialect,
        "ended": ended,
    }
    header |= {"outcome": submission.last.outcome.value, "source": submission.last.source}
    header |= {"reference": len(evidence.packed)}
    return _judgement(judge_of_family, header, evidence.packed + found)


def _by_itself(process: Process) -> Judgement:
    """Return how the reference judges itself: in its own process, where nothing has to travel and nothing is forked.

    Raises:
        ProcessEndedError: it is gone.
    """
    try:
        return _read(process.ask({"command": "judge itself"}, seconds=JUDGING_TIME))
    except ProcessLateError:
        process.end(f"what it left behind took more than {JUDGING_TIME:g} seconds to judge")
        return _at_fault(f"judging took more than {JUDGING_TIME:g} seconds")


def _evidence(process: Process) -> _Evidence | Judgement:
    """Return what the reference's process collected.

    Raises:
        ProcessEndedError: it is gone, or does not answer.
    """
    try:
        frame = answer_or_fail(process.ask({"command": "evidence"}, seconds=JUDGING_TIME))
    except ProcessLateError as late:
        raise ProcessEndedError(process.end("its process does not answer")) from late
    if frame.header.get("fault"):
        return _at_fault(str(frame.header["fault"]))
    size = frame.header.get("asks")
    if not isinstance(size, int):
        return _at_fault("the reference's process sent evidence that is none")
    return _Evidence(frame.body[:size], frame.body[size:])


def _judgement(judge_of_family: Callable[[], Process], header: Mapping[str, Any], body: bytes) -> Judgement:
    try:
        process = judge_of_family()
    except ProcessEndedError as gone:
        raise SandboxError(f"there is no process to judge in: {gone}", hint="See that memory is left.") from gone
    try:
        return _read(process.ask(header, body, seconds=JUDGING_TIME))
    except ProcessLateError:
        process.end("it took too long to judge")
        return _at_fault(f"judging took more than {JUDGING_TIME:g} seconds")
    except ProcessEndedError as early:
        return _at_fault(f"judging ended early: {early}")


def _read(frame: Frame) -> Judgement:
    try:
        return Judgement.model_validate_json(json.dumps(answer_or_fail(frame).header))
    except ValidationError:
        return _at_fault("the process that judged sent an answer that is none")


def _collected(reference: Judged, submission: Judged, asks: bytes) -> bytes | Judgement:
    """Return what the submission's process collected, as it was asked to."""
    infers = reference.last.has_value and not submission.last.has_value
    # Where code of the session runs, it runs in a fork, so that the session stays as the cell left it.
    apart = submission.forks and (infers or not only_looks(reference.last.validator))
    process = submission.process
    try:
        process = submission.process.fork({"command": "fork"})[0] if apart else process
        return _collect(process, reference.last, asks)
    except ProcessLateError:
        words = f"what it left behind took more than {JUDGING_TIME:g} seconds to collect"
        return _crash(TimeLimitError(process.end(words)))
    except ProcessEndedError as early:
        return _crash(ChildProcessError(str(early)))
    finally:
        if apart and process is not submission.process:
            process.discard()


def _collect(process: Process, reference: Last, asks: bytes) -> bytes | Judgement:
    """Collect evidence in a process; a submission whose functions break that is wrong."""
    frame = process.ask({"command": "collect", "validator": reference.validator}, asks, seconds=JUDGING_TIME)
    broken, fault = frame.header.get("failed"), frame.header.get("fault")
    if broken:
        return Judgement(correct="no", category="crash", reason=str(broken)[:REASON])
    return _at_fault(str(fault)) if fault else frame.body


def _crash(error: Exception) -> Judgement:
    return Judgement(correct="no", category="crash", reason=str(error), errors=tuple(error_names(error)))


def _at_fault(reason: str) -> Judgement:
    return Judgement(correct="no", category="validator_error", reason=reason[:REASON])
