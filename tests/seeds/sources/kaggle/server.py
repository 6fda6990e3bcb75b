"""Kaggle on the loopback: the real client's calls answered, and every way in which the site fails, on request.

Reached directly (`KaggleSite.url`), or as an HTTP proxy by a process of its own (`KaggleSite.environment`).
"""

import base64
import contextlib
import hashlib
import json
import socket
import struct
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, urlsplit

from tests.seeds.sources.kaggle.answers import ANSWERS, Holdings, NotFoundError
from tests.seeds.sources.kaggle.published import JSON, PublishedDataset, PublishedNotebook

USER, KEY, TOKEN = "ada", "legacy-key-0123456789", "KGAT_0123456789abcdef"
"""The credentials that are accepted: `USER` with `KEY` as HTTP basic, `TOKEN` as bearer."""
REFRESH = "refresh-0123456789"
"""What OAuth exchanges for `TOKEN`."""
STORAGE = "storage"
"""The name under which downloads of bytes are counted and made to fail."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One answer that goes wrong. Of `status`, `body`, `hang`, `reset` and `cut_after`, give what is wanted."""

    status: int = 0
    message: str = ""
    """Stands in the JSON body, as Kaggle does."""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    content_type: str = "application/json"
    hang: float = 0.0
    """Seconds of silence before the connection is closed."""
    reset: bool = False
    """Whether the connection is torn down without an answer."""
    cut_after: int | None = None
    """Bytes of the right answer after which the connection ends, the right Content-Length being announced."""
    stall: bool = False
    """Whether the connection is held open in silence after `cut_after` bytes, until the site closes."""
    drip: float = 0.0
    """Seconds between two bytes of the right answer of a call."""
    flip: bool = False
    """Whether one byte in the middle of the right answer is another one."""


HTML = Failure(status=200, body=b"<!DOCTYPE html><html><body>Sign in</body></html>", content_type="text/html")
BROKEN_JSON = Failure(status=200, body=b'{"datasets": [{"ref": "a/b"')
WRONG_SHAPE = Failure(status=200, body=b'["not", "an", "object"]')


@dataclass(frozen=True, slots=True)
class Asked:
    """One request that came in."""

    call: str
    """``ListDatasets``, ..., or ``storage``."""
    body: JSON
    headers: Mapping[str, str]


class KaggleSite:
    """The site. `datasets` and `notebooks` are published by `publish`; `fail` queues failures; `asked` is the log."""

    def __init__(self) -> None:
        self.holdings = Holdings()
        self.asked: list[Asked] = []
        self.etags = True
        """Whether downloads carry an ETag, hashes and Accept-Ranges."""
        self.lying_size = 0
        """Added to the Content-Length that is announced for whole downloads."""
        self.closing = threading.Event()
        self._failures: dict[str, deque[Failure]] = {}
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})

    @property
    def url(self) -> str:
        """Where the site is."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def environment(self) -> Mapping[str, str]:
        """What another process needs in its environment for its Kaggle client to come here."""
        return {
            "KAGGLE_API_ENVIRONMENT": "LOCALHOST",
            "HTTP_PROXY": self.url,
            "http_proxy": self.url,
            "NO_PROXY": "",
            "no_proxy": "",
        }

    def publish(self, *published: PublishedDataset | PublishedNotebook) -> None:
        """Add data sets and notebooks, or put others in the place of those of the same ref."""
        for one in published:
            if isinstance(one, PublishedDataset):
                self.holdings.datasets[one.ref] = one
            else:
                self.holdings.notebooks[one.ref] = one

    def fail(self, call: str, failure: Failure, *, times: int = 1) -> None:
        """Answer the next `times` requests of `call` (a method's name, or `STORAGE`) with a failure."""
        self._failures.setdefault(call, deque()).extend([failure] * times)

    def forget_failures(self) -> None:
        """Answer rightly from now on."""
        self._failures.clear()

    def count(self, call: str) -> int:
        """Return how often a call came in."""
        return sum(asked.call == call for asked in self.asked)

    def next_failure(self, call: str) -> Failure | None:
        """Take the next failure of a call."""
        queue = self._failures.get(call)
        return queue.popleft() if queue else None

    @contextmanager
    def running(self) -> Iterator["KaggleSite"]:
        """Serve until the block ends; hanging answers end with it."""
        self._thread.start()
        try:
            yield self
        finally:
            self.closing.set()
            self._server.shutdown()
            self._thread.join()
            # A client that reads no further, and that nothing has collected yet, would keep its thread for ever.
            for connection in tuple(self._server.connections):
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
            self._server.server_close()


class _Server(ThreadingHTTPServer):
    """One thread per connection; all have ended when it is closed."""

    daemon_threads = False

    def __init__(self, site: KaggleSite) -> None:
        self.site = site
        self.connections: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), _Handler)


