"""What a provider's complaints come down to, and what is said about them."""

import email.utils
import math
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal
from urllib.parse import urlsplit

from authoring.llm.endpoint import Server
from authoring.llm.port import CallError, Failure, Request, Usage

STATUSES: Final[Mapping[int, Failure]] = {
    400: Failure.REQUEST,
    401: Failure.KEY,
    402: Failure.KEY,
    403: Failure.KEY,
    404: Failure.REQUEST,
    408: Failure.SERVER,
    409: Failure.SERVER,
    413: Failure.REQUEST,
    422: Failure.REQUEST,
    425: Failure.SERVER,
    429: Failure.RATE_LIMIT,
}
"""What a status means; of the others, those below 500 are the request's fault and the rest the server's."""

EMPTY: Final = "empty_reply"
REFUSED: Final = "model_refused"

CODES: Final[Mapping[str, Failure]] = {
    "batch_expired": Failure.TIMEOUT,
    "billing_hard_limit_reached": Failure.KEY,
    "content_filter": Failure.FILTERED,
    "content_policy_violation": Failure.FILTERED,
    "context_length_exceeded": Failure.REQUEST,
    EMPTY: Failure.EMPTY,
    "insufficient_quota": Failure.KEY,
    "invalid_prompt": Failure.FILTERED,
    REFUSED: Failure.REFUSED,
    "rate_limit_exceeded": Failure.RATE_LIMIT,
    "server_error": Failure.SERVER,
    "token_limit_exceeded": Failure.RATE_LIMIT,
}
"""Codes that say more than the status they come with: an account without money is told by a 429, a filter by a 400."""

HINTS: Final[Mapping[Failure, str]] = {
    Failure.RATE_LIMIT: "lower concurrency or requests_per_minute of [model], or wait",
    Failure.SERVER: "the trouble is the server's: try again later",
    Failure.TIMEOUT: "raise timeout of [model] if the model is only slow",
    Failure.CONNECTION: "check that the server is running and can be reached: authoring models check",
    Failure.EMPTY: "try again; if it stays so, raise reply_tokens of [model]: a reasoning model may use them up unseen",
    Failure.REFUSED: "the model does not want to do this: look at the seed's texts, or try another model",
    Failure.FILTERED: "the provider's filter minds the texts of this subject: look at them, or try another provider",
    Failure.KEY: "check OPENAI_API_KEY or key_file of [model]",
    Failure.REQUEST: "asking again would give the same; see what the server knows with: authoring models check",
}

GATEWAY: Final = {407, 502, 503, 504}
"""Statuses that proxies answer with for servers that they do not reach."""
MONEY: Final = {"insufficient_quota", "billing_hard_limit_reached"}
CERTIFICATE: Final = re.compile(r"CERTIFICATE_VERIFY_FAILED|certificate", re.IGNORECASE)
CONNECTIONS: Final = (
    (
        CERTIFICATE,
        "this machine does not trust the server's certificate: name your organisation's PEM file in SSL_CERT_FILE",
    ),
    (
        re.compile(r"WRONG_VERSION_NUMBER|RECORD_LAYER|record layer", re.IGNORECASE),
        "the server may speak http, not https",
    ),
    (
        re.compile(r"\b407\b|proxy", re.IGNORECASE),
        "the proxy refused: check HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY",
    ),
    (
        re.compile(r"getaddrinfo|name resolution|not known|nodename|No address", re.IGNORECASE),
        "no such host: check the spelling of the base URL, and the network",
    ),
    (re.compile(r"refused", re.IGNORECASE), "nothing listens there: start the server, or check the base URL's port"),
)
"""What the system says about a connection, and what to do about it."""

NOTHING: Final = Usage()


class UnreadableError(ValueError):
    """An answer that is none."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """What came instead of a reply."""

    message: str
    """In the server's words, or the client's."""
    status: int | None = None
    """Of an answer with an error status."""
    code: str = ""
    parameter: str = ""
    """The one that the server minds, if it says so."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Names in lower case."""
    way: Literal["answer", "timeout", "connection"] = "answer"
    """How far it came: to an answer, or not so far."""

    @property
    def failure(self) -> Failure:
        """Which of our failures it is."""
        if self.way != "answer":
            return Failure.TIMEOUT if self.way == "timeout" else Failure.CONNECTION
        if self.code in CODES:
            return CODES[self.code]
        if self.status is None:
            return Failure.SERVER
        return STATUSES.get(self.status, Failure.REQUEST if 400 <= self.status < 500 else Failure.SERVER)  # noqa: PLR2004 - HTTP's classes


