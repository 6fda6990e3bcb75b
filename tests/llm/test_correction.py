"""Whoever is asked again reads what was replied and what is wrong with it."""

import pytest

from authoring.llm.correction import MOST_FAULTS, MOST_REPLY, correction
from tests.llm.requests import REQUEST


def test_the_second_request_says_what_was_wrong() -> None:
    """It goes on from the first one and its reply, and no cache takes the two for one."""
    second = correction(REQUEST, "Seven.", ["it is no JSON", "'number' is absent"])

    assert second.messages[: len(REQUEST.messages)] == REQUEST.messages
    assert [message.role for message in second.messages[-2:]] == ["assistant", "user"]
    assert second.messages[-2].content == "Seven."
    assert "it is no JSON\n'number' is absent" in second.messages[-1].content
    assert second.identity != REQUEST.identity
    assert second.model_copy(update={"messages": REQUEST.messages}) == REQUEST


def test_two_replies_to_one_request_are_two_corrections() -> None:
    """Another reply, or another fault, is asked about by itself, and so is a third time."""
    requests = [correction(REQUEST, "a", ["x"]), correction(REQUEST, "b", ["x"]), correction(REQUEST, "a", ["y"])]
    requests.append(correction(requests[0], "a", ["x"]))

    assert len({request.identity for request in requests}) == 4


@pytest.mark.parametrize("reply", ["", " \n", "x" * 100_000])
def test_any_reply_can_be_shown(reply: str) -> None:
    """A reply without words is called that, and of a long one and of many faults a part is shown."""
    second = correction(REQUEST, reply, [f"fault {number} " + "y" * 1_000 for number in range(100)])

    assert 0 < len(second.messages[-2].content) <= MOST_REPLY + 5
    assert second.messages[-1].content.count("fault ") == MOST_FAULTS
