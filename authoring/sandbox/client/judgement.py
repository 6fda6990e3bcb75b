"""Judging a submission's last cell by a reference's, from outside their two processes."""

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pydantic import TypeAdapter, ValidationError

from authoring.dseal.model import Json
from authoring.errors import SandboxError
from authoring.records.certificate.trial import RewriteTrial
from authoring.records.evidence import Judgement, Outcome
from authoring.sandbox.client.process import Process, ProcessEndedError, ProcessLateError, answer_or_fail
from authoring.sandbox.inside.accounting.overtime import ANSWER_JUDGING_TIME, REFERENCE_FACTOR, Overtime, grace_of
from authoring.sandbox.inside.protocol import MAX_BODY, Buffer, DeadlineError, Frame, Observer
from authoring.sandbox.inside.validator_effects import collects_passively, runs_compare_fn
from authoring.validators import collecting_block
from authoring.validators.base import Dialect, TimeLimitError
from authoring.validators.forbidden_names import FORBIDDEN
from authoring.validators.foreign_code import error_names

JUDGING_TIME = 120.0
"""Seconds for collecting a submission's evidence, and again for judging it; test cases run in them."""
REWRITING_TIME = 30.0
"""Seconds for judging rewritten values, of which each is bounded by its own limits where they are judged."""
TRIALS: TypeAdapter[tuple[RewriteTrial, ...]] = TypeAdapter(tuple[RewriteTrial, ...])
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
    refusal: str = ""
    """Why it was not run, by its text."""
    look: float = 0.0
    """Seconds from its end until it had been looked at, by the clock outside."""
    judging: float = 0.0
    """Seconds that it took to judge it by itself, by the clock outside; 0 where that was not done."""


@dataclass(frozen=True, slots=True)
class JudgedSession:
    """One side of a judgement."""

    process: Process
    last: LastCell
    in_fork: bool = True
    """Whether code of the session that judging runs is to run in a fork of it, and leave it as it is."""
    overtime: Overtime | None = None
    """Bounds what its process does after the cell; None for code that is no answer."""
    cache: "EvidenceCache | None" = None
    """Keeps the evidence of this cell, by which many answers may be judged; None where it is asked for each time."""


@dataclass(frozen=True, slots=True)
class _Evidence:
    """The evidence that the reference's process sent."""

    asks: Buffer
    packed: Buffer
    origins: Json = None
    """What of its value was there before its cell, as `Origins.as_plain` gives it; None where nobody asked for it."""


@dataclass(slots=True)
class EvidenceCache:
    """The evidence of the last cell of a session, once its process has sent it, and what was judged by it."""

    evidence: _Evidence | Judgement | None = None
    judgements: dict[bytes, Judgement] = field(default_factory=dict)
    """By a hash of what a submission left."""

    def judgement_of(self, submitted: Buffer, ask_judge: Callable[[], Judgement]) -> Judgement:
        """Return what the judge says of a submission that left this; the judge is asked once.

        Whatever leaves the same is judged alike: the judge runs no code of it, and seeds its generators each time.
        """
        key = hashlib.sha256(submitted).digest()
        if key in self.judgements:
            return self.judgements[key]
        judgement = ask_judge()
        # What took too long on a busy machine may be tried again.
        if judgement.category != "validator_error":
            self.judgements[key] = judgement
        return judgement


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
    was_gone = bool(reference.process.ended)
    try:
        if is_identical and not runs_compare_fn(reference.last.validator):
            return _judge_reference_itself(reference.process)
        evidence = None if reference.cache is None else reference.cache.evidence
        evidence = evidence or _evidence(reference.process)
    except ProcessEndedError as error:
        if not was_gone:
            return _too_large(error)
        raise SandboxError(f"the reference's session is gone: {error}", hint="Run it again.") from error
    if reference.cache is not None:
        reference.cache.evidence = evidence
    if isinstance(evidence, Judgement):
        return evidence
    ended = "" if is_identical else submission.last.refusal or submission.process.ended
    packed = b"" if is_identical or ended else _collect_submission(reference, submission, evidence.asks, dialect)
    if isinstance(packed, Judgement):
        return packed
    # Checked here, because a frame over the cap would end the judge as if it were broken.
    if len(evidence.packed) + len(packed) > MAX_BODY:
        return _at_fault(f"there are more than {MAX_BODY} bytes of evidence")
    # Large frames take time to compare, and on a busy machine more than on a quiet one.
    answer_seconds = max(ANSWER_JUDGING_TIME, REFERENCE_FACTOR * reference.last.judging)
    ask_judge = partial(
        _judgement,
        start_judge,
        _header(
            reference.last, submission.last, dialect, ended=ended, identical=is_identical, size=len(evidence.packed)
        ),
        (evidence.packed, packed),
        answer_seconds=None if submission.overtime is None else answer_seconds,
    )
    cache = EvidenceCache() if reference.cache is None or ended else reference.cache
    return cache.judgement_of(evidence.packed if is_identical else packed, ask_judge)


