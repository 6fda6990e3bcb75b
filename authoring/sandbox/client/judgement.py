"""Judging a submission's last cell by a reference's, from outside their two processes."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from authoring.dseal.model import Json
from authoring.errors import SandboxError
from authoring.records.evidence import Judgement, Outcome
from authoring.sandbox.client.overtime import Overtime, grace_of
from authoring.sandbox.client.process import Process, ProcessEndedError, ProcessLateError, answer_or_fail
from authoring.sandbox.inside.protocol import MAX_BODY, Frame
from authoring.sandbox.inside.validator_effects import collects_passively, runs_compare_fn
from authoring.validators import collecting_block
from authoring.validators.base import Dialect, TimeLimitError
from authoring.validators.foreign_code import error_names

JUDGING_TIME = 120.0
"""Seconds for collecting a submission's evidence, and again for judging it; test cases run in them."""
ANSWER_JUDGING_TIME = 3.0
"""Seconds of processor time for judging an answer."""
MAX_REASON = 2_000
"""Characters of a reason that a session's process gives."""


@dataclass(frozen=True, slots=True)
class LastCell:
    """The last cell that ran, as far as judging needs it outside."""

    source: str
    digest: str
    validator: Mapping[str, Json] | None
    outcome: Outcome
    has_value: bool
    max_time: float = 0.0
    """Seconds that it was given."""
    look: float = 0.0
    """Seconds from its end until it had been looked at, by the clock outside."""


@dataclass(frozen=True, slots=True)
class JudgedSession:
    """One side of a judgement."""

    process: Process
    last: LastCell
    forks: bool = True
    """Whether its code goes on working in a forked process."""
    overtime: Overtime | None = None
    """Bounds what its process does after the cell; None for code that is no answer."""


@dataclass(frozen=True, slots=True)
class _Evidence:
    """The evidence that the reference's process sent."""

    asks: bytes
    packed: bytes


def judge(
    reference: JudgedSession, submission: JudgedSession, *, dialect: Dialect, start_judge: Callable[[], Process]
) -> Judgement:
    """Judge the submission; no state of either session changes.

    What is right is told to the judge alone, a process that ran neither cell; the submission's process learns what it
    has to collect. Two executions with the same digest left the same behind, so that the reference's stands for both.

    `start_judge` returns the process that judges, a new one where the last has ended.

    Raises:
        SandboxError: the reference's session ended, or the sandbox failed.
    """
    # An empty digest belongs to a cell that failed, and says nothing about what it left behind.
    is_identical = bool(reference.last.digest) and reference.last.digest == submission.last.digest
    is_identical = is_identical and reference.last.validator == submission.last.validator
    try:
        if is_identical and not runs_compare_fn(reference.last.validator):
            return _judge_reference_itself(reference.process)
        evidence = _evidence(reference.process)
    except ProcessEndedError as error:
        raise SandboxError(f"the reference's session is gone: {error}", hint="Run it again.") from error
    if isinstance(evidence, Judgement):
        return evidence
    ended = "" if is_identical else submission.process.ended
    packed = (
        evidence.packed
        if is_identical
        else b""
        if ended
        else _collect_submission(reference, submission, evidence.asks, dialect)
    )
    if isinstance(packed, Judgement):
        return packed
    # Checked here, because a frame over the cap would end the judge as if it were broken.
    if len(evidence.packed) + len(packed) > MAX_BODY:
        return _at_fault(f"there are more than {MAX_BODY} bytes of evidence")
    header: dict[str, Any] = {
        "command": "judge",
        "validator": reference.last.validator,
        "dialect": dialect,
        "ended": ended,
    }
    header |= {"outcome": submission.last.outcome.value, "source": submission.last.source}
    header |= {"reference": len(evidence.packed)}
    return _judgement(start_judge, header, evidence.packed + packed, is_answer=submission.overtime is not None)


def _judge_reference_itself(process: Process) -> Judgement:
    """Return how the reference judges itself: in its own process, where nothing has to travel and nothing is forked.

    Raises:
        ProcessEndedError: it is gone.
    """
    try:
        return _parse_judgement(process.request({"command": "judge itself"}, seconds=JUDGING_TIME))
    except ProcessLateError:
        process.end(f"what it left behind took more than {JUDGING_TIME:g} seconds to judge")
        return _at_fault(f"judging took more than {JUDGING_TIME:g} seconds")


