"""A check of what a server can do, with three small calls."""

import time
from typing import Final, Literal

from authoring.errors import ModelError
from authoring.llm.models.openai.client import OpenAIModel
from authoring.llm.models.openai.dialect import STREAM
from authoring.llm.models.openai.structured_output import matches_schema
from authoring.llm.port import CallError, Failure, Message, Request, TokenUsage
from authoring.records.base import Record
from authoring.records.model_config import ModelChoice
from authoring.records.sketch import Schema

OPPOSED: Final = Schema(
    name="probe",
    text='{"type": "object", "properties": {"number": {"type": "integer"}}, "required": ["number"],'
    ' "additionalProperties": false}',
)
"""A schema that contradicts the question: a reply that fits shows that the server enforces schemas."""
QUESTION: Final = Request(
    purpose="check",
    subject="check",
    messages=(Message(role="user", content="Reply with the word: ready"),),
    max_output=2_000,  # a reasoning model thinks before the one word
)


class ServerCheck(Record):
    """The capabilities of a server."""

    server: str
    """Host and port."""
    model: str
    answers_in: float
    """Seconds of a short reply."""
    json_schema: Literal["obeyed", "ignored", "refused"]
    """The server's treatment of a JSON schema; unless it is obeyed, JSON is requested in words."""
    streams: bool
    """Whether replies come piece by piece; else they come whole, which drafting takes as well."""
    counts: bool
    """Whether tokens are counted by the server; else they are estimated."""
    left_out: tuple[str, ...]
    """Parameters that the server does not accept."""
    usage: TokenUsage
    """Tokens that the check used."""


def check_server(choice: ModelChoice, *, key: str | None) -> ServerCheck:
    """Find out with three small calls what a server can do.

    Args:
        choice: the model; without a name the only one that the server lists.
        key: the provider's key.

    Raises:
        ModelError: it does not answer, or not to a request for a stream, which drafting makes.
    """
    model = OpenAIModel(choice if choice.name else _with_listed_name(choice, key), key=key)
    # A model of its own, which sends the schema whatever the settings say and learns nothing from refusals.
    wire = OpenAIModel(choice.model_copy(update={"name": model.name, "structured": "schema"}), key=key)
    try:
        model.client()  # importing it is none of the server's time
        started = time.monotonic()
        plain = model.complete(QUESTION)
        seconds = time.monotonic() - started
        stream_usage = _check_streaming(model)
        json_schema, schema_usage = _check_schema(wire)
        return ServerCheck(
            server=model.server,
            model=plain.model,
            answers_in=round(seconds, 3),
            json_schema=json_schema,
            streams=model.dialect.takes(STREAM),
            counts=not plain.usage.estimated,
            left_out=tuple(name for name in model.dialect.unsupported if name != STREAM),
            usage=plain.usage + stream_usage + schema_usage,
        )
    finally:
        model.close()
        wire.close()


def list_model_names(choice: ModelChoice, *, key: str | None) -> tuple[str, ...]:
    """Return the names of the models that a server lists, sorted.

    Raises:
        CallError: it does not say.
    """
    model = OpenAIModel(choice, key=key)
    try:
        return model.list_names()
    finally:
        model.close()


def _with_listed_name(choice: ModelChoice, key: str | None) -> ModelChoice:
    names = list_model_names(choice, key=key)
    if len(names) != 1:
        listed = ", ".join(names[:5]) + (" ..." if names[5:] else "")
        raise ModelError("no model is named", hint=f"name one with --model; the server lists {listed or 'none'}")
    return choice.model_copy(update={"name": names[0]})


def _check_streaming(model: OpenAIModel) -> TokenUsage:
    """Ask as drafting does, piece by piece; the dialect knows afterwards how the reply came.

    Raises:
        CallError: the server answers, and not to what drafting asks.
    """
    return model.complete(QUESTION, on_text=lambda _: None).usage


def _check_schema(model: OpenAIModel) -> tuple[Literal["obeyed", "ignored", "refused"], TokenUsage]:
    try:
        reply = model.complete(QUESTION.model_copy(update={"schema_": OPPOSED}))
    except CallError as error:
        if error.failure in {Failure.KEY, Failure.RATE_LIMIT, Failure.TIMEOUT}:
            raise
        return "refused", error.usage
    return "obeyed" if matches_schema(reply.text, OPPOSED) else "ignored", reply.usage
