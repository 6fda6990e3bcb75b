"""One line asks, one line answers, and a line that cannot be read takes no other with it."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.llm.batch.jsonl import BatchResultLine, read_results, request_line
from authoring.llm.models.openai.errors import ErrorDetails
from authoring.llm.models.openai.payloads import Completion
from tests.llm.requests import REQUEST

CHAT = {
    "id": "x",
    "model": "m",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "hello"}}],
    "usage": {"prompt_tokens": 3, "completion_tokens": 1},
}


def line_of(**fields: Any) -> BatchResultLine:
    """Return the one line of a file."""
    (line,) = read_results(json.dumps({"custom_id": "a", **fields}).encode())
    return line


def test_a_request_is_one_line() -> None:
    """Line breaks in a text stay inside it, and the identity comes back with the answer."""
    line = request_line(REQUEST, "/v1/chat/completions", {"messages": "a\nb"})

    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert json.loads(line)["custom_id"] == REQUEST.identity
    assert json.loads(line)["body"] == {"messages": "a\nb"}


def test_a_completion_is_read() -> None:
    """A good answer is what the same server would have said at once, with the call's identifier."""
    content = line_of(response={"status_code": 200, "request_id": "r-1", "body": CHAT}).content("chat")

    assert isinstance(content, Completion)
    assert (content.text, content.request_id) == ("hello", "r-1")


@pytest.mark.parametrize(
    ("fields", "message", "status"),
    [
        ({"error": {"code": "batch_expired", "message": "too late"}}, "too late", None),
        ({}, "no reason was given", None),
        ({"response": {"status_code": 429, "body": {"error": {"message": "slow down"}}}}, "slow down", 429),
        ({"response": {"status_code": 500, "body": "<html>"}}, "no reason was given", 500),
        ({"response": {"status_code": 200, "body": {"choices": 5}}}, "the answer cannot be read", None),
    ],
)
def test_an_error_is_told_in_the_servers_words(fields: dict[str, Any], message: str, status: int | None) -> None:
    """Whatever stands in the place of a completion, there is a reason to show."""
    content = line_of(**fields).content("chat")

    assert isinstance(content, ErrorDetails)
    assert content.message.startswith(message)
    assert content.status == status or status is None


@given(st.binary(max_size=200))
def test_unreadable_lines_are_missing(garbage: bytes) -> None:
    """Garbage between two answers leaves both of them."""
    good = json.dumps({"custom_id": "a"}).encode()
    identities = [line.custom_id for line in read_results(good + b"\n" + garbage + b"\n" + good)]

    assert (identities[0], identities[-1]) == ("a", "a")
