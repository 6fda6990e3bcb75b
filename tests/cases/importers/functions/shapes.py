"""Functions of tables and arrays, and forms of examples that are rarer."""

from typing import Literal, Optional

import numpy as np
import pandas as pd


class Basket:
    """What somebody buys."""

    def __init__(self, goods):
        self.goods = goods


def spread(values: np.ndarray) -> float:
    """Return the largest value less the smallest.

    >>> spread(np.array([1.0, 4.0]))
    3.0
    """
    return float(values.max() - values.min())


def ranks(scores: pd.Series) -> pd.Series:
    """Return the rank of every score, the best first.

    >>> ranks(pd.Series([3, 9, 5]))
    0    3.0
    1    1.0
    2    2.0
    dtype: float64
    """
    return scores.rank(ascending=False)


def orders_of(orders: pd.DataFrame, customer: Optional[int] = None) -> int:
    """Count the orders, those of one customer if one is named.

    >>> orders = pd.DataFrame([[1, 7, None], [2, 7, "red"], [3, 8, "blue"]], columns=["id", "customer", "note"])
    >>> orders_of(orders)
    3
    >>> found = orders_of(orders, customer=7)
    >>> found
    2
    """
    if customer is None:
        return len(orders)
    return int((orders["customer"] == customer).sum())


def shout(word: str, how: Literal["loud", "louder"]) -> str:
    """Return a word with signs behind it.

    Use it as `shout("no", "loud")`, which gives "no!"; shout("no", "louder") returns "no!!".
    """
    return word + {"loud": "!", "louder": "!!"}[how]


def size_of(goods: list[str]) -> int:
    """Return how many different goods a basket holds.

    >>> print(size_of(["pear", "plum", "pear"]))
    2
    """
    return len(set(Basket(goods).goods))


def factorial(number: int) -> int:
    """Return the product of all whole numbers up to a number.

    >>> factorial(30) > 10 ** 30
    True
    """
    if number < 0:
        raise ValueError("negative")
    return 1 if number < 2 else number * factorial(number - 1)


def broken(number: int) -> int:
    """Return a number.

    >>> broken(1)
    1
    """
    return nowhere(number)


def one_line(number: int) -> int: "Return the next number: one_line(1) -> 2"; return number + 1


def table() -> dict:
    """Return the answer to everything: table() -> {"answer": 42}"""
    return {"answer": 42}
