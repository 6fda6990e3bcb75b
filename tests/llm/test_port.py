"""What shapes a reply is in the identity of a request, and nothing else is."""

import pytest

from authoring.errors import ModelError
from authoring.llm.port import CallError, Failure, Message, Request, TokenUsage, request_label
from authoring.records.sketch import Schema

REQUEST = Request(purpose="write", subject="penguins", messages=(Message(role="user", content="Write."),))


@pytest.mark.parametrize("change", [{"purpose": "repair"}, {"subject": "wine"}, {"stable": 1}])
def test_what_does_not_shape_the_reply_is_left_out(change: dict[str, object]) -> None:
    """A reply is found again for another subject that asks the very same."""
    assert REQUEST.model_copy(update=change).identity == REQUEST.identity


@pytest.mark.parametrize(
    "change",
    [
        {"messages": (Message(role="user", content="Write!"),)},
        {"messages": (Message(role="user", content="Write.", pictures=("aGk=",)),)},
        {"schema_": Schema(name="a", text="{}")},
        {"max_output": 5},
        {"sample": 1},
    ],
)
def test_what_shapes_the_reply_is_in_it(change: dict[str, object]) -> None:
    """Another question is never answered by the reply to this one."""
    assert REQUEST.model_copy(update=change).identity != REQUEST.identity


def test_messages_without_pictures_are_written_as_ever() -> None:
    """A turn without pictures says nothing of them, and is read back the same."""
    message = REQUEST.messages[0]

    assert "pictures" not in message.model_dump()
    assert Message.model_validate(message.model_dump()) == message


def test_only_some_failures_pass() -> None:
    """Trying again helps against load, silence and lost connections, and never against a key or a bad request."""
    assert {failure for failure in Failure if not failure.passing} == {Failure.KEY, Failure.REQUEST, Failure.FILTERED}


def test_a_failed_call_is_a_model_error() -> None:
    """Whoever handles errors of models handles it; what was paid all the same is known."""
    error = CallError("penguins: write: empty", failure=Failure.EMPTY, usage=TokenUsage(prompt=7))

    assert isinstance(error, ModelError)
    assert (error.usage.prompt, error.tries, error.retry_after) == (7, 1, None)
    assert request_label(REQUEST) == "penguins: write"
