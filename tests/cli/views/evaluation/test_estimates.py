"""How estimates are shown: what holds for all of them is said once."""

from datetime import date
from decimal import Decimal

from authoring.cli.views.evaluation.estimates import estimate_lines
from authoring.llm.estimate import PlannedCalls, estimate
from authoring.llm.pricing import Price, Prices

PRICES = Prices(date=date(2026, 1, 1), models=(Price(model="m", prompt=Decimal(1), output=Decimal(10)),))
CALLS = PlannedCalls(purpose="solve", minimum=1, maximum=2, prompt=100, output_least=10, output_most=20)


def test_where_prices_are_from_is_said_once() -> None:
    """Two ways in which one model is asked, and a model without a price: two remarks, behind all lines."""
    made, unpriced = (estimate([CALLS], model=model, prices=PRICES) for model in ("m", "ours"))
    estimates = [
        (f"asked {number}: {entry.figures}", entry.priced) for number, entry in enumerate([made, made, unpriced])
    ]
    lines = [line.plain for line in estimate_lines(estimates)]

    assert lines[:-1] == [*(figures for figures, _ in estimates), made.priced, unpriced.priced]
    assert "from earlier commands" in lines[-1]
    assert [made.figures in line for line in lines[:-1]] == [True, True, False, False, False]
    assert sum("may be stale" in line for line in lines) == 1
