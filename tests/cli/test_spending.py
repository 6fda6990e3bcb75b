"""What ``authoring report spending`` shows."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from authoring.api.reports import parse_since, report_spending
from authoring.errors import UsageError
from authoring.llm.ledger import Ledger
from authoring.llm.port import Failure, Message, Reply, Request, Usage
from authoring.workspace import Workspace

DAY = datetime(2026, 11, 22, tzinfo=UTC)
HOUR = 3_600.0


def entered(ledger: Ledger, subject: str, model: str) -> int:
    """Enter a call."""
    request = Request(purpose="write", subject=subject, messages=(Message(role="user", content=subject),))
    number = ledger.begin(request, model=model, fingerprint=model)
    assert isinstance(number, int)
    return number


@pytest.fixture
def place(tmp_path: Path) -> Workspace:
    """Return a workspace in which models were asked, one call an hour."""
    (tmp_path / "authoring.toml").write_text("")
    times = iter(range(1_000))
    with Ledger(
        tmp_path / ".authoring" / "ledger.sqlite", clock=lambda: DAY.timestamp() + HOUR / 3 * next(times)
    ) as ledger:
        usage = Usage(prompt=12_345, cached=9_000, output=4_000)
        for subject, model, cost in (("penguins", "gpt-x", 1_250_000_000), ("wine\x1b[31m", "ours", None)):
            reply = Reply(text="text", model=model, usage=usage)
            ledger.reply(entered(ledger, subject, model), reply, cost=cost, currency="USD")
        failed = entered(ledger, "cars", "gpt-x")
        ledger.note_try(failed, Failure.TIMEOUT)
        ledger.fail(failed)
        lost = entered(ledger, "cars", "gpt-x")
        ledger.note_send(lost)
        ledger.abandon(lost)
    return Workspace(tmp_path)


@pytest.mark.parametrize("by", ["subject", "purpose", "model"])
def test_view(place: Workspace, by: str, cli: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    """Sums by seed, stage or model, the sum of all, and every gap in them, in lines."""
    golden(f"cli/spending-{by}.txt", cli("report", "spending", "--by", by, "--workspace", place.root).out)


def test_json_keeps_money_exact(place: Workspace) -> None:
    """Money is text, so no reader makes a float of it by accident."""
    report = report_spending(since="2026-11-22T00:00:00+00:00", subject="penguins", workspace=place.root)
    document = json.loads(report.model_dump_json())

    assert [row["name"] for row in document["rows"]] == ["penguins"]
    assert document["total"]["money"] == {"USD": "1.25"}
    assert document["total"]["tokens_in"] == 12_345


def test_since_leaves_out_what_was_before(place: Workspace) -> None:
    """Only calls from a time on are summed."""
    report = report_spending(since="2026-11-22T00:30:00+00:00", workspace=place.root)

    assert [row.name for row in report.rows] == ["wine\x1b[31m", "cars"]


def test_verb(place: Workspace, cli: Callable[..., Any]) -> None:
    """The verb passes its options on, and refuses what is no sum with the exit code of a wrong argument."""
    answer = cli("report", "spending", "--workspace", place.root, "--by", "model", "--seed", "cars", "--json")

    assert answer.code == 0
    assert [(row["name"], row["calls"]) for row in json.loads(answer.out)["rows"]] == [("gpt-x", 2)]
    refused = cli("report", "spending", "--workspace", place.root, "--by", "colour")
    assert (refused.code, "choose subject" in refused.err) == (2, True)


def test_nothing_was_asked(tmp_path: Path, cli: Callable[..., Any]) -> None:
    """A workspace without a ledger has none afterwards, and says so."""
    (tmp_path / "authoring.toml").write_text("")
    answer = cli("report", "spending", "--workspace", tmp_path)

    assert answer.out.startswith("No model was asked here.\n")
    assert not (tmp_path / ".authoring").exists()


def test_times_are_dates_or_ago() -> None:
    """A date, a time, or how long ago; what is none is told with examples."""
    assert parse_since("") is None
    ago = parse_since("12h")
    assert ago is not None
    assert abs(datetime.now(UTC) - timedelta(hours=12) - ago) < timedelta(minutes=1)
    assert parse_since("2026-11-22T10:00:00+00:00") == DAY + timedelta(hours=10)
    day = parse_since("2026-11-22")
    assert day is not None
    assert (day.year, day.day, day.hour, day.tzinfo is not None) == (2026, 22, 0, True)
    for words in ("yesterday", "-3d", "2026-13-01", "99999999d"):
        with pytest.raises(UsageError, match="is no time"):
            parse_since(words)


def test_unknown_sums_are_told(place: Workspace) -> None:
    """What there is no sum by is a mistake in the arguments."""
    with pytest.raises(UsageError, match="--by colour"):
        report_spending(by="colour", workspace=place.root)