class _Handler(BaseHTTPRequestHandler):
    """One request; connections are not kept."""

    protocol_version = "HTTP/1.0"

    @property
    def site(self) -> KaggleSite:
        """Whose requests these are."""
        assert isinstance(self.server, _Server)
        return self.server.site

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the standard library's name
        """Keep quiet."""

    def handle(self) -> None:
        """Serve; clients may go away at any time."""
        assert isinstance(self.server, _Server)
        self.server.connections.add(self.connection)
        try:
            with contextlib.suppress(ConnectionError):
                super().handle()
        finally:
            self.server.connections.discard(self.connection)

    def do_POST(self) -> None:
        """Answer an API call."""
        call = urlsplit(self.path).path.rsplit("/", 1)[-1]
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = json.loads(content or b"{}")
        self.site.asked.append(Asked(call, body, dict(self.headers)))
        failure = self.site.next_failure(call)
        if failure and self._goes_wrong(failure):
            return
        if call == "IntrospectToken":
            self._json(200, {"active": body.get("token") == TOKEN, "username": USER})
        elif call == "GenerateAccessToken":
            good = body.get("refreshToken") == REFRESH
            fresh = {"token": TOKEN, "expiresIn": 43200, "userName": USER}
            self._json(200, fresh) if good else self._refuse(401, "Unauthenticated")
        elif not self._welcome():
            self._refuse(401, "Unauthenticated")
        else:
            self._call(call, body, failure)

    def do_GET(self) -> None:
        """Give the bytes that a download was redirected to."""
        asked = parse_qs(urlsplit(self.path).query)
        ref, version = asked["ref"][0], int(asked["version"][0])
        self.site.asked.append(Asked(STORAGE, {"ref": ref, "version": version}, dict(self.headers)))
        failure = self.site.next_failure(STORAGE)
        if failure and self._goes_wrong(failure):
            return
        dataset, file = self.site.holdings.datasets[ref], asked.get("file", [""])[0]
        self._bytes(dataset.content(file, version or None), failure)

    def _call(self, call: str, body: JSON, failure: Failure | None) -> None:
        try:
            if call == "DownloadDataset":
                self._redirect(body)
            else:
                self._json(200, ANSWERS[call](self.site.holdings, body), failure)
        except NotFoundError as missing:
            self._refuse(404, f"Not found: {missing}")

    def _redirect(self, body: JSON) -> None:
        dataset = self.site.holdings.dataset(body)
        version = body.get("datasetVersionNumber")
        files = dataset.files_of(version if isinstance(version, int) else None)
        file = str(body.get("fileName") or "")
        if files is None or (file and file not in files):
            raise NotFoundError(f"{dataset.ref} version {version} {file}")
        address = f"http://{self.headers['Host']}/storage?ref={dataset.ref}"
        self.send_response(302)
        self.send_header(
            "Location",
            f"{address}&version={version or 0}&file={quote(file)}&sig=SECRET",
        )
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _welcome(self) -> bool:
        said = self.headers.get("Authorization", "")
        basic = base64.b64encode(f"{USER}:{KEY}".encode()).decode()
        return said in (f"Basic {basic}", f"Bearer {TOKEN}")

    def _bytes(self, content: bytes, failure: Failure | None) -> None:
        """Send a file whole, or from where the client says it stopped."""
        etag = f'"{hashlib.md5(content, usedforsecurity=False).hexdigest()}"'
        asked = self.headers.get("Range", "")
        start = int(asked.removeprefix("bytes=").rstrip("-")) if asked else 0
        whole = not asked or not self.site.etags or self.headers.get("If-Range", etag) != etag
        if not whole and start >= len(content):
            self._refuse(416, "Range not satisfiable")
            return
        sent = content if whole else content[start:]
        if failure and failure.flip:
            sent = sent[: len(sent) // 2] + bytes([sent[len(sent) // 2] ^ 1]) + sent[len(sent) // 2 + 1 :]
        self.send_response(200 if whole else 206)
        self.send_header("Content-Type", "application/zip")
        self.send_header("Content-Length", str(len(sent) + self.site.lying_size))
        if not whole:
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        if self.site.etags:
            digest = base64.b64encode(hashlib.md5(content, usedforsecurity=False).digest()).decode()
            self.send_header("ETag", etag)
            self.send_header("Accept-Ranges", "bytes")
            self.send_header("x-goog-hash", f"crc32c=AAAAAA==,md5={digest}")
        self.end_headers()
        self.wfile.write(sent if failure is None or failure.cut_after is None else sent[: failure.cut_after])
        if failure and failure.stall:
            self.site.closing.wait()

    def _goes_wrong(self, failure: Failure) -> bool:
        """Send a failure; False where the right answer is to be sent in part."""
        if failure.hang:
            self.site.closing.wait(failure.hang)
        elif failure.reset:
            # Closing with nothing left to linger for sends a reset instead of an end.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
        elif failure.body is not None:
            self._send(failure.status, failure.body, failure.content_type, failure.headers)
        elif failure.status:
            self._refuse(failure.status, failure.message, failure.headers)
        else:
            return False
        return True

    def _refuse(self, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
        self._send(status, json.dumps({"code": status, "message": message}).encode(), "application/json", headers or {})

    def _json(self, status: int, answer: JSON, failure: Failure | None = None) -> None:
        content = json.dumps(answer).encode()
        if failure and failure.drip:
            self._send(status, content, "application/json", {}, 0)
            # The client hangs up meanwhile.
            with contextlib.suppress(OSError):
                for byte in content:
                    self.site.closing.wait(failure.drip)
                    self.wfile.write(bytes([byte]))
            return
        cut = failure.cut_after if failure else None
        self._send(status, content, "application/json", {}, cut)

    def _send(self, status: int, content: bytes, kind: str, headers: Mapping[str, str], cut: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content[:cut])
