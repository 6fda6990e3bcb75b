"""Asking models from the command line: one ledger, one budget and one scheduler for all that a command does."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from authoring.cli.views.render import err, plain
from authoring.drafting.duplicates.neighbours import Neighbours
from authoring.errors import UsageError
from authoring.llm.port import Model, OnText, Reply, Request
from authoring.records.model_config import ModelChoice
from authoring.records.wording import counted
from authoring.workspace import Workspace
from authoring.workspace.guidance import read_notebook

if TYPE_CHECKING:
    from authoring.cli.draft_board import DraftBoard
    from authoring.llm.budget import Budget
    from authoring.llm.ledger import Ledger
    from authoring.llm.port import CallEvent
    from authoring.llm.pricing import Prices

LEDGER = "ledger.sqlite"
PRICES = "prices.yaml"
AT_ONCE = ("scripted:", "recorded:", "record:")
"""How names begin that are opened before the ledger is looked at: what they reply depends on files, not on the name."""


@dataclass(frozen=True, slots=True)
class Asking:
    """How a command asks."""

    budget_tokens: int | None = None
    budget_money: Decimal | None = None


@dataclass
class Asked:
    """The models of one command, each opened when it is first asked."""

    place: Workspace
    ledger: "Ledger"
    prices: "Prices"
    budget: "Budget | None"
    board: "DraftBoard | None"
    stack: ExitStack
    lock: threading.Lock = field(default_factory=threading.Lock)
    models: dict[ModelChoice, Model] = field(default_factory=dict)
    ends: list[Callable[[], None]] = field(default_factory=list)

    def model(self, choice: ModelChoice) -> Model | None:
        """Return the model of a choice; None where it has no name."""
        if not choice.name:
            return None
        from authoring.llm.models.registry import LazyModel

        with self.lock:
            if choice not in self.models:
                self.models[choice] = LazyModel(choice, lambda: self._opened(choice))
            return self.models[choice]

    def neighbours(self, name: str, seed: str) -> Neighbours:
        """Return the benchmark's sets but for the one of this name, and a seed's notebook."""
        others = [example for example in self.place.examples() if example.name != name]
        return Neighbours(others, notebook=read_notebook(self.place.root, seed))

    def stop(self) -> None:
        """Let no further call begin; those under way come to their end, and their replies are kept."""
        for end in self.ends:
            end()

    def heard(self, event: "CallEvent") -> None:
        """Show what happens to a call."""
        if self.board is not None:
            self.board.says(event.request.subject, event.text)

    def _opened(self, choice: ModelChoice) -> Model:
        from authoring.llm.cache import open_cached_model
        from authoring.llm.models.registry import LazyModel

        # Opened when the ledger has no reply: what is kept needs no key.
        client = self._client(choice)
        raw = LazyModel(choice, client) if not choice.name.startswith(AT_ONCE) else client()
        kept, close = open_cached_model(
            raw, choice, self.ledger, prices=self.prices, budget=self.budget, on_event=self.heard
        )
        self.stack.callback(close)
        self.ends.append(close)
        return _Heard(kept, self.board) if self.board is not None else kept

    def _client(self, choice: ModelChoice) -> Callable[[], Model]:
        from authoring.cli.model_choice import key_of
        from authoring.llm.models.registry import open_model

        def opened() -> Model:
            model = open_model(choice, key=key_of(self.place))
            self.stack.callback(model.close)
            return model

        return opened


class _Heard:
    """A model whose words are counted on a board as they come."""

    def __init__(self, model: Model, board: "DraftBoard") -> None:
        self._model = model
        self._board = board

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def fingerprint(self) -> str:
        return self._model.fingerprint

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        del on_text
        return self._model.complete(request, on_text=lambda piece: self._board.hears(request.subject, piece))


@contextmanager
def asking(place: Workspace, wanted: Asking | None = None, *, board: "DraftBoard | None" = None) -> Iterator[Asked]:
    """Give what a command asks models with.

    Args:
        place: the workspace; its ledger keeps every reply, its prices.yaml comes before the prices that we ship.
        wanted: budget and way of asking; what settings say where it is None.
        board: shown what happens.

    Raises:
        WorkspaceError: ledger or prices cannot be read.
    """
    from authoring.llm.budget import Budget
    from authoring.llm.ledger import Ledger

    wanted, said = wanted or Asking(), place.settings.model
    prices = prices_of(place)
    tokens = wanted.budget_tokens or said.budget_tokens or None
    money = wanted.budget_money or (Decimal(str(said.budget_money)) if said.budget_money else None)
    budget = Budget(tokens=tokens, money=money, currency=prices.currency) if tokens or money else None
    with ExitStack() as stack:
        (place.root / ".authoring").mkdir(exist_ok=True)
        ledger = Ledger(place.root / ".authoring" / LEDGER)
        stack.callback(ledger.close)
        if ledger.lost:
            told = f"{counted(ledger.lost, 'call')} of a run that was killed may have been billed without a reply"
            err().print(plain(told, "yellow"))
        yield Asked(place, ledger, prices, budget, board, stack)


def prices_of(place: Workspace) -> "Prices":
    """Return the price table: the workspace's own comes before the one that we ship.

    Raises:
        WorkspaceError: the workspace's cannot be read.
    """
    from authoring.llm.pricing import read_prices

    return read_prices(place.root / PRICES)


def budget_of(words: str) -> Asking:
    """Read what ``--budget`` says: ``200000`` or ``200k`` tokens, ``2.50$`` or ``2.50 USD`` of money.

    Raises:
        UsageError: it is neither.
    """
    text = words.strip().lower().replace(",", "").replace("_", "")
    factor = {"k": 1_000, "m": 1_000_000}.get(text[-1:], 1)
    number = text.removesuffix("tokens").strip().rstrip("km").strip()
    if number.isdigit():
        return Asking(budget_tokens=int(number) * factor)
    amount = text.strip("$ ").removesuffix("usd").removesuffix("eur").strip()
    try:
        money = Decimal(amount)
    except ArithmeticError:
        money = Decimal("NaN")
    if not money.is_finite() or money <= 0:
        raise UsageError(f"--budget {words}: is no number of tokens and no money", hint="say 200k, or 2.50$")
    return Asking(budget_money=money)
