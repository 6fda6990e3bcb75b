"""Everything that goes wrong between us and Kaggle, as one paragraph that says what it was and what to do.

Nothing of what the site or its client says is passed on but the site's own message, cut short and without secrets:
the texts of exceptions hold addresses that are signed. Failures that are told apart by what follows from them, and not
only shown, have classes of their own.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from authoring.errors import SeedError
from authoring.llm.masking import SecretMask
from authoring.records.documents import load_json
from authoring.seeds.sources.kaggle.credentials import STEPS, Credentials
from authoring.seeds.sources.kaggle.retry import KaggleRetryPolicy, retry_after_seconds

if TYPE_CHECKING:
    import requests


class NoAccessError(SeedError):
    """Kaggle cannot be asked at all: no client, no credentials, or refused ones; the next call would say the same."""


class MissingError(SeedError):
    """Kaggle says that there is no such thing; what became private looks the same."""


class WithheldError(SeedError):
    """Kaggle has it, but does not give it to this account: rules, a phone number, or it is private."""


class RestError(SeedError):
    """Kaggle wants no more calls for a while; asking about anything else would only say the same."""


TRANSIENT_STATUSES = frozenset({408, 429, 500, 502, 503, 504})
"""Statuses that pass by themselves."""

_UNAUTHORIZED, _FORBIDDEN, _NOT_FOUND = 401, 403, 404
_TOO_MANY, _SERVER_ERROR, _ERROR = 429, 500, 400

_LATER = "try again later"
_MINUTES = 90.0
"""Seconds from which on a wait is told in minutes."""
_LONGEST = 200
"""Characters of the site's own message that are shown."""


@dataclass(frozen=True, slots=True)
class CallSubject:
    """What a call is about."""

    name: str
    """For example ``the data set ada/shop``."""
    url: str = ""
    """Address of its page, where it has one."""


@dataclass(frozen=True, slots=True)
class ErrorContext:
    """What a message may need besides the failure itself."""

    patience: KaggleRetryPolicy
    credentials: Credentials
    secrets: tuple[str, ...] = ()
    """What no message may show, the longest first."""


class UnexpectedAnswerError(Exception):
    """The site gave something else than what was asked for; its text says what, in our words."""


class CutShortError(Exception):
    """Bytes that came are not all bytes, or not the right ones; its text says how that is known."""


def wait_before_retry(error: Exception, attempt: int, policy: KaggleRetryPolicy) -> float | None:
    """Return the seconds to wait before a call that failed `attempt` times is made again; None if that is of no use."""
    import requests  # noqa: PLC0415 - comes with Kaggle's client, which need not be installed

    if isinstance(error, requests.HTTPError):
        status = status_of(error)
        if status not in TRANSIENT_STATUSES:
            return None
        delay = _retry_after(error)
        if delay is None:
            return policy.wait(attempt)
        # A longer rest than the policy allows is the person's to take: `_too_many` says how long it is.
        return delay if delay <= policy.longest_wait else None
    # All are subclasses of ConnectionError, but no second try mends a proxy that refuses, or a certificate.
    if isinstance(error, requests.exceptions.ProxyError) and _is_reset(error):
        return policy.wait(attempt)
    if isinstance(error, requests.exceptions.ProxyError | requests.exceptions.SSLError):
        return None
    passing = (requests.Timeout, requests.ConnectionError, requests.exceptions.ChunkedEncodingError, CutShortError)
    return policy.wait(attempt) if isinstance(error, passing) else None


def failure_of(error: Exception, subject: CallSubject, attempts: int, context: ErrorContext) -> SeedError:
    """Return what to tell the person of a call that failed for good, after `attempts` tries."""
    import requests  # noqa: PLC0415 - comes with Kaggle's client, which need not be installed

    # The call itself has found the words, for example for a file that is too large.
    if isinstance(error, SeedError):
        return error
    if isinstance(error, requests.HTTPError) and error.response is not None:
        return _refused(error, subject, attempts, context)
    # The first that fits counts, so narrower classes stand before wider ones.
    for kinds, message, hint in _connection_failures(error, subject, _times(attempts), context.patience):
        if isinstance(error, kinds):
            return SeedError(message, hint=hint)
    return SeedError(f"Kaggle's client stopped over {subject.name}: {type(error).__name__}", hint="please report this")


