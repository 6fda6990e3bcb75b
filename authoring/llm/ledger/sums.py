"""What is read from the ledger: calls one by one, and sums of them."""

import sqlite3
from datetime import UTC, datetime
from typing import Any, Final

from authoring.llm.port import Failure
from authoring.llm.pricing import By, CallEntry, Cost, Spent

ENTRIES: Final = """
SELECT id, purpose, subject, model, prompt_hash, outcome, asked, ended, tries, prompt, cached, output, estimated, cost,
  currency, batch, seconds, request_id, (SELECT group_concat(failure) FROM failures WHERE call = id)
FROM calls {where} ORDER BY id
"""

COLUMNS: Final[dict[By, str]] = {"subject": "subject", "purpose": "purpose", "model": "model"}

WHERE: Final = "WHERE asked >= ? AND ? IN ('', subject)"

SUMS: Final = """
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


def sums(connection: sqlite3.Connection, by: By | None, *, since: datetime | None, subject: str) -> tuple[Spent, ...]:
    """Return sums of calls, as `Ledger.totals` tells them."""
    name = COLUMNS[by] if by else "''"
    arguments = (since.timestamp() if since else 0.0, subject)
    costs: dict[str, list[Cost]] = {}
    for named, currency, nano in connection.execute(COSTS.format(name=name, where=WHERE), arguments):
        costs.setdefault(named, []).append(Cost(currency=currency, nano=nano))
    found = tuple(
        Spent(
            name=row[0],
            **dict(zip(_FIELDS, row[1:], strict=True)),
            costs=tuple(costs.get(row[0], ())),
        )
        for row in connection.execute(SUMS.format(name=name, where=WHERE), arguments).fetchall()
    )
    return found if found or by else (Spent(name=""),)


_FIELDS: Final = (
    *("calls", "replied", "failed", "lost", "dropped", "open", "tries", "uncounted"),
    *("prompt", "cached", "output", "estimated", "unpriced", "seconds"),
)


def entries(connection: sqlite3.Connection, *, since: datetime | None, subject: str) -> tuple[CallEntry, ...]:
    """Return calls, as `Ledger.entries` tells them."""
    arguments = (since.timestamp() if since else 0.0, subject)
    return tuple(_entry(row) for row in connection.execute(ENTRIES.format(where=WHERE), arguments).fetchall())


def _entry(row: tuple[Any, ...]) -> CallEntry:
    *fields, failures = row
    names = (
        *("id", "purpose", "subject", "model", "prompt_hash", "outcome", "asked", "ended", "tries", "prompt", "cached"),
        *("output", "estimated", "cost", "currency", "batch", "seconds", "request_id"),
    )
    values = dict(zip(names, fields, strict=True))
    for name in ("asked", "ended"):
        values[name] = None if values[name] is None else datetime.fromtimestamp(values[name], UTC)
    return CallEntry(**values, failures=tuple(Failure(one) for one in (failures or "").split(",") if one))
