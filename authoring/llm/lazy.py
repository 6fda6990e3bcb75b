"""A model that is opened when it is first asked, so that a run whose replies are all recorded needs no key."""

import threading
from collections.abc import Callable

from authoring.llm.port import USUAL_OUTPUT, Model, OnText, Reply, Request
from authoring.records.model_config import ModelChoice


class LazyModel:
    """Stands for a model in journals and in the pipeline.

    Args:
        choice: which model it is.
        opened: opens it, once.
    """

    def __init__(self, choice: ModelChoice, opened: Callable[[], Model]) -> None:
        self._choice = choice
        self._opened = opened
        self._model: Model | None = None
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """What the model is called."""
        return self._choice.name

    @property
    def fingerprint(self) -> str:
        """What about it can change a reply."""
        return self._choice.fingerprint

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return the model's reply, of at most as many tokens as the choice allows.

        Raises:
            ModelError: it cannot be opened, or gave none.
            BudgetError: the call would have exceeded the budget.
        """
        with self._lock:
            if self._model is None:
                self._model = self._opened()
        most = self._choice.reply_tokens
        if request.max_output == USUAL_OUTPUT or request.max_output > most:
            request = request.model_copy(update={"max_output": most})
        return self._model.complete(request, on_text=on_text)
