"""What an OpenAI-compatible server says on the wire: chat completions and responses, whole and as events."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Json = dict[str, Any]
Fault = Literal["", "reset", "reset-middle", "hang", "truncate", "empty", "no-choices", "refusal", "filter", "tool"]
"""What goes wrong with an answer, besides its status.

reset: the connection is torn down before anything is sent. reset-middle: in the middle of the body or stream. hang:
nothing is ever sent. truncate: the body is half a JSON document; a stream ends without its end. empty: no text.
no-choices: an empty list of choices (or of output). refusal: the refusal field instead of text. filter: the provider's
content filter stopped it. tool: a call of a tool in the place of text.
"""


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a server counts of one call."""

    prompt: int
    cached: int
    output: int


@dataclass(frozen=True, slots=True)
class Call:
    """One request as it came in."""

    number: int
    """From 1, in the order of arrival; calls of a batch too."""
    path: str
    """For example ``/v1/chat/completions``."""
    messages: tuple[str, ...]
    """The texts of all messages, in order."""
    roles: tuple[str, ...]
    body: Json
    headers: Mapping[str, str]
    """Names in lower case."""
    batch: bool = False
    """Whether it is a line of a batch."""

    @property
    def prompt(self) -> str:
        """All texts together."""
        return "\n\n".join(self.messages)

    @property
    def schema(self) -> Json | None:
        """The JSON schema asked for, if any."""
        chat = self.body.get("response_format", {}).get("json_schema")
        responses = self.body.get("text", {}).get("format")
        return (chat or responses or {}).get("schema")

    @property
    def stream(self) -> bool:
        """Whether events are wanted."""
        return bool(self.body.get("stream"))


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server is to do with one call."""

    text: str = "ok"
    finish: str = "stop"
    """As in chat completions: ``stop``, ``length`` or ``content_filter``."""
    delay: float = 0.0
    """Seconds before anything is sent."""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    """Further ones, for example ``{"retry-after": "300"}``."""
    body: str | None = None
    """Sent as it is instead of what the wire format says."""
    message: str = ""
    """Of an error; there is a usual one for each status."""
    fault: Fault = ""
    usage: Tokens | None = None
    """None: the length of the texts over 4."""
    counts: bool = True
    """Whether usage is told at all."""
    pieces: int = 8
    """How many events a streamed text comes in, or blanks come before a whole one."""
    pause: float = 0.0
    """Seconds between two of them."""


def tokens(call: Call, answer: Answer) -> Tokens:
    """Return what the server counts for a reply."""
    if answer.usage is not None:
        return answer.usage
    text = "" if answer.fault in {"empty", "no-choices", "filter"} else answer.text
    return Tokens(prompt=max(1, len(call.prompt) // 4), cached=0, output=len(text) // 4)


def failed(answer: Answer) -> Json:
    """Return the body of an error."""
    codes = {401: "invalid_api_key", 404: "model_not_found", 429: "rate_limit_exceeded", 413: "request_too_large"}
    said = answer.message or f"The server says {answer.status}."
    return {"error": {"message": said, "type": "error", "param": None, "code": codes.get(answer.status)}}


def unknown_parameter(name: str) -> Json:
    """Return the body of the 400 that refuses a parameter."""
    said = f"Unrecognized request argument supplied: {name}"
    return {"error": {"message": said, "type": "invalid_request_error", "param": name, "code": "unknown_parameter"}}


# --- chat completions ---------------------------------------------------------------------------------------------


def _counted(used: Tokens) -> Json:
    return {
        "prompt_tokens": used.prompt,
        "completion_tokens": used.output,
        "total_tokens": used.prompt + used.output,
        "prompt_tokens_details": {"cached_tokens": used.cached},
    }


def _finish(answer: Answer) -> str:
    return "content_filter" if answer.fault == "filter" else answer.finish


TOOL_CALL: Json = {"id": "c1", "type": "function", "function": {"name": "python", "arguments": '{"code": "len(x)"}'}}
"""A call of a tool that no request offers."""


def _head(call: Call, kind: str) -> Json:
    return {"id": f"chat-{call.number}", "object": kind, "created": 1, "model": call.body.get("model", "")}


def chat(call: Call, answer: Answer) -> Json:
    """Return a chat completion."""
    text: str | None = "" if answer.fault in {"empty", "filter"} else answer.text
    message: Json = {"role": "assistant", "content": text, "refusal": None}
    if answer.fault == "refusal":
        message |= {"content": None, "refusal": answer.text}
    if answer.fault == "tool":
        message |= {"content": None, "tool_calls": [TOOL_CALL]}
    choices = (
        [] if answer.fault == "no-choices" else [{"index": 0, "message": message, "finish_reason": _finish(answer)}]
    )
    body = _head(call, "chat.completion") | {"choices": choices}
    return body | {"usage": _counted(tokens(call, answer))} if answer.counts else body


def chat_events(call: Call, answer: Answer) -> Iterator[str]:
    """Yield the events of a streamed chat completion; the end of the stream is left out when it is truncated."""
    head = _head(call, "chat.completion.chunk")
    named = "refusal" if answer.fault == "refusal" else "content"

    def chunk(delta: Json, finish: str | None = None) -> str:
        return _event(head | {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})

    if answer.fault != "no-choices":
        yield chunk({"role": "assistant", "content": ""})
        for piece in _pieces(answer):
            yield chunk({named: piece})
        if answer.fault == "tool":
            yield chunk({"tool_calls": [{"index": 0, **TOOL_CALL}]})
        if answer.fault == "truncate":
            return
        yield chunk({}, _finish(answer))
    if answer.counts and (call.body.get("stream_options") or {}).get("include_usage"):
        yield _event(head | {"choices": [], "usage": _counted(tokens(call, answer))})
    yield "data: [DONE]\n\n"


def _pieces(answer: Answer) -> Iterator[str]:
    text = "" if answer.fault in {"empty", "filter", "tool"} else answer.text
    if answer.fault == "truncate":
        text = text[: len(text) // 2]
    step = max(1, -(-len(text) // answer.pieces))
    for start in range(0, len(text), step):
        yield text[start : start + step]


def _event(content: Json) -> str:
    return f"data: {json.dumps(content)}\n\n"


# --- responses ----------------------------------------------------------------------------------------------------


def responses(call: Call, answer: Answer) -> Json:
    """Return a response."""
    used = tokens(call, answer)
    text = "" if answer.fault in {"empty", "filter"} else answer.text
    part: Json = {"type": "output_text", "text": text, "annotations": []}
    if answer.fault == "refusal":
        part = {"type": "refusal", "refusal": answer.text}
    item: Json = {"type": "message", "id": "m1", "role": "assistant", "status": "completed", "content": [part]}
    if answer.fault == "tool":
        called = TOOL_CALL["function"]
        item = {"type": "function_call", "id": "f1", "call_id": "c1", "status": "completed", **called}
    why = {"length": "max_output_tokens", "content_filter": "content_filter"}.get(_finish(answer))
    body: Json = {
        "id": f"resp-{call.number}",
        "object": "response",
        "created_at": 1,
        "model": call.body.get("model", ""),
        "status": "incomplete" if why else "completed",
        "incomplete_details": {"reason": why} if why else None,
        "output": [] if answer.fault == "no-choices" else [item],
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        "tools": [],
    }
    if answer.counts:
        body["usage"] = {
            "input_tokens": used.prompt,
            "output_tokens": used.output,
            "total_tokens": used.prompt + used.output,
            "input_tokens_details": {"cached_tokens": used.cached, "cache_write_tokens": 0},
            "output_tokens_details": {"reasoning_tokens": 0},
        }
    return body


def responses_events(call: Call, answer: Answer) -> Iterator[str]:
    """Yield the events of a streamed response; the last is left out when it is truncated."""
    whole = responses(call, answer)
    begun = whole | {"status": "in_progress", "output": [], "incomplete_details": None, "usage": None}
    events: list[Json] = [{"type": "response.created", "response": begun}]
    for item in whole["output"]:
        events.append({"type": "response.output_item.added", "output_index": 0, "item": item | {"content": []}})
        kind = "refusal" if answer.fault == "refusal" else "output_text"
        place = {"item_id": "m1", "output_index": 0, "content_index": 0, "logprobs": []}
        events.extend({"type": f"response.{kind}.delta", "delta": piece, **place} for piece in _pieces(answer))
        events.append({"type": "response.output_item.done", "output_index": 0, "item": item})
    if answer.fault == "truncate":
        events.pop()
    else:
        events.append({"type": f"response.{whole['status']}", "response": whole})
    for number, event in enumerate(events):
        yield f"event: {event['type']}\n{_event(event | {'sequence_number': number})}"
