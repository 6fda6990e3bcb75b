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
from authoring.sandbox.inside.forks import in_fork
from authoring.sandbox.inside.serialization import pack, unpack
from authoring.validators.base import Dialect, Execution, ValidatorError


@dataclass(slots=True)
class Evidence:
    """What collecting of a reference gave."""

    digest: str
    fault: str = ""
    """Why the validator block or the reference is at fault; there is nothing else then."""
    asks: Callable[[], bytes] = bytes
    """Returns, packed, what a submission's process has to be told."""
    packed: Callable[[], bytes] = bytes
    """Returns all of it, packed; to be called before the next cell changes what was collected."""


def collect(execution: Execution, block: Mapping[str, Any], dialect: Dialect = "dseval") -> Evidence:
    """Collect of a reference; a fault of the block or the reference is part of what is given back."""
    try:
        validator = validators.build(block, dialect)
        collected = validator.collect(execution, None)
    except ValidatorError as error:
        return Evidence("", str(error))
    parts = [(name, digest(value)) for name, value in sorted(collected.items.items())]
    known = None if None in dict(parts).values() else digest(parts)
    known = known or hashlib.blake2b(pack(collected), digest_size=16).digest()
    return Evidence(known.hex(), "", lambda: pack(validator.asks(collected)), lambda: pack(collected))


def collect_asked(
    execution: Execution, block: Mapping[str, Any], asked: bytes, dialect: Dialect = "dseval"
) -> tuple[bytes, str]:
    """Collect of a submission what `Evidence.asks` asks for; return it packed, and why the block is at fault if it is.

    Raises:
        ValueError: what is asked is nothing that was packed.
    """
    try:
        return pack(validators.build(block, dialect).collect(execution, unpack(asked))), ""
    except ValidatorError as error:
        return b"", str(error)


def collect_apart(execution: Execution, block: Mapping[str, Any], dialect: Dialect) -> Evidence:
    """Collect in a throw-away fork, so that functions which are called leave the session as it is."""

    def work() -> bytes:
        evidence = collect(execution, block, dialect)
        asks = evidence.asks()
        return json.dumps([evidence.digest, evidence.fault, len(asks)]).encode() + b"\n" + asks + evidence.packed()

    answer, status = in_fork(work)
    head, found, body = answer.partition(b"\n")
    if not found:
        number = os.waitstatus_to_exitcode(status)
        cause = signal.Signals(-number).name if number < 0 else f"exit status {number}"
        return Evidence("", f"the process that called the reference's functions ended by {cause}")
    known, fault, size = json.loads(head)
    return Evidence(known, fault, lambda: body[:size], lambda: body[size:])
