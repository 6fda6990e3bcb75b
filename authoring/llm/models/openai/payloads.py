"""OpenAI's two wire formats, chat completions and responses: bodies of requests, and the parts of answers that count.

Answers are read by small records of our own, which ignore every other field, because local servers omit much of what
OpenAI's own client takes for granted.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from authoring.llm.models.openai.dialect import Dialect
from authoring.llm.models.openai.errors import UnreadableAnswerError
from authoring.llm.models.openai.structured_output import wire_schema, with_schema_in_words
from authoring.llm.port import Message, Request, TokenUsage
from authoring.records.model_config import Api, ModelChoice

PATHS: Final[Mapping[Api, Literal["/v1/chat/completions", "/v1/responses"]]] = {
    "chat": "/v1/chat/completions",
    "responses": "/v1/responses",
}
"""The path of each interface, as a batch names it."""

Parameters = dict[str, Any]
"""The body of a call as JSON."""
MOST_TOKENS = 10**9
"""Tokens from which on a count is none."""
_HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")
"""What may begin half a character beyond the first plane, as JSON writes it."""


# --- requests --------------------------------------------------------------------------------------------------


def request_body(request: Request, choice: ModelChoice, dialect: Dialect) -> Parameters:
    """Return the body of a call, in the parameters that the server supports."""
    as_schema = request.schema_ if dialect.follows_schema is not False else None
    worded = request if as_schema else with_schema_in_words(request)
    turns = [{"role": message.role, "content": _content(message, choice.api)} for message in worded.messages]
    body: Parameters = {"model": choice.name}
    if choice.api == "responses":
        # Without `store: False` the provider keeps the prompt and its reply.
        body |= {"input": turns, "max_output_tokens": request.max_output, "store": False}
        if as_schema:
            body["text"] = {"format": {"type": "json_schema", **wire_schema(as_schema)}}
    else:
        body["messages"] = turns
        if dialect.limit:
            body[dialect.limit] = request.max_output
        # The interface of responses has no such parameter.
        if request.seed is not None:
            body["seed"] = request.seed
        if as_schema:
            body["response_format"] = {"type": "json_schema", "json_schema": wire_schema(as_schema)}
    if choice.temperature >= 0:
        body["temperature"] = choice.temperature
    if request.stable:
        body["prompt_cache_key"] = _prefix_key(request)
    return {name: value for name, value in body.items() if dialect.takes(name)}


def left_out(request: Request, choice: ModelChoice, dialect: Dialect) -> tuple[str, ...]:
    """Return which of temperature and seed a call asks for and does without, because the server does not take them."""
    asked_for = {"temperature": choice.temperature >= 0, "seed": request.seed is not None}
    body = request_body(request, choice, dialect)
    return tuple(name for name, is_asked_for in asked_for.items() if is_asked_for and name not in body)


def _content(message: Message, api: Api) -> str | list[Parameters]:
    """Return the content of a turn: its text, or with pictures a list of parts."""
    if not message.pictures:
        return message.content
    links = [f"data:image/png;base64,{picture}" for picture in message.pictures]
    if api == "responses":
        images: list[Parameters] = [{"type": "input_image", "image_url": link} for link in links]
        return [{"type": "input_text", "text": message.content}, *images]
    return [
        {"type": "text", "text": message.content},
        *({"type": "image_url", "image_url": {"url": link}} for link in links),
    ]


def _prefix_key(request: Request) -> str:
    """Return a key that calls with the same stable messages share, so that they reach the same cache."""
    prefix = [(message.role, message.content) for message in request.messages[: request.stable]]
    # Shortened, because the provider only has to tell prefixes apart.
    return hashlib.sha256(json.dumps(prefix).encode()).hexdigest()[:32]


# --- answers ----------------------------------------------------------------------------------------------------


class _WireRecord(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", protected_namespaces=())


class _WireError(_WireRecord):
    message: str | None = None
    code: str | int | None = None


def _count(value: object) -> int | None:
    """Return a count of tokens; None for what can be none, which would make a budget grow, or is no number."""
    return value if type(value) is int and 0 <= value <= MOST_TOKENS else None


def _mapping(value: object) -> object:
    return value if isinstance(value, Mapping) else None


# A reply is paid for whatever its server counts, so odd counts are no reason to refuse it.
_Count = Annotated[int | None, BeforeValidator(_count)]


class _Details(_WireRecord):
    cached_tokens: _Count = None


class _Counts(_WireRecord):
    prompt_tokens: _Count = None
    completion_tokens: _Count = None
    prompt_tokens_details: Annotated[_Details | None, BeforeValidator(_mapping)] = None
    input_tokens: _Count = None
    output_tokens: _Count = None
    input_tokens_details: Annotated[_Details | None, BeforeValidator(_mapping)] = None

    def usage(self) -> TokenUsage | None:
        """Return the counts as `TokenUsage`; None where they are missing or cannot be."""
        prompt = self.prompt_tokens if self.prompt_tokens is not None else self.input_tokens
        output = self.completion_tokens if self.completion_tokens is not None else self.output_tokens
        if prompt is None or output is None:
            return None
        details = self.prompt_tokens_details or self.input_tokens_details
        cached = details.cached_tokens if details else None
        # More cached than sent would make the rest of the prompt negative.
        return TokenUsage(prompt=prompt, cached=min(cached or 0, prompt), output=output)


class _Part(_WireRecord):
    type: str = ""
    text: str | None = None
    refusal: str | None = None


class _Turn(_WireRecord):
    content: str | tuple[_Part, ...] | None = None
    refusal: str | None = None
    tool_calls: tuple[object, ...] | None = None
    function_call: object = None
    """What `tool_calls` was called once."""


class _Choice(_WireRecord):
    message: _Turn | None = None
    delta: _Turn | None = None
    finish_reason: str | None = None


class _Chat(_WireRecord):
    model: str | None = None
    choices: tuple[_Choice, ...] | None = None
    usage: Annotated[_Counts | None, BeforeValidator(_mapping)] = None
    error: _WireError | None = None


class _Item(_WireRecord):
    type: str = ""
    content: tuple[_Part, ...] | None = None


class _IncompleteDetails(_WireRecord):
    reason: str | None = None


class _Response(_WireRecord):
    model: str | None = None
    status: str | None = None
    output: tuple[_Item, ...] | None = None
    incomplete_details: _IncompleteDetails | None = None
    usage: Annotated[_Counts | None, BeforeValidator(_mapping)] = None
    error: _WireError | None = None


class _Event(_WireRecord):
    type: str = ""
    delta: str | None = None
    response: _Response | None = None
    message: str | None = None
    code: str | None = None


Kind = TypeVar("Kind", bound=_WireRecord)


def _read(kind: type[Kind], content: object) -> Kind:
    """Return an answer, or an event of the client, as one of our records."""
    try:
        if isinstance(content, str):
            return kind.model_validate_json(_with_whole_characters(content))
        return kind.model_validate(content.model_dump(warnings=False) if isinstance(content, BaseModel) else content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise UnreadableAnswerError(f"{'.'.join(map(str, first['loc'])) or 'all of it'}: {first['msg']}") from None


def _with_whole_characters(content: str) -> str:
    """Return JSON in which half characters, which it may write but no text may hold, are replaced."""
    if not _HALF_CHARACTER.search(content):
        return content
    try:
        text = json.dumps(json.loads(content), ensure_ascii=False)
    except (ValueError, RecursionError):
        return content
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


@dataclass(slots=True)
class Completion:
    """The content of a server's answer, whole or as far as it has come."""

    pieces: list[str] = field(default_factory=list)
    refusal: str = ""
    calls_tool: bool = False
    """Whether the model calls a tool, although no request offers any."""
    finish: str = ""
    """The reason as in chat completions; empty if the server gave none."""
    model: str = ""
    usage: TokenUsage | None = None
    request_id: str = ""
    error: str = ""
    """The message of an error inside an answer with a good status."""
    code: str = ""

    @property
    def text(self) -> str:
        """All pieces together; half characters, which JSON can smuggle in, are replaced."""
        return "".join(self.pieces).encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def _texts(content: str | tuple[_Part, ...] | None) -> str:
    if isinstance(content, tuple):
        return "".join(part.text or "" for part in content if part.type in {"text", "output_text"})
    return content or ""


