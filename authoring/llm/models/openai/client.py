"""The client of models behind the `openai` package: OpenAI's own, and every server with its wire format."""

import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, TypeVar

from authoring.errors import ModelError
from authoring.llm.correction import correction
from authoring.llm.models.openai.dialect import STREAM, Dialect
from authoring.llm.models.openai.endpoint import endpoint_of
from authoring.llm.models.openai.errors import (
    EMPTY,
    FOREIGN_CALL,
    PAGE,
    REFUSED,
    ErrorDetails,
    UnreadableAnswerError,
    call_error,
    error_details,
)
from authoring.llm.models.openai.payloads import (
    Completion,
    Parameters,
    left_out,
    read_chat,
    read_chat_events,
    read_response,
    read_response_events,
    request_body,
)
from authoring.llm.models.openai.structured_output import contains_match, schema_fault, with_schema_in_words
from authoring.llm.port import CallError, Finish, OnText, Reply, Request, TokenUsage
from authoring.llm.tokens import estimate_prompt, estimate_tokens
from authoring.records.model_config import ModelChoice

if TYPE_CHECKING:
    from openai import OpenAI

Event = TypeVar("Event")

CONNECT: Final = 10.0
"""Seconds to reach a server; a reply may take longer, a handshake may not."""
LARGEST: Final = 64_000_000
"""Bytes of an answer that are read at most; no reply is nearly as long."""
BROKE_OFF: Final = "stream_broke_off"
"""Our code for a stream without an end; servers have none."""


