"""What was spent on models, for ``authoring report spending``."""

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, get_args

from rich.console import RenderableType

from authoring.cli.views.render import emit, next_command, plain, show, table
from authoring.errors import UsageError
from authoring.records.base import Record
from authoring.records.wording import counted
from authoring.workspace import Workspace

if TYPE_CHECKING:
    from authoring.llm.ledger.entries import CallTotals

AGO = re.compile(r"(\d{1,5})([dhm])")
UNITS = {"d": "days", "h": "hours", "m": "minutes"}


class SpentOn(Record):
    """One line of the report; tokens are those that were counted, money is text so that it stays exact."""

    name: str
    calls: int
    replied: int
    failed: int
    lost: int
    open: int
    tries: int
    tokens_in: int
    cached: int
    tokens_out: int
    money: dict[str, str]
    """Grouping currency."""
    unpriced: int
    uncounted: int
    seconds: float


class Spending(Record):
    """The report as ``--json`` gives it."""

    by: str
    since: datetime | None
    rows: tuple[SpentOn, ...]
    total: SpentOn


def spending(
    place: Workspace, *, by: str = "subject", since: str = "", subject: str = "", as_json: bool = False
) -> None:
    """Show what was spent on models in a workspace; the whole of ``authoring report spending`` but its options.

    Args:
        place: the workspace.
        by: ``subject`` (seed), ``purpose`` (stage) or ``model``.
        since: a date (``2026-11-22``), a time (``2026-11-22T10:00``) or how long ago (``7d``, ``12h``, ``30m``); empty
            for all there is.
        subject: only calls about this seed, set or module; empty for all.
        as_json: whether one JSON document is wanted.

    Raises:
        UsageError: `by` or `since` is nothing of the kind.
        WorkspaceError: the ledger cannot be read.
    """
    begin = since_of(since)
    rows, total = _read(place, by, begin, subject)
    if as_json:
        emit(Spending(by=by, since=begin, rows=tuple(_spent_on(row) for row in rows), total=_spent_on(total)))
        return
    show(*spending_view(rows, total, by=by))
    next_command("authoring report yield" if total.calls else "authoring draft SEED --model NAME --estimate")


def since_of(words: str) -> datetime | None:
    """Return the time that words name, None for none.

    Raises:
        UsageError: they name no time.
    """
    if not words:
        return None
    ago = AGO.fullmatch(words.strip())
    if ago:
        return datetime.now(UTC) - timedelta(**{UNITS[ago[2]]: int(ago[1])})
    try:
        # A time without a zone is the reader's.
        return datetime.fromisoformat(words.strip()).astimezone()
    except (ValueError, OverflowError):
        raise UsageError(f"--since {words}: is no time", hint="say 2026-11-22, 7d, 12h or 30m") from None


def _read(
    place: Workspace, by: str, since: datetime | None, subject: str
) -> tuple[tuple["CallTotals", ...], "CallTotals"]:
    from authoring.cli.asking import LEDGER
    from authoring.llm.ledger import Ledger
    from authoring.llm.ledger.entries import CallTotals, Grouping

    column = next((one for one in get_args(Grouping) if one == by), None)
    if column is None:
        raise UsageError(f"--by {by}: there is no such sum", hint="choose subject, purpose or model")
    path = place.root / ".authoring" / LEDGER
    if not path.is_file():
        return (), CallTotals(name="")
    with Ledger(path) as ledger:
        (total,) = ledger.totals(since=since, subject=subject)
        return ledger.totals(column, since=since, subject=subject), total


def spending_view(
    rows: tuple["CallTotals", ...], total: "CallTotals", *, by: str = "subject"
) -> tuple[RenderableType, ...]:
    """Return a table of what was spent, with a line of sums, and what the sums do not know.

    Args:
        rows: as `Ledger.totals` returns them.
        total: their sum, of the same calls.
        by: what each row is the sum of.
    """
    if not total.calls:
        return (plain("No model was asked here."),)
    head = {"subject": "seed", "purpose": "stage"}.get(by, by)
    made = table(head, "calls>", "failed>", "tries>", "tokens in>", "cached>", "tokens out>", "money>")
    for row in rows:
        made.add_row(*_cells(row, row.name))
    made.add_row(*_cells(total, "all"), style="bold")
    return (made, *(plain(line, "yellow") for line in _gaps(total)))


def _cells(row: "CallTotals", name: str) -> tuple[RenderableType, ...]:
    share = f"{row.cached / row.prompt:.0%}" if row.prompt else "-"
    return (
        plain(name),
        f"{row.calls:,}",
        f"{row.failed:,}" if row.failed else "-",
        f"{row.tries:,}",
        f"{row.prompt:,}",
        share,
        f"{row.output:,}",
        _money(row),
    )


def _money(row: "CallTotals") -> str:
    from authoring.llm.pricing import money

    amounts = " + ".join(money(cost.nano, cost.currency) for cost in row.costs)
    # A sum that leaves something out is shown as one.
    return f"{amounts} + ?" if amounts and row.unpriced else amounts or "?" if row.unpriced else amounts or "-"


def _gaps(total: "CallTotals") -> tuple[str, ...]:
    """Return what the sums leave out, in lines."""
    lines = []
    if total.unpriced:
        lines.append(f"{counted(total.unpriced, 'reply')} of models without a price: put them into prices.yaml")
    if total.lost:
        lines.append(f"{counted(total.lost, 'call')} lost when a run was killed: they may have been billed")
    if total.uncounted > total.lost:
        tries = counted(total.uncounted - total.lost, "try")
        lines.append(f"{tries} without a reply (timed out, broken off) that may have been billed")
    if total.estimated:
        lines.append(f"{counted(total.estimated, 'call')} whose tokens the server did not count: estimated")
    if total.open:
        lines.append(f"{counted(total.open, 'call')} under way")
    return tuple(line.replace("replys", "replies").replace("trys", "tries") for line in lines)


def _spent_on(row: "CallTotals") -> SpentOn:
    from decimal import Decimal

    from authoring.llm.pricing import NANO

    return SpentOn(
        name=row.name,
        calls=row.calls,
        replied=row.replied,
        failed=row.failed,
        lost=row.lost,
        open=row.open,
        tries=row.tries,
        tokens_in=row.prompt,
        cached=row.cached,
        tokens_out=row.output,
        money={cost.currency: f"{Decimal(cost.nano) / NANO:f}" for cost in row.costs},
        unpriced=row.unpriced,
        uncounted=row.uncounted,
        seconds=round(row.seconds, 3),
    )
