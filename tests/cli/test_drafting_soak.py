"""Many seeds drafted by a model that fails in every way, by a program that is killed again and again."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from authoring.llm.ledger import Ledger
from authoring.workspace import Workspace
from tests.cli.played import play
from tests.llm.server import Answer, Call, LoopbackServer
from tests.trusting import allow_all

Cli = Callable[..., Any]
SEEDS = [f"s{number:02}" for number in range(24)]
KILLS = 10
FAULTS = (
    Answer(status=429, headers={"retry-after": "0.1"}),
    Answer(status=429),
    Answer(status=503),
    Answer(fault="reset"),
    Answer(fault="reset-middle"),
    Answer(fault="truncate"),
    Answer(fault="empty"),
    Answer(fault="refusal"),
)

SETTINGS = """
[model]
name = "scripted"
base_url = "URL"
tries = 30
timeout = 120.0
"""


class Faulty:
    """A model that fails three times in ten, each call for itself, and takes its time."""

    def __init__(self) -> None:
        self._chance = random.Random(20_261_122)
        self._lock = threading.Lock()

    def __call__(self, call: Call) -> Answer:
        """Answer, or fail."""
        with self._lock:
            fault = self._chance.choice(FAULTS) if self._chance.random() < 0.3 else None
            delay = self._chance.random() * 0.2
        if fault is not None:
            return fault
        answer = play(call)
        return Answer(answer.text, delay=delay)


@pytest.mark.soak
def test_killed_drafting_ends_well_and_pays_once(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """Every seed ends in a draft or a named failure, no reply is paid twice, and the ledger adds up to the server's."""
    for name in SEEDS:
        (tmp_path / f"{name}.csv").write_text("species,mass\nAdelie,3750\nAdelie,4775\nChinstrap,4800\nGentoo,6300\n")
        cli("seed", "add", tmp_path / f"{name}.csv", "--licence", "CC0-1.0", "--workspace", bare.root)
    with LoopbackServer(_about_its_own_file(Faulty())) as server:
        (bare.root / "authoring.toml").write_text(SETTINGS.replace("URL", server.url))
        allow_all(bare)
        chance = random.Random(7)
        for _ in range(KILLS):
            _killed(bare.root, server, calls=chance.randint(1, 6), after=0.3 * chance.random())
        last = _program(bare.root)
        said, errors = last.communicate(timeout=900)
        with Ledger(bare.root / ".authoring" / "ledger.sqlite") as ledger:
            entries = ledger.entries()
        replies = Counter(_asked(served.call) for served in server.delivered if not served.answer.fault)

    assert last.returncode in {0, 13}, errors
    for name in SEEDS:
        assert any(line.startswith(f"{name}  ") for line in said.splitlines()), said
    outcomes = Counter(entry.outcome for entry in entries)
    extra = sum(count - 1 for count in replies.values())
    assert extra <= outcomes["lost"], (replies.most_common(5), outcomes)
    assert len(replies) <= outcomes["replied"] + outcomes["lost"] + outcomes["failed"]
    assert len({entry.prompt_hash for entry in entries if entry.outcome == "replied"}) == outcomes["replied"]


def _about_its_own_file(model: Callable[[Call], Answer]) -> Callable[[Call], Answer]:
    """Return a model that reads the file of the seed it is asked about."""

    def answer(call: Call) -> Answer:
        given = model(call)
        name = next((name for name in SEEDS if f"{name}.csv" in call.prompt), "penguins")
        return (
            Answer(given.text.replace("penguins.csv", f"{name}.csv"), delay=given.delay)
            if not (given.fault or given.status != 200)
            else given
        )

    return answer


def _asked(call: Call) -> str:
    return call.prompt


def _program(root: Path, seeds: Sequence[str] = SEEDS) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "authoring", "draft", *seeds, "--jobs", "12", "--workspace", str(root)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "COLUMNS": "200"},
    )


def _killed(root: Path, server: LoopbackServer, *, calls: int, after: float) -> None:
    """Start drafting, and kill it some seconds after the server has answered so many calls of it."""
    enough = len(server.calls) + calls
    program = _program(root)
    while len(server.calls) < enough and program.poll() is None:
        time.sleep(0.01)
    time.sleep(after)
    if program.poll() is None:
        os.killpg(program.pid, signal.SIGKILL)
    program.communicate()


@pytest.mark.soak
def test_interrupt_ends_soon_and_goes_on(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """After one ^C no further call begins, what was under way is kept, and the same command goes on from there."""
    for name in SEEDS[:3]:
        (tmp_path / f"{name}.csv").write_text("species,mass\nAdelie,3750\nAdelie,4775\nChinstrap,4800\nGentoo,6300\n")
        cli("seed", "add", tmp_path / f"{name}.csv", "--licence", "CC0-1.0", "--workspace", bare.root)
    released = threading.Event()

    def slow(call: Call) -> Answer:
        assert released.wait(300)
        return Answer(play(call).text, delay=1.5)

    with LoopbackServer(_about_its_own_file(slow)) as server:
        (bare.root / "authoring.toml").write_text(SETTINGS.replace("URL", server.url))
        allow_all(bare)
        program = _program(bare.root, SEEDS[:3])
        limit = time.monotonic() + 300
        while server.most_at_once < 3:
            assert time.monotonic() < limit
            time.sleep(0.05)
        program.send_signal(signal.SIGINT)
        assert program.stderr is not None
        assert any(line.startswith("stopping") for line in program.stderr)
        released.set()
        program.communicate(timeout=180)
        sent = len(server.delivered)
        again = _program(bare.root, SEEDS[:3])
        said, errors = again.communicate(timeout=300)
        asked = Counter(served.call.prompt for served in server.delivered)

    assert program.returncode == 130
    assert sent == 3
    assert again.returncode == 0, errors
    assert "3 drafts asked, 3 made" in said
    assert set(asked.values()) == {1}
