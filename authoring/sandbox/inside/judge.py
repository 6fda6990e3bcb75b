"""Judging: comparing what two executions left behind, in a process where neither of them ran.

The process that does nothing else is forked from the warmed parent and never has a session. What it reads makes values
and runs no code, so all that a submission can do to it is to be slow, or large.
"""

import random
import resource
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from authoring import validators
from authoring.sandbox.inside.protocol import Buffer, Frame
from authoring.sandbox.inside.rlimits import address_space
from authoring.sandbox.inside.serialization import pack, unpack
from authoring.sandbox.inside.views import utf8_text
from authoring.validators.base import CollectedItems, Dialect, Execution, TimeLimitError, ValidatorError, Verdict
from authoring.validators.forbidden_names import FORBIDDEN, ForbiddenNameError

if TYPE_CHECKING:
    from authoring.validators.rewriting.trials import ValueTrial

MAX_NAME = 200
"""Characters of a variable's or an exception's name."""
MAX_CELL = 200
"""Characters of one value that differs."""
MAX_TRIAL = 1_000
"""Characters of a rewritten value, and of the reason of its judgement."""
MAX_PLACES = 20
"""Places that differ, and errors, that one verdict holds."""
MAX_REASON = 10_000
"""Characters of a verdict's reason."""
RECURSION_LIMIT = 3_000
"""The recursion limit while values are read and compared."""
MAX_MEMORY = 4_000_000_000
"""Bytes that judging may take over the size of its process."""
ERROR_BY_OUTCOME: dict[str, type[Exception]] = {
    "timeout": TimeLimitError,
    "out-of-memory": MemoryError,
    FORBIDDEN: ForbiddenNameError,
}
"""The error that stands for the end of a submission's process, by the outcome of its cell; any other is that a process
ended which should not."""


def judge(frame: Frame) -> dict[str, Any]:
    """Judge as the process that does nothing else; return the fields of a `Judgement`.

    The header holds `validator` (the block), `dialect`, and `reference`, the number of bytes of the body that are the
    reference's evidence; the rest is the submission's. With `ended` nothing is asked of the submission's process, and
    an error that says why stands for what it left behind; `outcome` and `source` are its last cell's. With `identical`
    the reference's evidence stands for both.
    """
    header, size = frame.header, frame.header["reference"]
    _prepare()
    block, dialect = header["validator"], header["dialect"]
    reference = memoryview(frame.body)[:size]
    if header["ended"]:
        submission: Buffer = _evidence_of_ended(header, block, dialect)
    else:
        submission = reference if header.get("identical") else memoryview(frame.body)[size:]
    return judge_packed(block, reference, submission, dialect)


def judge_rewrites(frame: Frame) -> dict[str, Any]:
    """Judge rewritten values as the process that does nothing else; return ``trials``, the fields of `RewriteTrial`.

    The header holds `validator`, `dialect`, `matters`, `origins` and `quick`; the body is the reference's evidence.
    """
    from authoring.validators.rewriting.matters import AnswerForm  # noqa: PLC0415 - few judges need the operators
    from authoring.validators.rewriting.origins import Origins  # noqa: PLC0415 - as above
    from authoring.validators.rewriting.trials import TrialBudget, ValueTrial, try_values  # noqa: PLC0415 - as above

    header = frame.header
    _prepare()
    form, origins = AnswerForm.read(header["matters"]), Origins.read(header["origins"])
    try:
        validator = validators.build(header["validator"], header["dialect"])
        budget = TrialBudget.quick() if header["quick"] else TrialBudget()
        trials = try_values(validator, unpack(frame.body), form=form, origins=origins, budget=budget)
    except Exception as error:  # noqa: BLE001 - no value that a reference thought of may end the judge
        reason = f"rewriting failed: {type(error).__name__}: {error}"
        trials = [ValueTrial("wrong", "limit", "value", "", "", "undecided", reason)]
    return {"trials": [_trial(trial) for trial in trials]}


def _trial(trial: "ValueTrial") -> dict[str, str]:
    return {
        "side": trial.side,
        "operator": trial.operator,
        "subject": utf8_text(trial.subject, MAX_NAME),
        "description": utf8_text(trial.description, MAX_CELL),
        "text": utf8_text(trial.text, MAX_TRIAL),
        "judgement": trial.judgement,
        "reason": utf8_text(trial.reason, MAX_TRIAL),
    }


def _prepare() -> None:
    """Bound the memory of this process and the depth of values, and seed the generators that a comparison may use."""
    own_size = address_space()
    if own_size:  # else it cannot be told, and no limit can be set
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        limit = own_size + MAX_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
    # Nested values of a submission may be as deep as the reader allows; see `sealed.MAX_DEPTH`.
    sys.setrecursionlimit(RECURSION_LIMIT)
    # A compare_fn that draws from them says the same whatever was judged before.
    random.seed(0)
    np.random.seed(0)  # noqa: NPY002 - it is this state that unseeded code draws from


def judge_packed(block: Mapping[str, Any], reference: Buffer, submission: Buffer, dialect: Dialect) -> dict[str, Any]:
    """Compare two packed collections; return the fields of a `Judgement`."""
    try:
        validator = validators.build(block, dialect)
        expected = unpack(reference)
        try:
            collected = unpack(submission)
        except ValueError as error:
            reason = f"The process that ran it gave evidence that is none: {error}"
            return judgement(Verdict("no", "and", parts=(Verdict("no", "crash", reason),)))
        return judgement(validator.judge(expected, collected))
    except ValidatorError as error:
        return at_fault(str(error))
    except Exception as error:  # noqa: BLE001 - no value that a submission thought of may end an evaluation
        return at_fault(f"judging failed: {type(error).__name__}: {error}")


def _evidence_of_ended(header: Mapping[str, Any], block: Mapping[str, Any], dialect: Dialect) -> bytes:
    """Return the evidence of a submission whose process is gone; nothing is asked of it, so none of its code runs."""
    error = ERROR_BY_OUTCOME.get(header["outcome"], ChildProcessError)(header["ended"])
    text = f"{type(error).__name__}: {error}"
    execution = Execution(header["source"], None, "", error, text, {}, {})
    return pack(validators.build(block, dialect).collect(execution, CollectedItems()))


def at_fault(reason: str) -> dict[str, Any]:
    """Return the judgement that says: the validator or the reference is at fault, not the submission."""
    return {"correct": "no", "category": "validator_error", "reason": utf8_text(reason, MAX_REASON), "parts": []}


def judgement(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as the fields of a `Judgement`."""
    return {
        "correct": verdict.correct,
        "category": verdict.category,
        "reason": utf8_text(verdict.reason, MAX_REASON),
        "parts": [judgement(part) for part in verdict.parts],
        "subject": utf8_text(verdict.subject, MAX_NAME),
        "kind": verdict.kind,
        "how": list(verdict.how),
        "errors": [utf8_text(name, MAX_NAME) for name in verdict.errors[:MAX_PLACES]],
        "differences": [
            [utf8_text(text, MAX_CELL) for text in difference] for difference in verdict.differences[:MAX_PLACES]
        ],
    }
