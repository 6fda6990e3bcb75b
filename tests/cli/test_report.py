"""``authoring report yield``: what came of the runs of a workspace."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from authoring.api.model_pool import LEDGER
from authoring.gate.admission import admit_draft
from authoring.gate.dry_run import dry_run
from authoring.llm.ledger import Ledger
from authoring.llm.port import Message, Reply, Request, Usage
from authoring.records.decision import Action, Decision
from authoring.records.draft import Draft, DraftingInputs
from authoring.records.evidence import Evidence
from authoring.records.run import RunSettings
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace import Workspace
from authoring.workspace.journal import Journal, read_settings, read_steps

Cli = Callable[..., Any]
MADE = DraftingInputs(model="tiny", guides=(("write", "aaaa1111bbbb"),), prompts=(("system", "cccc"),), examples=("wine",))


@pytest.fixture
def proved(drafted: Workspace, draft: Draft, evidence_of: Callable[..., Evidence]) -> Workspace:
    """Return a workspace with a run by a model that was proved and admitted, and its calls in the ledger."""
    path = drafted.journal_path("penguins")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        if line.get("stage") == "write_draft":
            line["output"]["made_with"] = MADE.model_dump(mode="json")
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    evidence = evidence_of(draft.text)
    seed = drafted.read_seed("penguins")
    last = datetime.fromtimestamp(read_steps(path)[-1].time, UTC)
    decision = Decision(draft=draft.sha256, action=Action.ADMIT, reviewer="Ana", time=last + timedelta(minutes=7))
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
    usage = Usage(prompt=700, cached=500, output=200)
    ledger.reply(number, Reply(text="x", model="tiny", usage=usage), cost=3_000_000, currency="USD")


def test_yield_of_a_workspace(cli: Cli, proved: Workspace) -> None:
    """From journal and ledger: how far the draft came, with what it was made, tokens, money and minutes a problem."""
    answer = cli("report", "yield", "--json", "--workspace", proved.root).json
    total = answer["total"]

    assert total["funnel"] == {"asked": 1, "written": 1, "parsed": 1, "linted": 1, "dry_run": 1, "admitted": 1}
    assert (total["problems"], total["calls"], total["prompt"], total["cached"]) == (3, 2, 1_400, 1_000)
    assert total["tokens_per_problem"] == 600
    assert total["money_per_problem"] == [{"currency": "USD", "nano": 2_000_000}]
    assert 6.9 < total["minutes"] <= 7.1
    assert answer["other_calls"] == 1
    assert [(part["aspect"], part["name"], part["version"]) for part in answer["parts"]] == [
        ("model", "tiny", ""),
        ("guide", "write", "aaaa1111bbbb"),
        ("prompt", "system", "cccc"),
        ("example", "wine", "with"),
    ]


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
    other = drafted.journal_path("other")
    other.parent.mkdir(parents=True)
    Path(other).write_text("{}\n")
    answer = cli("report", "yield", "--json", "--workspace", drafted.root).json

    assert answer["total"]["funnel"] == {
        **dict.fromkeys(("written", "parsed", "linted", "dry_run", "admitted"), 0),
        "asked": 1,
    }
    assert len(answer["troubles"]) == 1
