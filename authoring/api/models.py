"""Asking language models: which model, with which key, and one ledger, one budget and one scheduler for a command."""

import re
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from authoring.api.trust import allow_pinned_model, model_claim, require
from authoring.api.workspaces import workspace_around
from authoring.errors import TrustError, UsageError
from authoring.llm.budget import Budget
from authoring.llm.cache import open_cached_model
from authoring.llm.ledger import Ledger
from authoring.llm.models.openai.endpoint import OPENAI_URL
from authoring.llm.models.openai.server_check import ServerCheck, check_server, list_model_names
from authoring.llm.models.registry import OFFLINE, LazyModel, open_model
from authoring.llm.port import CallEvent, Model, OnText, Reply, Request
from authoring.llm.pricing import Prices, read_prices
from authoring.records.base import Record
from authoring.records.model_config import ModelChoice
from authoring.records.progress import NOBODY, Notice, Progress, ReplyGrew, Reporter, Spent
from authoring.records.wording import counted
from authoring.workspace import Workspace
from authoring.workspace.settings import ModelSettings
from authoring.workspace.trust import model_claims, origin_of, read_key

if TYPE_CHECKING:
    from authoring.workspace.cache import ObservationCache

LEDGER = "ledger.sqlite"
PRICES = "prices.yaml"
OPENED_FIRST = (*OFFLINE, "record:")
"""How names begin of models that are opened before the ledger is looked at: their replies depend on files, and the
ledger knows a model by its name."""
ORDERED = "scripted:"
"""Begins the name of a model whose reply depends on how often it was asked."""
READABLE_BY_OTHERS = stat.S_IRWXG | stat.S_IRWXO


@dataclass(frozen=True, slots=True)
class ModelAccess:
    """Which model a caller wants asked, with which key and within which budget.

    What is left open comes from the workspace's settings, and what those leave open from the defaults.
    """

    model: str | None = None
    base_url: str | None = None
    budget: str | None = None
    """``200k`` tokens or ``2.50$``; see `parse_budget`."""
    default_model: str = ""
    default_base_url: str = ""
    default_key: str = ""
    """The provider's key where the settings name no file that holds it."""

    @property
    def is_explicit(self) -> bool:
        """Whether the caller names a model or a server."""
        return bool(self.model or self.base_url)

    def config(self, workspace: Workspace | None) -> ModelChoice:
        """Return which model is asked, and how; its name is empty where nobody named one.

        Raises:
            TrustError: the workspace's settings name a model or a server, and nobody allowed that.
        """
        settings = workspace.settings.model if workspace else ModelSettings()
        name = self.model or settings.name or self.default_model
        base_url = self.base_url or settings.base_url or self.default_base_url
        if workspace is not None:
            # What the caller names instead is not used, so it needs no leave.
            is_used = {"model.name": not self.model, "model.base_url": not self.base_url}
            claims = model_claims(workspace.root, settings)
            require(workspace, [claim for claim in claims if is_used.get(claim.key, False)])
        config = ModelChoice.model_validate(settings.model_dump(include=set(ModelChoice.model_fields)))
        # A model that reads files has no server, whatever the settings say of one.
        needs_server = not name.startswith(OFFLINE)
        return config.model_copy(update={"name": name.strip(), "base_url": base_url.strip() if needs_server else ""})

    def required_config(self, workspace: Workspace) -> ModelChoice:
        """Return which model is asked, and how.

        Raises:
            UsageError: nobody named one.
            TrustError: the workspace's settings name it, and nobody allowed that.
        """
        config = self.config(workspace)
        if not config.name:
            hint = "name one with --model, or in authoring.toml"
            raise UsageError("only a language model can propose this", hint=hint)
        return config

    def key(self, workspace: Workspace | None, config: ModelChoice, *, reporter: Reporter = NOBODY) -> str | None:
        """Return the provider's key, if it was entered for the server of this model; None for none.

        The key in the file that ``[model]`` names is for the server that stands beside it there, and the default key
        for the server beside it, which is OpenAI's where none is named. A key for another server is not sent; it is
        reported where it stands and what sends it.

        Raises:
            WorkspaceError: the file cannot be read, or holds no key; what it holds is not shown.
            TrustError: nobody allowed the file to be read.
        """
        server = server_of(config.base_url)
        settings = workspace.settings.model if workspace else ModelSettings()
        if workspace is not None and settings.key_file and server == server_of(settings.base_url):
            claims = model_claims(workspace.root, settings)
            require(workspace, [claim for claim in claims if claim.key != "model.name"])
            return _key_of_file(workspace.root / Path(settings.key_file).expanduser(), reporter)
        key = self.default_key.strip()
        if not key or server == server_of(self.default_base_url):
            return key or None
        text = f"the key in OPENAI_API_KEY was entered for {server_of(self.default_base_url)}, not sent to {server}: "
        reporter.report(
            Notice(text, is_warning=True, command=f"export OPENAI_BASE_URL={config.base_url or OPENAI_URL}")
        )
        return None


