"""Where a provider is, what it is given as key, and what may be said of both."""

import os
import re
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit
from urllib.request import proxy_bypass

from authoring.errors import ModelError
from authoring.records.model_config import ModelChoice

OWN: Final = "https://api.openai.com/v1"
"""Where calls go when no base URL is given."""
NO_KEY: Final = "EMPTY"
"""What local servers get for a key; the client insists on one, and they look at none."""
SECRETS: Final = re.compile(r"\b(?:sk|rk|pk|sess|eyJ\w+)[-_.][\w*.-]{4,}|(?<=://)[^/@\s]+(?=@)|(?<=Bearer )\S+")
"""What looks like a key or a password, whole or masked."""
LONGEST: Final = 300
"""Characters of a server's words that are passed on."""


@dataclass(frozen=True, slots=True)
class Server:
    """Where a model is asked, for messages."""

    url: str
    key: str = field(repr=False)
    proxies: tuple[str, ...] = ()
    """Names of the environment variables that send our calls elsewhere; their values may hold passwords."""

    @property
    def name(self) -> str:
        """Host and port."""
        return urlsplit(self.url).netloc.rpartition("@")[2]

    def hide(self, text: str) -> str:
        """Return a text for one line, without what must not be seen."""
        shown = text.replace(self.key, "[key]") if len(self.key) > len("EMPTY") else text
        shown = " ".join(SECRETS.sub("[key]", shown).split())
        return shown if len(shown) <= LONGEST else shown[: LONGEST - 1] + "…"


def address(choice: ModelChoice, key: str | None) -> Server:
    """Return where a model is asked, and with which key.

    Raises:
        ModelError: there is no key for OpenAI's own server, the key is no key, or the base URL no URL.
    """
    url = _checked_url(choice.base_url)
    return Server(url, _checked_key(key, choice), _proxies(url))


def _checked_url(url: str) -> str:
    """Return where to call.

    Raises:
        ModelError: no server can be there, or there is a password in it, which would end in records.
    """
    if not url:
        return OWN
    parts = urlsplit(url)
    if "@" in parts.netloc:
        raise ModelError(
            "the base URL holds a user or password", hint="give the server's key in OPENAI_API_KEY instead"
        )
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ModelError(f"{url!r} is no base URL", hint="as in: --base-url http://localhost:8000/v1")
    return url


def _checked_key(key: str | None, choice: ModelChoice) -> str:
    """Return what is sent as key.

    Raises:
        ModelError: there is none where one is needed, or it cannot be one; it is not shown.
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
    """Return the variables of the environment that send calls for a URL elsewhere."""
    parts = urlsplit(url)
    if proxy_bypass(parts.hostname or ""):
        return ()
    names = (f"{parts.scheme.upper()}_PROXY", "ALL_PROXY")
    return tuple(name for name in names if os.environ.get(name) or os.environ.get(name.lower()))
