"""A server that takes a second for every reply, for ``tests.llm.server --script bench.llm.latency:say``."""

from typing import Final

from tests.llm.wire import Answer, Call, Tokens

LATENCY: Final = 1.0
"""Seconds of every reply."""


def say(call: Call) -> Answer:
    """Answer with a problem set's worth of text."""
    return Answer("x = 1\n" * 1_000, delay=LATENCY, usage=Tokens(prompt=len(call.prompt) // 4, cached=0, output=2_000))