def _header(
    reference: LastCell, submission: LastCell, dialect: Dialect, *, ended: str, identical: bool, size: int
) -> dict[str, Any]:
    """Return what the judge is told besides the evidence; `size` is that of the reference's, in bytes."""
    return {
        "command": "judge",
        "validator": reference.validator,
        "dialect": dialect,
        "ended": ended,
        "identical": identical,
        "outcome": FORBIDDEN if submission.refusal else submission.outcome.value,
        "source": submission.source,
        "reference": size,
    }


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


def judge_rewrites(
    reference: JudgedSession,
    matters: Collection[str],
    *,
    quick: bool,
    dialect: Dialect,
    start_judge: Callable[[], Process],
) -> tuple[RewriteTrial, ...]:
    """Judge rewritten values of a reference's evidence in a process that ran no cell; see `Session.judge_rewrites`.

    Raises:
        SandboxError: the reference's session ended, or the sandbox failed.
    """
    was_gone = bool(reference.process.ended)
    try:
        evidence = _evidence(reference.process, origins=True)
    except ProcessEndedError as error:
        if not was_gone:
            return (_untried(_too_large(error).reason),)
        raise SandboxError(f"the reference's session is gone: {error}", hint="Run it again.") from error
    if isinstance(evidence, Judgement):
        return (_untried(evidence.reason),)
    header: dict[str, Any] = {"command": "judge rewrites", "validator": reference.last.validator, "dialect": dialect}
    header |= {"matters": sorted(matters), "origins": evidence.origins, "quick": quick}
    try:
        process = start_judge()
    except ProcessEndedError as error:
        raise SandboxError(f"there is no process to judge in: {error}", hint="See that memory is left.") from error
    try:
        frame = answer_or_fail(process.request(header, evidence.packed, seconds=REWRITING_TIME))
        return TRIALS.validate_json(json.dumps(frame.header.get("trials")))
    except ProcessLateError:
        # The judge is shared by the session tree; the next judgement starts a new one.
        process.end("it took too long to judge")
        return (_untried(f"judging rewritten values took more than {REWRITING_TIME:g} seconds"),)
    except ProcessEndedError as early:
        return (_untried(f"judging ended early: {early}"),)
    except ValidationError:
        return (_untried("the process that judged sent an answer that is none"),)


def _untried(reason: str) -> RewriteTrial:
    text = reason[:MAX_REASON]
    return RewriteTrial(
        side="wrong", operator="limit", subject="value", description="", text="", judgement="undecided", reason=text
    )


def _evidence(process: Process, *, origins: bool = False) -> _Evidence | Judgement:
    """Return what the reference's process collected, with the origins of its value if these are asked for.

    Raises:
        ProcessEndedError: it is gone, or does not answer.
    """
    try:
        frame = answer_or_fail(process.request({"command": "evidence", "origins": origins}, seconds=JUDGING_TIME))
    except ProcessLateError as late:
        raise ProcessEndedError(process.end("its process does not answer")) from late
    if frame.header.get("fault"):
        return _at_fault(str(frame.header["fault"]))
    # The reference's own code may have changed the harness in its process, so even this answer is checked.
    size = frame.header.get("asks")
    if not isinstance(size, int):
        return _at_fault("the reference's process sent evidence that is none")
    body = memoryview(frame.body)
    return _Evidence(body[:size], body[size:], frame.header.get("origins"))


