"""Small functions about a shop, of every kind that the importer reads."""

import math

import pandas as pd

RATES = {"food": 0.07, "other": 0.19}


def unit_price(total: float, pieces: int) -> float:
    """Return what one piece costs, rounded to 2 decimals.

    There is at least one piece.

    >>> unit_price(10.0, 4)
    2.5
    >>> unit_price(1.0, 3)
    0.33
    """
    # The rounding is the shop's.
    return round(total / pieces, 2)


def _validate(total, pieces):
    assert math.isfinite(total)
    assert total >= 0
    assert pieces >= 1


def with_tax(prices: list[float], kind: str = "other") -> list[float]:
    """Add the tax of a kind of goods to every price, rounded to 2 decimals.

    Example:
        Input: prices = [1.0, 2.0], kind = "food"
        Output: [1.07, 2.14]
    """
    return [_taxed(price, RATES[kind]) for price in prices]


def _taxed(price, rate):
    return round(price * (1 + rate), 2)


def best_sellers(sales: pd.DataFrame, most: int) -> pd.DataFrame:
    """Return the goods that were sold most often, with their counts, in any order.

    `sales` has the columns `good` and `pieces`.

    >>> sales = pd.DataFrame({"good": ["pear", "plum", "pear"], "pieces": [1, 5, 2]})
    >>> best_sellers(sales, 1)
       good  pieces
    0  plum       5
    """
    counts = sales.groupby("good", as_index=False)["pieces"].sum()
    return counts.nlargest(most, "pieces").reset_index(drop=True)


def initials(name: str, *, dots: bool = False) -> str:
    """Return the first letters of the words of a name.

    initials("ada lovelace") => "AL"
    initials("ada lovelace", dots=True) => "A.L."
    """
    letters = [word[0].upper() for word in name.split()]
    return "".join(f"{letter}." for letter in letters) if dots else "".join(letters)


def change(paid: int, price: int) -> tuple[int, ...]:
    """Return the coins of 50, 20 and 10 that are given back, as counts.

    >>> change(100, 20)
    (1, 1, 0)
    """
    rest, coins = paid - price, []
    for coin in (50, 20, 10):
        coins.append(rest // coin)
        rest %= coin
    return tuple(coins)


def halves(number):
    """Return the half of a number.

    >>> halves(read_number())
    1.0
    >>> halves("two")
    Traceback (most recent call last):
    TypeError: no
    """
    return number / 2


def later(day: str) -> str:
    """Return the day after.

    >>> later("monday")
    'tuesday'
    """


def unsaid(values):
    return sorted(values)


def any_number(*values: int) -> int:
    """Return the sum.

    >>> any_number(1, 2)
    3
    """
    return sum(values)


async def waits(seconds: float) -> float:
    """Wait."""
    return seconds


def test_change():
    assert change(70, 0) == (1, 1, 0)
