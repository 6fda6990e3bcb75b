"""What is told to whoever looks on while a model is asked."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from authoring.llm.port import CallError, Reply, Request

What = Literal["asked", "failed-try", "waits", "replied", "kept", "failed"]
"""`kept`: the reply was asked and paid before, and costs nothing now. `waits`: for a server, a rate, or another process
that is asking the same."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to one call."""

    what: What
    request: Request
    text: str
    """One line for a person."""
    seconds: float = 0.0
    """Still to be waited, for `waits`."""
    reply: Reply | None = None
    cost: int | None = None
    """Thousand-millionths of the currency, for `replied` and `kept`; None where the model has no price."""
    error: CallError | None = None


OnEvent = Callable[[Event], None]
"""Called from the thread that asks; it should return soon, and what it raises ends the call."""


def named(request: Request) -> str:
    """Return what a request is, at the beginning of a line: ``penguins: write``."""
    return f"{request.subject}: {request.purpose}"
