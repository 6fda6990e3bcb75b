"""The client of the fault soak, as a process to be killed: asks for a draft of every seed, says what came of each.

Started as ``python -m tests.llm.soak_client URL LEDGER ENDS SEEDS``. ENDS is a file of lines ``seed<TAB>end``, an end
being the text's hash or the error's class and message.
"""

import hashlib
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Final

from authoring.errors import ModelError
from authoring.llm.cache import CachedModel, open_cached_model
from authoring.llm.ledger import Ledger
from authoring.llm.models.openai.client import OpenAIModel
from authoring.llm.port import Message, Request
from authoring.llm.pricing import Price, Prices
from authoring.llm.retry import RetryPolicy
from authoring.records.model_config import ModelChoice

THREADS: Final = 32
PRICES: Final = Prices(
    date=date(2026, 1, 1),
    models=(Price(model="scripted", prompt=Decimal(2), cached=Decimal("0.5"), output=Decimal(8)),),
)
SEED_PROMPT: Final = "Write problems for seed-{number}."


def request_of(number: int) -> Request:
    """Return what is asked for a seed."""
    text = SEED_PROMPT.format(number=number)
    return Request(purpose="write", subject=f"seed-{number}", messages=(Message(role="user", content=text),))


def end_of(model: CachedModel, number: int) -> str:
    """Return what came of a seed: its draft, known by its hash, or a named failure."""
    try:
        reply = model.complete(request_of(number))
    except ModelError as error:
        return f"{type(error).__name__}: {' '.join(error.message.split())}"
    return hashlib.sha256(reply.text.encode()).hexdigest()


def ask(url: str, ledger_path: Path, seeds: int, ends: Path) -> None:
    """Ask for every seed, and write down each end when it is there."""
    choice = ModelChoice(name="scripted", base_url=url, timeout=5, tries=12, concurrency=THREADS)
    below = OpenAIModel(choice, key=None)
    with Ledger(ledger_path) as ledger, ends.open("w") as file:
        model, _ = open_cached_model(
            below, choice, ledger, prices=PRICES, policy=RetryPolicy(initial=0.01, maximum=0.1)
        )
        with ThreadPoolExecutor(THREADS) as pool:
            for number, end in enumerate(pool.map(lambda number: end_of(model, number), range(seeds))):
                file.write(f"seed-{number}\t{end}\n")
    below.close()


if __name__ == "__main__":
    ask(sys.argv[1], Path(sys.argv[2]), int(sys.argv[4]), Path(sys.argv[3]))
