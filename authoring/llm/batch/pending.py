"""A model whose replies come later: it gives what the ledger keeps, and takes note of what has to be asked."""

import threading
from collections.abc import Collection, Mapping

from authoring.llm.ledger import Ledger
from authoring.llm.port import CallError, OnText, Reply, Request, request_label
from authoring.records.model_config import ModelChoice


class PendingReplyError(Exception):
    """A reply is not there yet; no failure, so that nobody tries again."""


class PendingModel:
    """Stands for a model that is asked in batches.

    Args:
        choice: which model it is.
        ledger: holds the replies that came.
        under_way: identities of requests that were handed over, and have no reply yet.
        failed: requests that will not get one, with why.

    Attributes:
        wanted: the requests that have to be handed over, by identity.
    """

    def __init__(
        self,
        choice: ModelChoice,
        ledger: Ledger,
        *,
        under_way: Collection[str] = (),
        failed: Mapping[str, CallError] | None = None,
    ) -> None:
        self.wanted: dict[str, Request] = {}
        self._choice = choice
        self._ledger = ledger
        self._under_way = frozenset(under_way)
        self._failed = dict(failed or {})
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
        """Return a reply that has come.

        Raises:
            PendingReplyError: it has not; the request is taken note of, unless it was handed over already.
            CallError: it will not come.
        """
        del on_text
        kept = self._ledger.find(request, fingerprint=self.fingerprint)
        if kept is not None:
            return kept
        if request.identity in self._failed:
            raise self._failed[request.identity]
        if request.identity not in self._under_way:
            with self._lock:
                self.wanted[request.identity] = request
        raise PendingReplyError(request_label(request))
