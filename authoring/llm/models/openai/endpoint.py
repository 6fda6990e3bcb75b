"""Where a provider is and which key it gets, and how texts are freed of both keys and passwords."""

import os
import re
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit
from urllib.request import proxy_bypass

from authoring.errors import ModelError
from authoring.records.model_config import ModelChoice

OPENAI_URL: Final = "https://api.openai.com/v1"
"""Where calls go when no base URL is given."""
NO_KEY: Final = "EMPTY"
"""The key that local servers get: the client insists on one, and they ignore it."""
# Keys by their usual prefixes, masked ones too; passwords in URLs; tokens of a header.
SECRETS: Final = re.compile(r"\b(?:sk|rk|pk|sess|eyJ\w+)[-_.][\w*.-]{4,}|(?<=://)[^/@\s]+(?=@)|(?<=Bearer )\S+")
"""What looks like a key or a password, whole or masked."""
LONGEST: Final = 300
"""Characters of a server's message that are passed on."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The address of a provider, with its key."""

    url: str
    key: str = field(repr=False)
    proxies: tuple[str, ...] = ()
    """Names of the environment variables that redirect calls to a proxy; their values may hold passwords."""

    @property
    def name(self) -> str:
        """Host and port."""
        return urlsplit(self.url).netloc.rpartition("@")[2]

    def hide(self, text: str) -> str:
        """Return a text as one line, without keys and passwords."""
        # A key as short as the stand-in could be part of any word, and is no secret.
        safe = text.replace(self.key, "[key]") if len(self.key) > len("EMPTY") else text
        safe = " ".join(SECRETS.sub("[key]", safe).split())
        return safe if len(safe) <= LONGEST else safe[: LONGEST - 1] + "…"


def endpoint_of(choice: ModelChoice, key: str | None) -> Endpoint:
    """Return the address of a model's server, with the key for it.

    Raises:
        ModelError: there is no key for OpenAI's own server, the key is no key, or the base URL no URL.
    """
    url = _checked_url(choice.base_url)
    return Endpoint(url, _checked_key(key, choice), _proxies(url))


def _checked_url(url: str) -> str:
    """Return the base URL for calls.

    Raises:
        ModelError: it is no URL of a server, or holds a password, which would end up in records.
    """
    if not url:
        return OPENAI_URL
    parts = urlsplit(url)
    if "@" in parts.netloc:
        raise ModelError(
            "the base URL holds a user or password", hint="give the server's key in OPENAI_API_KEY instead"
        )
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ModelError(f"{url!r} is no base URL", hint="as in: --base-url http://localhost:8000/v1")
    return url


def _checked_key(key: str | None, choice: ModelChoice) -> str:
    """Return the key to send.

    Raises:
        ModelError: a key is needed and missing, or cannot be one; the message does not show it.
    """
    key = (key or "").strip()
    if not key and not choice.base_url:
        raise ModelError(
            f"no key for {choice.name} at OpenAI",
            hint="set one: export OPENAI_API_KEY=...; or name a server that needs none: --base-url http://localhost:8000/v1",
        )
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise ModelError("the key holds characters that no key has", hint="copy it again, as one line, without quotes")
    return key or NO_KEY


def _proxies(url: str) -> tuple[str, ...]:
    """Return the environment variables that redirect calls for a URL to a proxy."""
    parts = urlsplit(url)
    # Hosts that NO_PROXY excepts are called directly.
    if proxy_bypass(parts.hostname or ""):
        return ()
    names = (f"{parts.scheme.upper()}_PROXY", "ALL_PROXY")
    return tuple(name for name in names if os.environ.get(name) or os.environ.get(name.lower()))
