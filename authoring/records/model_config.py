"""Which model is asked, and how: what a run pins."""

from typing import Literal

from pydantic import Field

from authoring.records.base import Record

Api = Literal["chat", "responses"]


class ModelChoice(Record):
    """A model, its server and its parameters. A key is no part of it."""

    name: str = ""
    """Empty where no model is wanted."""
    base_url: str = ""
    """Empty for the provider's own."""
    api: Api = "chat"
    """Which of OpenAI's interfaces the server is spoken to in; local servers know `chat`."""
    structured: Literal["auto", "schema", "prompt"] = "auto"
    """Whether JSON is asked for by a schema on the wire, or by words; `auto` probes once per server."""
    temperature: float = Field(default=-1.0, ge=-1, le=2)
    """Below 0 leaves it to the server."""
    reply_tokens: int = Field(default=8_192, ge=256)
    """What one reply may take; a longer one is gone on with."""
    timeout: float = Field(default=600.0, gt=0)
    """Seconds that one try may take."""
    tries: int = Field(default=6, ge=1, le=100)
    """Times that one call is tried before it is given up."""
    concurrency: int = Field(default=8, ge=1, le=1_000)
    """Calls under way at once, at most."""
    requests_per_minute: int = Field(default=0, ge=0)
    """0 for no limit but the server's."""
    tokens_per_minute: int = Field(default=0, ge=0)
    """Tokens of prompts and replies together; 0 as above."""

    @property
    def fingerprint(self) -> str:
        """What about it can change a reply."""
        return f"{self.api}:{self.base_url}:{self.name}:{self.temperature}:{self.structured}"
