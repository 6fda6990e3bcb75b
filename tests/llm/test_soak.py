"""The fault soak: whatever a provider and a machine do, no seed is forgotten, nothing is paid twice, and sums agree.

The real client and the real ledger run against a server of their own process. See `soak_script` for the faults.
"""

import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from authoring.llm.ledger import Ledger
from tests.llm import soak_client, soak_script
from tests.llm.server import LoopbackServer, served_by

ROOT = Path(__file__).parents[2]
UNSENT = {"reset", "reset-middle", "hang", "truncate"}
"""Faults with which no reply leaves the server whole."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Run the server as a process, and yield its address."""
    port_file = folder / "port"
    script = "tests.llm.soak_script:say"
    command = [sys.executable, "-m", "tests.llm.server", "--port-file", str(port_file), "--script", script]
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            deadline = time.monotonic() + 120
            while not port_file.exists():
                assert process.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.02)
            yield port_file.read_text()
        finally:
            process.kill()


def replied(ledger: Path) -> int:
    """Return how many replies a ledger keeps, read from beside."""
    if not ledger.exists():
        return 0
    with closing(sqlite3.connect(f"file:{ledger}?mode=ro", uri=True, timeout=60)) as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM replies").fetchone()[0])
        except sqlite3.OperationalError:
            return 0  # no table yet


def kill_in_the_middle(process: subprocess.Popen[bytes], ledger: Path, chance: random.Random, most: int) -> None:
    """Let a process get some replies, then end it at any moment."""
    target = replied(ledger) + chance.randint(1, most)
    while process.poll() is None and replied(ledger) < target:
        time.sleep(0.01)
    time.sleep(chance.uniform(0, 0.03))
    process.send_signal(signal.SIGKILL)
    process.wait()


def check(folder: Path, served: list[dict[str, Any]], *, seeds: int) -> Counter[str]:
    """Assert the laws of the soak, and return its counts.

    Args:
        folder: where the client left `ends` and `ledger.sqlite`.
        served: what the server says it did.
        seeds: how many were asked for.
    """
    ends = dict(line.split("\t", 1) for line in (folder / "ends").read_text().splitlines())
    with Ledger(folder / "ledger.sqlite") as ledger:
        entries = ledger.entries()
        totals = {total.name: total for total in ledger.totals("subject")}
    whole = Counter[str]()
    billed: dict[str, list[tuple[int, int, int]]] = {}
    for one in served:
        subject = one["call"]["messages"][0].removeprefix("Write problems for ").rstrip(".")
        fault = one["answer"]["fault"]
        if one["answer"]["status"] != 200 or one["answer"]["body"] is not None or fault in UNSENT:
            continue
        tokens = one["tokens"]
        billed.setdefault(subject, []).append((tokens["prompt"], tokens["cached"], tokens["output"]))
        whole[subject] += fault == ""

    # Every seed ends in a draft or in a failure that names it.
    assert sorted(ends) == sorted(f"seed-{number}" for number in range(seeds))
    assert {entry.outcome for entry in entries} <= {"replied", "failed", "lost", "dropped"}
    drafts = {entry.subject for entry in entries if entry.outcome == "replied"}
    for subject, end in ends.items():
        if subject not in drafts or len(end) != 64:
            assert end.startswith(f"CallError: {subject}: write: no reply from scripted after ")

    # No reply is paid twice, but for those that were under way when their process was killed.
    lost = Counter(entry.subject for entry in entries if entry.outcome == "lost")
    assert Counter(entry.subject for entry in entries if entry.outcome == "replied") == Counter(drafts)
    assert [subject for subject, count in whole.items() if count > 1 + lost[subject]] == []

    # The ledger's sum of each seed is the server's; where a call was lost, the server may have counted more.
    counted = {
        subject: (total.prompt, total.cached, total.output) for subject, total in totals.items() if not lost[subject]
    }
    sums = {subject: tuple(map(sum, zip(*billed.get(subject, [(0, 0, 0)]), strict=True))) for subject in counted}
    assert counted == sums
    for subject in lost:
        ours, theirs = totals[subject], billed.get(subject, [])
        assert ours.prompt <= sum(prompt for prompt, _, _ in theirs)
        assert ours.output <= sum(output for _, _, output in theirs)
    return Counter(
        seeds=seeds,
        drafts=len(drafts),
        failures=sum(len(end) != 64 for end in ends.values()),
        tries=len(served),
        faults=sum(one["answer"]["status"] != 200 or one["answer"]["fault"] != "" for one in served),
        failed_calls=sum(entry.outcome == "failed" for entry in entries),
        lost=sum(lost.values()),
        dropped=sum(entry.outcome == "dropped" for entry in entries),
        twice=sum(count - 1 for count in whole.values() if count > 1),
    )


