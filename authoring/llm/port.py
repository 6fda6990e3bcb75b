"""The port through which a language model is asked."""

import hashlib
import json
from collections.abc import Callable
from enum import StrEnum
from typing import Literal, Protocol

from pydantic import SerializerFunctionWrapHandler, model_serializer

from authoring.errors import ModelError
from authoring.records.base import Record
from authoring.records.sketch import Schema

__all__ = [
    "CallError",
    "Failure",
    "Finish",
    "Message",
    "Model",
    "OnText",
    "Purpose",
    "Reply",
    "Request",
    "Schema",
    "Usage",
]

Purpose = Literal[
    "sketch", "write", "continue", "repair", "revise", "topics", "lessons", "data", "translate", "judge", "check"
]
"""What a reply is wanted for."""
USUAL_OUTPUT = 8_192
OnText = Callable[[str], None]
"""Told each piece of a reply as it comes."""


class Message(Record):
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str
    pictures: tuple[str, ...] = ()
    """PNG files in base64, shown behind the text; only of a user's turns, and only models that see take them."""

    @model_serializer(mode="wrap")
    def _told(self, told: SerializerFunctionWrapHandler) -> object:
        # A turn without pictures is what it was before there were any: hashes of requests and recordings stay true.
        content = told(self)
        return content if self.pictures else {name: content[name] for name in content if name != "pictures"}


class Request(Record):
    """One question to a model, with all that shapes the reply."""

    purpose: Purpose
    subject: str
    """The seed, set or module it is about, for the ledger and for errors; shapes nothing."""
    messages: tuple[Message, ...]
    stable: int = 0
    """How many of the first messages are the same whatever the subject: what a provider's prompt cache may keep."""
    schema_: Schema | None = None
    """None for free text."""
    max_output: int = USUAL_OUTPUT
    """Tokens of the reply, at most; the usual number stands for what the model's settings say."""
    sample: int = 0
    """Which of several replies to the same question is wanted; each is asked, paid and kept by itself."""

    @property
    def identity(self) -> str:
        """A hash of everything that shapes the reply but the model."""
        shape = self.model_dump(mode="json", exclude={"purpose", "subject", "stable"})
        return hashlib.sha256(json.dumps(shape, sort_keys=True).encode()).hexdigest()


class Usage(Record):
    """Tokens of one call."""

    prompt: int = 0
    cached: int = 0
    """Of the prompt's, those that the provider had kept."""
    output: int = 0
    estimated: bool = False
    """Whether the server did not count and we did."""


class Finish(StrEnum):
    """How a reply ended."""

    STOP = "stop"
    LENGTH = "length"
    """Cut at `max_output`: what is there is whole up to some point, and can be gone on with."""


class Reply(Record):
    """What a model said. A refused, filtered or empty reply is no reply: it raises."""

    text: str
    finish: Finish = Finish.STOP
    model: str
    """As the server calls it."""
    usage: Usage = Usage()
    seconds: float = 0.0
    """Of the try that gave it."""
    request_id: str = ""
    """The server's, for its support."""


class Failure(StrEnum):
    """Why one try gave no reply."""

    RATE_LIMIT = "rate-limit"
    SERVER = "server"
    """5xx, 408, 409, or an answer that is none."""
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    EMPTY = "empty"
    REFUSED = "refused"
    FILTERED = "filtered"
    KEY = "key"
    """401 and 403, or an account without money."""
    REQUEST = "request"
    """400, 404, 413, 422: asking again gives the same."""

    @property
    def passing(self) -> bool:
        """Whether another try may give a reply."""
        return self not in {Failure.KEY, Failure.REQUEST, Failure.FILTERED}


class CallError(ModelError):
    """One try gave no reply.

    Attributes:
        failure: why.
        retry_after: seconds that the server asks to wait; None if it did not say.
        tries: how many there were, once nobody tries again.
        usage: what was paid all the same, for an empty, refused or filtered reply.
    """

    def __init__(
        self,
        message: str,
        *,
        failure: Failure,
        hint: str = "",
        retry_after: float | None = None,
        tries: int = 1,
        usage: Usage | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.failure = failure
        self.retry_after = retry_after
        self.tries = tries
        self.usage = usage or Usage()


class Model(Protocol):
    """A language model, asked from any number of threads at once."""

    @property
    def name(self) -> str:
        """What the model is called, for records and prices."""
        ...

    @property
    def fingerprint(self) -> str:
        """What about it can change a reply: its name, its server, its parameters; never a key."""
        ...

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return a reply.

        Raises:
            CallError: there is none; the message names the subject and the purpose.
            BudgetError: the call would have exceeded the budget, and was not made.
        """
        ...
