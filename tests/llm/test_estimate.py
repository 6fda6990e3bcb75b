"""What a draft will cost, said before it is begun."""

from datetime import date
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from authoring.llm.estimate import PlannedCalls, estimate, planned_calls
from authoring.llm.port import Message, Request
from authoring.llm.pricing import Price, Prices
from authoring.llm.tokens import estimate_prompt

PRICE = Price(model="m", prompt=Decimal(2), cached=Decimal("0.5"), output=Decimal(10), batch=Decimal("0.5"))
PRICES = Prices(date=date(2026, 11, 22), models=(PRICE,))
WRITE = PlannedCalls(purpose="write", maximum=3, prompt=1_000, stable=800, output_least=2_000, output_most=6_000)
REPAIR = PlannedCalls(purpose="repair", minimum=0, maximum=2, prompt=500, stable=300, output_least=100, output_most=900)


def test_calls_tokens_and_money_are_a_range() -> None:
    """Least: calls that must be, cached where they can be; most: all that may be, nothing cached."""
    made = estimate([WRITE, REPAIR], model="m", prices=PRICES)

    assert (made.calls_least, made.calls_most) == (1, 5)
    assert (made.prompt, made.stable) == (4_000, 2 * 800 + 300)
    assert (made.output_least, made.output_most) == (2_000, 19_800)
    assert made.cost_least == (1_000 * 2 + 2_000 * 10) * 1_000
    assert made.cost_most == (4_000 * 2 + 19_800 * 10) * 1_000
    assert made.line == (
        "m: 1 to 5 calls, 4,000 tokens in (1,900 cacheable), 2,000 to 19,800 out, 0.022 USD to 0.21 USD;"
        " prices of 2026-11-22, which may be stale: see prices.yaml"
    )


def test_many_seeds_share_what_is_stable() -> None:
    """The stable beginning is paid in full once per purpose, then as cached."""
    seeds = [WRITE.model_copy(update={"maximum": 1}) for _ in range(10)]
    made = estimate(seeds, model="m", prices=PRICES)

    assert (made.prompt, made.stable) == (10_000, 9 * 800)
    assert made.cost_least == (2_800 * 2 + 7_200 * Decimal("0.5") + 20_000 * 10) * 1_000


def test_a_batch_costs_its_share() -> None:
    """Both ends are less by what a batch is cheaper."""
    alone, batch = (estimate([WRITE], model="m", prices=PRICES, batch=batch) for batch in (False, True))

    assert alone.cost_most is not None
    assert batch.cost_most == alone.cost_most // 2


def test_a_model_without_a_price_costs_nobody_knows_what() -> None:
    """No price is no price, and the line says what to do about it."""
    made = estimate([WRITE], model="ours", prices=PRICES)

    assert (made.cost_least, made.cost_most) == (None, None)
    assert made.line.endswith("no price is known for ours: put it into prices.yaml")


def test_a_request_is_planned_as_it_would_be_sent() -> None:
    """Tokens come from the request itself, replies from what is usual, never over what is allowed."""
    request = Request(
        purpose="write",
        subject="penguins",
        messages=(Message(role="system", content="guide " * 500), Message(role="user", content="seed")),
        stable=1,
        max_output=4_000,
    )
    made = planned_calls(request, maximum=2)

    assert (made.minimum, made.maximum, made.purpose) == (1, 2, "write")
    assert (made.prompt, made.stable) == (estimate_prompt(request), estimate_prompt(request, stable=True))
    assert (made.output_least, made.output_most) == (2_500, 4_000)
    assert planned_calls(request, usual=(10, 20)).output_most == 20


@given(
    plan=st.lists(
        st.builds(
            PlannedCalls,
            purpose=st.sampled_from(["sketch", "write", "repair"]),
            minimum=st.integers(0, 3),
            maximum=st.integers(3, 6),
            prompt=st.integers(1_000, 5_000),
            stable=st.integers(0, 1_000),
            output_least=st.integers(0, 100),
            output_most=st.integers(100, 9_000),
        ),
        max_size=6,
    )
)
def test_least_is_never_more_than_most(plan: list[PlannedCalls]) -> None:
    """Of every pair the first is the smaller, and no more is cacheable than is sent."""
    made = estimate(plan, model="m", prices=PRICES)

    assert made.cost_least is not None
    assert made.cost_most is not None
    assert 0 <= made.cost_least <= made.cost_most
    assert made.calls_least <= made.calls_most
    assert made.output_least <= made.output_most
    assert 0 <= made.stable <= made.prompt
