"""Three small calls say what a server can do, held against a server on this machine."""

import pytest

from authoring.errors import ModelError
from authoring.llm.models.openai.server_check import QUESTION, check_server, list_model_names
from authoring.llm.port import CallError, Failure
from authoring.records.model_config import ModelChoice
from tests.llm.server import Answer, Call, LoopbackServer


def choice_of(server: LoopbackServer, name: str = "m") -> ModelChoice:
    """Return a model of a server."""
    return ModelChoice(name=name, base_url=server.url, timeout=60, tries=1)


def test_a_server_that_can_all() -> None:
    """A schema that contradicts the question is obeyed, replies stream, and tokens are counted by the server."""
    with LoopbackServer() as server:
        check = check_server(choice_of(server), key=None)

    assert (check.json_schema, check.streams, check.counts, check.left_out) == ("obeyed", True, True, ())
    assert check.server in server.url
    assert len(server.calls) == 3
    assert check.usage.prompt == sum(served.tokens.prompt for served in server.calls)


def test_a_schema_may_be_ignored_or_refused() -> None:
    """Both are told apart, because JSON is asked for in words in either case."""

    def refuse(call: Call) -> Answer:
        return Answer(status=400, body='{"error": {"message": "no"}}') if call.schema else Answer("ready")

    with LoopbackServer(lambda _: Answer("ready")) as server:
        assert check_server(choice_of(server), key=None).json_schema == "ignored"
    with LoopbackServer(refuse) as server:
        assert check_server(choice_of(server), key=None).json_schema == "refused"


def test_the_only_model_needs_no_name() -> None:
    """Where a server lists one model that one is checked; of several, the names are listed."""
    with LoopbackServer(models=["only"]) as server:
        assert list_model_names(choice_of(server, ""), key=None) == ("only",)
        assert check_server(choice_of(server, ""), key=None).model
        assert {served.call.body["model"] for served in server.calls} == {"only"}
    with LoopbackServer(models=["b", "a"]) as server, pytest.raises(ModelError, match="no model is named") as caught:
        check_server(choice_of(server, ""), key=None)
    assert "a, b" in caught.value.hint


def test_a_key_that_is_refused_ends_the_check() -> None:
    """A failure that concerns every call is no finding about the server."""
    refused = Answer(status=401, body='{"error": {"message": "bad key"}}')
    with LoopbackServer(lambda _: refused) as server, pytest.raises(CallError) as caught:
        check_server(choice_of(server), key=None)

    assert caught.value.failure is Failure.KEY


def test_what_drafting_cannot_use_ends_the_check() -> None:
    """A server that answers, and whose streams break off, is refused: drafting would fail at its first call."""
    with (
        LoopbackServer(lambda call: Answer("ready", fault="reset-middle" if call.stream else "")) as server,
        pytest.raises(CallError),
    ):
        check_server(choice_of(server), key=None)


def test_the_question_is_small() -> None:
    """What a check costs is next to nothing."""
    assert sum(len(message.content) for message in QUESTION.messages) < 100
