"""Opening the model that a name means, at once or when the first request needs it."""

import threading
from collections.abc import Callable
from importlib import import_module
from typing import Final, cast

from authoring.extensions import names
from authoring.llm.models.base import ModelProvider, OpenedModel
from authoring.llm.port import USUAL_OUTPUT, Model, OnText, Reply, Request
from authoring.records.model_config import ModelChoice

MODELS: Final = "authoring.llm.models"
"""The registry's package, and the group of its entry points."""
DEFAULT: Final = "openai"
"""The member that opens names without a prefix."""
OFFLINE: Final = ("scripted:", "recorded:")
"""Beginnings of names whose models need neither key nor network."""


def open_model(choice: ModelChoice, *, key: str | None) -> OpenedModel:
    """Return the model that a choice names; nothing is sent and no client is imported yet.

    ``scripted:FOLDER`` gives replies from files, ``recorded:FOLDER`` replays a recorded conversation,
    ``record:FOLDER=MODEL`` asks a model and records; every other name is one of a server's models.

    Args:
        choice: the model, its server and its parameters.
        key: the provider's key; None where it needs none.

    Raises:
        ModelError: the folder holds no replies, the name is not complete, or a key is missing.
    """
    modules = dict(names(MODELS))
    prefix, colon, argument = choice.name.partition(":")
    # Servers have models with a colon in their names, such as llama3:8b: only the members' own prefixes count.
    if not colon or prefix == DEFAULT or prefix not in modules:
        prefix, argument = DEFAULT, choice.name
    provider = cast("ModelProvider", import_module(modules[prefix]))
    return provider.open_model(choice, argument, key=key)


class LazyModel:
    """Stands for a model in journals and in the pipeline, and opens it on the first request.

    So a run whose replies are all recorded needs no key.

    Args:
        choice: the model.
        opener: opens it; called once.
    """

    def __init__(self, choice: ModelChoice, opener: Callable[[], Model]) -> None:
        self._choice = choice
        self._opener = opener
        self._model: Model | None = None
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The name of the model, which is opened at its first call."""
        return self._choice.name

    @property
    def fingerprint(self) -> str:
        """Identifies everything that can change a reply."""
        return self._choice.fingerprint

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return the model's reply, of at most as many tokens as the choice allows.

        Raises:
            ModelError: the model cannot be opened, or gave no reply.
            BudgetError: the call would have exceeded the budget.
        """
        with self._lock:
            # Under the lock, as several threads may send their first request at once.
            if self._model is None:
                self._model = self._opener()
        limit = self._choice.reply_tokens
        # A request that names a limit of its own keeps it, as far as the settings allow as many.
        if request.max_output == USUAL_OUTPUT or request.max_output > limit:
            request = request.model_copy(update={"max_output": limit})
        return self._model.complete(request, on_text=on_text)
