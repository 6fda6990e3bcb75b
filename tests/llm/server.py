"""A server on this machine that speaks OpenAI's wire formats and plays a script.

In a test::

    with LoopbackServer(lambda call: Answer("hello")) as server:
        OpenAI(base_url=server.url, api_key="EMPTY", max_retries=0)...
    assert [served.delivered for served in server.calls] == [True]

As a process, for tests that kill: ``python -m tests.llm.server --port-file F --script module:function`` writes its
address into F; ``GET /calls`` there gives what it served.
"""

import argparse
import contextlib
import importlib
import json
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self
from urllib.request import urlopen

from tests.llm import wire
from tests.llm.wire import Answer, Call, Tokens
from tests.llm.wire_batches import Batches, Course

__all__ = ["Answer", "Call", "Course", "LoopbackServer", "Served", "Tokens"]

Script = Callable[[Call], Answer]
Json = dict[str, Any]
GENERATING = ("/v1/chat/completions", "/v1/responses")


@dataclass(frozen=True, slots=True)
class Served:
    """One call and what became of it."""

    call: Call
    answer: Answer
    delivered: bool
    """Whether a reply (status 200) was written whole to the connection."""
    tokens: Tokens
    """What the server counts for it: nothing of an error, everything of a reply, delivered or not."""


