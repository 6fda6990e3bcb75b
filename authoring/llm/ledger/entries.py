"""Reading the ledger: calls one by one, and totals of calls."""

import sqlite3
from datetime import UTC, datetime
from typing import Any, Final, Literal

from authoring.llm.port import Failure
from authoring.llm.pricing import Cost
from authoring.records.base import Record

CallOutcome = Literal["asked", "sent", "submitted", "replied", "failed", "lost", "dropped"]
"""`asked`: in a process that lives, waiting for its turn. `sent`: under way. `submitted`: in a batch that a provider
works on. `lost`: interrupted while a try was under way, which may have been paid. `dropped`: interrupted while it
waited, so nothing was."""


Grouping = Literal["subject", "purpose", "model"]


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
    """The failures of the tries that gave no reply, in order."""
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
    """Duration of the try that returned the reply."""
    request_id: str = ""
    """The server's, or of the batch for `submitted`."""


class CallTotals(Record):
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
    """Number of tries of all calls."""
    uncounted: int = 0
    """Tries without a reply that a provider may have billed with an unknown number of tokens: timed out, broken off, or
    lost."""
    prompt: int = 0
    cached: int = 0
    output: int = 0
    estimated: int = 0
    """Calls whose tokens the server did not count."""
    costs: tuple[Cost, ...] = ()
    """One for each currency."""
    unpriced: int = 0
    """Replies of models without a price: what they cost is in no sum."""
    seconds: float = 0.0


# `group_concat` gathers the failures of a call into one text, as their names hold no comma.
ENTRIES: Final = """
SELECT id, purpose, subject, model, prompt_hash, outcome, asked, ended, tries, prompt, cached, output, estimated, cost,
  currency, batch, seconds, request_id, (SELECT group_concat(failure) FROM failures WHERE call = id)
FROM calls {where} ORDER BY id
"""


COLUMNS: Final[dict[Grouping, str]] = {"subject": "subject", "purpose": "purpose", "model": "model"}


CONDITION: Final = "WHERE asked >= ? AND ? IN ('', subject)"
OF_OWNER: Final = "WHERE ? IN ('', owner)"


TOTALS: Final = """
SELECT {name}, count(*),
  sum(outcome = 'replied'), sum(outcome = 'failed'), sum(outcome = 'lost'), sum(outcome = 'dropped'),
  sum(outcome IN ('asked', 'sent', 'submitted')),
  sum(tries),
  sum(outcome = 'lost') + sum((SELECT count(*) FROM failures WHERE call = id
    AND prompt + output = 0
    AND failure IN ('timeout', 'connection', 'empty', 'refused', 'filtered'))),
  sum(prompt), sum(cached), sum(output), sum(estimated), sum(outcome = 'replied' AND cost IS NULL), sum(seconds)
FROM calls {where} GROUP BY {name} ORDER BY sum(prompt + output) DESC, {name}
"""


COSTS: Final = """
SELECT {name}, currency, sum(cost) FROM calls {where} AND cost IS NOT NULL GROUP BY {name}, currency ORDER BY currency
"""


def call_totals(
    connection: sqlite3.Connection, by: Grouping | None, *, since: datetime | None, subject: str
) -> tuple[CallTotals, ...]:
    """Return totals of calls; see `Ledger.totals`."""
    name = COLUMNS[by] if by else "''"
    arguments = (since.timestamp() if since else 0.0, subject)
    costs: dict[str, list[Cost]] = {}
    for group, currency, nano in connection.execute(COSTS.format(name=name, where=CONDITION), arguments):
        costs.setdefault(group, []).append(Cost(currency=currency, nano=nano))
    totals = tuple(
        CallTotals(
            name=row[0],
            **dict(zip(_FIELDS, row[1:], strict=True)),
            costs=tuple(costs.get(row[0], ())),
        )
        for row in connection.execute(TOTALS.format(name=name, where=CONDITION), arguments).fetchall()
    )
    # SQL has no row for a grouping of no calls, and a person wants to read zeros.
    return totals if totals or by else (CallTotals(name=""),)


_FIELDS: Final = (
    *("calls", "replied", "failed", "lost", "dropped", "open", "tries", "uncounted"),
    *("prompt", "cached", "output", "estimated", "unpriced", "seconds"),
)


def call_entries(connection: sqlite3.Connection, *, owner: str = "") -> tuple[CallEntry, ...]:
    """Return the calls of one owner, or of all, in the order in which they were made."""
    return tuple(_entry(row) for row in connection.execute(ENTRIES.format(where=OF_OWNER), (owner,)).fetchall())


def _entry(row: tuple[Any, ...]) -> CallEntry:
    *fields, failures = row
    names = (
        # In the order of `ENTRIES`.
        *("id", "purpose", "subject", "model", "prompt_hash", "outcome", "asked", "ended", "tries", "prompt", "cached"),
        *("output", "estimated", "cost", "currency", "batch", "seconds", "request_id"),
    )
    values = dict(zip(names, fields, strict=True))
    for name in ("asked", "ended"):
        values[name] = None if values[name] is None else datetime.fromtimestamp(values[name], UTC)
    return CallEntry(**values, failures=tuple(Failure(name) for name in (failures or "").split(",") if name))
