"""What the server of the fault soak says: a text for each seed, a fault three times in ten, and to some nothing ever.

The text and what it costs depend on the prompt alone, so whoever knows how often a prompt was answered knows the bill.
"""

import random
import zlib
from collections.abc import Callable
from typing import Final

from tests.llm.wire import Answer, Call, Tokens

SHARE: Final = 0.30
SECONDS: Final = 0.01
"""That a reply takes."""

FAULTS: Final[tuple[tuple[float, Callable[[], Answer]], ...]] = (
    (4, lambda: Answer(status=429, headers={"retry-after": "0.05"})),
    (3, lambda: Answer(status=429, headers={"retry-after-ms": "20"})),
    (4, lambda: Answer(status=429)),
    (4, lambda: Answer(status=500)),
    (3, lambda: Answer(status=503, headers={"retry-after": "0.03"})),
    (1, lambda: Answer(status=408)),
    (1, lambda: Answer(status=502, body="<html>Bad gateway</html>")),
    (1, lambda: Answer(fault="hang")),
    (3, lambda: Answer(fault="reset")),
    (2, lambda: Answer(fault="reset-middle")),
    (3, lambda: Answer(fault="truncate")),
    (2, lambda: Answer(fault="empty")),
    (1, lambda: Answer(fault="no-choices")),
    (1, lambda: Answer(fault="refusal")),
    (1, lambda: Answer(fault="filter")),
    (1, lambda: Answer(status=200, body="")),
)
"""Weights, and what goes wrong."""

FOR_GOOD: Final = (Answer(fault="filter"), Answer(fault="refusal"), Answer(status=400), Answer(status=500))
"""What some seeds get whenever they are asked for: each of these for one seed in 200."""


def text_of(prompt: str) -> str:
    """Return the reply to a prompt."""
    return f"# %% problem\n# {prompt}\n" + "x = 1\n" * (1 + zlib.crc32(prompt.encode()) % 40)


def tokens_of(prompt: str) -> Tokens:
    """Return what the server counts for it."""
    return Tokens(prompt=100 + len(prompt), cached=64, output=len(text_of(prompt)) // 4)


def say(call: Call) -> Answer:
    """Answer a call, or do not."""
    chance = random.Random(call.number)
    place = zlib.crc32(call.prompt.encode()) % 200
    if place < len(FOR_GOOD):
        return FOR_GOOD[place]
    if chance.random() < SHARE:
        weights, faults = zip(*FAULTS, strict=True)
        answer: Answer = chance.choices(faults, weights)[0]()
        return answer
    return Answer(text_of(call.prompt), delay=SECONDS, usage=tokens_of(call.prompt))
