"""Wall time of many calls at once against a server with a second of latency: ``python -m bench.llm``.

The whole way is measured: the `openai` client, patience, the budget, and a ledger on disk with every reply.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Final

from authoring.llm.budget import Budget
from authoring.llm.cache import open_cached_model
from authoring.llm.ledger import Ledger
from authoring.llm.models.openai.client import OpenAIModel
from authoring.llm.port import Message, Request
from authoring.llm.pricing import Price, Prices
from authoring.records.model_config import ModelChoice
from bench.llm.latency import LATENCY

ROOT = Path(__file__).parents[2]
PRICES: Final = Prices(date=date(2026, 1, 1), models=(Price(model="scripted", prompt=Decimal(1), output=Decimal(2)),))
PROMPT: Final = "Write a problem set about the columns of this table. " * 400


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Run the server as a process, so that it takes no time of the client's interpreter; yield its address."""
    port_file = folder / "port"
    script = "bench.llm.latency:say"
    command = [sys.executable, "-m", "tests.llm.server", "--port-file", str(port_file), "--script", script]
    with subprocess.Popen(command, cwd=ROOT) as process:
        try:
            while not port_file.exists():
                if process.poll() is not None:
                    sys.exit("the server did not start")
                time.sleep(0.02)
            yield port_file.read_text()
        finally:
            process.kill()


def request_of(number: int) -> Request:
    """Return what is asked for one of many seeds."""
    messages = Message(role="system", content=PROMPT), Message(role="user", content=f"Seed {number}.")
    return Request(purpose="write", subject=f"seed-{number}", messages=messages, stable=1)


def measure(url: str, ledger_path: Path, *, calls: int, concurrency: int) -> tuple[float, float]:
    """Return the seconds that calls took that were asked, and again when they were kept."""
    choice = ModelChoice(name="scripted", base_url=url, concurrency=concurrency)
    below = OpenAIModel(choice, key=None)
    budget = Budget(tokens=10**9, money=Decimal(10**6))
    taken = []
    with Ledger(ledger_path) as ledger, ThreadPoolExecutor(concurrency) as pool:
        model, _ = open_cached_model(below, choice, ledger, prices=PRICES, budget=budget)
        # The client's package takes a second to load, once per process.
        model.complete(request_of(-1))
        for _ in range(2):
            began = time.perf_counter()
            list(pool.map(lambda number: model.complete(request_of(number)), range(calls)))
            taken.append(time.perf_counter() - began)
    below.close()
    return taken[0], taken[1]


def main() -> None:
    """Measure, and print a line for each way."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--calls", type=int, default=200)
    options.add_argument("--concurrency", type=int, default=50)
    options.add_argument("--runs", type=int, default=3)
    chosen = options.parse_args()
    ideal = -(-chosen.calls // chosen.concurrency) * LATENCY
    print(f"{chosen.calls} calls at concurrency {chosen.concurrency}, {LATENCY:.0f} s each: {ideal:.0f} s at best")
    with tempfile.TemporaryDirectory() as made, serving(Path(made)) as url:
        for run in range(chosen.runs):
            asked, kept = measure(url, Path(made) / f"{run}.sqlite", calls=chosen.calls, concurrency=chosen.concurrency)
            print(f"run {run + 1}: asked {asked:.2f} s ({asked / ideal:.2f} of the best); kept before {kept:.3f} s")


if __name__ == "__main__":
    main()
