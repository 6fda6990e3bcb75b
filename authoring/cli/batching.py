"""Drafting through a provider's batch mode: hand over, leave, collect, go on.

Every draft goes as far as the replies that are there take it. What it asks next is handed over with what all others
ask, in one batch, and the same command collects it later.
"""

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from authoring.api.pipeline import author
from authoring.api.sandboxes import open_sandbox
from authoring.cli.asking import Asked, Asking, asking
from authoring.cli.drafting import Drafted, ended
from authoring.cli.journals import Order, begin_run
from authoring.cli.model_choice import choice_of, key_of
from authoring.cli.views.render import emit, next_command, plain, show
from authoring.errors import AuthoringError, UsageError
from authoring.llm.batch.client import BatchClient
from authoring.llm.batch.pending import PendingModel, PendingReplyError
from authoring.llm.batch.runner import BatchRunner
from authoring.llm.estimate import planned_calls
from authoring.llm.models.registry import LazyModel
from authoring.llm.port import Request, Usage
from authoring.records.base import Record
from authoring.records.model_config import ModelChoice
from authoring.records.wording import counted
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace


class Handover(Record):
    """Answer of ``draft --batch``."""

    drafts: tuple[Drafted, ...]
    waiting: tuple[str, ...]
    """Names of drafts whose next reply is awaited."""
    batches: tuple[str, ...]
    """The provider's names of the batches that are under way."""


def ticket_path(place: Workspace, choice: ModelChoice) -> Path:
    """Return where it stands what was handed over to a model."""
    name = hashlib.sha256(choice.fingerprint.encode()).hexdigest()[:12]
    return place.root / ".authoring" / "batches" / f"{name}.json"


def draft_in_batches(place: Workspace, orders: Sequence[Order], wanted: Asking, *, as_json: bool) -> int:
    """Collect what has come, take every draft as far as it goes, and hand over what they ask next.

    Returns:
        The exit code: that of a draft that failed, else 0.

    Raises:
        UsageError: no model is named.
        ModelError: the provider took no batch; what was collected is kept.
        BudgetError: what has to be handed over would exceed the budget; nothing is.
    """
    choice = orders[0].choice or choice_of(place)
    if not choice.name:
        raise UsageError("templates need no batch", hint="name a model with --model")
    with ExitStack() as stack:
        asked = stack.enter_context(asking(place, wanted))
        batches = stack.enter_context(closing(BatchClient(choice, key=key_of(place))))
        sandbox = stack.enter_context(open_sandbox(place))
        desk = BatchRunner(choice, batches, asked.ledger, prices=asked.prices, path=ticket_path(place, choice))
        model = desk.collect()
        drafts = [_go_on(place, order, asked, model, sandbox) for order in orders]
        _reserve(asked, choice, model.unsubmitted.values())
        desk.submit(model.unsubmitted.values())
        done = Handover(
            drafts=tuple(one for one in drafts if one.end is not None or one.failure),
            waiting=tuple(one.name for one in drafts if one.end is None and not one.failure),
            batches=tuple(batch.id for batch in desk.submission.batches),
        )
    if as_json:
        emit(done)
    else:
        _tell(orders, done)
    return max((one.exit_code for one in done.drafts), default=0)


def _reserve(asked: Asked, choice: ModelChoice, requests: Iterable[Request]) -> None:
    """See that what will be handed over keeps to the budget.

    Raises:
        BudgetError: it would not.
    """
    if asked.budget is None:
        return
    price = asked.prices.price_of(choice.name)
    for request in requests:
        most = Usage(prompt=planned_calls(request).prompt, output=request.max_output)
        cost = None if price is None else price.cost(most, batch=True)
        asked.budget.reserve(most.prompt + most.output, cost, label=f"{request.purpose} of {request.subject}")


def _go_on(place: Workspace, order: Order, asked: Asked, model: PendingModel, sandbox: Sandbox) -> Drafted:
    """Take a draft as far as the replies that are there take it; one that waits has neither an end nor a failure."""
    try:
        with begin_run(place, order) as journal:
            end = author(
                place.seed_files(journal.settings.seed),
                sandbox=sandbox,
                journal=journal,
                # In journals it stands for the model, however that is asked.
                model=LazyModel(journal.settings.model, lambda: model),
                neighbours=asked.neighbours(order.name, order.seed),
            )
            return Drafted(seed=order.seed, name=order.name, end=end)
    except PendingReplyError:
        return Drafted(seed=order.seed, name=order.name)
    except AuthoringError as error:
        return ended(order, error)


def _tell(orders: Sequence[Order], done: Handover) -> None:
    show(*(one.as_line() for one in done.drafts))
    said = f"{counted(len(orders), 'draft')} asked, {sum(one.end is not None for one in done.drafts)} made"
    if not done.waiting:
        show(plain(said, "bold"))
        next_command(f"authoring review {done.drafts[0].name}")
        return
    show(plain(f"{said}, {len(done.waiting)} waiting for {', '.join(done.batches)}", "bold"))
    next_command(f"authoring draft {' '.join(order.seed for order in orders)} --batch")
