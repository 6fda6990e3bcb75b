"""The models of the solvers of one command: one budget, and one pool and batch round for all that ask the same one."""

from contextlib import ExitStack
from dataclasses import dataclass, field

from authoring.api.executors.provider_batches import BatchRound, open_batches
from authoring.api.models import ORDERED, ModelAccess, ModelPool, open_model_pool
from authoring.llm.budget import Budget
from authoring.records.model_config import ModelChoice
from authoring.records.progress import NOBODY, Reporter
from authoring.workspace import Workspace


@dataclass(frozen=True, slots=True)
class SolverModels:
    """Opens what solvers ask; the stack closes it.

    Solvers that ask the same model share it, so that `concurrency` and rate limits hold for all of them together.
    """

    workspace: Workspace
    stack: ExitStack
    budget: Budget | None = None
    """What all solvers may spend together; each pool has its own where it is None."""
    reporter: Reporter = NOBODY
    _pools: dict[ModelAccess, ModelPool] = field(default_factory=dict)
    _batches: dict[ModelChoice, BatchRound] = field(default_factory=dict)

    def pool(self, access: ModelAccess, config: ModelChoice) -> ModelPool:
        """Return the pool of a model.

        Raises:
            UsageError: the budget cannot be read.
            WorkspaceError: ledger or prices cannot be read.
        """
        # Replies that are files in order belong to the solver that asks for them.
        if config.name.startswith(ORDERED):
            return self._open(access)
        if access not in self._pools:
            self._pools[access] = self._open(access)
        return self._pools[access]

    def batches(self, access: ModelAccess, config: ModelChoice) -> BatchRound:
        """Return this command's part in the batches of a model, whose replies that have come are collected once.

        Raises:
            UsageError: the model has no batch mode.
            ModelError: the provider cannot be reached.
            WorkspaceError: another command is collecting or submitting batches of the same model.
        """
        if config not in self._batches:
            self._batches[config] = open_batches(self.pool(access, config), config, self.stack)
        return self._batches[config]

    def _open(self, access: ModelAccess) -> ModelPool:
        opening = open_model_pool(self.workspace, access, budget=self.budget, reporter=self.reporter)
        return self.stack.enter_context(opening)
