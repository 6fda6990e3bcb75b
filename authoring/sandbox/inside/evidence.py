"""Evidence: what a validator needs of one execution, packed so that it can be carried to where it is judged.

Items are pickled one by one, so that one that cannot be pickled (or not be read where the reference lives) becomes an
`Opaque` and takes no other with it.
"""

import hashlib
import json
import os
import pickle
import signal
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from authoring import validators
from authoring.sandbox.inside.digest import digest
from authoring.sandbox.inside.views import guarded, plain, type_name
from authoring.validators.base import Collected, Execution, Opaque, ValidatorError, Verdict

LENGTH = struct.Struct("!I")
OPAQUE_TEXT = 500
NAME = 200
"""Characters of a variable's or an exception's name."""
CELL = 200
"""Characters of one value that differs."""
MOST = 20
"""Places that differ, and errors, that one verdict holds."""
LOOKING = frozenset(
    {"template", "crash", "result", "namespace_check", "namespace_intact", "stream", "and", "or"}
    | {"error", "execute_result", "Variables", "Intact", "stream_output"}
)
"""Validators that collect without calling code of the session, so that this may happen in the session itself."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What collecting gave."""

    packed: bytes
    digest: str
    fault: str = ""
    """Why the validator block or the reference is at fault; nothing is packed then."""


def only_looks(block: Any) -> bool:
    """Tell whether collecting for this validator block runs none of the session's code."""
    if not isinstance(block, Mapping):
        return True
    return LOOKING.issuperset(block) and all(only_looks(block[name]) for name in ("and", "or") if name in block)


def collect(execution: Execution, block: Mapping[str, Any], given: Collected | None) -> Evidence:
    """Collect and pack; a fault of the block or the reference is part of what is given back."""
    try:
        collected = validators.build(block).collect(execution, given)
    except ValidatorError as error:
        return Evidence(b"", "", str(error))
    packed = pack(collected)
    parts = [(name, digest(value)) for name, value in sorted(collected.items.items())]
    known = None if None in dict(parts).values() else digest(parts)
    known = known or hashlib.blake2b(packed, digest_size=16).digest()
    return Evidence(packed, known.hex())


def collect_apart(execution: Execution, block: Mapping[str, Any]) -> Evidence:
    """Collect in a throw-away fork, so that functions which are called leave the session as it is."""

    def work() -> bytes:
        evidence = collect(execution, block, None)
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


def judge(block: Mapping[str, Any], reference: bytes, submission: bytes) -> dict[str, Any]:
    """Compare two packed collections; return the fields of a `Judgement`."""
    try:
        return judgement(validators.build(block).judge(unpack(reference), unpack(submission)))
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


def pack(collected: Collected) -> bytes:
    """Return the items as bytes; those that cannot be pickled as `Opaque`."""
    parts = []
    for name, value in collected.items.items():
        data = _dumped(value)
        parts += [LENGTH.pack(len(name.encode())), name.encode(), LENGTH.pack(len(data)), data]
    return b"".join(parts)


def unpack(packed: bytes) -> Collected:
    """Return the items of `pack`; those that cannot be read here as `Opaque`.

    Raises:
        ValueError: the bytes are none that `pack` gave.
    """
    items: dict[str, Any] = {}
    position = 0
    try:
        while position < len(packed):
            name, position = _part(packed, position)
            data, position = _part(packed, position)
            items[name.decode()] = _loaded(data)
    except struct.error as error:
        raise ValueError("the evidence is cut off") from error
    return Collected(items)


def _part(packed: bytes, position: int) -> tuple[bytes, int]:
    (size,) = LENGTH.unpack_from(packed, position)
    start = position + LENGTH.size
    return packed[start : start + size], start + size


def _dumped(value: object) -> bytes:
    data = guarded(lambda: pickle.dumps(value, protocol=5), None)
    return data if data is not None else pickle.dumps(_opaque(value))


def _loaded(data: bytes) -> Any:
    nothing = Opaque("object", "that cannot be read outside its session")
    return guarded(lambda: pickle.loads(data), nothing)  # noqa: S301 - in a throw-away fork inside the sandbox


def _opaque(value: object) -> Opaque:
    return Opaque(guarded(lambda: type_name(value), "object"), plain(guarded(lambda: repr(value), ""), OPAQUE_TEXT))
