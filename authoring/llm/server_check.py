"""What a server can do, found out with three small calls."""

import time
from typing import Final, Literal

from authoring.errors import ModelError
from authoring.llm.openai import OpenAIModel
from authoring.llm.port import CallError, Failure, Message, Request, Schema, Usage
from authoring.llm.structured import keeps_to
from authoring.records.base import Record
from authoring.records.model_config import ModelChoice

OPPOSED: Final = Schema(
    name="probe",
    text='{"type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"],'
    ' "additionalProperties": false}',
)
"""Nothing that the question asks for: whoever replies so was made to."""
QUESTION: Final = Request(
    purpose="check",
    subject="check",
    messages=(Message(role="user", content="Reply with the word: ready"),),
    max_output=2_000,  # a reasoning model thinks before the one word
)


class ServerCheck(Record):
    """What a server can do."""

    server: str
    """Host and port."""
    model: str
    answers_in: float
    """Seconds of a short reply."""
    json_schema: Literal["obeyed", "ignored", "refused"]
    """What becomes of a JSON schema on the wire; JSON is asked for in words unless it is obeyed."""
    streams: bool
    counts: bool
    """Whether tokens are counted by the server; else they are estimated."""
    left_out: tuple[str, ...]
    """Parameters that the server does not take."""
    usage: Usage
    """What the check spent."""


def check_server(choice: ModelChoice, *, key: str | None) -> ServerCheck:
    """Ask a server three small questions, and say what it can do.

    Args:
        choice: the model; without a name the one that the server lists, if it is the only one.
        key: the provider's.

    Raises:
        ModelError: it does not answer.
    """
    model = OpenAIModel(choice if choice.name else _only(choice, key), key=key)
    wire = OpenAIModel(_with(choice, name=model.name, structured="schema"), key=key)
    try:
        model.client()  # importing it is none of the server's time
        started = time.monotonic()
        plain = model.complete(QUESTION)
        seconds = time.monotonic() - started
        streams, streamed = _streams(model)
        told, schemed = _obeys(wire)
        return ServerCheck(
            server=model.server,
            model=plain.model,
            answers_in=round(seconds, 3),
            json_schema=told,
            streams=streams,
            counts=not plain.usage.estimated,
            left_out=model.dialect.gone,
            usage=_sum(plain.usage, streamed, schemed),
        )
    finally:
        model.close()
        wire.close()


def known_names(choice: ModelChoice, *, key: str | None) -> tuple[str, ...]:
    """Return the names of the models that a server lists, sorted.

    Raises:
        CallError: it does not say.
    """
    model = OpenAIModel(choice, key=key)
    try:
        return model.known_names()
    finally:
        model.close()


def _with(choice: ModelChoice, **changed: str) -> ModelChoice:
    return choice.model_copy(update=changed)


def _only(choice: ModelChoice, key: str | None) -> ModelChoice:
    names = known_names(choice, key=key)
    if len(names) != 1:
        listed = ", ".join(names[:5]) + (" ..." if names[5:] else "")
        raise ModelError("no model is named", hint=f"name one with --model; the server lists {listed or 'none'}")
    return _with(choice, name=names[0])


def _streams(model: OpenAIModel) -> tuple[bool, Usage]:
    pieces: list[str] = []
    try:
        reply = model.complete(QUESTION, on_text=pieces.append)
    except CallError as error:
        # A server that streams nothing sends its answer whole, and the client finds no event in it.
        if error.failure in {Failure.KEY, Failure.RATE_LIMIT, Failure.TIMEOUT}:
            raise
        return False, error.usage
    return bool(pieces), reply.usage


def _obeys(model: OpenAIModel) -> tuple[Literal["obeyed", "ignored", "refused"], Usage]:
    try:
        reply = model.complete(QUESTION.model_copy(update={"schema_": OPPOSED}))
    except CallError as error:
        if error.failure in {Failure.KEY, Failure.RATE_LIMIT, Failure.TIMEOUT}:
            raise
        return "refused", error.usage
    return "obeyed" if keeps_to(reply.text, OPPOSED) else "ignored", reply.usage


def _sum(*used: Usage) -> Usage:
    return Usage(
        prompt=sum(one.prompt for one in used),
        cached=sum(one.cached for one in used),
        output=sum(one.output for one in used),
        estimated=any(one.estimated for one in used),
    )
