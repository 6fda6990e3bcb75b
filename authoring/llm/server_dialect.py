"""What one server understands, learnt from what it refuses."""

import re
import threading
from collections.abc import Collection
from typing import Final, Literal

from authoring.llm.endpoint import OWN
from authoring.llm.errors import Complaint
from authoring.records.model_config import ModelChoice

UNKNOWN: Final = re.compile(
    r"unsupported|unrecogni[sz]ed|unknown|unexpected|extra|no such|"
    r"not (?:supported|permitted|allowed|known|implemented)|n't (?:support|know|allow)|does not support|"
    r"only the default",
    re.IGNORECASE,
)
"""How servers say that they mind that a parameter is there, and not what its value is."""
CAN_GO: Final = ("prompt_cache_key", "stream_options", "temperature", "store")
"""Parameters that a call does without, if it has to."""
SCHEMA: Final = (
    "response_format",
    "response format",
    "json_schema",
    "text.format",
    "structured output",
    "guided_json",
    "grammar",
)
"""What servers call the wish for a schema."""
LIMITS: Final = ("max_tokens", "max_completion_tokens")

Limit = Literal["max_tokens", "max_completion_tokens", ""]


class Dialect:
    """What a server was found to understand; asked and told by all threads of a model."""

    def __init__(self, choice: ModelChoice) -> None:
        self._lock = threading.Lock()
        self._auto = choice.structured == "auto"
        self._gone: set[str] = set()
        self._obeys: bool | None = {"auto": None, "schema": True, "prompt": False}[choice.structured]
        own = not choice.base_url or choice.base_url.rstrip("/") == OWN
        self._limits: tuple[Limit, ...] = ("max_completion_tokens", "max_tokens") if own else LIMITS

    @property
    def gone(self) -> tuple[str, ...]:
        """Parameters that the server does not take, and that are left out since."""
        with self._lock:
            return tuple(sorted(self._gone))

    def takes(self, parameter: str) -> bool:
        """Return whether a parameter may be sent."""
        with self._lock:
            return parameter not in self._gone

    @property
    def limit(self) -> Limit:
        """What the server calls the most tokens of a reply in chat completions; empty if it knows neither name."""
        with self._lock:
            return next((name for name in self._limits if name not in self._gone), "")

    @property
    def obeys(self) -> bool | None:
        """Whether the server obeys a JSON schema; None while nobody knows."""
        with self._lock:
            return self._obeys

    def saw(self, *, obeyed: bool) -> None:
        """Remember whether a reply kept to the schema it was asked for; a choice that was made stays."""
        with self._lock:
            if self._auto:
                self._obeys = obeyed

    def learn(self, complaint: Complaint, sent: Collection[str]) -> bool:
        """Return whether the same call without what was refused is worth sending at once.

        Args:
            complaint: what the server said.
            sent: the names of the parameters that it minded one of.
        """
        if complaint.status not in {400, 405, 422, 501}:
            return False
        said = f"{complaint.parameter} {complaint.message}"
        with self._lock:
            about_schema = complaint.parameter == "text" or any(name in said for name in SCHEMA)
            if self._auto and about_schema and {"response_format", "text"} & set(sent):
                self._obeys = False
                return True
            refused = self._refused(complaint, sent)
            self._gone.update(refused)
        return bool(refused)

    def _refused(self, complaint: Complaint, sent: Collection[str]) -> tuple[str, ...]:
        if not (UNKNOWN.search(complaint.message) or "unsupported" in complaint.code or "unknown" in complaint.code):
            return ()
        known = [name for name in (*CAN_GO, *LIMITS) if name in sent]
        if complaint.parameter in known:
            return (complaint.parameter,)
        return tuple(name for name in known if re.search(rf"\b{name}\b", complaint.message))[:1]
