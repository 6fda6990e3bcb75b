"""Where a provider is and which key it gets, and how texts are freed of both keys and passwords."""

import os
import re
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote, urlsplit
from urllib.request import proxy_bypass

from authoring.errors import ModelError
from authoring.llm.masking import SecretMask
from authoring.records.model_config import ModelChoice

OPENAI_URL: Final = "https://api.openai.com/v1"
"""Where calls go when no base URL is given."""
NO_KEY: Final = "EMPTY"
"""The key that local servers get: the client insists on one, and they ignore it."""
# Keys by their usual prefixes, masked ones too; passwords in URLs; tokens of a header.
SECRETS: Final = re.compile(
    r"\b(?:sk|rk|pk|sess|hf|gsk|xai|nvapi|pplx|gh[pousr]|eyJ\w+)[-_.][\w*.-]{4,}|\bAIza[\w*-]{10,}|"
    r"(?<=://)[^/@\s]+(?=@)|(?i:(?<=bearer )|(?<=bearer%20)|(?<=bearer\+))\S+|"
    # Of a Basic header only what no word is: "Basic authentication" is advice.
    r"(?i:(?<=basic )|(?<=basic%20)|(?<=basic\+))(?=[\w+/-]*[A-Z0-9=%])(?!A?uthentication)[\w+/=%-]{6,}|"
    r"(?i:(?<=api-key: )|(?<=api-key\": \")|(?<=api-key=)|(?<=api_key=)|(?<=api_key\": \"))[^\s\"&]+"
)
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
    passwords: tuple[str, ...] = field(default=(), repr=False)
    """Those of the proxies, which a proxy may repeat in a message."""

    @property
    def name(self) -> str:
        """Host and port."""
        return urlsplit(self.url).netloc.rpartition("@")[2]

    def hide(self, text: str) -> str:
        """Return a text as one line, without keys and passwords, however they are spelled there."""
        # A key as short as the stand-in could be part of any word, and is no secret.
        keys = (self.key,) if len(self.key) > len(NO_KEY) else ()
        safe = SecretMask((*keys, *self.passwords), "[key]", fragments=True).hide(text)
        safe = " ".join(SECRETS.sub("[key]", safe).split())
        return safe if len(safe) <= LONGEST else safe[: LONGEST - 1] + "…"


def endpoint_of(choice: ModelChoice, key: str | None) -> Endpoint:
    """Return the address of a model's server, with the key for it.

    Raises:
        ModelError: there is no key for OpenAI's own server, the key is no key, or the base URL no URL.
    """
    url = _checked_url(choice.base_url)
    proxies = _proxies(url)
    return Endpoint(url, _checked_key(key, choice), proxies, _passwords(proxies))


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


def _passwords(proxies: tuple[str, ...]) -> tuple[str, ...]:
    """Return the passwords in the addresses of proxies, as they stand there and as they are sent."""
    addresses = (os.environ.get(name) or os.environ.get(name.lower()) or "" for name in proxies)
    written = [address.rpartition("@")[0].rpartition("//")[2].partition(":")[2] for address in addresses]
    return tuple(dict.fromkeys(form for password in written if password for form in (password, unquote(password))))