class OpenAIModel:
    """A model behind OpenAI's wire format; any number of threads may call it.

    A call is one try. It is sent twice only where the server does not support a parameter, and for the first reply that
    should have been JSON by a schema and is not: that one is requested in words, and both are paid together.
    """

    def __init__(self, choice: ModelChoice, *, key: str | None) -> None:
        """Prepare the client; before the first call nothing is sent and nothing heavy is imported.

        Args:
            choice: the model, its server and its parameters.
            key: the provider's key; None is enough where a base URL is given.

        Raises:
            ModelError: there is no key for OpenAI's own server, the key is no key, or the base URL no URL.
        """
        self._choice = choice
        self._dialect = Dialect(choice)
        self._endpoint = endpoint_of(choice, key)
        self._client: OpenAI | None = None
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The name by which the server knows the model."""
        return self._choice.name

    @property
    def fingerprint(self) -> str:
        """Identifies everything that can change a reply."""
        return self._choice.fingerprint

    @property
    def server(self) -> str:
        """Host and port of the server."""
        return self._endpoint.name

    @property
    def dialect(self) -> Dialect:
        """What the server supports, as far as it is known."""
        return self._dialect

    def __repr__(self) -> str:
        return f"OpenAIModel({self.name!r} at {self._endpoint.name})"

    def close(self) -> None:
        """Close the connections to the server."""
        with self._lock:
            if self._client is not None:
                self._client.close()
                self._client = None

    def list_names(self) -> tuple[str, ...]:
        """Return the names of the models that the server lists, sorted.

        Raises:
            CallError: the server does not list them.
        """
        with self.provider_errors(Request(purpose="check", subject="list of models", messages=())):
            try:
                return tuple(sorted(str(model.id) for model in self.client().models.list()))
            except (ValueError, TypeError, AttributeError) as error:
                # The client trips over lists of another shape.
                raise UnreadableAnswerError(str(error)) from None

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return a reply.

        Raises:
            CallError: there is none; the message names the subject, the purpose and the server.
        """
        started = time.monotonic()
        # Before the call, because sending may teach the dialect something.
        was_known = self._dialect.follows_schema is not None
        completion = self._send(request, on_text)
        usage = self._usage(request, completion)
        if (
            request.schema_
            and self._dialect.follows_schema is not False
            and completion.finish != "length"
            and completion.text
        ):
            fault = schema_fault(completion.text, request.schema_)
            self._dialect.note_schema_result(followed=not fault)
            if (
                fault
                and not was_known
                and self._choice.structured == "auto"
                and not contains_match(completion.text, request.schema_)
            ):
                # The dialect knows now that the server ignores schemas, so this call asks in words.
                second = correction(request, completion.text, [fault])
                completion = self._send(second, on_text)
                usage += self._usage(second, completion)
        return self.reply(request, completion, usage=usage, seconds=time.monotonic() - started)

    def reply(
        self, request: Request, completion: Completion, *, usage: TokenUsage | None = None, seconds: float = 0.0
    ) -> Reply:
        """Return a completion as a reply.

        Raises:
            CallError: the completion is empty, refused, filtered or an error.
        """
        details = _error_in(completion)
        usage = usage or self._usage(request, completion)
        if details is not None:
            raise call_error(request, self._endpoint, details, usage=TokenUsage() if completion.error else usage)
        return Reply(
            text=completion.text,
            finish=Finish.LENGTH if completion.finish == "length" else Finish.STOP,
            model=completion.model or self.name,
            usage=usage,
            seconds=seconds,
            request_id=completion.request_id,
            left_out=left_out(request, self._choice, self._dialect),
        )

    def call_error(self, request: Request, details: ErrorDetails) -> CallError:
        """Return the exception for an error of the server."""
        return call_error(request, self._endpoint, details)

    def client(self) -> "OpenAI":
        """Return the package's client, created when it is first needed.

        Raises:
            ModelError: the machine's settings for proxies or certificates are broken.
        """
        with self._lock:
            if self._client is None:
                self._client = self._create_client()
            return self._client

    def _create_client(self) -> "OpenAI":
        import openai  # noqa: PLC0415 - takes a second

        limit = self._choice.timeout
        timeout = openai.Timeout(limit, connect=min(CONNECT, limit))
        try:
            # The package would retry by itself, but gives up on waits above two minutes; `ScheduledModel` does it
            # instead.
            return openai.OpenAI(
                api_key=self._endpoint.key, base_url=self._endpoint.url, max_retries=0, timeout=timeout
            )
        except (ImportError, ValueError, OSError) as error:
            raise ModelError(
                f"{self._endpoint.name}: no client can be made: {self._endpoint.hide(str(error))}",
                hint="check the variables of the environment for proxies (HTTPS_PROXY, ALL_PROXY) and certificates"
                " (SSL_CERT_FILE)",
            ) from None

    @contextmanager
    def provider_errors(self, request: Request) -> Iterator[None]:
        """Turn a provider's exceptions into a CallError about a request."""
        try:
            yield
        except ModelError:
            raise
        except Exception as error:
            details = error_details(error)
            if details is None:
                raise
            # `from None`: the provider's exception may quote the key, and a traceback would show it.
            raise call_error(request, self._endpoint, details) from None

    def _send(self, request: Request, on_text: OnText | None) -> Completion:
        """Send a call, without the parameters that the server turns out not to support, and return the completion."""
        while True:
            body = request_body(request, self._choice, self._dialect)
            streams = on_text is not None and self._dialect.takes(STREAM)
            if streams:
                body[STREAM] = True
                if self._choice.api == "chat" and self._dialect.takes("stream_options"):
                    body["stream_options"] = {"include_usage": True}
            try:
                return self._streamed(body, on_text) if on_text and streams else self._whole(body, on_text)
            except CallError:
                raise
            except Exception as error:
                details = error_details(error)
                if details is None:
                    raise
                if not self._dialect.learn(details, body):
                    raise call_error(request, self._endpoint, details) from None

    def _whole(self, body: Parameters, on_text: OnText | None) -> Completion:
        client = self.client()
        as_response = self._choice.api == "responses"
        wrapped: Any = (client.responses if as_response else client.chat.completions).with_streaming_response
        # Read piece by piece: servers that reason for long send blanks meanwhile, so that no pause becomes a timeout.
        with wrapped.create(**body) as answer:
            _refuse_page(answer.headers)
            completion = self._document(self._in_time(answer.iter_bytes(), answer.http_request), on_text)
            completion.request_id = answer.headers.get("x-request-id", "")
        return completion

    def _document(self, pieces: "Iterator[bytes]", on_text: OnText | None) -> Completion:
        """Read a reply that comes as one document."""
        content = bytearray()
        for piece in pieces:
            content += piece
            if len(content) > LARGEST:
                raise UnreadableAnswerError(f"longer than {LARGEST} bytes")
        text = content.decode("utf-8", "replace")
        completion = read_response(text) if self._choice.api == "responses" else read_chat(text)
        if on_text and completion.text:
            on_text(completion.text)
        return completion

    def _streamed(self, body: Parameters, on_text: OnText) -> Completion:
        client = self.client()
        as_responses = self._choice.api == "responses"
        create: Any = client.responses.create if as_responses else client.chat.completions.create
        with create(**body) as stream:
            response: Any = stream.response
            is_document = "json" in response.headers.get("content-type", "")
            if not is_document:
                _refuse_page(response.headers)
                pieces = response.iter_bytes()
                head, is_document = _begun(self._in_time(pieces, response.request))
                # The client decodes events from what this gives.
                response.iter_bytes = lambda: chain(head, pieces)
            if is_document:
                # The server knows no streams, and has sent, and counted, the reply all the same.
                completion = self._document(self._in_time(response.iter_bytes(), response.request), on_text)
                # An error comes as a document from servers that stream, too.
                if not completion.error:
                    self._dialect.note_whole_reply()
                completion.request_id = response.headers.get("x-request-id", "")
                return completion
            events = self._in_time(stream, response.request)
            completion = read_response_events(events, on_text) if as_responses else read_chat_events(events, on_text)
            completion.request_id = response.headers.get("x-request-id", "")
        # An empty stream that ends with its token counts is complete, and its reply is empty.
        if not (completion.finish or completion.error or (completion.usage and not completion.pieces)):
            completion.error, completion.code = "the stream broke off", BROKE_OFF
        return completion

    def _in_time(self, pieces: "Iterable[Event]", request: Any) -> "Iterator[Event]":
        """Yield pieces until the try has taken as long as it may: the client limits each pause only, not the whole."""
        import openai  # noqa: PLC0415 - takes a second

        end = time.monotonic() + self._choice.timeout
        iterator = iter(pieces)
        while True:
            try:
                piece = next(iterator)
            except StopIteration:
                return
            except ValueError as error:
                raise UnreadableAnswerError(str(error)) from None
            if time.monotonic() > end:
                raise openai.APITimeoutError(request)
            yield piece

    def _usage(self, request: Request, completion: Completion) -> TokenUsage:
        if completion.usage is not None:
            return completion.usage
        worded = request if self._dialect.follows_schema is not False else with_schema_in_words(request)
        return TokenUsage(prompt=estimate_prompt(worded), output=estimate_tokens(completion.text), estimated=True)


