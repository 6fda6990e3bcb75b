"""What the ledger tells: calls, and sums of calls."""

from datetime import datetime
from typing import Literal

from authoring.llm.port import Failure
from authoring.records.base import Record

CallOutcome = Literal["asked", "sent", "submitted", "replied", "failed", "lost", "dropped"]
"""`asked`: in a process that lives, waiting for its turn. `sent`: under way. `submitted`: in a batch that a provider
works on. `lost`: interrupted while a try was under way, which may have been paid. `dropped`: interrupted while it
waited, so nothing was."""
By = Literal["subject", "purpose", "model"]


class CallEntry(Record):
    """One call of the ledger."""

    id: int
    purpose: str
    subject: str
    """The seed, set or module it was about."""
    model: str
    prompt_hash: str
    """`Request.identity`: of everything that shapes the reply but the model."""
    outcome: CallOutcome
    asked: datetime
    ended: datetime | None = None
    tries: int = 0
    failures: tuple[Failure, ...] = ()
    """Of the tries that gave no reply, in order."""
    prompt: int = 0
    """Tokens sent, of all tries that were counted; of these, `cached` were kept by the provider."""
    cached: int = 0
    output: int = 0
    estimated: bool = False
    """Whether the server did not count tokens and we did."""
    cost: int | None = None
    """Thousand-millionths of `currency`; None where the model has no price."""
    currency: str = ""
    batch: bool = False
    seconds: float = 0.0
    """Of the try that gave the reply."""
    request_id: str = ""
    """The server's, or of the batch for `submitted`."""


class Cost(Record):
    """Money in one currency."""

    currency: str
    nano: int
    """Thousand-millionths."""


class Spent(Record):
    """The sum of some calls."""

    name: str
    """The seed, purpose or model; empty for the sum of all."""
    calls: int = 0
    replied: int = 0
    failed: int = 0
    lost: int = 0
    dropped: int = 0
    open: int = 0
    """Under way, or in a batch."""
    tries: int = 0
    """Of all calls."""
    uncounted: int = 0
    """Tries without a reply that a provider may have billed, and of which nobody told us the tokens: timed out, broken
    off, or lost."""
    prompt: int = 0
    cached: int = 0
    output: int = 0
    estimated: int = 0
    """Calls whose tokens the server did not count."""
    costs: tuple[Cost, ...] = ()
    """By currency."""
    unpriced: int = 0
    """Replies of models without a price: what they cost is in no sum."""
    seconds: float = 0.0