def _connection_failures(
    error: Exception, subject: CallSubject, times: str, policy: KaggleRetryPolicy
) -> Iterator[tuple[type[Exception] | tuple[type[Exception], ...], str, str]]:
    """Give what to say of each kind of failure that is no answer of the site's, the narrower kinds first."""
    import requests.exceptions as broken  # noqa: PLC0415 - as above

    silent = (f"Kaggle sent nothing for {policy.read:g} s about {subject.name}{times}", _LATER)
    if isinstance(error, broken.ProxyError) and _is_reset(error):
        message = f"the connection was reset behind the proxy{times}, over {subject.name}"
        yield (
            broken.ProxyError,
            message,
            "try again later; if it stays so, check HTTPS_PROXY and what the proxy lets through",
        )
    yield broken.ProxyError, "the proxy between here and Kaggle does not let the call through", "check HTTPS_PROXY"
    yield (
        broken.TooManyRedirects,
        f"Kaggle sends the call about {subject.name} round in circles: a redirect loop",
        subject.url and f"see whether {subject.url} opens in a browser; a proxy between here and Kaggle may do this",
    )
    yield (
        (broken.InvalidSchema, broken.MissingSchema, broken.InvalidURL),
        f"Kaggle sends the call about {subject.name} to an address {_scheme(error)}that is not followed",
        "a proxy between here and Kaggle may do this; please report it otherwise",
    )
    yield (
        broken.SSLError,
        "the certificate that Kaggle's address shows is not trusted here",
        "behind a company's proxy, name its certificates in REQUESTS_CA_BUNDLE",
    )
    yield (
        broken.ConnectTimeout,
        f"Kaggle could not be reached within {policy.connect:g} s{times}",
        "check the network, then try again",
    )
    yield broken.Timeout, *silent
    if isinstance(error, broken.ConnectionError) and "ReadTimeout" in type((*error.args, None)[0]).__name__:
        # Silence in the middle of a download has no class of its own.
        yield broken.ConnectionError, *silent
    yield CutShortError, f"{subject.name} did not arrive whole{times}: {error}; nothing of it is used", _LATER
    yield (
        broken.ChunkedEncodingError,
        f"{subject.name} did not arrive whole{times}: the connection ended too early; nothing of it is used",
        _LATER,
    )
    yield (
        broken.ConnectionError,
        f"the connection to Kaggle broke, or none came about{times}",
        "check the network, then try again",
    )
    yield UnexpectedAnswerError, f"Kaggle's answer about {subject.name} cannot be used: {error}", _LATER
    # The client takes answers apart without checking them, so odd ones raise any of these.
    odd = (ValueError, TypeError, AttributeError, LookupError)
    yield odd, f"Kaggle's answer about {subject.name} cannot be used: {_shape(error)}", _LATER
    yield OSError, f"{subject.name} cannot be kept here: {getattr(error, 'strerror', None)}", "check the disk"


def _is_reset(error: BaseException) -> bool:
    """Return whether a connection that was there was torn down, somewhere in the chain of what went wrong."""
    # urllib3 keeps what it wraps as an argument, as a reason or as the original error.
    further = (*error.args, getattr(error, "reason", None), getattr(error, "original_error", None))
    return isinstance(error, ConnectionResetError) or any(
        isinstance(inner, BaseException) and inner is not error and _is_reset(inner) for inner in further
    )


def _scheme(error: Exception) -> str:
    """Return the kind of an address that cannot be called, without the address, which may hold a signature."""
    match = re.search(r"['\"]([a-z][a-z0-9+.-]{1,20}):", str(error), re.IGNORECASE)
    return f"of the kind {match[1].lower()}: " if match else ""


def status_of(error: "requests.HTTPError") -> int:
    """Return the status of an answer; some say 200 and put the true one into their JSON."""
    response = error.response
    if response is None:
        return 0
    # Only an answer that claims success may hold another status inside.
    code = _body(response).get("code")
    return code if response.status_code < _ERROR and isinstance(code, int) else response.status_code


def without_secrets(text: str, secrets: tuple[str, ...]) -> str:
    """Return a text with every secret in it struck out, however it is spelled there."""
    return SecretMask(secrets, "***", fragments=True).hide(text)


