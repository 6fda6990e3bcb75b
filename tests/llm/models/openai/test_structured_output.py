"""JSON is asked for by a schema or in words, and what fits the schema is told from what does not."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.llm.models.openai.structured_output import (
    IN_WORDS,
    contains_match,
    matches_schema,
    wire_schema,
    with_schema_in_words,
)
from authoring.llm.port import Message
from tests.llm.requests import REQUEST, SCHEMA, WANTS_JSON

GOOD = '{"number": 7}'


def test_a_request_for_text_stays_as_it_is() -> None:
    """Words are added only where JSON is wanted."""
    assert with_schema_in_words(REQUEST) is REQUEST


def test_the_last_turn_of_the_user_is_extended() -> None:
    """Turns still alternate, and what stands before is the same for a prompt cache."""
    worded = with_schema_in_words(WANTS_JSON)

    assert worded.schema_ is None
    assert worded.messages[:-1] == WANTS_JSON.messages[:-1]
    assert worded.messages[-1].content == f"{WANTS_JSON.messages[-1].content}\n\n{IN_WORDS}\n\n{SCHEMA.text}"


def test_words_follow_a_turn_of_the_model() -> None:
    """Where the model spoke last, the words are a turn of their own."""
    spoken = (*WANTS_JSON.messages, Message(role="assistant", content="{"))
    worded = with_schema_in_words(WANTS_JSON.model_copy(update={"messages": spoken}))

    assert worded.messages[:-1] == spoken
    assert worded.messages[-1].role == "user"


@pytest.mark.parametrize(
    ("text", "matches", "contains"),
    [
        (GOOD, True, True),
        (f"Here:\n```json\n{GOOD}\n```", False, True),
        ('{"number": "7"}', False, False),
        ('{"number": 7, "more": 1}', False, False),
        ("7", False, False),
        ("", False, False),
        ("[" * 10_000, False, False),
    ],
)
def test_what_fits_is_told_from_what_does_not(text: str, *, matches: bool, contains: bool) -> None:
    """A reply fits only whole; within fences or words a fitting part is found."""
    assert matches_schema(text, SCHEMA) is matches
    assert contains_match(text, SCHEMA) is contains


@given(st.text(max_size=200))
def test_any_reply_is_judged(text: str) -> None:
    """No reply is too strange, and what fits as a whole is also contained."""
    assert contains_match(text, SCHEMA) or not matches_schema(text, SCHEMA)


def test_the_wire_form_is_strict() -> None:
    """Servers enforce only strict schemas."""
    assert wire_schema(SCHEMA) == {"name": SCHEMA.name, "schema": json.loads(SCHEMA.text), "strict": True}