@pytest.mark.exhaustive
def test_faults_of_every_kind_in_one_process(tmp_path: Path) -> None:
    """60 seeds with 30 % faults: each ends in a draft or a named failure, nothing twice, and sums agree."""
    with LoopbackServer(soak_script.say) as server:
        soak_client.ask(server.url, tmp_path / "ledger.sqlite", 60, tmp_path / "ends")
        counts = check(tmp_path, served_by(server.url), seeds=60)

    assert counts["lost"] == counts["twice"] == 0
    assert counts["faults"] > 10


@pytest.mark.soak
def test_two_processes_share_a_ledger(tmp_path: Path) -> None:
    """Two commands that want the same 150 replies at once get them all, and each is paid once."""
    with serving(tmp_path) as url:
        ends = [tmp_path / "ends", tmp_path / "other"]
        arguments = [[url, str(tmp_path / "ledger.sqlite"), str(end), "150"] for end in ends]
        command = [sys.executable, "-m", "tests.llm.soak_client"]
        with (
            subprocess.Popen([*command, *arguments[0]], cwd=ROOT) as one,
            subprocess.Popen([*command, *arguments[1]], cwd=ROOT) as other,
        ):
            assert (one.wait(600), other.wait(600)) == (0, 0)
        counts = check(tmp_path, served_by(url), seeds=150)

    assert counts["twice"] == counts["lost"] == counts["dropped"] == 0
    both = [dict(line.split("\t") for line in end.read_text().splitlines()) for end in ends]
    drafts = [{seed: end for seed, end in all_.items() if len(end) == 64} for all_ in both]
    # A seed that one of them found filtered, the other may have asked with more luck.
    assert all(drafts[0][seed] == drafts[1][seed] for seed in drafts[0].keys() & drafts[1].keys())
    assert len(drafts[0].keys() | drafts[1].keys()) == counts["drafts"]


@pytest.mark.soak
def test_a_thousand_seeds_and_ten_kills(tmp_path: Path) -> None:
    """1,000 drafting calls, 30 % faults, ten SIGKILLs: every seed ends, nothing is paid twice, the ledger adds up."""
    chance = random.Random(20_261_122)
    ledger = tmp_path / "ledger.sqlite"
    began = time.monotonic()
    with serving(tmp_path) as url:
        arguments = [url, str(ledger), str(tmp_path / "ends"), "1000"]
        command = [sys.executable, "-m", "tests.llm.soak_client", *arguments]
        kills = 0
        for _ in range(10):
            with subprocess.Popen(command, cwd=ROOT) as process:
                kill_in_the_middle(process, ledger, chance, 120)
                kills += process.returncode == -signal.SIGKILL
        subprocess.run(command, cwd=ROOT, check=True, timeout=900)
        counts = check(tmp_path, served_by(url), seeds=1_000)

    print(dict(counts), f"kills={kills}", f"{time.monotonic() - began:.1f} s")  # noqa: T201 - figures for the closing note
    assert kills == 10
    assert counts["lost"] <= 10 * soak_client.THREADS
    assert counts["twice"] <= counts["lost"]
    assert 0 < counts["failures"] == 1_000 - counts["drafts"] < 60
