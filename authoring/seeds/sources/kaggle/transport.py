"""Kaggle's own client with timeouts, bounded answers and resumable downloads; needs it to be installed.

The client sends through `requests` without a timeout. It builds a session for every call, so each one is given an
adapter as it is built; nothing of the client's is changed for others in the process.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import kagglesdk.kaggle_http_client
import requests
from kagglesdk.kaggle_client import KaggleClient
from requests.adapters import HTTPAdapter

from authoring.seeds.sources.kaggle.errors import UnexpectedAnswerError
from authoring.seeds.sources.kaggle.retry import KaggleRetryPolicy, shut_after

MOST_ANSWER = 64_000_000
"""Bytes of one answer of the API; the longest honest ones are notebooks with pictures in them."""


class TimedAdapter(HTTPAdapter):
    """Gives every request a timeout, and those for bytes the headers of a download that goes on."""

    def __init__(self, patience: KaggleRetryPolicy, bytes_headers: Mapping[str, str]) -> None:
        self._timeout = (patience.connect, patience.read)
        self._longest_answer = patience.answer
        self._bytes_headers = bytes_headers
        super().__init__()

    def send(
        self,
        request: requests.PreparedRequest,
        stream: bool = False,  # noqa: FBT001, FBT002 - as in requests
        timeout: object = None,  # noqa: ARG002 - the client gives none
        verify: bool | str = True,  # noqa: FBT001, FBT002 - as in requests
        cert: str | tuple[str, str] | None = None,
        proxies: dict[str, str] | None = None,
    ) -> requests.Response:
        """Send with our timeout; only the request for bytes, to which an API call was redirected, names a range."""
        # The API is called by POST; the download that it redirects to is a GET.
        if request.method == "GET":
            request.headers.update(self._bytes_headers)
        response = super().send(request, stream, self._timeout, verify, cert, proxies)
        # requests would read the whole body into memory, however large it is.
        if not stream:
            _read(response, self._longest_answer)
        return response


def _read(response: requests.Response, seconds: float) -> None:
    """Read an answer that is not a file, as `requests` does, but not without end.

    Raises:
        UnexpectedAnswerError: it has more than `MOST_ANSWER` bytes, unpacked, or takes longer than so many seconds.
    """
    too_late = UnexpectedAnswerError(f"it had not come to its end after {seconds:g} s")
    try:
        with shut_after(response.raw, seconds) as is_over:
            content = _content_of(response)
    # Whatever broke then, it broke because time was up.
    except Exception:
        if is_over.is_set():
            raise too_late from None
        raise
    if is_over.is_set():
        raise too_late
    response._content = content  # noqa: SLF001 - where requests keeps what it has read


def _content_of(response: requests.Response) -> bytes:
    content = bytearray()
    for chunk in response.iter_content(1 << 16):
        content += chunk
        if len(content) > MOST_ANSWER:
            response.close()
            raise UnexpectedAnswerError(f"it has more than {MOST_ANSWER:,} bytes")
    return bytes(content)


def prepare(client: KaggleClient, patience: KaggleRetryPolicy, bytes_headers: Mapping[str, str]) -> None:
    """Give a client that has not called yet its adapter."""
    http = client.http_client()
    # Makes the session, which its first call would otherwise do.
    http.__enter__()
    for scheme in ("https://", "http://"):
        http._session.mount(scheme, TimedAdapter(patience, bytes_headers))  # noqa: SLF001 - it has no public name


def check_answer(response: requests.Response) -> None:
    """Refuse an answer of the API that is JSON but no object; the client would take a list for an empty object.

    Raises:
        UnexpectedAnswerError: it is not.
    """
    kind = response.headers.get("Content-Type", "")
    if response.request.method == "POST" and "json" in kind and not isinstance(response.json(), dict):
        raise UnexpectedAnswerError("it is JSON of another shape")


@contextmanager
def offline_import() -> Iterator[None]:
    """Keep the client from calling Kaggle while it is imported: importing it signs in, and passes over failures."""
    http = kagglesdk.kaggle_http_client.KaggleHttpClient
    original = http._init_session  # noqa: SLF001 - where every call of the client begins

    def refuse(_: object) -> None:
        raise requests.ConnectionError

    http._init_session = refuse  # noqa: SLF001 - put back below
    try:
        yield
    finally:
        http._init_session = original  # noqa: SLF001 - as it was
