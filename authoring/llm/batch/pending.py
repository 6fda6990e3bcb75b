"""A model whose replies come later: it returns cached replies and collects the requests that are still to submit."""

import threading
from collections.abc import Collection, Mapping

from authoring.llm.ledger import Ledger
from authoring.llm.port import CallError, OnText, Reply, Request, request_label
from authoring.records.model_config import ModelChoice


class PendingReplyError(Exception):
    """A reply is pending; no `CallError`, so that no retry follows."""


class PendingModel:
    """Stands for a model that is called in batches.

    Args:
        choice: the model.
        ledger: holds the replies that have come.
        under_way: identities of requests that were submitted and have no reply yet.
        failed: requests that will get no reply, with the reason.

    Attributes:
        unsubmitted: the requests that have to be submitted, by identity.
    """

    def __init__(
        self,
        choice: ModelChoice,
        ledger: Ledger,
        *,
        under_way: Collection[str] = (),
        failed: Mapping[str, CallError] | None = None,
    ) -> None:
        self.unsubmitted: dict[str, Request] = {}
        self._choice = choice
        self._ledger = ledger
        self._under_way = frozenset(under_way)
        self._failed = dict(failed or {})
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The model's name."""
        return self._choice.name

    @property
    def fingerprint(self) -> str:
        """Identifies everything that can change a reply."""
        return self._choice.fingerprint

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return a reply that has come.

        Raises:
            PendingReplyError: it has not; the request joins `unsubmitted`, unless it was submitted already.
            CallError: it will not come.
        """
        del on_text
        cached = self._ledger.find_reply(request, fingerprint=self.fingerprint)
        if cached is not None:
            return cached
        if request.identity in self._failed:
            raise self._failed[request.identity]
        if request.identity not in self._under_way:
            with self._lock:
                self.unsubmitted[request.identity] = request
        raise PendingReplyError(request_label(request))
