"""Estimates of the cost of a draft, before the first token is spent."""

from collections.abc import Sequence
from typing import Final

from authoring.llm.port import Purpose, Request, TokenUsage
from authoring.llm.pricing import Prices
from authoring.llm.tokens import estimate_prompt
from authoring.records.base import Record
from authoring.records.wording import money

USUAL: Final[dict[Purpose, tuple[int, int]]] = {
    "sketch": (600, 2_000),
    "probes": (100, 700),
    "replan": (100, 800),
    "write": (2_500, 7_000),
    "continue": (500, 3_500),
    "repair": (300, 2_500),
    "revise": (300, 3_000),
    "topics": (500, 2_500),
    "lessons": (200, 1_500),
    "data": (300, 1_500),
    "describe": (200, 3_000),
    "translate": (400, 3_000),
    "judge": (20, 200),
    "check": (1, 50),
    "solve": (60, 900),
}
"""Usual tokens of a reply for each purpose, from few to many. Models that reason before they answer are charged for the
reasoning as output, so they can take `max_output`, and the upper end of an estimate accounts for that."""


class PlannedCalls(Record):
    """Calls of one kind that will be made, or may be made."""

    purpose: Purpose
    minimum: int = 1
    """Number of calls, at least and at most; a repair may not be needed."""
    maximum: int = 1
    prompt: int
    """Tokens of one prompt; of these, `stable` are the same whatever the subject, and may be cached."""
    prompt_most: int | None = None
    """Tokens of one prompt on average, if all calls are made and later ones hold earlier replies; None for `prompt`."""
    stable: int = 0
    output_least: int
    """Tokens of one reply, at least and at most."""
    output_most: int


class Estimate(Record):
    """What calls will cost: the lower end with all that is stable cached, the upper end with nothing cached."""

    model: str
    calls_least: int
    calls_most: int
    prompt: int
    """Tokens sent, if all calls are made."""
    stable: int
    """Prompt tokens that a provider's cache may hold: all stable ones except the first time each is sent."""
    output_least: int
    output_most: int
    cost_least: int | None
    """Thousand-millionths of `currency`; None where the model has no price, which is not the price 0."""
    cost_most: int | None
    currency: str
    priced: str
    """Which price that is, in words, with its date; or that there is none."""

    @property
    def line(self) -> str:
        """The estimate in one line, for a person, with where its prices are from."""
        return f"{self.figures}; {self.priced}"

    @property
    def figures(self) -> str:
        """Model, calls, tokens and money in one line."""
        calls = _range(self.calls_least, self.calls_most)
        sent = f"{self.prompt:,} tokens in ({self.stable:,} cacheable)"
        received = f"{_range(self.output_least, self.output_most)} out"
        if self.cost_least is None or self.cost_most is None:
            return f"{self.model}: {calls} calls, {sent}, {received}"
        price = f"{money(self.cost_least, self.currency)} to {money(self.cost_most, self.currency)}"
        return f"{self.model}: {calls} calls, {sent}, {received}, {price}"


def planned_calls(
    request: Request, *, minimum: int = 1, maximum: int = 1, usual: tuple[int, int] | None = None
) -> PlannedCalls:
    """Return the calls that a request stands for.

    Args:
        request: the request as it would be sent, or the most similar one that can be built already.
        minimum: number of such calls, at least.
        maximum: number of such calls, at most.
        usual: tokens of a reply, few and many; None for the usual ones of the purpose.
    """
    shortest, longest = usual or USUAL[request.purpose]
    return PlannedCalls(
        purpose=request.purpose,
        minimum=minimum,
        maximum=maximum,
        prompt=estimate_prompt(request),
        stable=estimate_prompt(request, stable=True),
        output_least=min(shortest, request.max_output),
        output_most=min(longest, request.max_output),
    )


def estimate(plan: Sequence[PlannedCalls], *, model: str, prices: Prices, batch: bool = False) -> Estimate:
    """Return the cost of planned calls with a model.

    Args:
        plan: the calls. Those of one purpose share their stable beginning, which is cached from the second on.
        model: its name, for the price.
        prices: the table.
        batch: whether a provider's batch mode will be used.
    """
    cacheable_most = _cacheable([(calls.purpose, calls.maximum, calls.stable) for calls in plan])
    cacheable_least = _cacheable([(calls.purpose, calls.minimum, calls.stable) for calls in plan])
    # Cached tokens are the cheaper ones, so the lower end has as many of them as can be.
    low = TokenUsage(
        prompt=sum(calls.minimum * calls.prompt for calls in plan),
        cached=cacheable_least,
        output=sum(calls.minimum * calls.output_least for calls in plan),
    )
    high = TokenUsage(
        prompt=sum(calls.maximum * (calls.prompt_most or calls.prompt) for calls in plan),
        output=sum(calls.maximum * calls.output_most for calls in plan),
    )
    price = prices.price_of(model)
    return Estimate(
        model=model,
        calls_least=sum(calls.minimum for calls in plan),
        calls_most=sum(calls.maximum for calls in plan),
        prompt=high.prompt,
        stable=cacheable_most,
        output_least=low.output,
        output_most=high.output,
        cost_least=None if price is None else price.cost(low, batch=batch),
        cost_most=None if price is None else price.cost(high, batch=batch),
        currency=prices.currency,
        priced=(
            f"no price is known for {model}: put it into prices.yaml"
            if price is None
            else f"prices of {prices.date.isoformat()}, which may be stale: see prices.yaml"
        ),
    )


def _cacheable(calls: Sequence[tuple[Purpose, int, int]]) -> int:
    """Return the tokens that a cache may keep: each purpose's stable beginning is sent in full once."""
    total = 0
    for purpose in dict.fromkeys(purpose for purpose, _, _ in calls):
        counts = [(count, stable) for name, count, stable in calls if name == purpose and count]
        # The first call of a purpose fills the cache and pays for its beginning in full.
        first = counts[0][1] if counts else 0
        total += sum(count * stable for count, stable in counts) - first
    return total


def _range(low: int, high: int) -> str:
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
