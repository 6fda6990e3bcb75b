"""Models behind OpenAI's wire format: the client, its errors, and what servers of other makers understand of it.

Whatever depends on HTTP, on the `openai` package or on one server's dialect belongs here; retries, caching and costs
are the same for all models and stand outside.
"""

from typing import TYPE_CHECKING

from authoring.errors import ModelError
from authoring.records.model_config import ModelChoice

if TYPE_CHECKING:
    from authoring.llm.models.openai.client import OpenAIModel


def open_model(choice: ModelChoice, argument: str, *, key: str | None) -> "OpenAIModel":
    """Open a server's model; see `authoring.llm.models.base.ModelProvider`.

    Raises:
        ModelError: no model is named, a key is missing, or the base URL is none.
    """
    if not argument:
        raise ModelError("no model is named", hint="name one: --model NAME; see them with: authoring models list")
    from authoring.llm.models.openai.client import OpenAIModel  # noqa: PLC0415 - only when such a model is opened

    return OpenAIModel(choice, key=key)
