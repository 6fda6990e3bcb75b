"""Evidence: the values that a validator needs of one execution, packed for the process that judges them."""

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
from authoring.sandbox.inside.protocol import Buffer
from authoring.sandbox.inside.serialization import pack, packed_parts, unpack
from authoring.sandbox.inside.serialization.faithfulness import pack_for_submission
from authoring.validators.base import Dialect, Execution, ValidatorError


@dataclass(slots=True)
class ReferenceEvidence:
    """The evidence that was collected of a reference."""

    digest: str
    fault: str = ""
    """Why the validator block or the reference is at fault; then there is no evidence."""
    asks: Callable[[], bytes] = bytes
    """Returns the request to a submission's process, packed: what it has to collect."""
    parts: Callable[[], tuple[Buffer, ...]] = tuple
    """Returns all the evidence, packed, in parts, which the next cell may change with the collected values."""

    def packed(self) -> bytes:
        """Return all the evidence, packed; as `parts`."""
        return b"".join(self.parts())


def collect(execution: Execution, block: Mapping[str, Any], dialect: Dialect = "dseval") -> ReferenceEvidence:
    """Collect the evidence of a reference; a fault of the block or the reference is part of it."""
    try:
        validator = validators.build(block, dialect)
        collected = validator.collect(execution, None)
    except ValidatorError as error:
        return ReferenceEvidence("", str(error))
    parts = [(name, digest(value)) for name, value in sorted(collected.items.items())]
    evidence_digest = None if None in dict(parts).values() else digest(parts)
    # Without a digest of every value, the packed bytes tell at least whether the same would travel.
    evidence_digest = evidence_digest or hashlib.blake2b(pack(collected), digest_size=16).digest()
    return ReferenceEvidence(
        evidence_digest.hex(),
        "",
        lambda: pack_for_submission(validator.disclose(collected)),
        lambda: packed_parts(collected),
    )


def collect_asked(
    execution: Execution, block: Mapping[str, Any], request: Buffer, dialect: Dialect = "dseval"
) -> tuple[bytes, str]:
    """Collect the evidence that a request asks of a submission; return it packed, and the fault of the block, if any.

    Raises:
        ValueError: the request is not one that was packed.
    """
    parts, fault = collect_parts(execution, block, request, dialect)
    return b"".join(parts), fault


def collect_parts(
    execution: Execution, block: Mapping[str, Any], request: Buffer, dialect: Dialect
) -> tuple[tuple[Buffer, ...], str]:
    """Collect as `collect_asked` does, and return what is packed in parts."""
    try:
        return packed_parts(validators.build(block, dialect).collect(execution, unpack(request))), ""
    except ValidatorError as error:
        return (), str(error)


def collect_in_fork(execution: Execution, block: Mapping[str, Any], dialect: Dialect) -> ReferenceEvidence:
    """Collect in a throw-away fork, so that functions called by the validator leave the session as it is."""

    def work() -> bytes:
        evidence = collect(execution, block, dialect)
        asks = evidence.asks()
        head = json.dumps([evidence.digest, evidence.fault, len(asks)]).encode() + b"\n"
        return b"".join((head, asks, *evidence.parts()))

    # Request and evidence are both packed inside the fork, where the collected values are.
    answer, status = in_fork(work)
    head, separator, body = answer.partition(b"\n")
    if not separator:
        number = os.waitstatus_to_exitcode(status)
        cause = signal.Signals(-number).name if number < 0 else f"exit status {number}"
        return ReferenceEvidence("", f"the process that called the reference's functions ended by {cause}")
    evidence_digest, fault, size = json.loads(head)
    return ReferenceEvidence(evidence_digest, fault, lambda: body[:size], lambda: (body[size:],))
