"""What the answers of solvers took of their models, and what of it one command paid."""

from collections.abc import Iterable, Sequence

from pydantic import JsonValue

from authoring.api.models import price_table
from authoring.llm.ledger import Ledger
from authoring.llm.ledger.entries import CallEntry
from authoring.llm.port import Purpose, TokenUsage
from authoring.records.base import Record
from authoring.records.pilot import BlindAnswer
from authoring.records.results import LEFT_OUT, Evaluation
from authoring.records.wording import money
from authoring.workspace import Workspace


class ModelSpending(Record):
    """What the answers of an evaluation took of their model, whichever command asked for them."""

    calls: int
    prompt: int
    """Tokens sent."""
    cached: int
    output: int
    amount: str = ""
    """What they cost, such as ``1.25 USD``; empty where the model has no price."""
    new_calls: int = 0
    """Calls that this command made; replies that were there before cost nothing."""
    new_amount: str = ""
    """What these cost, as above."""
    left_out: tuple[str, ...] = ()
    """Settings that some calls went without, because the server does not take them."""


def spending_of(
    evaluation: Evaluation,
    workspace: Workspace | None,
    *,
    ledger: Ledger | None = None,
    in_batches: bool = False,
) -> ModelSpending | None:
    """Return what the answers of an evaluation took of their model; None where they asked none.

    Args:
        evaluation: whose answers.
        workspace: whose prices hold; no cost is known without.
        ledger: through which this command made its calls; None where they are not to be told.
        in_batches: whether prices are those of the provider's batch mode.
    """
    if evaluation.setup is None:
        return None
    stats = _stats(evaluation)

    def total(key: str) -> int:
        return sum(value for entry in stats if isinstance(value := entry.get(key), int))

    usage = TokenUsage(prompt=total("prompt_tokens"), cached=total("cached_tokens"), output=total("output_tokens"))
    prices = price_table(workspace) if workspace else None
    price = prices.price_of(_model_of(evaluation)) if prices else None
    price_currency = prices.currency if prices else ""
    own = _own_calls([ledger] if ledger is not None else [], "solve")
    return ModelSpending(
        calls=total("calls"),
        prompt=usage.prompt,
        cached=usage.cached,
        output=usage.output,
        amount=money(price.cost(usage, batch=in_batches), price_currency) if price else "",
        new_calls=len(own),
        new_amount=money(sum(entry.cost or 0 for entry in own), price_currency) if price else "",
        left_out=tuple(sorted({name for entry in stats for name in _texts(entry.get(LEFT_OUT))})),
    )


def blind_spending(
    evaluation: Evaluation, answers: Sequence[BlindAnswer], workspace: Workspace
) -> tuple[int, int, str]:
    """Return calls, tokens and money of answers without the data by the solver whose other answers these are."""
    names = ("prompt", "cached", "output")
    usage = TokenUsage(**{name: sum(getattr(answer, name) for answer in answers) for name in names})
    prices = price_table(workspace)
    price = prices.price_of(_model_of(evaluation)) if usage.prompt else None
    amount = money(price.cost(usage), prices.currency) if price else ""
    return sum(answer.calls for answer in answers), usage.prompt + usage.output, amount


def _stats(evaluation: Evaluation) -> list[dict[str, JsonValue]]:
    problems = [problem for result in evaluation.sets for problem in result.problems]
    return [attempt.submission.agent_stats for problem in problems for attempt in problem.attempts]


def _model_of(evaluation: Evaluation) -> str:
    """Return what the model calls itself, which for a recorded one is the name of the model that was recorded."""
    own_name = evaluation.setup.model if evaluation.setup is not None else ""
    return next((str(entry["model"]) for entry in _stats(evaluation) if entry.get("model")), own_name)


def _texts(value: JsonValue) -> list[str]:
    # Results come from files, too.
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def new_spending(workspace: Workspace, ledgers: Iterable[Ledger], *purposes: Purpose) -> tuple[int, str]:
    """Return the calls that were made through ledgers for some purposes, and what they cost.

    The cost is empty where no call was made, or one has no known price.
    """
    entries = _own_calls(ledgers, *purposes)
    costs = [entry.cost for entry in entries]
    if not costs or any(cost is None for cost in costs):
        return len(entries), ""
    return len(entries), money(sum(cost or 0 for cost in costs), price_table(workspace).currency)


def _own_calls(ledgers: Iterable[Ledger], *purposes: Purpose) -> list[CallEntry]:
    """Return the calls for some purposes of which a try was sent; several solvers may share a ledger."""
    distinct = {id(ledger): ledger for ledger in ledgers}.values()
    entries = (entry for ledger in distinct for entry in ledger.own_entries())
    return [entry for entry in entries if entry.purpose in purposes and entry.tries]
