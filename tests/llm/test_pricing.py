"""Prices: exact, dated, the user's before ours, and none where nobody knows."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.errors import WorkspaceError
from authoring.llm.port import TokenUsage
from authoring.llm.pricing import NANO, Price, Prices, read_prices, shipped_prices

OURS = """\
currency: USD
date: 2026-12-01
models: [{model: gpt-4o, prompt: 1, output: 2}, {model: "our-*", prompt: 0, output: 0}]
"""


def price(name: str, *, prompt: str = "1") -> Price:
    """Return a price."""
    return Price(model=name, prompt=Decimal(prompt), output=Decimal(2))


def test_shipped_prices_are_dated_and_cheap_where_cached() -> None:
    """The table that is shipped can be read, says of when it is, and no cached token costs more than another."""
    prices = shipped_prices()

    assert prices.date >= date(2026, 11, 22)
    assert len(prices.models) > 40
    assert [one.model for one in prices.models if one.cached is not None and one.cached > one.prompt] == []


@pytest.mark.parametrize(
    ("model", "known"),
    [
        ("gpt-4o", "gpt-4o"),
        ("gpt-4o-2024-08-06", "gpt-4o"),
        ("gpt-4o-mini", "gpt-4o-mini"),
        ("gpt-4o-mini-2024-07-18", "gpt-4o-mini"),
        ("gpt-4-0613", "gpt-4"),
        ("mistral-large-latest", "mistral-large"),
        ("claude-haiku-4-5-20251001", "claude-haiku-4-5"),
        ("gpt-4o-audio-preview", None),
        ("gpt-4.1-turbo", None),
        ("openai/gpt-4o", None),
        ("ft:gpt-4o:us::1", None),
        ("llama3.3", None),
        ("", None),
    ],
)
def test_a_name_stands_for_its_dated_versions_and_for_nothing_else(model: str, known: str | None) -> None:
    """A larger, a tuned or a resold model never gets the price of the one whose name its name begins with."""
    found = shipped_prices().price_of(model)

    assert (found.model if found else None) == known


def test_longest_name_counts_and_whole_names_before_patterns() -> None:
    """What is said of one model comes before what is said of its family."""
    names = ("gpt*", "gpt-5*", "gpt-5")
    prices = Prices(date=date(2026, 1, 1), models=tuple(price(name) for name in names))

    assert [prices.price_of(name) for name in ("gpt-5", "gpt-5-pro", "gpt-x", "o1")] == [
        *(prices.models[place] for place in (2, 1, 0)),
        None,
    ]


@given(
    prompt=st.integers(0, 10**7),
    cached=st.integers(0, 10**7),
    output=st.integers(0, 10**7),
    each=st.decimals(0, 1_000, places=3),
)
def test_cost_is_exact(prompt: int, cached: int, output: int, each: Decimal) -> None:
    """A cost in thousand-millionths is exact for prices with three decimals; cached tokens are part of a prompt."""
    made = Price(model="m", prompt=each, cached=Decimal("0.001"), output=each)
    kept = min(prompt, cached)

    exact = ((prompt - kept) * each + kept * Decimal("0.001") + output * each) * NANO / 10**6
    assert made.cost(TokenUsage(prompt=prompt, cached=cached, output=output)) == exact


def test_batches_cost_their_share() -> None:
    """A batch costs what its factor says."""
    usage = TokenUsage(prompt=1_000_000, output=1_000_000)

    assert shipped_prices().models[0].batch == Decimal("0.5")
    halved = Price(model="m", prompt=Decimal(1), output=Decimal(2), batch=Decimal("0.5"))
    assert (halved.cost(usage), halved.cost(usage, batch=True)) == (3 * NANO, 3 * NANO // 2)


def test_file_of_the_workspace_comes_first(tmp_path: Path) -> None:
    """What a user pays counts, what they say nothing about stays as shipped; a price of 0 is a price."""
    path = tmp_path / "prices.yaml"
    assert read_prices(path) == shipped_prices()
    path.write_text(OURS)
    prices = read_prices(path)

    assert prices.date == date(2026, 12, 1)
    assert [prices.price_of(name) for name in ("gpt-4o", "our-llama")] == list(prices.models[:2])
    assert prices.price_of("o1") == shipped_prices().price_of("o1")
    free = prices.price_of("our-llama")
    assert free is not None
    assert free.cost(TokenUsage(prompt=5, output=5)) == 0


def test_prices_in_another_currency_are_not_mixed(tmp_path: Path) -> None:
    """Dollars are not added to euros: with a table in euros, models that it does not name have no price."""
    path = tmp_path / "prices.yaml"
    path.write_text(OURS.replace("USD", "EUR"))
    prices = read_prices(path)

    assert prices.currency == "EUR"
    assert prices.price_of("o1") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("models: [", "is no YAML"),
        ("- 1", "valid dictionary"),
        ("{date: 2026-01-01, models: [{model: a, prompt: -1, output: 1}]}", "models.0.prompt"),
        ("{date: 2026-01-01, models: [{model: a, prompt: nan, output: 1}]}", "models.0.prompt"),
        ("{date: 2026-01-01, models: [{model: a, prompt: cheap, output: 1}]}", "models.0.prompt"),
        ("{date: 2026-01-01, models: [{model: a, prompt: 1}]}", "models.0.output"),
        ("{date: 2026-01-01, model: []}", "model: Extra inputs"),
        ("{models: []}", "date: Field required"),
        ("{date: 2026-01-01, currency: dollars}", "currency"),
        (
            "{date: 2026-01-01, models: [{model: a, prompt: 1, output: 1}, {model: a, prompt: 2, output: 1}]}",
            "two prices",
        ),
        ("!!python/object/apply:os.system ['true']", "no plain mapping"),
        ("\x00", "is no YAML"),
    ],
)
def test_broken_tables_are_told(tmp_path: Path, text: str, said: str) -> None:
    """A table of prices that cannot be read stops with its name, the place and how one looks."""
    path = tmp_path / "prices.yaml"
    path.write_text(text)

    with pytest.raises(WorkspaceError) as told:
        read_prices(path)
    assert str(path) in told.value.message
    assert said in told.value.message
    assert "currency" in told.value.hint


def test_prices_that_are_no_text_are_told(tmp_path: Path) -> None:
    """A folder or bytes that are no UTF-8 in the place of the table stop too."""
    path = tmp_path / "prices.yaml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(WorkspaceError, match="cannot be read"):
        read_prices(path)
    with pytest.raises(WorkspaceError, match="cannot be read"):
        read_prices(tmp_path)
