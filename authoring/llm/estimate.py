"""What a draft will cost, before the first token is spent."""

from collections.abc import Sequence
from typing import Final

from authoring.llm.port import Purpose, Request, Usage
from authoring.llm.prices import Prices, money
from authoring.llm.tokens import estimate_prompt
from authoring.records.base import Record

USUAL: Final[dict[Purpose, tuple[int, int]]] = {
    "sketch": (600, 2_000),
    "write": (2_500, 7_000),
    "continue": (500, 3_500),
    "repair": (300, 2_500),
    "revise": (300, 3_000),
    "topics": (500, 2_500),
    "lessons": (200, 1_500),
    "data": (300, 1_500),
    "translate": (400, 3_000),
    "judge": (20, 200),
    "check": (1, 50),
}
"""Tokens of a reply to each kind of request, few and many. Models that think before they answer are charged for their
thoughts as output, so they can take `max_output`, and the upper end of an estimate says so."""


class Planned(Record):
    """Calls that will be made, or may be."""

    purpose: Purpose
    least: int = 1
    """How many of them, at least and at most; a repair may not be needed."""
    most: int = 1
    prompt: int
    """Tokens of one prompt; of these, `stable` are the same whatever the subject, and may be cached."""
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
    """Of these, those that a provider's prompt cache may keep: all stable ones but the first time each is sent."""
    output_least: int
    output_most: int
    cost_least: int | None
    """Thousand-millionths of `currency`; None where the model has no price, which is not the price 0."""
    cost_most: int | None
    currency: str
    priced: str
    """Which price that is, in words, with its date; or that there is none."""

    @property
    def tokens_most(self) -> int:
        """What a budget in tokens has to allow, at most."""
        return self.prompt + self.output_most

    @property
    def line(self) -> str:
        """The whole in one line, for a person."""
        calls = _range(self.calls_least, self.calls_most)
        sent = f"{self.prompt:,} tokens in ({self.stable:,} cacheable)"
        received = f"{_range(self.output_least, self.output_most)} out"
        if self.cost_least is None or self.cost_most is None:
            return f"{self.model}: {calls} calls, {sent}, {received}; {self.priced}"
        price = f"{money(self.cost_least, self.currency)} to {money(self.cost_most, self.currency)}"
        return f"{self.model}: {calls} calls, {sent}, {received}, {price}; {self.priced}"


def planned(request: Request, *, least: int = 1, most: int = 1, usual: tuple[int, int] | None = None) -> Planned:
    """Return what a request will take.

    Args:
        request: as it would be sent; of one that is not known yet, the nearest that is.
        least: how many such calls there will be, at least.
        most: at most.
        usual: tokens of a reply, few and many; None for what is usual for the purpose.
    """
    few, many = usual or USUAL[request.purpose]
    return Planned(
        purpose=request.purpose,
        least=least,
        most=most,
        prompt=estimate_prompt(request),
        stable=estimate_prompt(request, stable=True),
        output_least=min(few, request.max_output),
        output_most=min(many, request.max_output),
    )


def estimate(plan: Sequence[Planned], *, model: str, prices: Prices, batch: bool = False) -> Estimate:
    """Return what planned calls will cost with a model.

    Args:
        plan: the calls. Those of one purpose share their stable beginning, which is cached from the second on.
        model: its name, for the price.
        prices: the table.
        batch: whether a provider's batch mode will be used.
    """
    cacheable_most = _cacheable([(one.purpose, one.most, one.stable) for one in plan])
    cacheable_least = _cacheable([(one.purpose, one.least, one.stable) for one in plan])
    low = Usage(
        prompt=sum(one.least * one.prompt for one in plan),
        cached=cacheable_least,
        output=sum(one.least * one.output_least for one in plan),
    )
    high = Usage(
        prompt=sum(one.most * one.prompt for one in plan), output=sum(one.most * one.output_most for one in plan)
    )
    price = prices.of(model)
    return Estimate(
        model=model,
        calls_least=sum(one.least for one in plan),
        calls_most=sum(one.most for one in plan),
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
        counts = [(count, stable) for named, count, stable in calls if named == purpose and count]
        first = counts[0][1] if counts else 0
        total += sum(count * stable for count, stable in counts) - first
    return total


def _range(least: int, most: int) -> str:
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"
