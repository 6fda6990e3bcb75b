"""``authoring models``: what a server offers and can do, in one line."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.llm.server import Answer, Call, LoopbackServer

Cli = Callable[..., Any]


@pytest.fixture(autouse=True)
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in an empty folder."""
    monkeypatch.chdir(tmp_path)


def words(_: Call) -> Answer:
    """Answer in words whatever is asked for, and count nothing."""
    return Answer("ready", counts=False)


def no_events(call: Call) -> Answer:
    """Answer as a server that knows no streams does: in one document."""
    return Answer(body='{"choices": [{"message": {"content": "ready"}}]}') if call.stream else Answer("ready")


def test_one_line_of_praise(cli: Cli) -> None:
    """A server that can do everything is told so in one line, and the next command uses it."""
    with LoopbackServer() as server:
        checked = cli("models", "check", "--model", "m", "--base-url", server.url)
        host = server.url.removeprefix("http://").removesuffix("/v1")
    first, last = checked.out.splitlines()

    assert checked.code == 0
    assert re.sub(r"\d\.\d s", "0.0 s", first) == f"{host} m: answers in 0.0 s, obeys a schema, streams, counts tokens"
    assert last == f"next: authoring draft SEED --model m --base-url {server.url}"
    assert len(server.calls) == 3


def test_one_line_of_what_is_missing(cli: Cli) -> None:
    """What a server cannot do is told with what is done instead; without a name its only model is taken."""
    with LoopbackServer(words, refuses=("stream_options", "max_tokens"), models=("only",)) as server:
        ignoring = cli("models", "check", "--base-url", server.url)
    with LoopbackServer(no_events, refuses=("response_format",)) as server:
        refusing = cli("models", "check", "--base-url", server.url, "--model", "m")

    assert " only: " in ignoring.out
    assert "ignores schemas (JSON is asked for in words), streams, counts no tokens (they are estimated)" in (
        " ".join(ignoring.out.split())
    )
    assert "does not know max_tokens, stream_options" in " ".join(ignoring.out.split())
    assert "refuses schemas (JSON is asked for in words), does not stream (replies come whole), counts tokens" in (
        " ".join(refusing.out.split())
    )


def test_records_for_programs(cli: Cli) -> None:
    """The record of a check and of a list."""
    with LoopbackServer(models=("b", "a")) as server:
        checked = cli("models", "check", "--model", "m", "--base-url", server.url, "--json").json
        listed = cli("models", "list", "--base-url", server.url, "--json").json

    assert (checked["json_schema"], checked["left_out"]) == ("obeyed", [])
    assert (checked["streams"], checked["counts"]) == (True, True)
    assert checked["usage"]["prompt"] > 0
    assert listed == {"names": ["a", "b"]}


def test_names_are_listed(cli: Cli) -> None:
    """One a line, and the next command checks the first."""
    with LoopbackServer(models=("b", "a")) as server:
        listed = cli("models", "list", "--base-url", server.url)

    assert listed.out.splitlines() == [
        "a",
        "b",
        f"next: authoring models check --model a --base-url {server.url}",
    ]


def test_what_cannot_be_checked(cli: Cli) -> None:
    """No key, no name among several, nobody there, no server behind the name: each an error with a hint."""
    with LoopbackServer(models=("b", "a")) as server:
        several = cli("models", "check", "--base-url", server.url)
    gone = cli("models", "check", "--base-url", server.url, "--model", "m")
    no_key = cli("models", "check", "--model", "gpt-5")
    folder = cli("models", "check", "--model", "scripted:x")

    assert [answer.code for answer in (several, gone, no_key, folder)] == [13, 13, 13, 2]
    assert "the server lists a, b" in several.err
    assert "nothing listens there" in gone.err
    assert "export OPENAI_API_KEY=" in no_key.err
    assert "no server behind it" in folder.err


def test_wrong_key_is_told_and_not_shown(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key goes to the server that stands beside it, and nowhere else."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-mine12345678")
    with LoopbackServer(key="sk-other") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        refused = cli("models", "check", "--base-url", server.url, "--model", "m")
    with LoopbackServer(key="sk-mine12345678") as server:
        unsent = cli("models", "check", "--base-url", server.url, "--model", "m")
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        accepted = cli("models", "check", "--base-url", server.url, "--model", "m")

    assert (refused.code, unsent.code, accepted.code) == (13, 13, 0)
    assert "was entered for" in unsent.err
    assert "export OPENAI_BASE_URL=" in unsent.err
    assert "answered 401" in refused.err
    assert "sk-" not in refused.out + refused.err + accepted.out + accepted.err