def _evidence(process: Process) -> _Evidence | Judgement:
    """Return what the reference's process collected.

    Raises:
        ProcessEndedError: it is gone, or does not answer.
    """
    try:
        frame = answer_or_fail(process.request({"command": "evidence"}, seconds=JUDGING_TIME))
    except ProcessLateError as late:
        raise ProcessEndedError(process.end("its process does not answer")) from late
    if frame.header.get("fault"):
        return _at_fault(str(frame.header["fault"]))
    # The reference's own code may have changed the harness in its process, so even this answer is checked.
    size = frame.header.get("asks")
    if not isinstance(size, int):
        return _at_fault("the reference's process sent evidence that is none")
    return _Evidence(frame.body[:size], frame.body[size:])


def _judgement(
    start_judge: Callable[[], Process], header: Mapping[str, Any], body: bytes, *, is_answer: bool
) -> Judgement:
    try:
        process = start_judge()
    except ProcessEndedError as error:
        raise SandboxError(f"there is no process to judge in: {error}", hint="See that memory is left.") from error
    # An answer may hold values that take for ever to compare.
    seconds = ANSWER_JUDGING_TIME if is_answer else JUDGING_TIME
    bound = Overtime(process, lambda _: ()).bounded(seconds) if is_answer else nullcontext()
    try:
        with bound:
            return _parse_judgement(process.request(header, body, seconds=JUDGING_TIME))
    except ProcessLateError:
        # The judge is shared by the session tree; the next judgement starts a new one.
        process.end("it took too long to judge")
        return _at_fault(f"judging took more than {seconds:g} seconds")
    except ProcessEndedError as early:
        return _at_fault(f"judging ended early: {early}")


def _parse_judgement(frame: Frame) -> Judgement:
    try:
        # Through JSON, so that strict records take lists for tuples.
        return Judgement.model_validate_json(json.dumps(answer_or_fail(frame).header))
    except ValidationError:
        return _at_fault("the process that judged sent an answer that is none")


def _collect_submission(
    reference: JudgedSession, submission: JudgedSession, asks: bytes, dialect: Dialect
) -> bytes | Judgement:
    """Return what the submission's process collected, as it was asked to."""
    reads_printed_value = reference.last.has_value and not submission.last.has_value
    # Where code of the session runs, it runs in a fork, so that the session stays as the cell left it.
    in_fork = submission.forks and (reads_printed_value or not collects_passively(reference.last.validator))
    process = submission.process
    seconds = JUDGING_TIME
    bounded: Callable[..., AbstractContextManager[None]] = _unbounded
    if submission.overtime is not None:
        # Functions are called on test cases here, for which the answer has as much more time as the reference took.
        seconds, bounded = grace_of(submission.last.max_time, reference.last.look), submission.overtime.bounded
    try:
        # What the evidence runs must not change the state that the next cell starts from.
        if in_fork:
            with bounded(seconds, forking=True):
                process = submission.process.fork({"command": "fork"})[0]
        with bounded(seconds, fork=process if in_fork else None):
            return _collect(process, reference.last, asks, dialect)
    except ProcessLateError:
        reason = f"what it left behind took more than {seconds:.3g} seconds to collect"
        # A submission that hangs while it is looked at is wrong, and no fault of the benchmark.
        return _crash(TimeLimitError(process.end(reason)))
    except ProcessEndedError as early:
        return _crash(ChildProcessError(str(early)))
    finally:
        if in_fork and process is not submission.process:
            process.discard()


@contextmanager
def _unbounded(grace: float, *, fork: Process | None = None, forking: bool = False) -> Iterator[None]:
    """Bound nothing: what runs is no answer."""
    del grace, fork, forking
    yield


def _collect(process: Process, reference: LastCell, asks: bytes, dialect: Dialect) -> bytes | Judgement:
    """Collect evidence in a process; a submission whose functions break that is wrong."""
    # Built and read here only: the process of a submission gets to know names and inputs.
    block = collecting_block(reference.validator, dialect)
    frame = process.request({"command": "collect", "validator": block}, asks, seconds=JUDGING_TIME)
    failure, fault = frame.header.get("failed"), frame.header.get("fault")
    if failure:
        return Judgement(correct="no", category="crash", reason=str(failure)[:MAX_REASON])
    return _at_fault(str(fault)) if fault else frame.body


def _crash(error: Exception) -> Judgement:
    return Judgement(correct="no", category="crash", reason=str(error), errors=tuple(error_names(error)))


def _at_fault(reason: str) -> Judgement:
    return Judgement(correct="no", category="validator_error", reason=reason[:MAX_REASON])