def say_ok(call: Call) -> Answer:
    """Answer anything; what asks for a schema gets a number."""
    return Answer('{"number": 7}' if call.schema else "ok")


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 512
    owner: "LoopbackServer"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay silent: clients are killed on purpose."""


class LoopbackServer:
    """Plays a script to OpenAI clients on this machine."""

    def __init__(
        self,
        script: Script = say_ok,
        *,
        models: Sequence[str] = ("scripted",),
        refuses: Collection[str] = (),
        key: str | None = None,
        courses: Sequence[Course] = (),
        certificate: Path | None = None,
    ) -> None:
        """Prepare it; entering the context opens it.

        Args:
            script: what each call is answered with; called from many threads at once.
            models: what ``GET /v1/models`` lists.
            refuses: parameters answered with a 400, for example ``response_format``.
            key: the only one that is let in; None for any.
            courses: how each batch goes, in their order; the last one is every further batch's.
            certificate: a PEM file with key and certificate, to be spoken to encrypted.
        """
        self.script, self.models, self.refuses, self.key = script, models, refuses, key
        self.batches = Batches(courses, self._play)
        self.closing = threading.Event()
        self.connections: set[socket.socket] = set()
        self._lock = threading.Condition()
        self._served: list[Served] = []
        self._numbers = 0
        self.most_at_once = 0
        """How many calls were under way together, at most."""
        self._now = 0
        self._sending = 0
        self._http = _Http(("127.0.0.1", 0), _Handler)
        self._http.owner = self
        self._scheme = "https" if certificate else "http"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self._http.socket = context.wrap_socket(self._http.socket, server_side=True)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """What a client takes as base URL."""
        return f"{self._scheme}://127.0.0.1:{self._http.server_address[1]}/v1"

    @property
    def calls(self) -> tuple[Served, ...]:
        """Everything served so far, in the order in which it ended."""
        with self._lock:
            # A client may have its reply before the sending thread has noted so.
            self._lock.wait_for(lambda: self._sending == 0, timeout=60)
            return tuple(self._served)

    @property
    def delivered(self) -> tuple[Served, ...]:
        """The replies that went out whole."""
        return tuple(served for served in self.calls if served.delivered)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()
        for connection in list(self.connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def call_of(self, path: str, body: Json, headers: dict[str, str], *, batch: bool = False) -> Call:
        """Return a request as a script sees it."""
        turns: Any = body.get("messages") or body.get("input") or []
        if isinstance(turns, str):
            turns = [{"role": "user", "content": turns}]
        if body.get("instructions"):
            turns = [{"role": "system", "content": body["instructions"]}, *turns]
        with self._lock:
            self._numbers += 1
            number = self._numbers
        roles = tuple(str(turn.get("role")) for turn in turns)
        return Call(number, path, tuple(map(_text, turns)), roles, body, headers, batch)

    def note(self, call: Call, answer: Answer, *, delivered: bool) -> None:
        """Remember what became of a call."""
        used = wire.tokens(call, answer) if answer.status == 200 and answer.fault not in {"reset", "hang"} else None
        with self._lock:
            self._served.append(Served(call, answer, delivered, used or Tokens(0, 0, 0)))

    @contextlib.contextmanager
    def sending(self, call: Call, answer: Answer) -> Iterator[list[bool]]:
        """Note at the end what became of a call: the last thing said in the list that is given."""
        with self._lock:
            self._sending += 1
        said = [False]
        try:
            yield said
        finally:
            self.note(call, answer, delivered=said[-1])
            with self._lock:
                self._sending -= 1
                self._lock.notify_all()

    @contextlib.contextmanager
    def under_way(self) -> Iterator[None]:
        """Count the calls under way."""
        with self._lock:
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
        try:
            yield
        finally:
            with self._lock:
                self._now -= 1

    def _play(self, path: str, body: Json) -> tuple[int, Json]:
        call = self.call_of(path, body, {}, batch=True)
        if refused := next((name for name in self.refuses if name in body), None):
            return 400, wire.unknown_parameter(refused)
        answer = self.script(call)
        if answer.fault in {"reset", "reset-middle", "hang", "truncate"}:
            answer = Answer(status=500)
        self.note(call, answer, delivered=answer.status == 200)
        if answer.status != 200:
            return answer.status, wire.failed(answer)
        return 200, (wire.responses if path.endswith("/responses") else wire.chat)(call, answer)


def _text(turn: Json) -> str:
    content = turn.get("content", "")
    return content if isinstance(content, str) else "".join(str(part.get("text", "")) for part in content)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Http

    def setup(self) -> None:
        super().setup()
        self.server.owner.connections.add(self.connection)

    def finish(self) -> None:
        self.server.owner.connections.discard(self.connection)
        with contextlib.suppress(OSError):
            super().finish()

    def log_message(self, *_: Any) -> None:
        """Stay silent."""

    def do_GET(self) -> None:
        """List models, show what was served, give files and batches."""
        owner = self.server.owner
        kind, _, name = self.path.removeprefix("/v1/").partition("/")
        if self.path == "/calls":
            self._json([asdict(served) for served in owner.calls])
        elif not self._let_in():
            return
        elif kind == "models":
            listed = [{"id": model, "object": "model", "created": 1, "owned_by": "us"} for model in owner.models]
            self._json({"object": "list", "data": listed})
        elif self.path.startswith("/v1/batches?") or self.path == "/v1/batches":
            self._json(owner.batches.listed())
        elif kind == "batches" and name in owner.batches.batches:
            self._json(owner.batches.poll(name))
        elif kind == "files" and name.removesuffix("/content") in owner.batches.files:
            file = name.removesuffix("/content")
            if name.endswith("/content"):
                self._send(200, owner.batches.files[file], "application/octet-stream")
            else:
                self._json(owner.batches.described(file))
        else:
            self._fail(Answer(status=404, message=f"no {self.path} here"))

    def do_POST(self) -> None:
        """Generate text, take files, begin batches."""
        owner = self.server.owner
        raw = self.rfile.read(int(self.headers.get("content-length", "0")))
        if not self._let_in():
            return
        if self.path == "/v1/files":
            self._json(owner.batches.upload(self.headers["content-type"], raw))
        elif self.path == "/v1/batches":
            self._json(owner.batches.create(json.loads(raw)))
        elif self.path.startswith("/v1/batches/") and self.path.endswith("/cancel"):
            self._json(owner.batches.cancel(self.path.split("/")[3]))
        elif self.path in GENERATING:
            with owner.under_way():
                self._generate(json.loads(raw))
        else:
            self._fail(Answer(status=404, message=f"no {self.path} here"))

    def _let_in(self) -> bool:
        key = self.server.owner.key
        if key is None or self.headers.get("authorization") == f"Bearer {key}":
            return True
        self._fail(Answer(status=401, message="Incorrect API key provided."))
        return False

    def _generate(self, body: Json) -> None:
        owner = self.server.owner
        if refused := next((name for name in owner.refuses if name in body), None):
            self._json(wire.unknown_parameter(refused), status=400)
            return
        call = owner.call_of(self.path, body, {name.lower(): value for name, value in self.headers.items()})
        answer = owner.script(call)
        owner.closing.wait(None if answer.fault == "hang" else answer.delay)
        with owner.sending(call, answer) as said:
            try:
                said.append(self._play(call, answer))
            except OSError:
                self.close_connection = True  # the client went away

    def _play(self, call: Call, answer: Answer) -> bool:
        """Send an answer; return whether it was a whole reply."""
        if self.server.owner.closing.is_set():
            self.close_connection = True
            return False
        if answer.fault == "reset":
            self._tear_down()
            return False
        if answer.body is not None:
            self._send(answer.status, answer.body.encode(), "application/json", answer)
            return False
        if answer.status != 200:
            self._fail(answer)
            return False
        as_response = call.path.endswith("/responses")
        if call.stream:
            return self._stream((wire.responses_events if as_response else wire.chat_events)(call, answer), answer)
        body = json.dumps((wire.responses if as_response else wire.chat)(call, answer)).encode()
        if answer.fault == "truncate":
            body = body[: len(body) // 2]
        if answer.pause:
            self._drip(body, answer)
        else:
            self._send(200, body, "application/json", answer)
        return answer.fault not in {"truncate", "reset-middle"}

    def _drip(self, body: bytes, answer: Answer) -> None:
        """Send blanks before the body, as servers do that want no connection to be cut while a model thinks."""
        body = b" " * answer.pieces + body
        self._head(200, "application/json", answer)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        for at in range(answer.pieces):
            self.wfile.write(body[at : at + 1])
            self.server.owner.closing.wait(answer.pause)
        self.wfile.write(body[answer.pieces :])

    def _stream(self, events: Iterator[str], answer: Answer) -> bool:
        self._head(200, "text/event-stream", answer)
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        for number, event in enumerate(events):
            if answer.fault == "reset-middle" and number == 2:
                self._tear_down()
                return False
            if number and self.server.owner.closing.wait(answer.pause):
                return False
            self.wfile.write(event.encode())
        return answer.fault != "truncate"

    def _tear_down(self) -> None:
        # A linger time of 0 makes the system send a reset instead of an orderly end.
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.server.owner.connections.discard(self.connection)
        self.connection.close()
        self.close_connection = True

    def _fail(self, answer: Answer) -> None:
        self._json(wire.failed(answer), status=answer.status, answer=answer)

    def _json(self, content: Any, *, status: int = 200, answer: Answer | None = None) -> None:
        self._send(status, json.dumps(content).encode(), "application/json", answer)

    def _head(self, status: int, kind: str, answer: Answer | None) -> None:
        self.send_response(status)
        if answer is None or "content-type" not in answer.headers:
            self.send_header("content-type", kind)
        self.send_header("x-request-id", f"req-{id(self)}")
        for name, value in (answer.headers if answer else {}).items():
            self.send_header(name, value)

    def _send(self, status: int, body: bytes, kind: str, answer: Answer | None = None) -> None:
        self._head(status, kind, answer)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if answer is not None and answer.fault == "reset-middle":
            self.wfile.write(body[: len(body) // 2])
            self._tear_down()
            return
        self.wfile.write(body)


def served_by(address: str) -> list[Json]:
    """Return what a server in another process has served, as JSON; `address` is its base URL."""
    with urlopen(address.removesuffix("/v1") + "/calls", timeout=120) as answer:  # noqa: S310 - our own http address
        content: list[Json] = json.load(answer)
    return content


def main() -> None:
    """Serve until killed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--port-file", type=Path, required=True)
    options.add_argument("--script", default="tests.llm.server:say_ok")
    chosen = options.parse_args()
    module, _, name = chosen.script.partition(":")
    with LoopbackServer(getattr(importlib.import_module(module), name)) as server:
        # Renamed into place, so that whoever waits for the file never reads half an address.
        new: Path = chosen.port_file.with_suffix(".new")
        new.write_text(server.url)
        new.replace(chosen.port_file)
        server.closing.wait()


if __name__ == "__main__":
    main()
