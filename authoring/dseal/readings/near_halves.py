"""Near halves: numbers that are halfway between two roundings but for the last bits of a float.

On which side of the half they lie, the order decides in which numbers are added up: a mean may be 6.575 in a group and
6.574999999999999 as that of the same rows by themselves, so that two right ways give 6.58 and 6.57.
"""

import ast
from collections.abc import Iterator
from functools import partial

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.readings.base import Choice, OpenChoice, rounded_otherwise, words

RANK = 83
_WHOLE = 100
_ROUNDED_OTHERWISE = words(r"ceil\w*|floor\w*|truncat\w*", "向上取整|向下取整|截断")
NEAR_HALVES = Choice(
    "near-halves",
    "rounds a half to the side on which its last bits lie",
    "adds up in another order and so rounds it to the other side",
    "Ask for another number of decimals, at which no number lies halfway; where single numbers are compared, the "
    "validator may have an `atol` of one in the last decimal instead, which the question then states.",
    "Round halves away from zero, of the numbers as they are written.",
    "换一个没有数恰在中间的小数位数;若比较的是单个数,也可给验证器设 `atol` 为末位的 1,并在问题中说明。",
    "恰在中间的数按十进制书写形式向远离零的方向舍入。",
    tells=False,
)


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice to round halves to their other side, where a float does not hold them exactly."""
    # What a question says of a tolerance settles nothing: the validator's own does, and accepts both roundings then.
    if _ROUNDED_OTHERWISE.search(question):
        return
    edits = other_roundings(code, are_exact=True)
    if edits:
        yield OpenChoice(NEAR_HALVES, edits, is_customary=False)


def other_roundings(code: Code, *, are_exact: bool) -> tuple[Edit, ...]:
    """Return the edits by which halves are rounded to their other side.

    Args:
        code: the code.
        are_exact: whether a half is believed that a float holds, because the numbers that make it are held exactly as
            well, as whole ones are: tenths may add up to 24.125 in one order and to a little more in another.
    """
    # Of a percentage most people divide first, and of some shares a hundred times the float is no half any more.
    are_percentages = any(isinstance(node, ast.Constant) and node.value == _WHOLE for node in code.nodes)
    # Multiples of a power of two are held exactly, and those are the same in whatever order they are added up.
    is_exact = "number * 2**20 % 1 == 0" + (" and number / 100 * 100 == number" if are_percentages else "")
    return rounded_otherwise(code, partial(_functions, is_exact=is_exact if are_exact else "False"), NEAR_HALVES.other)


def _functions(places: int, *, is_exact: str) -> tuple[str, str]:
    """Return the functions for a number of a column or table and for a number by itself, as expressions."""
    # What is left of two large numbers has the error of these, which is beyond the last bits of its own.
    error = "(1e-10 + 1e-12 * abs(number))"
    of_float = (
        "(lambda here, low, high, exact: here if low == high or exact else low if here == high else high)"
        f"(round(number, {places}), round(number - {error}, {places}), round(number + {error}, {places}), {is_exact})"
    )
    of_number = f"(lambda number: {of_float} if isinstance(number, float) else round(number, {places}))"
    of_array = f'__import__("numpy").vectorize({of_number}, otypes=[float])(value)'
    return of_number, f'(lambda value: {of_array} if hasattr(value, "__len__") else {of_number}(value))'