def call_error(request: Request, server: Server, complaint: Complaint, *, spent: Usage = NOTHING) -> CallError:
    """Return the error that tells of a complaint: about what, for what, by whom; never a key.

    Args:
        request: what was asked.
        server: who was asked.
        complaint: what came instead of a reply.
        spent: what was paid all the same: for a reply that is empty, or that a filter took away.
    """
    said = server.hide(complaint.message)
    about = complaint.status and f"answered {complaint.status}" + (f" ({complaint.code})" if complaint.code else "")
    what = f"{about}: {said}" if about else said
    return CallError(
        f"{request.subject}: {request.purpose}: {server.name}: {what}",
        failure=complaint.failure,
        hint=_hint(complaint, server),
        retry_after=seconds_to_wait(complaint.headers),
        usage=spent,
    )


def _hint(complaint: Complaint, server: Server) -> str:
    through = f"; calls go through the proxy of {' and '.join(server.proxies)}" if server.proxies else ""
    if complaint.way == "connection":
        return (
            next((hint for seen, hint in CONNECTIONS if seen.search(complaint.message)), HINTS[complaint.failure])
            + through
        )
    if complaint.code in MONEY or complaint.status == 402:  # noqa: PLR2004 - payment required
        return "the account has no money or quota left: see the provider's page on billing"
    if complaint.code == "context_length_exceeded" or complaint.status == 413:  # noqa: PLR2004 - too large
        return "the prompt is too long for this model: fewer examples, smaller reply_tokens, or another model"
    if complaint.status == 404:  # noqa: PLR2004 - not found
        versioned = re.search(r"/v\d", urlsplit(server.url).path)
        return "see which models there are: authoring models list" + (
            "" if versioned else "; base URLs mostly end with /v1"
        )
    if complaint.status == 403:  # noqa: PLR2004 - forbidden
        return f"this key may not use this model, or not from here{through}"
    return HINTS[complaint.failure] + (through if complaint.status in GATEWAY else "")


def seconds_to_wait(headers: Mapping[str, str]) -> float | None:
    """Return what a server asks to wait, in seconds, however long; None where it does not say."""
    if (told := _number(headers.get("retry-after-ms", ""))) is not None:
        return told / 1000
    value = headers.get("retry-after", "")
    if (told := _number(value)) is not None:
        return told
    date = email.utils.parsedate_tz(value)
    return max(0.0, email.utils.mktime_tz(date) - time.time()) if date else None


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None


def complaint_of(error: Exception) -> Complaint | None:
    """Return what an exception of the client comes down to; None of one that is no provider's."""
    import openai  # noqa: PLC0415 - takes a second, and is loaded already where there is one of its exceptions

    # What the HTTP library raises between two pieces of a body comes through the client as it is.
    kinds = {kind.__name__ for kind in type(error).__mro__ if kind.__module__.partition(".")[0] in {"httpx", "httpx2"}}
    if isinstance(error, openai.APITimeoutError) or "TimeoutException" in kinds:
        return Complaint("gave no reply in time", way="timeout")
    if isinstance(error, openai.APIConnectionError) or kinds:
        return Complaint(_deepest(error), way="connection")
    if isinstance(error, openai.APIStatusError):
        headers = {name.lower(): value for name, value in error.response.headers.items()}
        return Complaint(_words(error), error.status_code, error.code or "", _text(error.param), headers)
    if isinstance(error, openai.APIError):
        return Complaint(_words(error), code=error.code or "", parameter=_text(error.param))
    if isinstance(error, openai.OpenAIError | UnreadableError):
        return Complaint(f"the answer cannot be read ({error})")
    return None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _words(error: Exception) -> str:
    body = getattr(error, "body", None)
    said = body.get("message") or body.get("detail") if isinstance(body, dict) else body
    return str(said or error)


def _deepest(error: BaseException) -> str:
    """Return the words of the exception that was there first."""
    seen = [error]
    while (cause := seen[-1].__cause__ or seen[-1].__context__) is not None and cause not in seen:
        seen.append(cause)
    words = next((str(one) for one in reversed(seen) if str(one)), "")
    return f"no connection: {words}" if words else "no connection"
