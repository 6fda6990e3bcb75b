"""The loopback server, held against the real client: what other tests rely on."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import openai
import pytest
from openai.types.chat import ChatCompletionMessageParam

from tests.llm.server import Answer, LoopbackServer, Tokens, served_by

TEXT = "Say hello, please."
ASKED: list[ChatCompletionMessageParam] = [{"role": "user", "content": TEXT}]


@contextmanager
def client(server: LoopbackServer, timeout: float = 60) -> Iterator[openai.OpenAI]:
    """Give a real client of a server."""
    with openai.OpenAI(base_url=server.url, api_key="EMPTY", max_retries=0, timeout=timeout) as made:
        yield made


def ask(server: LoopbackServer, timeout: float = 60) -> str | None:
    """Return a reply's text."""
    with client(server, timeout) as asked:
        done = asked.chat.completions.create(model="m", messages=ASKED)
    return done.choices[0].message.content


def test_chat_whole_and_streamed() -> None:
    """The client gets text and counts, whole or in pieces; the server remembers both."""
    with LoopbackServer(lambda call: Answer(f"hello {call.number}", usage=Tokens(9, 4, 2))) as server:
        with client(server) as asked:
            whole = asked.chat.completions.create(model="m", messages=ASKED)
            pieces = list(
                asked.chat.completions.create(
                    model="m",
                    messages=ASKED,
                    stream=True,
                    stream_options={"include_usage": True},
                )
            )

        assert whole.choices[0].message.content == "hello 1"
        assert whole.usage
        assert whole.usage.prompt_tokens_details
        assert (whole.usage.prompt_tokens, whole.usage.prompt_tokens_details.cached_tokens) == (9, 4)
        assert "".join(piece.choices[0].delta.content or "" for piece in pieces if piece.choices) == "hello 2"
        assert pieces[-1].choices == []
        assert pieces[-1].usage
        assert [(served.call.messages, served.delivered) for served in server.calls] == 2 * [((TEXT,), True)]


def test_responses_whole_and_streamed() -> None:
    """The same in the other interface."""
    with LoopbackServer(lambda _: Answer("hello")) as server, client(server) as asked:
        whole = asked.responses.create(model="m", input="Say hello.")
        events = list(asked.responses.create(model="m", input="Say hello.", stream=True))

        assert whole.output_text == "hello"
        assert events[-1].type == "response.completed"
        assert events[-1].response.output_text == "hello"


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (Answer(status=429, headers={"retry-after": "300"}), openai.RateLimitError),
        (Answer(status=500), openai.InternalServerError),
        (Answer(fault="reset"), openai.APIConnectionError),
        (Answer(fault="reset-middle"), openai.APIConnectionError),
        (Answer(fault="hang"), openai.APITimeoutError),
        (Answer(fault="truncate"), ValueError),
    ],
    ids=str,
)
def test_faults(answer: Answer, error: type[Exception]) -> None:
    """The client sees each fault as what it is, and the server counts no whole reply."""
    with LoopbackServer(lambda _: answer) as server, pytest.raises(error):
        ask(server, timeout=0.5 if answer.fault == "hang" else 60)

    assert [served.delivered for served in server.calls] in ([False], [])


def test_parameters_and_keys_can_be_refused() -> None:
    """As old servers refuse what they do not know, and guarded ones whom they do not know."""
    with LoopbackServer(refuses=("messages",)) as server, pytest.raises(openai.BadRequestError, match="messages"):
        ask(server)
    with LoopbackServer(key="right") as server, pytest.raises(openai.AuthenticationError):
        ask(server)


def test_it_runs_as_a_process(tmp_path: Path) -> None:
    """Tests that kill have it outside, and read there what it served."""
    file = tmp_path / "port"
    command = [sys.executable, "-m", "tests.llm.server", "--port-file", str(file)]
    with subprocess.Popen(command, cwd=Path(__file__).parents[2]) as process:
        while not file.exists():
            time.sleep(0.01)
        url = file.read_text()
        with openai.OpenAI(base_url=url, api_key="EMPTY") as asked:
            asked.chat.completions.create(model="m", messages=ASKED)
        calls = served_by(url)
        process.kill()

    assert [(call["delivered"], call["call"]["body"]["model"]) for call in calls] == [(True, "m")]
