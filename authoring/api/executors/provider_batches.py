"""Calls that go through a provider's batch mode: replies that have come are collected, further requests are submitted.

A command that asks so goes as far as the replies that are there take it, submits what it asked beyond them, and ends;
given again it collects and goes on.
"""

import hashlib
from collections.abc import Iterable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from authoring.api.models import OPENED_FIRST, ModelPool
from authoring.errors import UsageError
from authoring.llm.batch.client import BatchClient
from authoring.llm.batch.runner import BatchRunner, PendingModel
from authoring.llm.estimate import planned_calls
from authoring.llm.port import Request, TokenUsage
from authoring.records.model_config import ModelChoice
from authoring.workspace import Workspace
from authoring.workspace.unfinished import locked


def submission_path(workspace: Workspace, config: ModelChoice) -> Path:
    """Return where it is recorded what was submitted to a model."""
    # A fingerprint may hold anything; a hash is a file name, and 12 characters tell a workspace's models apart.
    name = hashlib.sha256(config.fingerprint.encode()).hexdigest()[:12]
    return workspace.root / ".authoring" / "batches" / f"{name}.json"


@dataclass(frozen=True, slots=True)
class BatchRound:
    """The part of one command in a model's batches."""

    model: PendingModel
    """Has the replies that have come."""
    _runner: BatchRunner
    _pool: ModelPool
    _config: ModelChoice

    def submit(self) -> tuple[str, ...]:
        """Submit what was asked and has no reply; return the provider's names of all batches that are under way.

        Raises:
            ModelError: the provider took no batch; what was collected is kept.
            BudgetError: what has to be submitted would exceed the budget; nothing is.
        """
        # All requests are reserved before the first is submitted: a budget that is too small submits none of them.
        self._reserve(self.model.unsubmitted.values())
        self._runner.submit(self.model.unsubmitted.values())
        # Several solvers may ask one model in batches, and each submits what was asked until then.
        self.model.unsubmitted.clear()
        return tuple(batch.id for batch in self._runner.submission.batches)

    def _reserve(self, requests: Iterable[Request]) -> None:
        """See that what will be submitted keeps to the budget.

        Raises:
            BudgetError: it would not.
        """
        if self._pool.budget is None:
            return
        price = self._pool.prices.price_of(self._config.name)
        for request in requests:
            # How long a reply will be is not known, so the longest that may come is reserved.
            usage = TokenUsage(prompt=planned_calls(request).prompt, output=request.max_output)
            cost = None if price is None else price.cost(usage, batch=True)
            self._pool.budget.reserve(
                usage.prompt + usage.output, cost, label=f"{request.purpose} of {request.subject}"
            )


def open_batches(pool: ModelPool, config: ModelChoice, stack: ExitStack) -> BatchRound:
    """Collect the replies of a model that have come; the stack closes its client.

    Raises:
        UsageError: the model has no batch mode.
        ModelError: the provider cannot be reached.
        WorkspaceError: another command is collecting or submitting batches of the same model.
    """
    if config.name.startswith(OPENED_FIRST):
        raise UsageError(f"{config.name}: files have no batch mode", hint="name a server's model, or leave out --batch")
    key = pool.access.key(pool.workspace, config, reporter=pool.reporter)
    client = stack.enter_context(closing(BatchClient(config, key=key)))
    path = submission_path(pool.workspace, config)
    # Held for the whole command: what two of them hand over would stand in one file, which holds one's batches.
    stack.enter_context(locked(path, patience=0))
    runner = BatchRunner(config, client, pool.ledger, prices=pool.prices, path=path)
    return BatchRound(runner.collect(), runner, pool, config)
