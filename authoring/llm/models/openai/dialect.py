"""The dialect of one server: the parameters and features that it supports, learnt from its refusals."""

import re
import threading
from collections.abc import Collection
from typing import Final, Literal

from authoring.llm.models.openai.endpoint import OPENAI_URL
from authoring.llm.models.openai.errors import ErrorDetails
from authoring.records.model_config import ModelChoice

UNKNOWN: Final = re.compile(
    r"unsupported|unrecogni[sz]ed|unknown|unexpected|extra|no such|"
    r"not (?:supported|permitted|allowed|known|implemented)|n't (?:support|know|allow)|does not support|"
    r"only the default",
    re.IGNORECASE,
)
"""Words by which servers refuse a parameter as such, rather than its value."""
STREAM: Final = "stream"
OPTIONAL: Final = ("prompt_cache_key", "stream_options", "temperature", "store", "seed", STREAM)
"""Parameters that a call can do without; without the last, replies come whole."""
SCHEMA: Final = (
    "response_format",
    "response format",
    "json_schema",
    "text.format",
    "structured output",
    "guided_json",
    "grammar",
)
"""Names by which servers refer to a requested schema."""
LIMITS: Final = ("max_tokens", "max_completion_tokens")

Limit = Literal["max_tokens", "max_completion_tokens", ""]


class Dialect:
    """What a server supports, as far as it is known; shared by all threads of a model."""

    def __init__(self, choice: ModelChoice) -> None:
        self._lock = threading.Lock()
        self._auto = choice.structured == "auto"
        self._unsupported: set[str] = set()
        self._follows_schema: bool | None = {"auto": None, "schema": True, "prompt": False}[choice.structured]
        # OpenAI deprecated `max_tokens` for `max_completion_tokens`; many local servers know only the former.
        own = not choice.base_url or choice.base_url.rstrip("/") == OPENAI_URL
        self._limits: tuple[Limit, ...] = ("max_completion_tokens", "max_tokens") if own else LIMITS

    @property
    def unsupported(self) -> tuple[str, ...]:
        """Parameters that the server does not accept, and that are omitted since."""
        with self._lock:
            return tuple(sorted(self._unsupported))

    def takes(self, parameter: str) -> bool:
        """Return whether a parameter may be sent."""
        with self._lock:
            return parameter not in self._unsupported

    @property
    def limit(self) -> Limit:
        """The server's parameter for the maximum tokens of a reply in chat completions; empty if it has none."""
        with self._lock:
            return next((name for name in self._limits if name not in self._unsupported), "")

    @property
    def follows_schema(self) -> bool | None:
        """Whether the server follows a JSON schema; None as long as that is unknown."""
        with self._lock:
            return self._follows_schema

    def note_whole_reply(self) -> None:
        """Remember that a reply came whole where it was to come in events: no stream is asked for from now on."""
        with self._lock:
            self._unsupported.add(STREAM)

    def note_schema_result(self, *, followed: bool) -> None:
        """Remember whether a reply followed its schema; a setting that decides this stays."""
        with self._lock:
            if self._auto:
                self._follows_schema = followed

    def learn(self, details: ErrorDetails, sent: Collection[str]) -> bool:
        """Return whether the same call is worth repeating at once without what the server refused.

        Args:
            details: the server's error.
            sent: the names of the parameters of the call.
        """
        # Statuses by which servers refuse a parameter; any other says nothing about the dialect.
        if details.status not in {400, 405, 422, 501}:
            return False
        text = f"{details.parameter} {details.message}"
        with self._lock:
            about_schema = details.parameter == "text" or any(name in text for name in SCHEMA)
            # The schema before the parameters: servers name it in many ways, and it has a substitute in words.
            if self._auto and about_schema and {"response_format", "text"} & set(sent):
                self._follows_schema = False
                return True
            refused = self._refused(details, sent)
            self._unsupported.update(refused)
        return bool(refused)

    def _refused(self, details: ErrorDetails, sent: Collection[str]) -> tuple[str, ...]:
        if not (UNKNOWN.search(details.message) or "unsupported" in details.code or "unknown" in details.code):
            return ()
        candidates = [name for name in (*OPTIONAL, *LIMITS) if name in sent]
        if details.parameter in candidates:
            return (details.parameter,)
        return tuple(name for name in candidates if re.search(rf"\b{name}\b", details.message))[:1]
