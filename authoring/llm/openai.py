"""Models that are asked through the `openai` package: OpenAI's own, and every server that speaks as it does."""

import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

from authoring.errors import ModelError
from authoring.llm.endpoint import address
from authoring.llm.errors import EMPTY, REFUSED, Complaint, UnreadableError, call_error, complaint_of
from authoring.llm.openai_wire import (
    Parameters,
    Said,
    parameters,
    read_chat,
    read_chat_events,
    read_response,
    read_response_events,
)
from authoring.llm.port import CallError, Finish, OnText, Reply, Request, Usage
from authoring.llm.server_dialect import Dialect
from authoring.llm.structured import holds, keeps_to, told_in_words
from authoring.llm.tokens import estimate_prompt, estimate_tokens
from authoring.records.model_config import ModelChoice

if TYPE_CHECKING:
    from openai import OpenAI

Event = TypeVar("Event")

CONNECT: Final = 10.0
"""Seconds to reach a server; a reply may take longer, a handshake may not."""
LARGEST: Final = 64_000_000
"""Bytes of an answer that are read; no reply is nearly as long."""
BROKE_OFF: Final = "stream_broke_off"
"""What we call a stream without an end; servers have no code for it."""


class OpenAIModel:
    """A model behind OpenAI's wire format, asked from any number of threads.

    A call is one try: nothing is sent twice, but for a parameter that the server turns out not to know, and for the
    first reply that should have been JSON by a schema and is not, which is asked for in words and paid together.
    """

    def __init__(self, choice: ModelChoice, *, key: str | None) -> None:
        """Prepare it; nothing is sent and nothing heavy imported before the first call.

        Args:
            choice: which model, where, and how.
            key: the provider's; None is enough where a base URL is given.

        Raises:
            ModelError: there is no key for OpenAI's own server, the key is no key, or the base URL no URL.
        """
        self._choice = choice
        self._dialect = Dialect(choice)
        self._server = address(choice, key)
        self._client: OpenAI | None = None
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """What the model is called."""
        return self._choice.name

    @property
    def fingerprint(self) -> str:
        """What about it can change a reply."""
        return self._choice.fingerprint

    @property
    def server(self) -> str:
        """Host and port of who is asked."""
        return self._server.name

    @property
    def dialect(self) -> Dialect:
        """What the server was found to understand so far."""
        return self._dialect

    def __repr__(self) -> str:
        return f"OpenAIModel({self.name!r} at {self._server.name})"

    def close(self) -> None:
        """Close the connections."""
        with self._lock:
            if self._client is not None:
                self._client.close()
                self._client = None

    def known_names(self) -> tuple[str, ...]:
        """Return the names of the models that the server lists, sorted.

        Raises:
            CallError: it does not say.
        """
        with self.complaining(Request(purpose="check", subject="list of models", messages=())):
            try:
                return tuple(sorted(str(model.id) for model in self.client().models.list()))
            except (ValueError, TypeError, AttributeError) as error:
                # The client trips over lists of another shape.
                raise UnreadableError(str(error)) from None

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return a reply.

        Raises:
            CallError: there is none; the message names the subject, the purpose and the server.
        """
        started = time.monotonic()
        known = self._dialect.obeys
        said = self._ask(request, on_text)
        used = self._used(request, said)
        if request.schema_ and self._dialect.obeys is not False and said.finish != "length" and said.text:
            obeyed = keeps_to(said.text, request.schema_)
            self._dialect.saw(obeyed=obeyed)
            if (
                not obeyed
                and known is None
                and self._choice.structured == "auto"
                and not holds(said.text, request.schema_)
            ):
                said = self._ask(request, on_text)
                used = _together(used, self._used(request, said))
        return self.reply(request, said, used=used, seconds=time.monotonic() - started)

    def reply(self, request: Request, said: Said, *, used: Usage | None = None, seconds: float = 0.0) -> Reply:
        """Return what a server said as a reply.

        Raises:
            CallError: it said nothing, or that it will not.
        """
        complaint = _complaint(said)
        if complaint is not None:
            spent = used or self._used(request, said)
            raise call_error(request, self._server, complaint, spent=Usage() if said.trouble else spent)
        return Reply(
            text=said.text,
            finish=Finish.LENGTH if said.finish == "length" else Finish.STOP,
            model=said.model or self.name,
            usage=used or self._used(request, said),
            seconds=seconds,
            request_id=said.request_id,
        )

    def complain(self, request: Request, complaint: Complaint) -> CallError:
        """Return the error that tells of a complaint of the server's."""
        return call_error(request, self._server, complaint)

    def client(self) -> "OpenAI":
        """Return the client, made when it is first needed.

        Raises:
            ModelError: the machine's settings for proxies or certificates are broken.
        """
        with self._lock:
            if self._client is None:
                self._client = self._made()
            return self._client

    def _made(self) -> "OpenAI":
        import openai  # noqa: PLC0415 - takes a second

        limit = self._choice.timeout
        timeout = openai.Timeout(limit, connect=min(CONNECT, limit))
        try:
            return openai.OpenAI(api_key=self._server.key, base_url=self._server.url, max_retries=0, timeout=timeout)
        except (ImportError, ValueError, OSError) as error:
            raise ModelError(
                f"{self._server.name}: no client can be made: {self._server.hide(str(error))}",
                hint="check the variables of the environment for proxies (HTTPS_PROXY, ALL_PROXY) and certificates"
                " (SSL_CERT_FILE)",
            ) from None

    @contextmanager
    def complaining(self, request: Request) -> Iterator[None]:
        """Turn what goes wrong with a provider into a CallError about a request."""
        try:
            yield
        except ModelError:
            raise
        except Exception as error:
            complaint = complaint_of(error)
            if complaint is None:
                raise
            raise call_error(request, self._server, complaint) from None

    def _ask(self, request: Request, on_text: OnText | None) -> Said:
        """Send a call until it holds nothing that the server does not know, and return what is said then."""
        while True:
            body = parameters(request, self._choice, self._dialect)
            if on_text is not None:
                body["stream"] = True
                if self._choice.api == "chat" and self._dialect.takes("stream_options"):
                    body["stream_options"] = {"include_usage": True}
            try:
                return self._streamed(body, on_text) if on_text else self._whole(body)
            except CallError:
                raise
            except Exception as error:
                complaint = complaint_of(error)
                if complaint is None:
                    raise
                if not self._dialect.learn(complaint, body):
                    raise call_error(request, self._server, complaint) from None

    def _whole(self, body: Parameters) -> Said:
        client = self.client()
        as_response = self._choice.api == "responses"
        wrapped: Any = (client.responses if as_response else client.chat.completions).with_streaming_response
        # Read piece by piece: servers that think for long send blanks meanwhile, and then no pause is a timeout.
        with wrapped.create(**body) as answer:
            content = bytearray()
            for piece in self._in_time(answer.iter_bytes(), answer.http_request):
                content += piece
                if len(content) > LARGEST:
                    raise UnreadableError(f"longer than {LARGEST} bytes")
            text = content.decode("utf-8", "replace")
            said = read_response(text) if as_response else read_chat(text)
            said.request_id = answer.headers.get("x-request-id", "")
        return said

    def _streamed(self, body: Parameters, on_text: OnText) -> Said:
        client = self.client()
        as_responses = self._choice.api == "responses"
        create: Any = client.responses.create if as_responses else client.chat.completions.create
        with create(**body) as stream:
            events = self._in_time(stream, stream.response.request)
            said = read_response_events(events, on_text) if as_responses else read_chat_events(events, on_text)
            said.request_id = stream.response.headers.get("x-request-id", "")
        # An empty stream with its counts, which come last, is whole and says nothing.
        if not (said.finish or said.trouble or (said.usage and not said.pieces)):
            said.trouble, said.code = "the stream broke off", BROKE_OFF
        return said

    def _in_time(self, pieces: "Iterable[Event]", asked: Any) -> "Iterator[Event]":
        """Yield pieces until the try has taken as long as it may: each of them comes in time, all together may not."""
        import openai  # noqa: PLC0415 - takes a second

        end = time.monotonic() + self._choice.timeout
        coming = iter(pieces)
        while True:
            try:
                piece = next(coming)
            except StopIteration:
                return
            except ValueError as error:
                raise UnreadableError(str(error)) from None
            if time.monotonic() > end:
                raise openai.APITimeoutError(asked)
            yield piece

    def _used(self, request: Request, said: Said) -> Usage:
        if said.usage is not None:
            return said.usage
        asked = request if self._dialect.obeys is not False else told_in_words(request)
        return Usage(prompt=estimate_prompt(asked), output=estimate_tokens(said.text), estimated=True)


def _together(one: Usage, other: Usage) -> Usage:
    return Usage(
        prompt=one.prompt + other.prompt,
        cached=one.cached + other.cached,
        output=one.output + other.output,
        estimated=one.estimated or other.estimated,
    )


def _complaint(said: Said) -> Complaint | None:
    """Return why what was said is no reply; None if it is one."""
    if said.trouble:
        status = int(said.code) if said.code.isdecimal() else None
        return Complaint(said.trouble, status, said.code, way="connection" if said.code == BROKE_OFF else "answer")
    if said.finish == "content_filter":
        return Complaint("the provider's content filter stopped the reply", code="content_filter")
    if said.refusal and not said.text.strip():
        return Complaint(f"the model refused: {said.refusal}", code=REFUSED)
    if not said.text.strip():
        cut = said.finish == "length"
        return Complaint("the reply was cut before its text began" if cut else "the reply is empty", code=EMPTY)
    return None
