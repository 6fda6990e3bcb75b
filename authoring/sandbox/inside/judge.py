"""Judging: comparing what two executions left behind, in a process where neither of them ran.

The process that does nothing else is forked from the warmed parent and never has a session. What it reads makes values
and runs no code, so all that a submission can do to it is to be slow, or large.
"""

import random
import resource
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from authoring import validators
from authoring.sandbox.inside.protocol import Frame
from authoring.sandbox.inside.rlimits import address_space
from authoring.sandbox.inside.serialization import pack, unpack
from authoring.sandbox.inside.views import plain
from authoring.validators.base import Collected, Dialect, Execution, TimeLimitError, ValidatorError, Verdict

NAME = 200
"""Characters of a variable's or an exception's name."""
CELL = 200
"""Characters of one value that differs."""
MOST = 20
"""Places that differ, and errors, that one verdict holds."""
REASON = 10_000
"""Characters of a verdict's reason."""
ENOUGH_FRAMES = 3_000
"""The recursion limit while values are read and compared."""
MEMORY = 4_000_000_000
"""Bytes that judging may take over the size of its process."""
ENDS: dict[str, type[Exception]] = {"timeout": TimeLimitError, "out-of-memory": MemoryError}
"""The error that stands for the end of a submission's process, by the outcome of its cell; any other is that a process
ended which should not."""


def judge(frame: Frame) -> dict[str, Any]:
    """Judge as the process that does nothing else; return the fields of a `Judgement`.

    The header holds `validator` (the block), `dialect`, and `reference`, the number of bytes of the body that are the
    reference's evidence; the rest is the submission's. With `ended` the submission's process is gone, and an error that
    says so stands for what it left behind; `outcome` and `source` are its last cell's.
    """
    header, size = frame.header, frame.header["reference"]
    own = address_space()
    if own:  # else it cannot be told, and no limit can be set
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        limit = own + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))
    sys.setrecursionlimit(ENOUGH_FRAMES)
    # A compare_fn that draws from them says the same whatever was judged before.
    random.seed(0)
    np.random.seed(0)  # noqa: NPY002 - it is this state that unseeded code draws from
    block, dialect = header["validator"], header["dialect"]
    submission = _of_ended(header, block, dialect) if header["ended"] else frame.body[size:]
    return judge_packed(block, frame.body[:size], submission, dialect)


def judge_packed(block: Mapping[str, Any], reference: bytes, submission: bytes, dialect: Dialect) -> dict[str, Any]:
    """Compare two packed collections; return the fields of a `Judgement`."""
    try:
        validator = validators.build(block, dialect)
        expected = unpack(reference)
        try:
            found = unpack(submission)
        except ValueError as error:
            reason = f"The process that ran it gave evidence that is none: {error}"
            return judgement(Verdict("no", "and", parts=(Verdict("no", "crash", reason),)))
        return judgement(validator.judge(expected, found))
    except ValidatorError as error:
        return at_fault(str(error))
    except Exception as error:  # noqa: BLE001 - no value that a submission thought of may end an evaluation
        return at_fault(f"judging failed: {type(error).__name__}: {error}")


def _of_ended(header: Mapping[str, Any], block: Mapping[str, Any], dialect: Dialect) -> bytes:
    """Return the evidence of a submission whose process is gone; nothing is asked of it, so none of its code runs."""
    error = ENDS.get(header["outcome"], ChildProcessError)(header["ended"])
    text = f"{type(error).__name__}: {error}"
    execution = Execution(header["source"], None, "", error, text, {}, {})
    return pack(validators.build(block, dialect).collect(execution, Collected()))


def at_fault(reason: str) -> dict[str, Any]:
    """Return the judgement that says: the validator or the reference is at fault, not the submission."""
    return {"correct": "no", "category": "validator_error", "reason": plain(reason, REASON), "parts": []}


def judgement(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as the fields of a `Judgement`."""
    return {
        "correct": verdict.correct,
        "category": verdict.category,
        "reason": plain(verdict.reason, REASON),
        "parts": [judgement(part) for part in verdict.parts],
        "subject": plain(verdict.subject, NAME),
        "kind": verdict.kind,
        "how": list(verdict.how),
        "errors": [plain(name, NAME) for name in verdict.errors[:MOST]],
        "differences": [[plain(text, CELL) for text in each] for each in verdict.differences[:MOST]],
    }
