"""The port through which a language model is called: requests, replies, failures, and the events that report calls."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, Protocol

from pydantic import SerializerFunctionWrapHandler, model_serializer

from authoring.errors import ModelError
from authoring.records.base import Record
from authoring.records.sketch import Schema

Purpose = Literal[
    "sketch",
    "probes",
    "replan",
    "write",
    "continue",
    "repair",
    "revise",
    "topics",
    "lessons",
    "data",
    "describe",
    "translate",
    "judge",
    "check",
    "solve",
]
"""The stage of authoring that a reply serves."""

MOST_REPLY = 20_000_000
"""``recorded_reply``: bytes of a file that holds a reply, with the request that it answers and its pictures."""
USUAL_OUTPUT = 8_192
"""Tokens of a reply that stand for `reply_tokens` of the model's settings."""

OnText = Callable[[str], None]
"""Receives each piece of a reply as it arrives."""


class Message(Record):
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str
    pictures: tuple[str, ...] = ()
    """PNG files in base64, shown behind the text; only of a user's turns, and only models that see take them."""

    @model_serializer(mode="wrap")
    def _without_empty_pictures(self, serialize: SerializerFunctionWrapHandler) -> object:
        # Hashes of requests and recordings are older than pictures: a turn without any is serialized as it was then.
        content = serialize(self)
        return content if self.pictures else {name: content[name] for name in content if name != "pictures"}


class Request(Record):
    """One question to a model, with all that shapes the reply."""

    purpose: Purpose
    subject: str
    """The seed, set or module that the request is about, for the ledger and for errors; it does not shape the reply."""
    messages: tuple[Message, ...]
    stable: int = 0
    """How many of the first messages are the same whatever the subject: what a provider's prompt cache may keep."""
    schema_: Schema | None = None
    """None for free text."""
    max_output: int = USUAL_OUTPUT
    """Tokens of the reply, at most; the usual number stands for what the model's settings say."""
    sample: int = 0
    """The number of this reply among several to the same question; each is requested, paid and cached by itself."""
    seed: int | None = None
    """What a provider draws its words by, where it takes such a number; None leaves that to it."""

    @model_serializer(mode="wrap")
    def _without_missing_seed(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # Ledgers and recordings know requests without a seed by what they were before there was one.
        content: dict[str, Any] = serialize(self)
        return {name: content[name] for name in content if name != "seed" or self.seed is not None}

    @property
    def identity(self) -> str:
        """A hash of everything that shapes the reply but the model."""
        # What does not shape the reply is left out, so that equal questions about two seeds share one reply.
        shape = self.model_dump(mode="json", exclude={"purpose", "subject", "stable"})
        return hashlib.sha256(json.dumps(shape, sort_keys=True).encode()).hexdigest()


class TokenUsage(Record):
    """Tokens of one call."""

    prompt: int = 0
    cached: int = 0
    """Tokens of the prompt that the provider found in its cache."""
    output: int = 0
    estimated: bool = False
    """Whether the counts are our estimate, because the server sent none."""

    def __add__(self, other: "TokenUsage") -> "TokenUsage":
        return TokenUsage(
            prompt=self.prompt + other.prompt,
            cached=self.cached + other.cached,
            output=self.output + other.output,
            estimated=self.estimated or other.estimated,
        )


class Finish(StrEnum):
    """How a reply ended."""

    STOP = "stop"
    LENGTH = "length"
    """The reply was cut at `max_output`; another request can continue it."""


class Reply(Record):
    """The text that a model returned. A refused, filtered or empty reply raises `CallError` instead."""

    text: str
    finish: Finish = Finish.STOP
    model: str
    """The model's name as the server reports it."""
    usage: TokenUsage = TokenUsage()
    seconds: float = 0.0
    """Duration of the try that returned the reply."""
    request_id: str = ""
    """The server's identifier of the call, which its support asks for."""
    left_out: tuple[str, ...] = ()
    """What was asked for, of ``temperature`` and ``seed``, and not sent, because the server does not take it."""

    @model_serializer(mode="wrap")
    def _written_where_any(self, serialize: SerializerFunctionWrapHandler) -> dict[str, object]:
        # Earlier versions read what is written where nothing was left out.
        fields: dict[str, object] = serialize(self)
        return fields if self.left_out else {name: value for name, value in fields.items() if name != "left_out"}


class Failure(StrEnum):
    """Why one try gave no reply."""

    RATE_LIMIT = "rate-limit"
    SERVER = "server"
    """5xx, 408, 409, or an answer that cannot be read."""
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    EMPTY = "empty"
    FOREIGN_CALL = "foreign-call"
    """A call of a tool that nobody offered, and no text."""
    REFUSED = "refused"
    FILTERED = "filtered"
    KEY = "key"
    """401 and 403, or an account without money."""
    REQUEST = "request"
    """400, 404, 413, 422: the same request fails again."""

    @property
    def passing(self) -> bool:
        """Whether another try may give a reply."""
        return self not in {Failure.KEY, Failure.REQUEST, Failure.FILTERED}


class CallError(ModelError):
    """One try gave no reply.

    Attributes:
        failure: the reason.
        retry_after: seconds that the server asks to wait; None if it named none.
        tries: number of tries, once no further one follows.
        usage: tokens that were paid all the same, for an empty, refused or filtered reply.
    """

    def __init__(
        self,
        message: str,
        *,
        failure: Failure,
        hint: str = "",
        retry_after: float | None = None,
        tries: int = 1,
        usage: TokenUsage | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.failure = failure
        self.retry_after = retry_after
        self.tries = tries
        self.usage = usage or TokenUsage()


class PendingReplyError(Exception):
    """A reply is pending in a batch; no `CallError`, so that no retry follows."""


class Model(Protocol):
    """A language model; any number of threads may call it at once."""

    @property
    def name(self) -> str:
        """The model's name, for records and prices."""
        ...

    @property
    def fingerprint(self) -> str:
        """Identifies everything that can change a reply: name, server, parameters; never a key."""
        ...

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return a reply.

        Raises:
            CallError: there is none; the message names the subject and the purpose.
            PendingReplyError: it comes with a batch, in a later command.
            BudgetError: the call would have exceeded the budget, and was not made.
        """
        ...


EventKind = Literal["asked", "failed-try", "waits", "replied", "kept", "failed"]
"""``kept``: the reply comes from the ledger and costs nothing now. ``waits``: for a server, for a rate limit, or for
another process that has the same request under way."""


@dataclass(frozen=True, slots=True)
class CallEvent:
    """Something that happened to one call."""

    kind: EventKind
    request: Request
    text: str
    """One line for a person."""
    seconds: float = 0.0
    """Seconds left to wait, for ``waits``."""
    reply: Reply | None = None
    cost: int | None = None
    """Thousand-millionths of the currency, for `replied` and `kept`; None where the model has no price."""
    error: CallError | None = None


OnEvent = Callable[[CallEvent], None]
"""Called in the thread of the call; it should return soon, and an exception that it raises ends the call."""


def request_label(request: Request) -> str:
    """Return subject and purpose of a request, as messages begin: ``penguins: write``."""
    return f"{request.subject}: {request.purpose}"