def read_chat(content: str) -> Completion:
    """Read a chat completion.

    Raises:
        UnreadableAnswerError: it does not follow the wire format.
    """
    completion, chat = Completion(), _read(_Chat, content)
    if chat.choices is None and chat.error is None:
        raise UnreadableAnswerError("it has no `choices`")
    _add_chat(completion, chat, None)
    return completion


def _add_chat(completion: Completion, chat: _Chat, on_text: Callable[[str], None] | None) -> None:
    completion.model = chat.model or completion.model
    completion.usage = (chat.usage.usage() if chat.usage else None) or completion.usage
    if chat.error is not None:
        completion.error, completion.code = chat.error.message or "an error without words", str(chat.error.code or "")
    # The last chunk of a stream has the token counts and no choice at all.
    for choice in (chat.choices or ())[:1]:
        turn = choice.message or choice.delta or _Turn()
        completion.refusal += turn.refusal or ""
        completion.calls_tool |= bool(turn.tool_calls or turn.function_call)
        completion.finish = choice.finish_reason or completion.finish
        if piece := _texts(turn.content):
            completion.pieces.append(piece)
            if on_text:
                on_text(piece)


def read_chat_events(events: Iterable[object], on_text: Callable[[str], None]) -> Completion:
    """Read the chunks of a streamed chat completion; no finish means that the stream broke off.

    Raises:
        UnreadableAnswerError: an event does not follow the wire format.
    """
    completion = Completion()
    for event in events:
        _add_chat(completion, _read(_Chat, event), on_text)
    return completion


