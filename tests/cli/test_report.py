"""``authoring report``: what came of the runs of a workspace, and what was spent on models."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from authoring.api.models import LEDGER
from authoring.api.reports import parse_since, report_spending, report_yield
from authoring.errors import UsageError
from authoring.gate.admission import admit_draft
from authoring.gate.dry_run import dry_run
from authoring.llm.ledger import Ledger
from authoring.llm.port import Failure, Message, Reply, Request, TokenUsage
from authoring.records.decision import Action, Decision, ScreenTime
from authoring.records.draft import Draft, DraftingInputs
from authoring.records.evidence import Evidence
from authoring.records.run import RunSettings
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace import Workspace
from authoring.workspace.journal import Journal, append_decision, read_decisions, read_settings, read_steps

Cli = Callable[..., Any]

MADE = DraftingInputs(
    model="tiny", guides=(("write", "aaaa1111bbbb"),), prompts=(("system", "cccc"),), examples=("wine",)
)


@pytest.fixture
def proved(drafted: Workspace, draft: Draft, evidence_of: Callable[..., Evidence]) -> Workspace:
    """Return a workspace with a run by a model that was proved and admitted, and its calls in the ledger."""
    path = drafted.journal_path("penguins")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        if line.get("stage") == "write_draft":
            line["output"]["made_with"] = MADE.model_dump(mode="json")
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    path.with_name("journal.sums").unlink()
    evidence = evidence_of(draft.text)
    seed = drafted.read_seed("penguins")
    last = datetime.fromtimestamp(read_steps(path)[-1].time, UTC)
    decision = Decision(draft=draft.sha256, action=Action.ADMIT, reviewer="Ana", time=last + timedelta(hours=9))
    with Journal.open(path, read_settings(path, RunSettings)) as journal:
        assert evidence.dry_run is not None
        journal.record(
            dry_run,
            evidence.dry_run,
            draft.text,
            inputs=(),
            limits=journal.settings.limits,
            sandbox=LocalSandbox(),
            dialect="dseval",
        )
        # A night lies between the draft and the review, of which twelve minutes were spent at the screen.
        for minutes in (5, 7):
            journal.note_screen_time(ScreenTime(reviewer="Ana", time=decision.time, seconds=60 * minutes))
        journal.decide(decision)
        admission = admit_draft(seed, draft, evidence, decision, decisions=[decision], version="1")
        journal.record(admit_draft, admission, seed, draft, evidence, decision, decisions=[decision], version="1")
    with Ledger(drafted.root / ".authoring" / LEDGER) as ledger:
        for purpose in ("sketch", "write", "lessons"):
            _pay(ledger, purpose)
    return drafted


def _pay(ledger: Ledger, purpose: Any) -> None:
    request = Request(purpose=purpose, subject="penguins", messages=(Message(role="user", content=purpose),))
    number = ledger.begin(request, model="tiny", fingerprint="f")
    assert isinstance(number, int)
    usage = TokenUsage(prompt=700, cached=500, output=200)
    ledger.reply(number, Reply(text="x", model="tiny", usage=usage), cost=3_000_000, currency="USD")


def test_yield_of_a_workspace(cli: Cli, proved: Workspace) -> None:
    """From journal and ledger: how far the draft came, with what it was made, tokens, money and minutes a problem."""
    answer = cli("report", "yield", "--json", "--workspace", proved.root).json
    total = answer["total"]

    assert total["funnel"] == {"asked": 1, "written": 1, "parsed": 1, "linted": 1, "dry_run": 1, "admitted": 1}
    assert (total["problems"], total["calls"], total["prompt"], total["cached"]) == (3, 2, 1_400, 1_000)
    assert total["tokens_per_problem"] == 600
    assert total["money_per_problem"] == [{"currency": "USD", "nano": 2_000_000}]
    assert total["minutes"] == 12
    assert answer["other_calls"] == 1
    assert [(part["aspect"], part["name"], part["version"]) for part in answer["parts"]] == [
        ("model", "tiny", ""),
        ("guide", "write", "aaaa1111bbbb"),
        ("prompt", "system", "cccc"),
        ("example", "wine", "with"),
    ]


@pytest.mark.parametrize(
    ("actions", "decided", "problems"),
    [
        ([], 1, 3),
        ([Action.REOPEN], 1, 3),
        ([Action.REOPEN, Action.REVISE, Action.REJECT], 1, 0),
        ([Action.WITHDRAW], 1, 0),
        ([Action.REJECT, Action.REOPEN], 0, 0),
    ],
)
def test_the_last_word_counts(proved: Workspace, actions: list[Action], decided: int, problems: int) -> None:
    """What was taken out of the benchmark is not admitted any more, and what was taken up again is not decided."""
    path = proved.journal_path("penguins")
    last = read_decisions(path)[-1]
    for action in actions:
        append_decision(path, last.model_copy(update={"action": action}))
    total = report_yield(workspace=proved.root).total

    assert (total.admitted.of, total.problems) == (decided, problems)


def test_yield_is_shown(cli: Cli, proved: Workspace, golden: Callable[[str, str], None]) -> None:
    """Bars, what a problem costs, a line for each thing that drafts were made with, and how to read it."""
    answer = cli("report", "yield", "--workspace", proved.root)

    assert answer.code == 0
    golden("cli/yield.txt", answer.out)


def test_workspace_without_runs(cli: Cli, bare: Workspace) -> None:
    """Nothing was begun: that is said, and it is no error."""
    answer = cli("report", "yield", "--workspace", bare.root)

    assert answer.code == 0
    assert "no draft was begun" in answer.out


def test_run_that_has_no_draft_was_asked(cli: Cli, drafted: Workspace) -> None:
    """A run that stopped before a draft stood counts as asked, and no further; a broken journal is told."""
    path = drafted.journal_path("penguins")
    path.write_text(path.read_text().splitlines(keepends=True)[0])
    path.with_name("journal.sums").unlink()
    other = drafted.journal_path("other")
    other.parent.mkdir(parents=True)
    Path(other).write_text("{}\n")
    answer = cli("report", "yield", "--json", "--workspace", drafted.root).json

    assert answer["total"]["funnel"] == {
        **dict.fromkeys(("written", "parsed", "linted", "dry_run", "admitted"), 0),
        "asked": 1,
    }
    assert len(answer["troubles"]) == 1


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
        usage = TokenUsage(prompt=12_345, cached=9_000, output=4_000)
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