def _begun(pieces: "Iterator[bytes]") -> tuple[list[bytes], bool]:
    """Return the first pieces of an answer, and whether they begin a document: events begin with a name or a colon."""
    head: list[bytes] = []
    for piece in pieces:
        head.append(piece)
        if begin := b"".join(head).lstrip(b"\xef\xbb\xbf \t\r\n"):
            return head, begin.startswith(b"{")
    return head, False


def _refuse_page(headers: Mapping[str, str]) -> None:
    """Refuse what a browser would show: many servers answer so at every address that they do not know.

    Raises:
        UnreadableAnswerError: it is a page.
    """
    if "html" in headers.get("content-type", ""):
        raise UnreadableAnswerError(PAGE)


def _error_in(completion: Completion) -> ErrorDetails | None:
    """Return why a completion is no reply; None if it is one."""
    if completion.error:
        status = int(completion.code) if completion.code.isdecimal() else None
        return ErrorDetails(
            completion.error, status, completion.code, phase="connection" if completion.code == BROKE_OFF else "answer"
        )
    if completion.finish == "content_filter":
        return ErrorDetails("the provider's content filter stopped the reply", code="content_filter")
    if completion.refusal and not completion.text.strip():
        return ErrorDetails(f"the model refused: {completion.refusal}", code=REFUSED)
    if completion.calls_tool and not completion.text.strip():
        return ErrorDetails("the reply calls a tool that nobody offered, and has no text", code=FOREIGN_CALL)
    if not completion.text.strip():
        truncated = completion.finish == "length"
        return ErrorDetails(
            "the reply was cut before its text began" if truncated else "the reply is empty", code=EMPTY
        )
    return None
