"""The client of OpenAI-compatible servers, held against the real package and a server on this machine."""

import json
import threading
from collections.abc import Callable
from contextlib import closing

import pytest

from authoring.errors import ModelError
from authoring.llm.models.openai.client import OpenAIModel
from authoring.llm.port import CallError, Failure, Finish, Message, TokenUsage
from authoring.records.model_config import Api, ModelChoice
from tests.llm import wire
from tests.llm.requests import KEY, REQUEST, SCHEMA, WANTS_JSON, failing, model, unheard
from tests.llm.server import Answer, Call, LoopbackServer, Tokens


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("api", ["chat", "responses"])
def test_reply_is_whole(api: Api, *, stream: bool) -> None:
    """Text, finish, counts and ids arrive in both interfaces, at once or as it comes."""
    heard: list[str] = []
    answer = Answer("naïve 🐧 text", usage=Tokens(90, 64, 7))
    with LoopbackServer(lambda _: answer) as server, model(server, api=api) as asked:
        reply = asked.complete(REQUEST, on_text=heard.append if stream else None)

    assert (reply.text, reply.finish, reply.model) == ("naïve 🐧 text", Finish.STOP, "m")
    assert reply.usage == TokenUsage(prompt=90, cached=64, output=7)
    assert reply.request_id.startswith("req-")
    assert "".join(heard) == (reply.text if stream else "")
    assert len(heard) > 1 or not stream
    assert [(served.call.messages, served.delivered) for served in server.calls] == [
        (("Write problems.", "About penguins."), True)
    ]


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("api", ["chat", "responses"])
def test_cut_reply_is_a_reply(api: Api, *, stream: bool) -> None:
    """What was cut at the limit comes back with a finish that says so."""
    with LoopbackServer(lambda _: Answer("half", finish="length")) as server, model(server, api=api) as asked:
        assert asked.complete(REQUEST, on_text=unheard if stream else None).finish is Finish.LENGTH


@pytest.mark.parametrize("stream", [False, True])
def test_what_is_not_counted_is_estimated(*, stream: bool) -> None:
    """Where the server counts nothing, we do, and say so."""
    with LoopbackServer(lambda _: Answer("some words", counts=False)) as server, model(server) as asked:
        used = asked.complete(REQUEST, on_text=unheard if stream else None).usage

    assert used.estimated
    assert used.prompt > 5
    assert used.output == 2


@pytest.mark.parametrize(
    "usage",
    [
        {"prompt_tokens": -5, "completion_tokens": -100},
        {"prompt_tokens": 90, "completion_tokens": -1},
        {"prompt_tokens": 10**30, "completion_tokens": 1.5, "total_tokens": "x"},
        {"prompt_tokens": 90, "completion_tokens": "7"},
        {"prompt_tokens": True, "completion_tokens": True},
        "many",
        [],
    ],
)
def test_counts_that_can_be_none_are_estimated(usage: object) -> None:
    """The reply is kept, since it is paid for, and no count makes a budget grow."""
    choice = {"message": {"role": "assistant", "content": "some words"}, "finish_reason": "stop"}
    body = json.dumps({"choices": [choice], "usage": usage})
    with LoopbackServer(lambda _: Answer(body=body)) as server, model(server) as asked:
        reply = asked.complete(REQUEST)

    assert (reply.text, reply.usage.estimated, reply.usage.output) == ("some words", True, 2)
    assert reply.usage.prompt > 5


