"""Evidence: what a validator needs of one execution, packed so that it can be carried to where it is judged."""

import hashlib
import json
import os
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from authoring import validators
from authoring.sandbox.inside.digest import digest
from authoring.sandbox.inside.packing import pack, unpack
from authoring.sandbox.inside.views import plain
from authoring.validators.base import Collected, Dialect, Execution, ValidatorError, Verdict

NAME = 200
"""Characters of a variable's or an exception's name."""
CELL = 200
"""Characters of one value that differs."""
MOST = 20
"""Places that differ, and errors, that one verdict holds."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What collecting gave."""

    packed: bytes
    digest: str
    fault: str = ""
    """Why the validator block or the reference is at fault; nothing is packed then."""


def collect(
    execution: Execution, block: Mapping[str, Any], given: Collected | None, dialect: Dialect = "dseval"
) -> Evidence:
    """Collect and pack; a fault of the block or the reference is part of what is given back.

    With `given`, that is for a submission, nobody asks for the digest, and it is left empty.
    """
    try:
        collected = validators.build(block, dialect).collect(execution, given)
    except ValidatorError as error:
        return Evidence(b"", "", str(error))
    packed = pack(collected)
    if given is not None:
        return Evidence(packed, "")
    parts = [(name, digest(value)) for name, value in sorted(collected.items.items())]
    known = None if None in dict(parts).values() else digest(parts)
    known = known or hashlib.blake2b(packed, digest_size=16).digest()
    return Evidence(packed, known.hex())


def collect_apart(execution: Execution, block: Mapping[str, Any], dialect: Dialect) -> Evidence:
    """Collect in a throw-away fork, so that functions which are called leave the session as it is."""

    def work() -> bytes:
        evidence = collect(execution, block, None, dialect)
        return json.dumps([evidence.digest, evidence.fault]).encode() + b"\n" + evidence.packed

    answer, status = in_fork(work)
    head, found, packed = answer.partition(b"\n")
    if not found:
        number = os.waitstatus_to_exitcode(status)
        cause = signal.Signals(-number).name if number < 0 else f"exit status {number}"
        return Evidence(b"", "", f"the process that called the reference's functions ended by {cause}")
    known, fault = json.loads(head)
    return Evidence(packed, known, fault)


def in_fork(work: Callable[[], bytes]) -> tuple[bytes, int]:
    """Return what the work gives in a forked child, and the child's wait status; the child's state is thrown away."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reader)
            with os.fdopen(writer, "wb") as pipe:
                pipe.write(work())
            status = 0
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        answer = pipe.read()
    _, ended = os.waitpid(child, 0)
    return answer, ended


def judge(block: Mapping[str, Any], reference: bytes, submission: bytes, dialect: Dialect = "dseval") -> dict[str, Any]:
    """Compare two packed collections; return the fields of a `Judgement`."""
    try:
        return judgement(validators.build(block, dialect).judge(unpack(reference), unpack(submission)))
    except ValidatorError as error:
        return at_fault(str(error))


def at_fault(reason: str) -> dict[str, Any]:
    """Return the judgement that says: the validator or the reference is at fault, not the submission."""
    return {"correct": "no", "category": "validator_error", "reason": reason, "parts": []}


def judgement(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as the fields of a `Judgement`."""
    return {
        "correct": verdict.correct,
        "category": verdict.category,
        "reason": plain(verdict.reason, 10_000),
        "parts": [judgement(part) for part in verdict.parts],
        "subject": plain(verdict.subject, NAME),
        "kind": verdict.kind,
        "how": list(verdict.how),
        "errors": [plain(name, NAME) for name in verdict.errors[:MOST]],
        "differences": [[plain(text, CELL) for text in each] for each in verdict.differences[:MOST]],
    }
