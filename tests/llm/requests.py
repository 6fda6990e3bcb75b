"""What tests of models ask, and whom."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from authoring.llm.models.openai.client import OpenAIModel
from authoring.llm.port import CallError, Message, Request
from authoring.records.model_config import Api, ModelChoice
from authoring.records.sketch import Schema
from tests.llm.server import Answer, LoopbackServer

SCHEMA = Schema(
    name="count",
    text=json.dumps(
        {
            "type": "object",
            "properties": {"number": {"type": "integer"}},
            "required": ["number"],
            "additionalProperties": False,
        }
    ),
)
REQUEST = Request(
    purpose="write",
    subject="penguins",
    messages=(Message(role="system", content="Write problems."), Message(role="user", content="About penguins.")),
    stable=1,
    max_output=500,
)
WANTS_JSON = REQUEST.model_copy(update={"schema_": SCHEMA})
KEY = "sk-verysecret123456"


def unheard(_: str) -> None:
    """Have a reply streamed, and not listen."""


@contextmanager
def model(server: LoopbackServer, **choice: object) -> Iterator[OpenAIModel]:
    """Give a model at a server."""
    chosen = ModelChoice.model_validate({"name": "m", "base_url": server.url, "timeout": 60, **choice})
    with closing(OpenAIModel(chosen, key=KEY)) as made:
        yield made


def failing(answer: Answer, *, api: Api = "chat", stream: bool = False, timeout: float = 60) -> CallError:
    """Return the error that comes of an answer."""
    with (
        LoopbackServer(lambda _: answer) as server,
        model(server, api=api, timeout=timeout) as asked,
        pytest.raises(CallError) as raised,
    ):
        asked.complete(REQUEST, on_text=unheard if stream else None)
    return raised.value
