"""Drafting one seed or many: beginning runs, asking, and what is said at the end."""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack

from rich.text import Text

from authoring.api.batch import each
from authoring.api.pipeline import author
from authoring.cli.asking import Asked, Asking, asking
from authoring.cli.draft_board import DraftBoard
from authoring.cli.findings import tally
from authoring.cli.isolation import open_sandbox
from authoring.cli.journals import End, Order, begin_run
from authoring.cli.views.render import counted, err, plain, show
from authoring.dseal import parse
from authoring.errors import AuthoringError
from authoring.records.base import Record
from authoring.records.decision import Admission, Rejection, Waiting
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace


class Drafted(Record):
    """Answer of ``draft`` with several seeds, one per seed."""

    seed: str
    name: str
    end: Waiting | Admission | Rejection | None = None
    """None where no draft was made."""
    failure: str = ""
    """Why not: seed, stage and try."""
    exit_code: int = 0
    """Of that failure."""

    def as_line(self) -> Text:
        """Return what is said of it."""
        if self.end is None:
            return Text.assemble((f"{self.name}  ", "bold"), ("no draft: ", "bold red"), plain(self.failure))
        if not isinstance(self.end, Waiting):
            return Text.assemble((f"{self.name}  ", "bold"), "is settled already")
        count = len(parse(self.end.draft.text).problems)
        return Text.assemble(
            (f"{self.name}  ", "bold"), counted(count, "problem"), ", ", tally(self.end.evidence.diagnostics)
        )


def draft_many(
    place: Workspace, orders: Sequence[Order], wanted: Asking, *, jobs: int, quiet: bool
) -> tuple[Drafted, ...]:
    """Draft seeds side by side; what one fails at keeps none of the others from its draft.

    Args:
        place: the workspace.
        orders: one draft each.
        wanted: how models are asked.
        jobs: drafts at once.
        quiet: show nothing while it lasts.

    Raises:
        KeyboardInterrupt: after the first ^C, when what was under way is told; nothing that was paid for is lost.
    """
    made: dict[str, Drafted] = {}
    with ExitStack() as stack:
        board = stack.enter_context(DraftBoard.shown(len(orders), quiet=quiet))
        asked = stack.enter_context(asking(place, wanted, board=board))
        sandbox = stack.enter_context(open_sandbox(place))
        threads = stack.enter_context(ThreadPoolExecutor(jobs, thread_name_prefix="draft"))

        def work(order: Order) -> End:
            return _draft(place, order, sandbox=sandbox, asked=asked, board=board)

        def tell(order: Order, future: "Future[End]") -> None:
            made[order.name] = _told(order, future)
            board.ended(order.name)
            if not quiet and len(orders) > 1:
                show(made[order.name].as_line())

        def on_stop(waiting: int) -> None:
            said = f"stopping: waiting for {counted(waiting, 'draft')} to end its call or run (^C again: at once)"
            err().print(plain(said))
            asked.stop()

        each(orders, work, executor=threads, tell=tell, on_stop=on_stop)
    return tuple(made[order.name] for order in orders if order.name in made)


def _draft(place: Workspace, order: Order, *, sandbox: Sandbox, asked: Asked, board: DraftBoard) -> End:
    with begin_run(place, order) as journal:
        return author(
            place.seed_files(journal.settings.seed),
            sandbox=sandbox,
            journal=journal,
            progress=lambda done, total: board.moved(order.name, done, total),
            model=asked.model(journal.settings.model),
            neighbours=asked.neighbours(order.name, order.seed),
        )


def _told(order: Order, future: "Future[End]") -> Drafted:
    try:
        return Drafted(seed=order.seed, name=order.name, end=future.result())
    except AuthoringError as error:
        return ended(order, error)


def ended(order: Order, error: AuthoringError) -> Drafted:
    """Return what is said of a draft that could not be made."""
    said = f"{error.message}; {error.hint}" if error.hint else error.message
    return Drafted(seed=order.seed, name=order.name, failure=said, exit_code=error.exit_code)
