"""Drafting at once, through a provider's batch mode, or only estimated: one function for the three."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from authoring.api.drafts.batch_mode import BatchHandover, draft_in_batches
from authoring.api.drafts.requests import DraftRequest, DraftResult, draft, draft_many, estimate_drafts
from authoring.api.models import ModelAccess
from authoring.llm.estimate import Estimate
from authoring.records.progress import NOBODY, Reporter
from authoring.records.run import RunState, exit_code
from authoring.workspace import Workspace

DraftingOutcome: TypeAlias = RunState | tuple[DraftResult, ...] | BatchHandover | Estimate
"""Where the one draft stands, what became of each of many, what was handed to batches, or what it would cost."""


@dataclass(frozen=True, slots=True)
class DraftingMode:
    """How what a `DraftRequest` asks for is carried out."""

    kind: Literal["now", "batch", "estimate"] = "now"
    """Draft at once; hand calls to the provider's batch mode and collect them later; or only say what it would cost."""
    in_batches: bool = False
    """With ``estimate``: whether the prices are those of the batch mode."""
    jobs: int = 4
    """Seeds that are drafted at once, where there are several."""


def draft_by_mode(
    workspace: Workspace,
    request: DraftRequest,
    mode: DraftingMode = DraftingMode(),
    *,
    access: ModelAccess = ModelAccess(),
    reporter: Reporter = NOBODY,
) -> DraftingOutcome:
    """Carry out what a request asks for; what is reported and raised is as `draft`, `draft_many`, ... say."""
    if mode.kind == "estimate":
        return estimate_drafts(workspace, request, access=access, batch=mode.in_batches, reporter=reporter)
    if mode.kind == "batch":
        return draft_in_batches(workspace, request, access=access, reporter=reporter)
    if request.is_single:
        return draft(workspace, request, access=access, reporter=reporter)
    return draft_many(workspace, request, access=access, jobs=mode.jobs, reporter=reporter)


def drafting_exit_code(outcome: DraftingOutcome) -> int:
    """Return the exit code of a command that came to this: that of the draft that fails worst."""
    if isinstance(outcome, Estimate):
        return 0
    if isinstance(outcome, BatchHandover):
        outcome = outcome.drafts
    if isinstance(outcome, tuple):
        return max((result.command_code for result in outcome), default=0)
    return exit_code(outcome)