def server_of(base_url: str) -> str:
    """Return scheme, host and port of the server at a base URL, OpenAI's own where it is empty."""
    return origin_of(base_url.strip() or OPENAI_URL)


def _key_of_file(path: Path, reporter: Reporter) -> str:
    key, status = read_key(path)
    # A file that others may read is used all the same, and warned of.
    if status.st_mode & READABLE_BY_OTHERS:
        text = f"{path}: others on this machine may read the key: "
        reporter.report(Notice(text, is_warning=True, command=f"chmod 600 {path}"))
    return key


class ParsedBudget(NamedTuple):
    """What a command may use: tokens, or money of one currency."""

    tokens: int | None = None
    money: Decimal | None = None
    currency: str = ""
    """The three letters of the money; empty for tokens, and where only a number was given."""


MONEY = re.compile(r"(?P<sign>[$€]?)\s*(?P<amount>[0-9]+(\.[0-9]+)?|\.[0-9]+)\s*(?P<unit>[$€]|[a-z]{3})?")
CURRENCIES = {"$": "USD", "€": "EUR"}


def parse_budget(text: str) -> ParsedBudget:
    """Return the tokens or the money of a budget: ``200000`` or ``200k`` tokens, ``2.50$`` or ``2.50 USD`` of money.

    Raises:
        UsageError: it is neither.
    """
    # Thousands may be parted by commas or underscores.
    amount = text.strip().lower().replace(",", "").replace("_", "")
    tokens = amount.removesuffix("tokens").strip()
    factor = {"k": 1_000, "m": 1_000_000}.get(tokens[-1:], 1)
    number = tokens.rstrip("km").strip()
    if number.isdecimal() and int(number):
        return ParsedBudget(tokens=int(number) * factor)
    money = MONEY.fullmatch(amount)
    if money is None or (money["sign"] and money["unit"]) or not Decimal(money["amount"]):
        raise UsageError(f"--budget {text}: is no number of tokens and no money", hint="say 200k, or 2.50$")
    unit = money["sign"] or money["unit"] or ""
    return ParsedBudget(money=Decimal(money["amount"]), currency=CURRENCIES.get(unit, unit.upper()))


def price_table(workspace: Workspace) -> Prices:
    """Return the prices of models: the workspace's own come before those that we ship.

    Raises:
        WorkspaceError: the workspace's cannot be read.
    """
    return read_prices(workspace.root / PRICES)


@dataclass
class ModelPool:
    """The models of one command, each opened when it is first asked."""

    workspace: Workspace
    access: ModelAccess
    ledger: Ledger
    prices: Prices
    budget: Budget | None
    reporter: Reporter
    _stack: ExitStack
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _models: dict[ModelChoice, Model] = field(default_factory=dict)
    _stops: list[Callable[[], None]] = field(default_factory=list)

    def model(self, config: ModelChoice) -> Model | None:
        """Return the model that a configuration names; None where it names none."""
        return self.required_model(config) if config.name else None

    def required_model(self, config: ModelChoice) -> Model:
        """Return the model that a configuration names."""
        with self._lock:
            # Drafts of one command ask in threads, and share one client a model.
            if config not in self._models:
                self._models[config] = LazyModel(config, lambda: self._open(config))
            return self._models[config]

    def stop(self) -> None:
        """Let no further call begin; those under way come to their end, and their replies are cached."""
        for stop in self._stops:
            stop()

    def _open(self, config: ModelChoice) -> Model:
        self._require_named(config)
        # The client is opened when the ledger has no reply: a cached reply needs no key.
        client = self._client(config)
        raw = client() if config.name.startswith(OPENED_FIRST) else LazyModel(config, client)
        cached, stop = open_cached_model(
            raw, config, self.ledger, prices=self.prices, budget=self.budget, on_event=self._report
        )
        self._stack.callback(stop)
        self._stops.append(stop)
        # Replies are streamed only where somebody is told how they grow.
        return cached if self.reporter is NOBODY else _ReportingModel(cached, self.reporter)

    def _require_named(self, config: ModelChoice) -> None:
        """See that a person named this model and its server: a journal that pins them may be a stranger's.

        Raises:
            TrustError: nobody did, here or in an earlier command.
        """
        try:
            current = self.access.config(self.workspace)
        except TrustError:
            current = ModelChoice()
        if (config.name, server_of(config.base_url)) != (current.name, server_of(current.base_url)):
            require(self.workspace, [model_claim(self.workspace.root, config)])
            return
        allow_pinned_model(self.workspace.root, config)

    def _client(self, config: ModelChoice) -> Callable[[], Model]:
        def open_client() -> Model:
            model = open_model(config, key=self.access.key(self.workspace, config, reporter=self.reporter))
            self._stack.callback(model.close)
            return model

        return open_client

    def _report(self, event: CallEvent) -> None:
        subject = event.request.subject
        # Whoever shows an activity says its subject before it.
        self.reporter.report(Progress(event.text.removeprefix(f"{subject}: "), 0, None, subject))
        if event.kind == "replied" and event.reply is not None:
            usage = event.reply.usage
            self.reporter.report(Spent(usage.prompt + usage.output, event.cost, self.prices.currency))


