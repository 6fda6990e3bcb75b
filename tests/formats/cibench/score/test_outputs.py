"""Blocks and figures stand where the evaluator's patterns find them, and no text makes the search slow."""

import re
import time

from hypothesis import given
from hypothesis import strategies as st

from authoring.formats.cibench.score.outputs import first_block, first_picture, value_shown

PARTS = ("execute_result:\n\n", "stdout:\n\n", "stderr:\n\n", "```\n", "\n```", "\n", "a", "```", "![fig-", "1](", ")")
TEXTS = st.lists(st.sampled_from(PARTS), max_size=14).map("".join)


def found(pattern: str, text: str) -> str | None:
    """Return the first group of the first match."""
    match = re.search(pattern, text, re.DOTALL)
    return match[1] if match else None


@given(TEXTS)
def test_blocks_are_those_of_the_patterns(text: str) -> None:
    """A value comes before what was printed, whatever fences stand in it."""
    result = found(r"execute_result:\n\n```\n(.*?)\n```", text)
    printed = found(r"stdout:\n\n```\n(.*?)\n```", text)

    assert value_shown(text) == (result if result is not None else printed)
    assert first_block(text) == found(r"```\n(.*?)\n```", text)


@given(TEXTS)
def test_figures_are_those_of_the_pattern(text: str) -> None:
    """The first link counts, whatever its number."""
    assert first_picture(text) == found(r"!\[fig-[0-9]*\]\((.*?)\)", text)


def test_a_hostile_text_takes_no_longer_than_a_long_one() -> None:
    """A million beginnings without an end are no work; the patterns would need hours."""
    started = time.process_time()

    assert first_block("```\na" + "``\n" * 1_000_000) is None
    assert first_picture("![fig-1](" * 1_000_000) is None
    assert time.process_time() - started < 20