@pytest.mark.parametrize("text", ["x = '\ud83d'", "\udc27 🐧", "\ud83d\ud83d"])
def test_half_characters_are_replaced(text: str) -> None:
    """JSON may write them, no file may hold them, and the rest of the reply is as it came."""
    choice = {"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    with LoopbackServer(lambda _: Answer(body=json.dumps({"choices": [choice]}))) as server, model(server) as asked:
        reply = asked.complete(REQUEST)

    assert reply.text == text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    assert len(server.calls) == 1


def test_wire(golden: Callable[[str, str], None]) -> None:
    """What is sent in each interface, with and without a schema, is what the golden file shows."""
    with LoopbackServer() as server:
        for api in ("chat", "responses"):
            with model(server, api=api, temperature=0.5, structured="schema") as asked:
                asked.complete(REQUEST)
                asked.complete(REQUEST, on_text=unheard)
                asked.complete(WANTS_JSON)
    bodies = [served.call.body for served in server.calls]

    golden("llm/openai_wire.json", json.dumps(bodies, indent=1) + "\n")


def test_cache_key_follows_the_stable_prefix() -> None:
    """Calls that begin alike share a key; where nothing is stable there is none."""
    other = REQUEST.model_copy(update={"messages": (REQUEST.messages[0], Message(role="user", content="About cats."))})
    changed = REQUEST.model_copy(update={"messages": (Message(role="system", content="Else."), REQUEST.messages[1])})
    with LoopbackServer() as server, model(server) as asked:
        for request in (REQUEST, other, changed, REQUEST.model_copy(update={"stable": 0})):
            asked.complete(request)
    first, second, third, fourth = (served.call.body.get("prompt_cache_key") for served in server.calls)

    assert first == second != third
    assert fourth is None


@pytest.mark.parametrize(
    ("refused", "left"),
    [
        (("prompt_cache_key",), "max_tokens"),
        (("temperature", "stream_options"), "max_tokens"),
        (("max_tokens",), "max_completion_tokens"),
        (("max_tokens", "max_completion_tokens"), None),
    ],
    ids=str,
)
def test_refused_parameters_are_left_out_and_remembered(refused: tuple[str, ...], left: str | None) -> None:
    """A parameter that the server does not know costs one 400, once, and no reply."""
    with LoopbackServer(refuses=refused) as server, model(server, temperature=0.0) as asked:
        replies = [asked.complete(REQUEST, on_text=unheard).text for _ in range(2)]
        gone = asked.dialect.unsupported
    bodies = [served.call.body for served in server.calls]

    assert replies == ["ok", "ok"]
    assert gone == tuple(sorted(refused))
    assert len(bodies) == 2
    assert all(name not in body for name in refused for body in bodies)
    assert left is None or all(body[left] == 500 for body in bodies)


def test_wrong_value_is_no_unknown_parameter() -> None:
    """A limit that is too large is the request's fault: leaving it out would hide it."""
    error = failing(Answer(status=400, message="max_tokens is too large: 500. This model supports at most 400."))

    assert error.failure is Failure.REQUEST
    assert "at most 400" in error.message


@pytest.mark.parametrize("api", ["chat", "responses"])
def test_schema_that_is_obeyed_costs_nothing_more(api: Api) -> None:
    """Where the first reply keeps to the schema, every call is one call, with the schema on the wire."""
    with LoopbackServer() as server, model(server, api=api) as asked:
        replies = [asked.complete(WANTS_JSON).text for _ in range(2)]

    assert replies == 2 * ['{"number": 7}']
    assert [served.call.schema for served in server.calls] == 2 * [json.loads(SCHEMA.text)]


@pytest.mark.parametrize("api", ["chat", "responses"])
def test_schema_that_is_refused_is_told_in_words(api: Api) -> None:
    """A 400 about schemas turns them into words, for good."""
    refused = "response_format" if api == "chat" else "text"
    script = say_if_told
    with LoopbackServer(script, refuses=(refused,)) as server, model(server, api=api) as asked:
        replies = [asked.complete(WANTS_JSON).text for _ in range(2)]

    assert replies == 2 * ['{"number": 8}']
    assert all(served.call.messages[1].endswith(SCHEMA.text) for served in server.calls)


def say_if_told(call: Call) -> Answer:
    """Answer in JSON only where the words ask for it."""
    return Answer('{"number": 8}' if "JSON schema" in call.prompt else "Seven, I think.", usage=Tokens(10, 0, 5))


def test_schema_that_is_ignored_is_asked_for_again_in_words_once() -> None:
    """The first reply shows it; both are paid for, and later calls go straight to words."""
    with LoopbackServer(say_if_told) as server, model(server) as asked:
        replies = [asked.complete(WANTS_JSON) for _ in range(2)]

    assert [reply.text for reply in replies] == 2 * ['{"number": 8}']
    assert [reply.usage.prompt for reply in replies] == [20, 10]
    assert [served.call.schema is None for served in server.calls] == [False, True, True]
    # The second request shows the reply that it was made for; the one after is a question of its own.
    assert ["Seven, I think." in served.call.prompt for served in server.calls] == [False, True, False]


def test_json_in_fences_is_not_asked_for_again() -> None:
    """A server that ignores the schema and still gives the JSON, in a fence, has answered."""
    with LoopbackServer(lambda _: Answer('Here:\n```json\n{"number": 9}\n```')) as server, model(server) as asked:
        assert '{"number": 9}' in asked.complete(WANTS_JSON).text
        assert asked.dialect.follows_schema is False
    assert len(server.calls) == 1


@pytest.mark.parametrize(("structured", "schemas"), [("schema", True), ("prompt", False)])
def test_schema_by_choice(structured: str, *, schemas: bool) -> None:
    """Who chose is not second-guessed."""
    with LoopbackServer(lambda _: Answer("no JSON")) as server, model(server, structured=structured) as asked:
        texts = [asked.complete(WANTS_JSON).text for _ in range(2)]

    assert texts == ["no JSON", "no JSON"]
    assert [served.call.schema is not None for served in server.calls] == [schemas, schemas]


def test_model_name_and_list() -> None:
    """The list of models is the server's, sorted; the name and fingerprint are the choice's."""
    with LoopbackServer(models=("b", "a")) as server, model(server) as asked:
        assert asked.list_names() == ("a", "b")
        assert asked.name == "m"
        assert server.url in asked.fingerprint


def test_many_threads_share_one_model() -> None:
    """Replies go to those who asked, and the first refusal teaches all."""
    with LoopbackServer(lambda call: Answer(call.messages[1]), refuses=("prompt_cache_key",)) as server:
        said: dict[str, str] = {}
        with model(server) as asked:

            def ask(number: int) -> None:
                turns = (REQUEST.messages[0], Message(role="user", content=f"number {number}"))
                said[f"number {number}"] = asked.complete(REQUEST.model_copy(update={"messages": turns})).text

            threads = [threading.Thread(target=ask, args=(number,)) for number in range(20)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

    assert len(said) == 20
    assert all(question == answer for question, answer in said.items())


def test_no_key_and_no_server_is_told_before_any_call() -> None:
    """OpenAI wants a key: the error names the variable, how to set it, and the way without one."""
    with pytest.raises(ModelError) as raised:
        OpenAIModel(ModelChoice(name="gpt-5"), key=None)

    assert raised.value.message == "no key for gpt-5 at OpenAI"
    assert "export OPENAI_API_KEY=" in raised.value.hint
    assert "--base-url" in raised.value.hint


def test_local_servers_get_a_dummy_key() -> None:
    """A base URL alone is enough, whatever the environment's base URL is."""
    with LoopbackServer(key="EMPTY") as server:
        choice = ModelChoice(name="m", base_url=server.url)
        with closing(OpenAIModel(choice, key=None)) as asked:
            assert asked.complete(REQUEST).text == "ok"


@pytest.mark.parametrize("key", ["two words", "schlüssel", "a\nb"])
def test_broken_keys_are_not_shown(key: str) -> None:
    """What cannot be a key is refused before it is sent, unseen."""
    with pytest.raises(ModelError) as raised:
        OpenAIModel(ModelChoice(name="m"), key=key)

    assert key not in raised.value.message + raised.value.hint


@pytest.mark.parametrize("url", ["localhost:8000", "ftp://x/v1", "http://", "http://me:secret@x/v1"])
def test_base_urls_are_checked(url: str) -> None:
    """What is no base URL is refused, and a password in one is not repeated."""
    with pytest.raises(ModelError) as raised:
        OpenAIModel(ModelChoice(name="m", base_url=url), key=None)

    assert "secret" not in raised.value.message + raised.value.hint


def test_key_is_nowhere() -> None:
    """A server that repeats the key in its error does not bring it into ours, nor does a repr."""
    error = failing(Answer(status=401, message=f"Incorrect API key provided: {KEY}; masked sk-ver*******456."))
    choice = ModelChoice(name="m", base_url="http://x/v1")

    assert KEY not in error.message + error.hint + repr(error)
    assert "sk-" not in error.message
    assert KEY not in repr(OpenAIModel(choice, key=KEY))


def test_callers_own_error_is_not_the_providers() -> None:
    """What the listener of a stream raises comes through as it is."""

    def stumble(_: str) -> None:
        raise ValueError("mine")

    with LoopbackServer() as server, model(server) as asked, pytest.raises(ValueError, match="mine"):
        asked.complete(REQUEST, on_text=stumble)


@pytest.mark.parametrize("api", ["chat", "responses"])
@pytest.mark.parametrize("kind", ["application/json", "text/plain", "text/event-stream", ""])
def test_whole_reply_to_a_request_for_a_stream_is_taken(api: Api, kind: str) -> None:
    """A server that knows no streams is paid once for each reply, and is not asked for a stream again.

    Whatever it calls what it sends: a document begins otherwise than events do.
    """

    def whole(call: Call) -> Answer:
        body = wire.responses if api == "responses" else wire.chat
        text = json.dumps(body(call, Answer("naïve text", usage=Tokens(90, 64, 7))))
        return Answer(body="\n\n" * 9 + text, headers={"content-type": kind})

    heard: list[str] = []
    with LoopbackServer(whole) as server, model(server, api=api) as asked:
        replies = [asked.complete(REQUEST, on_text=heard.append) for _ in range(2)]
        streamed = [served.call.stream for served in server.calls]

    assert {(reply.text, reply.finish) for reply in replies} == {("naïve text", Finish.STOP)}
    assert {reply.usage for reply in replies} == {TokenUsage(prompt=90, cached=64, output=7)}
    assert heard == ["naïve text"] * 2
    assert streamed == [True, False]


def test_server_that_refuses_streams_is_asked_without() -> None:
    """The refusal costs nothing, and the reply comes whole."""
    heard: list[str] = []
    with LoopbackServer(lambda _: Answer("ready"), refuses=("stream",)) as server, model(server) as asked:
        assert asked.complete(REQUEST, on_text=heard.append).text == "ready"

    assert heard == ["ready"]


def test_error_instead_of_a_stream_is_no_dialect() -> None:
    """A server that streams, and fails once in one document, is asked for streams afterwards."""
    answers = iter([Answer(body='{"error": {"message": "busy", "code": "503"}}'), Answer("ready")])
    with LoopbackServer(lambda _: next(answers)) as server, model(server) as asked:
        with pytest.raises(CallError, match="busy"):
            asked.complete(REQUEST, on_text=unheard)
        asked.complete(REQUEST, on_text=lambda _: None)
        streamed = [served.call.stream for served in server.calls]

    assert streamed == [True, True]
