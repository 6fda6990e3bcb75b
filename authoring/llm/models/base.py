"""The protocols of the registry of models."""

from typing import Protocol

from authoring.llm.port import Model
from authoring.records.model_config import ModelChoice


class OpenedModel(Model, Protocol):
    """A model that holds resources and must be closed."""

    def close(self) -> None:
        """Release connections and files."""
        ...


class ModelProvider(Protocol):
    """A module that opens the models of one kind of name."""

    def open_model(self, choice: ModelChoice, argument: str, *, key: str | None) -> OpenedModel:
        """Open a model; nothing is sent yet.

        Args:
            choice: the model, its server and its parameters.
            argument: the part of the model's name behind the prefix and its colon; the whole name without a prefix.
            key: the provider's key; None where it needs none.

        Raises:
            ModelError: the argument names nothing that can be opened, or a key is missing.
        """
        ...