def _judgement(
    start_judge: Callable[[], Process],
    header: Mapping[str, Any],
    evidence: tuple[Buffer, ...],
    *,
    answer_seconds: float | None,
) -> Judgement:
    try:
        process = start_judge()
    except ProcessEndedError as error:
        raise SandboxError(f"there is no process to judge in: {error}", hint="See that memory is left.") from error
    # An answer may hold values that take for ever to compare.
    seconds = JUDGING_TIME if answer_seconds is None else answer_seconds
    bound = nullcontext() if answer_seconds is None else Overtime(process.number, lambda _: ()).bounded(seconds)
    try:
        with bound as observer:
            return _parse_judgement(process.request(header, tail=evidence, seconds=JUDGING_TIME, observer=observer))
    except DeadlineError:
        # The judge is shared by the session tree; the next judgement starts a new one.
        process.end("it took too long to judge")
        return _at_fault(f"judging took more than {seconds:.3g} seconds")
    except ProcessEndedError as early:
        return _at_fault(f"judging ended early: {early}")


def _parse_judgement(frame: Frame) -> Judgement:
    try:
        # Through JSON, so that strict records take lists for tuples.
        return Judgement.model_validate_json(json.dumps(answer_or_fail(frame).header))
    except ValidationError:
        return _at_fault("the process that judged sent an answer that is none")


def _collect_submission(
    reference: JudgedSession, submission: JudgedSession, asks: Buffer, dialect: Dialect
) -> Buffer | Judgement:
    """Return what the submission's process collected, as it was asked to."""
    reads_printed_value = reference.last.has_value and not submission.last.has_value
    # Where code of the session runs, it runs in a fork, so that the session stays as the cell left it.
    in_fork = submission.in_fork and (reads_printed_value or not collects_passively(reference.last.validator))
    process = submission.process
    seconds = JUDGING_TIME
    bounded: Callable[..., AbstractContextManager[Observer | None]] = _unbounded
    if submission.overtime is not None:
        # Functions are called on test cases here, for which the answer has as much more time as the reference took.
        seconds, bounded = grace_of(submission.last.max_time, reference.last.look), submission.overtime.bounded
    try:
        # What the evidence runs must not change the state that the next cell starts from.
        if in_fork:
            with bounded(seconds, forking=True) as observer:
                process = submission.process.fork({"command": "fork"}, observer=observer)[0]
        with bounded(seconds, fork=process.number if in_fork else None) as observer:
            return _collect(process, reference.last, asks, dialect, observer)
    except DeadlineError:
        reason = f"what it left behind took more than {seconds:.3g} seconds to collect"
        # A submission that hangs while it is looked at is wrong, and no fault of the benchmark.
        return _crash(TimeLimitError(process.end(reason)))
    except ProcessEndedError as early:
        return _crash(ChildProcessError(str(early)))
    finally:
        if in_fork and process is not submission.process:
            process.discard()


@contextmanager
def _unbounded(grace: float, *, fork: int | None = None, forking: bool = False) -> Iterator[None]:
    """Bound nothing: what runs is no answer."""
    del grace, fork, forking
    yield


def _collect(
    process: Process, reference: LastCell, asks: Buffer, dialect: Dialect, observer: Observer | None
) -> Buffer | Judgement:
    """Collect evidence in a process; a submission whose functions break that is wrong."""
    # Built and read here only: the process of a submission gets to know names and inputs.
    block = collecting_block(reference.validator, dialect)
    frame = process.request({"command": "collect", "validator": block}, asks, seconds=JUDGING_TIME, observer=observer)
    failure, fault = frame.header.get("failed"), frame.header.get("fault")
    if failure:
        return Judgement(correct="no", category="crash", reason=str(failure)[:MAX_REASON])
    return _at_fault(str(fault)) if fault else frame.body


def _crash(error: Exception) -> Judgement:
    return Judgement(correct="no", category="crash", reason=str(error), errors=tuple(error_names(error)))


def _too_large(error: ProcessEndedError) -> Judgement:
    """Return what is said of a reference whose process ends while it is looked at: what it left behind ends it."""
    return _at_fault(f"{error} while what it left behind was looked at; ask for less, or raise max_memory")


def _at_fault(reason: str) -> Judgement:
    return Judgement(correct="no", category="validator_error", reason=reason[:MAX_REASON])