FINISHES: Final = {"max_output_tokens": "length", "content_filter": "content_filter"}


def read_response(content: str) -> Completion:
    """Read a response.

    Raises:
        UnreadableAnswerError: it does not follow the wire format.
    """
    completion, response = Completion(), _read(_Response, content)
    if response.output is None and response.error is None and response.status in {None, "completed"}:
        raise UnreadableAnswerError("it has no `output`")
    _end_response(completion, response)
    return completion


def _end_response(completion: Completion, response: _Response) -> None:
    """Read a finished response; its text is complete, whatever events came before."""
    parts = [part for item in response.output or () if item.type == "message" for part in item.content or ()]
    completion.pieces = [_texts(tuple(parts))]
    completion.refusal = "".join(part.refusal or "" for part in parts)
    completion.calls_tool = any(item.type.endswith("_call") for item in response.output or ())
    # An incomplete response without a reason of ours was cut, which another request can continue.
    reason = response.incomplete_details.reason if response.incomplete_details else None
    completion.finish = FINISHES.get(reason or "", "length") if response.status == "incomplete" else "stop"
    completion.model = response.model or completion.model
    completion.usage = response.usage.usage() if response.usage else None
    if response.error is not None or response.status in {"failed", "cancelled"}:
        error = response.error or _WireError()
        completion.error, completion.code = error.message or f"the response {response.status}", str(error.code or "")


def read_response_events(events: Iterable[object], on_text: Callable[[str], None]) -> Completion:
    """Read the events of a streamed response; no finish means that the stream broke off.

    Raises:
        UnreadableAnswerError: an event does not follow the wire format.
    """
    completion = Completion()
    for item in events:
        event = _read(_Event, item)
        if event.type == "response.output_text.delta" and event.delta:
            on_text(event.delta)
        elif event.type in {"response.completed", "response.incomplete", "response.failed"} and event.response:
            _end_response(completion, event.response)
        elif event.type == "error":
            completion.error, completion.code = event.message or "an error without words", event.code or ""
    return completion
