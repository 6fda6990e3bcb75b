"""How estimates are shown: what holds for all of them is said once."""

from datetime import date
from decimal import Decimal

from authoring.cli.views.evaluation.estimates import estimate_lines
from authoring.llm.estimate import PlannedCalls, estimate
from authoring.llm.pricing import Price, Prices

PRICES = Prices(date=date(2026, 1, 1), models=(Price(model="m", prompt=Decimal(1), output=Decimal(10)),))
CALLS = PlannedCalls(purpose="solve", minimum=1, maximum=2, prompt=100, output_least=10, output_most=20)


def test_where_prices_are_from_is_said_once() -> None:
    """Three ways in which one model is asked, and one model without a price: two remarks, behind all lines."""
    made, unpriced = (estimate([CALLS], model=model, prices=PRICES) for model in ("m", "ours"))
    subjects = ("model:m", "model:m without the data (columns)", "", "model:ours")
    lines = [line.plain for line in estimate_lines(zip(subjects, (made, made, made, unpriced), strict=True))]

    assert [line.partition(": ")[0] for line in lines[:4]] == ["model:m", subjects[1], "m", "model:ours"]
    assert lines[4:] == [made.priced, unpriced.priced]
    assert sum("may be stale" in line for line in lines) == 1
