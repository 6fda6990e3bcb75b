"""Budgets: what is spent and held never exceeds the limit, and the refusal says all a person needs."""

import threading
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.errors import BudgetError
from authoring.llm.budget import Budget
from authoring.llm.pricing import NANO


@settings(max_examples=40, deadline=None)
@given(
    limit=st.integers(1, 300),
    calls=st.lists(st.tuples(st.integers(1, 100), st.floats(0, 1)), min_size=1, max_size=24),
)
def test_spent_and_held_never_exceed_the_limit(limit: int, calls: list[tuple[int, float]]) -> None:
    """With threads that reserve, then use a share of it, spent and held together stay within the limit at all times."""
    budget = Budget(tokens=limit)
    lock = threading.Lock()
    held: list[int] = []
    most = [0]
    refused = [0]

    def call(tokens: int, share: float) -> None:
        try:
            reservation = budget.reserve(tokens, None, label="penguins: write")
        except BudgetError:
            refused[0] += 1
            return
        with lock:
            held.append(tokens)
            most[0] = max(most[0], sum(held))
        used = int(tokens * share)
        with lock:
            # Tallied as used before the budget lets go of the rest, so that the tally is never above what it holds.
            held.remove(tokens)
            held.append(used)
        reservation.settle(used, 0)
        reservation.settle(used, 0)

    threads = [threading.Thread(target=call, args=one) for one in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert not any(thread.is_alive() for thread in threads)
    assert most[0] <= limit
    assert budget.spent_tokens == sum(held) <= limit
    assert refused[0] + len(held) == len(calls)


def test_refusal_says_what_was_spent_what_comes_and_how_to_go_on() -> None:
    """The call that would exceed the budget is refused in one line, with both limits, and a hint."""
    budget = Budget(tokens=1_000, money=Decimal("0.50"))
    budget.reserve(600, NANO // 10, label="penguins: sketch").settle(550, NANO // 20)

    with pytest.raises(BudgetError) as refused:
        budget.reserve(500, NANO // 10, label="penguins: write")

    assert refused.value.message == (
        "penguins: write: not asked, it could exceed the budget of 1,000 tokens and 0.50 USD: 550 tokens and 0.050 USD"
        " spent, and this call may cost up to 500 tokens and 0.10 USD"
    )
    assert "--budget" in refused.value.hint
    assert refused.value.exit_code == 14


def test_budget_in_money_needs_a_price() -> None:
    """A model that nobody knows the price of is not taken for one that is free."""
    with pytest.raises(BudgetError, match="no price"):
        Budget(money=Decimal(1)).reserve(1, None, label="penguins: write")


def test_a_call_that_fits_once_others_are_done_waits_for_them() -> None:
    """What is held at most is mostly more than what is used: nobody is refused before that is known."""
    budget = Budget(tokens=100)
    first = budget.reserve(80, None, label="penguins: sketch")
    threading.Timer(0.05, lambda: first.settle(10, 0)).start()

    budget.reserve(80, None, label="penguins: write").release()

    assert budget.spent_tokens == 10


def test_failed_tries_that_were_paid_count_and_stop_the_next_one() -> None:
    """A model that is paid for saying nothing comes to the end of the budget like any other."""
    budget = Budget(tokens=100)
    call = budget.reserve(50, None, label="penguins: write")
    call.charge(40, 0)

    with pytest.raises(BudgetError, match="80 tokens spent, and this call may cost up to 50 tokens"):
        call.charge(40, 0)
