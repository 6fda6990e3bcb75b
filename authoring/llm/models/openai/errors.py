"""Errors of providers: the kind of failure that each one means, and the message and hint that a user sees."""

import email.utils
import math
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal
from urllib.parse import urlsplit

from authoring.llm.models.openai.endpoint import Endpoint
from authoring.llm.port import CallError, Failure, Request, TokenUsage

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
"""The failure behind a status; other statuses below 500 are the request's fault, those above the server's."""

EMPTY: Final = "empty_reply"
FOREIGN_CALL: Final = "foreign_call"
REFUSED: Final = "model_refused"

CODES: Final[Mapping[str, Failure]] = {
    "batch_expired": Failure.TIMEOUT,
    "billing_hard_limit_reached": Failure.KEY,
    "content_filter": Failure.FILTERED,
    "content_policy_violation": Failure.FILTERED,
    "context_length_exceeded": Failure.REQUEST,
    EMPTY: Failure.EMPTY,
    FOREIGN_CALL: Failure.FOREIGN_CALL,
    "insufficient_quota": Failure.KEY,
    "invalid_prompt": Failure.FILTERED,
    REFUSED: Failure.REFUSED,
    "rate_limit_exceeded": Failure.RATE_LIMIT,
    "server_error": Failure.SERVER,
    "token_limit_exceeded": Failure.RATE_LIMIT,
}
"""Codes that say more than their status: an account without money answers 429, a filter 400."""

HINTS: Final[Mapping[Failure, str]] = {
    Failure.RATE_LIMIT: "lower concurrency or requests_per_minute of [model], or wait",
    Failure.SERVER: "the trouble is the server's: try again later",
    Failure.TIMEOUT: "raise timeout of [model] if the model is only slow",
    Failure.CONNECTION: "check that the server is running and can be reached: authoring models check",
    Failure.EMPTY: "try again; if it stays so, raise reply_tokens of [model]: a reasoning model may use them up unseen",
    Failure.FOREIGN_CALL: "try again; if it stays so, try another model, or switch tools off on its server",
    Failure.REFUSED: "the model does not want to do this: look at the seed's texts, or try another model",
    Failure.FILTERED: "the provider's filter minds the texts of this subject: look at them, or try another provider",
    Failure.KEY: "check OPENAI_API_KEY, which goes to the server in OPENAI_BASE_URL only, or key_file of [model]",
    Failure.REQUEST: "asking again would give the same; see what the server knows with: authoring models check",
}

