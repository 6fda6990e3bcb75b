"""A budget in tokens or money: the call that could exceed it is not made."""

import threading
from decimal import Decimal

from authoring.errors import BudgetError
from authoring.llm.pricing import NANO
from authoring.records.wording import money


class Reservation:
    """The most that one call may cost, reserved until its real cost is known."""

    def __init__(self, budget: "Budget", tokens: int, cost: int, label: str) -> None:
        self.tokens = tokens
        self.cost = cost
        self.label = label
        self._budget = budget
        self._open = True

    def charge(self, tokens: int, cost: int) -> None:
        """Count the cost of a try that gave no reply; the reservation for the next try stays.

        Raises:
            BudgetError: the next try would exceed the budget.
        """
        self._budget._charge(self, tokens, cost)  # noqa: SLF001 - the two classes are one unit

    def settle(self, tokens: int, cost: int) -> None:
        """Count the real cost of the call and end the reservation; a second time does nothing."""
        if self._open:
            self._open = False
            self._budget._settle(self, tokens, cost)  # noqa: SLF001 - as above

    def release(self) -> None:
        """End the reservation at no cost: the call was not made, or gave nothing."""
        self.settle(0, 0)


class Budget:
    """A limit in tokens, in money or in both, for all threads that share it.

    Spending and reservations together never exceed the limit. A call that fits only if calls under way cost less than
    their reservations waits for these. Spending can exceed the limit only where a call used more tokens than its prompt
    was estimated to have; no call is begun after that.

    Attributes:
        spent_tokens: of the calls that have ended.
        spent_cost: of these calls, in thousand-millionths of the currency.
    """

    def __init__(self, *, tokens: int | None = None, money: Decimal | None = None, currency: str = "USD") -> None:
        """Set a limit.

        Args:
            tokens: of prompts and replies together; None for no limit.
            money: in `currency`; None for no limit.
            currency: of the price table.
        """
        self.currency = currency
        self._most_tokens = tokens
        # Whole thousand-millionths, as prices count: comparisons with the limit must not depend on rounding.
        self._most_cost = None if money is None else int(money * NANO)
        self.spent_tokens = self.spent_cost = 0
        self._held_tokens = self._held_cost = 0
        self._change = threading.Condition()

    def reserve(self, tokens: int, cost: int | None, *, label: str) -> Reservation:
        """Reserve the most that a call may cost, before it is made.

        Args:
            tokens: of its prompt and the longest reply together.
            cost: of these, in thousand-millionths of the currency; None when the model has no price.
            label: names the call in the message.

        Raises:
            BudgetError: it would exceed the budget, even if all calls under way cost nothing; or the budget is in
                money and there is no price.
        """
        if cost is None and self._most_cost is not None:
            raise BudgetError(
                f"{label}: its model has no price, so a budget in money cannot be kept",
                hint="put the model into prices.yaml of the workspace, or give the budget in tokens",
            )
        reservation = Reservation(self, tokens, cost or 0, label)
        with self._change:
            # Calls under way may cost less than they reserved, so a call that fits without them waits instead of
            # failing.
            while not self._fits(reservation, self._held_tokens, self._held_cost):
                if not self._fits(reservation, 0, 0):
                    raise self._exceeded(reservation)
                self._change.wait()
            self._held_tokens += reservation.tokens
            self._held_cost += reservation.cost
        return reservation

    def _fits(self, reservation: Reservation, held_tokens: int, held_cost: int) -> bool:
        within = self._most_tokens is None or self.spent_tokens + held_tokens + reservation.tokens <= self._most_tokens
        paid = self._most_cost is None or self.spent_cost + held_cost + reservation.cost <= self._most_cost
        return within and paid

    def _charge(self, reservation: Reservation, tokens: int, cost: int) -> None:
        with self._change:
            self.spent_tokens += tokens
            self.spent_cost += cost
            # The call's own reservation is counted by `_fits` already.
            others_tokens = self._held_tokens - reservation.tokens
            if not self._fits(reservation, others_tokens, self._held_cost - reservation.cost):
                raise self._exceeded(reservation)

    def _settle(self, reservation: Reservation, tokens: int, cost: int) -> None:
        with self._change:
            self._held_tokens -= reservation.tokens
            self._held_cost -= reservation.cost
            self.spent_tokens += tokens
            self.spent_cost += cost
            # What this call did not use may be room enough for one that waits.
            self._change.notify_all()

    def _exceeded(self, reservation: Reservation) -> BudgetError:
        in_tokens = self._most_tokens is not None
        limits = [f"{self._most_tokens:,} tokens"] if in_tokens else []
        spent = [f"{self.spent_tokens:,} tokens"] if in_tokens else []
        next_ = [f"{reservation.tokens:,} tokens"] if in_tokens else []
        if self._most_cost is not None:
            limits.append(money(self._most_cost, self.currency))
            spent.append(money(self.spent_cost, self.currency))
            next_.append(money(reservation.cost, self.currency))
        return BudgetError(
            f"{reservation.label}: not asked, it could exceed the budget of {' and '.join(limits)}: "
            f"{' and '.join(spent)} spent, and this call may cost up to {' and '.join(next_)}",
            hint="run the same command with a larger --budget to go on; replies that were paid for are kept",
        )
