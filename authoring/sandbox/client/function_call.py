"""The answer of one of our own functions that a session's process was asked to call on untrusted data."""

import json

from authoring.dseal.model import Json
from authoring.errors import SeedError
from authoring.records.evidence import Limits
from authoring.sandbox.client.process import answer_or_fail
from authoring.sandbox.inside.protocol import Frame

UNREADABLE_HINT = "See whether another program can read it."


def answer_of_function(frame: Frame, limits: Limits) -> Json:
    """Return what the function gave.

    Raises:
        SeedError: the function refused the data, needed more memory than the limits allow, or gave nothing.
        SandboxError: the function failed.
    """
    if "refused" in frame.header:
        raise SeedError(str(frame.header["refused"]), hint=str(frame.header.get("hint", "")))
    if "out_of_memory" in frame.header:
        raise SeedError(
            f"reading the data needs more than max_memory = {limits.max_memory:g} MB",
            hint="Use a smaller part of it, or raise limits.max_memory in authoring.toml.",
        )
    try:
        answer: Json = json.loads(bytes(answer_or_fail(frame).body))
    except (ValueError, RecursionError) as error:
        raise SeedError("the data cannot be read: there was no answer", hint=UNREADABLE_HINT) from error
    return answer
