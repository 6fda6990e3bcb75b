"""Estimates of tokens, against counts of a real tokeniser."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from authoring.llm.port import Message, Request
from authoring.llm.tokens import estimate_prompt, estimate_tokens
from authoring.records.base import Record
from authoring.records.sketch import Schema


class Counted(Record):
    """A text that was counted."""

    name: str
    tokens: int
    within: float
    """How far the estimate may be off, as a share."""
    text: str


CASES = TypeAdapter(list[Counted]).validate_python(
    yaml.safe_load((Path(__file__).parents[1] / "cases" / "llm" / "tokens.yml").read_text("utf-8"))
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_estimate_is_near_a_real_count(case: Counted) -> None:
    """Guides, code, problem sets and tables are estimated within 10 to 20 %, other scripts within 45 %."""
    assert estimate_tokens(case.text) == pytest.approx(case.tokens, rel=case.within)


@given(text=st.text())
def test_any_text_has_an_estimate(text: str) -> None:
    """No text is nothing, and none is more than a few tokens a character."""
    assert 0 <= estimate_tokens(text) <= 3 * len(text)


@given(text=st.text(alphabet=st.characters(codec="utf-8"), min_size=1, max_size=50))
def test_more_text_is_more_tokens(text: str) -> None:
    """Fifty times a text is far more than the text: nothing is passed over."""
    assert estimate_tokens((text + " word ") * 50) >= 25 * estimate_tokens(text)


def test_prompts_count_messages_and_schema() -> None:
    """A prompt is its messages, what separates them, and the schema; its stable part is the first messages alone."""
    guide, seed = "A guide. " * 100, "A seed. " * 10
    request = Request(
        purpose="sketch",
        subject="penguins",
        messages=(Message(role="system", content=guide), Message(role="user", content=seed)),
        stable=1,
    )

    stable = estimate_prompt(request, stable=True)
    assert stable == estimate_tokens(guide) + 4
    assert estimate_prompt(request) == stable + estimate_tokens(seed) + 7
    schema = Schema(name="sketch", text='{"type": "object"}')
    assert estimate_prompt(request.model_copy(update={"schema_": schema})) > estimate_prompt(request)