class _ReportingModel:
    """Asks another model, and reports the parts of its replies as they come."""

    def __init__(self, model: Model, reporter: Reporter) -> None:
        self._model = model
        self._reporter = reporter

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def fingerprint(self) -> str:
        return self._model.fingerprint

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        del on_text
        return self._model.complete(
            request, on_text=lambda text: self._reporter.report(ReplyGrew(request.subject, len(text)))
        )


class SubjectModel:
    """Asks another model in the name of a draft, so that the ledger knows whose calls they are."""

    port_id: ClassVar = LazyModel.__name__
    """Journals know blind solves by the model that was asked without this one."""

    def __init__(self, model: Model, subject: str, observations: "ObservationCache", *, concurrency: int = 1) -> None:
        self._model = model
        self._subject = subject
        self.observations = observations
        """Keeps answers for later revisions of the draft."""
        self.concurrency = concurrency
        """How many calls it takes at once."""

    @property
    def name(self) -> str:
        """The other model's name."""
        return self._model.name

    @property
    def fingerprint(self) -> str:
        """The other model's own: the subject changes no reply."""
        return self._model.fingerprint

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return the other model's reply.

        Raises:
            CallError: there is none.
            BudgetError: the call would have exceeded the budget, and was not made.
        """
        return self._model.complete(request.model_copy(update={"subject": self._subject}), on_text=on_text)


def concurrency_of(choice: ModelChoice) -> int:
    """Return how many calls of a model may be under way at once; replies that are taken in order come one by one."""
    return 1 if choice.name.startswith(ORDERED) else choice.concurrency


@contextmanager
def open_model_pool(
    workspace: Workspace, access: ModelAccess, *, budget: Budget | None = None, reporter: Reporter = NOBODY
) -> Iterator[ModelPool]:
    """Give the models that a command asks; their calls end and their clients are closed when this is left.

    The workspace's ledger keeps every reply. A command with several pools has one `budget` for all, see `budget_of`;
    where none is given, the pool has its own.

    Raises:
        UsageError: the budget cannot be read.
        WorkspaceError: ledger or prices cannot be read.
    """
    prices = price_table(workspace)
    budget = budget or budget_of(workspace, access)
    with ExitStack() as stack:
        ledger = Ledger(workspace.root / ".authoring" / LEDGER)
        stack.callback(ledger.close)
        # Calls that have a beginning in the ledger and no end: the process was killed meanwhile.
        if ledger.lost:
            calls = counted(ledger.lost, "call")
            text = f"{calls} of a run that was killed may have been billed without a reply"
            reporter.report(Notice(text))
        yield ModelPool(workspace, access, ledger, prices, budget, reporter, stack)


def budget_of(workspace: Workspace, access: ModelAccess) -> Budget | None:
    """Return what a command may spend; the settings' budget where `access` names none, None where there is none.

    Raises:
        UsageError: the budget cannot be read, or is in another currency than the prices.
        WorkspaceError: the prices cannot be read.
    """
    settings, prices = workspace.settings.model, price_table(workspace)
    tokens, money, currency = parse_budget(access.budget) if access.budget else ParsedBudget()
    if currency and currency != prices.currency:
        raise UsageError(
            f"--budget {access.budget}: is in {currency}, and the prices of models are in {prices.currency}",
            hint=f"say the budget in {prices.currency} or in tokens, or put prices in {currency} into {PRICES}",
        )
    # 0 in the settings stands for no budget.
    tokens = tokens or settings.budget_tokens or None
    money = money or (Decimal(str(settings.budget_money)) if settings.budget_money else None)
    return Budget(tokens=tokens, money=money, currency=prices.currency) if tokens or money else None


class ModelNames(Record):
    """Answer of ``models list``."""

    names: tuple[str, ...]


def check_model(
    *, access: ModelAccess = ModelAccess(), workspace: Path | None = None, reporter: Reporter = NOBODY
) -> ServerCheck:
    """Return whether a server answers, obeys a JSON schema, streams and counts tokens; three small calls are made.

    Raises:
        ModelError: the server does not answer.
        UsageError: the name is one of a folder, behind which is no server.
    """
    enclosing = workspace_around(workspace)
    config = access.config(enclosing)
    # These read files; a check would only say that the files are there.
    if config.name.startswith(OPENED_FIRST):
        raise UsageError(f"{config.name}: there is no server behind it to check", hint="name a server's model")
    return check_server(config, key=access.key(enclosing, config, reporter=reporter))


def list_models(
    *, access: ModelAccess = ModelAccess(), workspace: Path | None = None, reporter: Reporter = NOBODY
) -> ModelNames:
    """Return the models that a server knows; arguments as of `check_model`.

    Raises:
        ModelError: the server does not say.
    """
    enclosing = workspace_around(workspace)
    # A server is asked the same whatever model is meant, but a configuration without a name is none.
    config = replace(access, model="any").config(enclosing)
    return ModelNames(names=list_model_names(config, key=access.key(enclosing, config, reporter=reporter)))
