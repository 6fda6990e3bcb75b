"""Drafting through a provider's batch mode: submit, leave, collect, go on.

Every draft goes as far as the replies that are there take it. What it asks next is submitted with what all others ask,
in one batch, and the same call collects it later.
"""

from contextlib import ExitStack

from authoring.api.drafts.requests import DraftRequest, DraftResult, failed_draft, report_unsolved, run_requests
from authoring.api.executors.provider_batches import open_batches
from authoring.api.models import ModelAccess, open_model_pool
from authoring.api.pipeline import author
from authoring.api.runs.lifecycle import OpenRun, RunRequest, begin_run, code_of_requests, read_neighbours
from authoring.api.sandboxes import open_sandbox
from authoring.errors import AuthoringError, UsageError
from authoring.llm.batch.runner import PendingModel
from authoring.llm.models.registry import LazyModel
from authoring.llm.port import PendingReplyError
from authoring.records.base import Record
from authoring.records.progress import NOBODY, Reporter
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace


class BatchHandover(Record):
    """What became of drafts whose calls go through batches."""

    drafts: tuple[DraftResult, ...]
    """The drafts that stand somewhere or have failed."""
    waiting: tuple[str, ...]
    """Names of drafts whose next reply is awaited."""
    batches: tuple[str, ...]
    """The provider's names of the batches that are under way."""


def draft_in_batches(
    workspace: Workspace, request: DraftRequest, *, access: ModelAccess = ModelAccess(), reporter: Reporter = NOBODY
) -> BatchHandover:
    """Collect what has come, take every draft as far as it goes, and submit what they ask next.

    `access` has to lead to a model with a batch mode.

    Raises:
        UsageError: no model is named.
        ModelError: the provider took no batch; what was collected is kept.
        WorkspaceError: another command is collecting or submitting batches of the same model.
        BudgetError: what has to be submitted would exceed the budget; nothing is.
    """
    requests, config = run_requests(workspace, request, access=access, reporter=reporter), access.config(workspace)
    if not config.name:
        raise UsageError("templates need no batch", hint="name a model with --model")
    report_unsolved(workspace, "drafts of a batch", reporter)
    with ExitStack() as stack:
        pool = stack.enter_context(open_model_pool(workspace, access, reporter=reporter))
        batches = open_batches(pool, config, stack)
        sandbox = stack.enter_context(
            open_sandbox(workspace, code=code_of_requests(workspace, requests, access), reporter=reporter)
        )
        results = [_advance(workspace, run, access, batches.model, sandbox, reporter) for run in requests]
        submitted = batches.submit()
        return BatchHandover(
            drafts=tuple(result for result in results if result.end is not None or result.failure),
            waiting=tuple(result.name for result in results if result.end is None and not result.failure),
            batches=submitted,
        )


def _advance(
    workspace: Workspace,
    request: RunRequest,
    access: ModelAccess,
    model: PendingModel,
    sandbox: Sandbox,
    reporter: Reporter,
) -> DraftResult:
    """Take a draft as far as the replies that are there take it; one that waits has neither an end nor a failure."""
    try:
        with begin_run(workspace, request, access=access) as journal:
            run = OpenRun(workspace, journal, sandbox, access, reporter=reporter)
            state = author(
                run.files,
                sandbox=sandbox,
                journal=journal,
                # In journals a lazy model stands for the model, whatever way that is asked.
                model=LazyModel(journal.settings.model, lambda: model),
                neighbours=read_neighbours(workspace, journal.settings, request.name),
                certificates=run.certificates if journal.settings.tries_answers else None,
                reporter=reporter,
            )
            return DraftResult(seed=request.seed, name=request.name, end=state)
    # A reply that is still awaited is no failure: the same command goes on with it later.
    except PendingReplyError:
        return DraftResult(seed=request.seed, name=request.name)
    except AuthoringError as error:
        return failed_draft(request, error)