def _refused(error: "requests.HTTPError", subject: CallSubject, attempts: int, context: ErrorContext) -> SeedError:
    status = status_of(error)
    site_message = _site_message(error, context)
    if status == _TOO_MANY:
        return _too_many(error, attempts, context)
    if status >= _SERVER_ERROR:
        return SeedError(
            f"Kaggle itself failed ({status}) over {subject.name}{_times(attempts)}{site_message}", hint=_LATER
        )
    if status == _UNAUTHORIZED:
        return _unauthorized(site_message, context.credentials)
    if status == _FORBIDDEN:
        return _forbidden(subject, site_message)
    if status == _NOT_FOUND:
        hint = f"check the spelling at {subject.url}; what is private looks the same" if subject.url else ""
        return MissingError(f"Kaggle has no such thing (404): {subject.name}", hint=hint)
    return SeedError(
        f"Kaggle refuses {subject.name} ({status}){site_message}", hint=subject.url and f"look at {subject.url}"
    )


def _unauthorized(site_message: str, credentials: Credentials) -> SeedError:
    place = credentials.places[0] if credentials.places else "no credentials"
    further = f"; it comes before {' and '.join(credentials.places[1:])}" if credentials.places[1:] else ""
    return NoAccessError(f"Kaggle refuses your credentials (401), from {place}{further}{site_message}", hint=STEPS)


def _forbidden(subject: CallSubject, site_message: str) -> SeedError:
    words = site_message.lower()
    rules = f"open {subject.url or 'https://www.kaggle.com'} signed in, accept the rules or terms, then run this again"
    phone = "verify a phone number at https://www.kaggle.com/settings, then run this again"
    # 403 has several causes, which only the site's own words tell apart.
    if "phone" in words or "verif" in words:
        message = f"Kaggle gives {subject.name} (403) only to accounts with a verified phone number{site_message}"
        return WithheldError(message, hint=phone)
    if any(word in words for word in ("rule", "accept", "terms", "consent", "agree")):
        message = f"Kaggle gives {subject.name} (403) only to those who accepted its rules{site_message}"
        return WithheldError(message, hint=rules)
    return WithheldError(
        f"Kaggle does not give {subject.name} to this account (403): its rules are not accepted, your phone number is"
        f" not verified, or it is private{site_message}",
        hint=f"{rules}; or {phone}",
    )


def _too_many(error: "requests.HTTPError", attempts: int, context: ErrorContext) -> SeedError:
    delay = _retry_after(error)
    if delay is not None and delay > context.patience.longest_wait:
        message = (
            f"Kaggle has had too many requests from you (429), and wants {delay:.0f} s of rest, more than the"
            f" {context.patience.longest_wait:g} s that are waited here"
        )
        return RestError(
            message, hint=f"run this again in {delay / 60:.0f} min" if delay >= _MINUTES else "run this again then"
        )
    return RestError(
        f"Kaggle has had too many requests from you (429){_times(attempts)}", hint="run this again in some minutes"
    )


def _retry_after(error: "requests.HTTPError") -> float | None:
    headers = error.response.headers if error.response is not None else {}
    return retry_after_seconds(headers.get("Retry-After"), datetime.now(UTC))


def _site_message(error: "requests.HTTPError", context: ErrorContext) -> str:
    """The site's own message, as the end of a sentence."""
    message = _body(error.response).get("message") if error.response is not None else None
    if not isinstance(message, str) or not message.strip():
        return ""
    # A site may repeat in its message the token that it refuses.
    words = " ".join(without_secrets(message, context.secrets).split())
    return f'; it says: "{words[:_LONGEST]}"'


def _body(response: "requests.Response") -> dict[str, object]:
    try:
        body = load_json(response.content)
    # requests raises RuntimeError when a body that was streamed is asked for.
    except (ValueError, OSError, RuntimeError):
        return {}
    return body if isinstance(body, dict) else {}


def _shape(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        text = error.doc.lstrip()[:20].lower() if isinstance(error.doc, str) else ""
        # Mostly the page of a proxy or of a site that is down.
        if text.startswith("<"):
            return "it is a web page, not data"
        return "it is no whole JSON" if text else "it is empty"
    return "its fields are not what they should be"


def _times(attempts: int) -> str:
    return f", {attempts} times in a row" if attempts > 1 else ""