GATEWAY: Final = {407, 502, 503, 504}
"""Statuses of proxies that do not reach the server."""
MONEY: Final = {"insufficient_quota", "billing_hard_limit_reached"}
CONNECTIONS: Final = (
    (
        re.compile(r"certificate", re.IGNORECASE),
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
"""Patterns of the system's messages about connections, each with a hint."""

NO_USAGE: Final = TokenUsage()


PAGE: Final = "it is a page for a browser"
"""What an answer is that begins with HTML."""


class UnreadableAnswerError(ValueError):
    """An answer that does not follow the wire format."""


@dataclass(frozen=True, slots=True)
class ErrorDetails:
    """The details of an error that came instead of a reply."""

    message: str
    """The server's message, or the client's."""
    status: int | None = None
    """The status of an answer with an error status."""
    code: str = ""
    parameter: str = ""
    """The parameter that the server refuses, if it names one."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Names in lower case."""
    phase: Literal["answer", "timeout", "connection"] = "answer"
    """The phase of the call that failed."""

    @property
    def failure(self) -> Failure:
        """The kind of failure that the error means."""
        if self.phase != "answer":
            return Failure.TIMEOUT if self.phase == "timeout" else Failure.CONNECTION
        # The code says more than the status: an account without money answers 429, like a rate limit.
        if self.code in CODES:
            return CODES[self.code]
        if self.status is None:
            return Failure.SERVER
        return STATUSES.get(self.status, Failure.REQUEST if 400 <= self.status < 500 else Failure.SERVER)  # noqa: PLR2004 - HTTP's classes


def call_error(
    request: Request, endpoint: Endpoint, details: ErrorDetails, *, usage: TokenUsage = NO_USAGE
) -> CallError:
    """Return the exception for an error: its message names subject, purpose and server, and never a key.

    Args:
        request: the request that failed.
        endpoint: the server that was called.
        details: the error.
        usage: tokens that were paid all the same: for a reply that is empty, or that a filter removed.
    """
    message = endpoint.hide(details.message)
    if details.status:
        code = f" ({endpoint.hide(details.code)})" if details.code else ""
        message = f"answered {details.status}{code}: {message}"
    return CallError(
        f"{request.subject}: {request.purpose}: {endpoint.name}: {message}",
        failure=details.failure,
        hint=_hint(details, endpoint),
        retry_after=seconds_to_wait(details.headers),
        usage=usage,
    )


def _hint(details: ErrorDetails, endpoint: Endpoint) -> str:
    through = f"; calls go through the proxy of {' and '.join(endpoint.proxies)}" if endpoint.proxies else ""
    if details.phase == "connection":
        return (
            next((hint for pattern, hint in CONNECTIONS if pattern.search(details.message)), HINTS[details.failure])
            + through
        )
    if details.code in MONEY or details.status == 402:  # noqa: PLR2004 - payment required
        return "the account has no money or quota left: see the provider's page on billing"
    if details.code == "context_length_exceeded" or details.status == 413:  # noqa: PLR2004 - too large
        return "the prompt is too long for this model: fewer examples, smaller reply_tokens, or another model"
    if details.status == 404 or PAGE in details.message:  # noqa: PLR2004 - not found
        versioned = re.search(r"/v\d", urlsplit(endpoint.url).path)
        way_out = "see which models there are: authoring models list" if details.status else "check the base URL"
        return way_out + ("" if versioned else "; base URLs mostly end with /v1")
    if details.status == 403:  # noqa: PLR2004 - forbidden
        return f"this key may not use this model, or not from here{through}"
    return HINTS[details.failure] + (through if details.status in GATEWAY else "")


def seconds_to_wait(headers: Mapping[str, str]) -> float | None:
    """Return the seconds that a server asks to wait, however many; None where it names none."""
    # OpenAI's own header is the more exact one; `retry-after` may also hold a date.
    if (seconds := _number(headers.get("retry-after-ms", ""))) is not None:
        return seconds / 1000
    value = headers.get("retry-after", "")
    if (seconds := _number(value)) is not None:
        return seconds
    date = email.utils.parsedate_tz(value)
    return max(0.0, email.utils.mktime_tz(date) - time.time()) if date else None


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None


def error_details(error: Exception) -> ErrorDetails | None:
    """Return the details of an exception of the client; None for an exception that no provider caused."""
    import openai  # noqa: PLC0415 - takes a second, and is loaded already where there is one of its exceptions

    # Exceptions of the HTTP library between two pieces of a body pass through the client as they are.
    kinds = {kind.__name__ for kind in type(error).__mro__ if kind.__module__.partition(".")[0] in {"httpx", "httpx2"}}
    if isinstance(error, openai.APITimeoutError) or "TimeoutException" in kinds:
        return ErrorDetails("gave no reply in time", phase="timeout")
    if isinstance(error, openai.APIConnectionError) or kinds:
        return ErrorDetails(_deepest(error), phase="connection")
    if isinstance(error, openai.APIStatusError):
        headers = {name.lower(): value for name, value in error.response.headers.items()}
        return ErrorDetails(_words(error), error.status_code, error.code or "", _text(error.param), headers)
    if isinstance(error, openai.APIError):
        return ErrorDetails(_words(error), code=error.code or "", parameter=_text(error.param))
    if isinstance(error, openai.OpenAIError | UnreadableAnswerError):
        return ErrorDetails(f"the answer cannot be read ({error})")
    return None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _words(error: Exception) -> str:
    body = getattr(error, "body", None)
    message = body.get("message") or body.get("detail") if isinstance(body, dict) else body
    return str(message or error)


def _deepest(error: BaseException) -> str:
    """Return the message of the exception that caused all others."""
    chain = [error]
    # A chain of exceptions may lead back to itself, so one that was seen ends it.
    while (cause := chain[-1].__cause__ or chain[-1].__context__) is not None and cause not in chain:
        chain.append(cause)
    words = next((str(link) for link in reversed(chain) if str(link)), "")
    return f"no connection: {words}" if words else "no connection"
