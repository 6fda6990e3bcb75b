"""OpenAI's two wire formats, chat completions and responses: what is sent, and what of the answers is looked at.

Answers are read by their own small records, which let everything through that they do not need, because local servers
leave out much of what OpenAI's own client takes for granted.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from authoring.llm.errors import UnreadableError
from authoring.llm.port import Message, Request, Usage
from authoring.llm.server_dialect import Dialect
from authoring.llm.structured import told_in_words, wire_schema
from authoring.records.model_config import Api, ModelChoice

PATHS: Final[Mapping[Api, Literal["/v1/chat/completions", "/v1/responses"]]] = {
    "chat": "/v1/chat/completions",
    "responses": "/v1/responses",
}
"""Where each interface lives, as a batch names it."""

Parameters = dict[str, Any]
"""The body of a call as JSON."""


# --- what is sent -------------------------------------------------------------------------------------------------


def parameters(request: Request, choice: ModelChoice, dialect: Dialect) -> Parameters:
    """Return the body of a call, in the words that the server knows."""
    as_schema = request.schema_ if dialect.obeys is not False else None
    asked = request if as_schema else told_in_words(request)
    turns = [{"role": message.role, "content": _content(message, choice.api)} for message in asked.messages]
    body: Parameters = {"model": choice.name}
    if choice.api == "responses":
        body |= {"input": turns, "max_output_tokens": request.max_output, "store": False}
        if as_schema:
            body["text"] = {"format": {"type": "json_schema", **wire_schema(as_schema)}}
    else:
        body["messages"] = turns
        if dialect.limit:
            body[dialect.limit] = request.max_output
        if as_schema:
            body["response_format"] = {"type": "json_schema", "json_schema": wire_schema(as_schema)}
    if choice.temperature >= 0:
        body["temperature"] = choice.temperature
    if request.stable:
        body["prompt_cache_key"] = _prefix_key(request)
    return {name: value for name, value in body.items() if dialect.takes(name)}


def _content(message: Message, api: Api) -> str | list[Parameters]:
    """Return what a turn says: its text, and with pictures a list of parts."""
    if not message.pictures:
        return message.content
    links = [f"data:image/png;base64,{picture}" for picture in message.pictures]
    if api == "responses":
        shown: list[Parameters] = [{"type": "input_image", "image_url": link} for link in links]
        return [{"type": "input_text", "text": message.content}, *shown]
    return [
        {"type": "text", "text": message.content},
        *({"type": "image_url", "image_url": {"url": link}} for link in links),
    ]


def _prefix_key(request: Request) -> str:
    """Return what calls have in common that begin alike, so that they meet the same cache."""
    prefix = [(message.role, message.content) for message in request.messages[: request.stable]]
    return hashlib.sha256(json.dumps(prefix).encode()).hexdigest()[:32]


# --- what comes back ----------------------------------------------------------------------------------------------


class _Seen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", protected_namespaces=())


class _Trouble(_Seen):
    message: str | None = None
    code: str | int | None = None


class _Details(_Seen):
    cached_tokens: int | None = None


class _Counts(_Seen):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _Details | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    input_tokens_details: _Details | None = None

    def usage(self) -> Usage | None:
        """Return the counts in our terms; None where they are missing."""
        prompt = self.prompt_tokens if self.prompt_tokens is not None else self.input_tokens
        if prompt is None:
            return None
        output = self.completion_tokens if self.completion_tokens is not None else self.output_tokens
        details = self.prompt_tokens_details or self.input_tokens_details
        cached = details.cached_tokens if details else None
        return Usage(prompt=prompt, cached=min(cached or 0, prompt), output=output or 0)


class _Part(_Seen):
    type: str = ""
    text: str | None = None
    refusal: str | None = None


class _Turn(_Seen):
    content: str | tuple[_Part, ...] | None = None
    refusal: str | None = None


class _Choice(_Seen):
    message: _Turn | None = None
    delta: _Turn | None = None
    finish_reason: str | None = None


class _Chat(_Seen):
    model: str | None = None
    choices: tuple[_Choice, ...] | None = None
    usage: _Counts | None = None
    error: _Trouble | None = None


class _Item(_Seen):
    type: str = ""
    content: tuple[_Part, ...] | None = None


class _Why(_Seen):
    reason: str | None = None


class _Response(_Seen):
    model: str | None = None
    status: str | None = None
    output: tuple[_Item, ...] | None = None
    incomplete_details: _Why | None = None
    usage: _Counts | None = None
    error: _Trouble | None = None


class _Event(_Seen):
    type: str = ""
    delta: str | None = None
    response: _Response | None = None
    message: str | None = None
    code: str | None = None


Kind = TypeVar("Kind", bound=_Seen)


def _read(kind: type[Kind], content: object) -> Kind:
    """Return what an answer, or an event as the client gives it, says of what is looked at."""
    try:
        if isinstance(content, str):
            return kind.model_validate_json(content)
        return kind.model_validate(content.model_dump(warnings=False) if isinstance(content, BaseModel) else content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise UnreadableError(f"{'.'.join(map(str, first['loc'])) or 'all of it'}: {first['msg']}") from None


@dataclass(slots=True)
class Said:
    """What a server said, whole or so far."""

    pieces: list[str] = field(default_factory=list)
    refusal: str = ""
    finish: str = ""
    """As in chat completions; empty if the server did not say."""
    model: str = ""
    usage: Usage | None = None
    request_id: str = ""
    trouble: str = ""
    """An error inside an answer that looked like a good one."""
    code: str = ""

    @property
    def text(self) -> str:
        """All pieces together; half characters, which JSON can smuggle in, are replaced."""
        return "".join(self.pieces).encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def _texts(content: str | tuple[_Part, ...] | None) -> str:
    if isinstance(content, tuple):
        return "".join(part.text or "" for part in content if part.type in {"text", "output_text"})
    return content or ""


def read_chat(content: str) -> Said:
    """Read a chat completion.

    Raises:
        UnreadableError: it is none.
    """
    said = Said()
    _add_chat(said, _read(_Chat, content), None)
    return said


def _add_chat(said: Said, chat: _Chat, on_text: Callable[[str], None] | None) -> None:
    said.model = chat.model or said.model
    said.usage = (chat.usage.usage() if chat.usage else None) or said.usage
    if chat.error is not None:
        said.trouble, said.code = chat.error.message or "an error without words", str(chat.error.code or "")
    for choice in (chat.choices or ())[:1]:
        turn = choice.message or choice.delta or _Turn()
        said.refusal += turn.refusal or ""
        said.finish = choice.finish_reason or said.finish
        if piece := _texts(turn.content):
            said.pieces.append(piece)
            if on_text:
                on_text(piece)


def read_chat_events(events: Iterable[object], on_text: Callable[[str], None]) -> Said:
    """Read the chunks of a streamed chat completion; no finish means that the stream broke off.

    Raises:
        UnreadableError: one is none.
    """
    said = Said()
    for event in events:
        _add_chat(said, _read(_Chat, event), on_text)
    return said


FINISHES: Final = {"max_output_tokens": "length", "content_filter": "content_filter"}


def read_response(content: str) -> Said:
    """Read a response.

    Raises:
        UnreadableError: it is none.
    """
    said = Said()
    _end_response(said, _read(_Response, content))
    return said


def _end_response(said: Said, response: _Response) -> None:
    """Take what a finished response says; its text is the whole one, whatever events came before."""
    parts = [part for item in response.output or () if item.type == "message" for part in item.content or ()]
    said.pieces = [_texts(tuple(parts))]
    said.refusal = "".join(part.refusal or "" for part in parts)
    why = response.incomplete_details.reason if response.incomplete_details else None
    said.finish = FINISHES.get(why or "", "length") if response.status == "incomplete" else "stop"
    said.model = response.model or said.model
    said.usage = response.usage.usage() if response.usage else None
    if response.error is not None or response.status in {"failed", "cancelled"}:
        error = response.error or _Trouble()
        said.trouble, said.code = error.message or f"the response {response.status}", str(error.code or "")


def read_response_events(events: Iterable[object], on_text: Callable[[str], None]) -> Said:
    """Read the events of a streamed response; no finish means that the stream broke off.

    Raises:
        UnreadableError: one is none.
    """
    said = Said()
    for one in events:
        event = _read(_Event, one)
        if event.type == "response.output_text.delta" and event.delta:
            on_text(event.delta)
        elif event.type in {"response.completed", "response.incomplete", "response.failed"} and event.response:
            _end_response(said, event.response)
        elif event.type == "error":
            said.trouble, said.code = event.message or "an error without words", event.code or ""
    return said
