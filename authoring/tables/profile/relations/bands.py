"""Categories that say in which band of an amount a row lies, such as low, middle and high."""

from collections.abc import Collection
from itertools import pairwise
from math import lgamma, log

import numpy as np

from authoring.tables.profile.numbers import Floats, Integers
from authoring.tables.profile.relations.relation import CodedTable, TableRelation, is_countable, is_number
from authoring.tables.profile.relations.thresholds import (
    LEAST_BITS,
    LEAST_DRIFT,
    LEAST_EVIDENCE,
    LEAST_ROWS,
    MAX_FLAGS,
    MAX_OPERANDS,
    MAX_SAMPLED,
    MAX_VISITS,
    drift,
)

MOST_BANDS = 12
_FEWEST_BANDS = 2
_RARE = 0.1
"""Share of the rows that levels without a band may have together, such as a remainder."""
# The finest step as a power of ten of the span of all values, and how seldom chance may put the edges on its multiples.
_FINEST_STEP, _CHANCE = -2, 1e-4
Pair = tuple[str, str]


def find_bands(table: CodedTable, settled: Collection[str], known: Collection[Pair]) -> list[TableRelation]:
    """Return for each category the amounts whose values lie in a range of their own for each of its levels.

    Args:
        table: the table.
        settled: columns of which is known what they follow from.
        known: columns, and what follows from them.
    """
    categories = [
        column
        for column in table.columns
        if column["kind"] in {"category", "flag"}
        and 1 < column["distinct"] <= MOST_BANDS
        and column["name"] not in settled
        and is_countable(table.table, column)
    ][:MAX_FLAGS]
    amounts = [column for column in table.columns if column["kind"] == "amount" and is_number(table.table, column)][
        :MAX_OPERANDS
    ]
    places = table.sample(max(len(amounts), 1))
    places = places[:: max(places.size // MAX_SAMPLED, 1)]
    relations, visits = list[TableRelation](), 0
    for amount in amounts if categories else ():
        values = table.table.frame[amount["name"]].to_numpy(dtype=np.float64, na_value=np.nan)
        sampled = values[places]
        for category in categories:
            is_new = (amount["name"], category["name"]) not in known
            if not is_new or amount["distinct"] <= category["distinct"]:
                continue
            every = table.codes(category["name"])
            for codes, rare in ((every, 0), _frequent(every)):
                if visits > MAX_VISITS or not _bands(sampled, codes[places]):
                    continue
                visits += table.rows
                bands = _bands(values, codes)
                if len(bands) == len(np.unique(codes[codes >= 0])) and (
                    _is_more_than_chance(bands) and (_ends_at_round_numbers(bands) or not _is_drifting(bands, codes))
                ):
                    related = (category["name"],)
                    relations.append(TableRelation("nested", (amount["name"],), related, exceptions=rare))
                    break
    return relations


def _frequent(codes: Integers) -> tuple[Integers, int]:
    """Return codes without the rarest levels that have few rows together, -1 in their place, and how many rows."""
    counts = np.bincount(codes[codes >= 0])
    in_order = np.argsort(counts, kind="stable")
    levels = in_order[np.cumsum(counts[in_order]) <= _RARE * codes.size]
    is_rare = np.isin(codes, levels)
    if len(counts) - len(levels) < _FEWEST_BANDS:
        return codes, 0
    return np.where(is_rare, -1, codes), int(is_rare.sum())


def _bands(values: Floats, codes: Integers) -> list[Floats]:
    """Return the values of each level in the order of the rows, from the lowest band to the highest; none if mixed."""
    filled = np.isfinite(values) & (codes >= 0)
    values, codes = values[filled], codes[filled]
    order = np.argsort(values, kind="stable")
    starts = np.flatnonzero(np.diff(codes[order])) + 1
    levels = codes[order][[0, *starts]] if order.size else codes
    # Where a level comes back, or one value has two levels, they are no bands.
    if len(set(levels.tolist())) < levels.size or (np.diff(values[order])[starts - 1] == 0).any():
        return []
    return [values[codes == level] for level in levels]


def _ends_at_round_numbers(bands: list[Floats]) -> bool:
    """Return whether a multiple of one step lies between all bands, where between most values none does."""
    edges = [(lower.max(), upper.min()) for lower, upper in pairwise(bands)]
    span, gaps = bands[-1].max() - bands[0].min(), sum(np.unique(band).size for band in bands) - 1
    if span <= 0:
        return False
    for power in range(_FINEST_STEP, 1):
        for digit in (1, 2, 5):
            step = digit * 10.0 ** (int(np.floor(np.log10(span))) + power)
            # By chance a gap between two values has one of so many multiples in it.
            chance = min(span / step / max(gaps, 1), 1.0) ** len(edges)
            if chance < _CHANCE and all(np.floor(high / step) * step >= low for low, high in edges):
                return True
    return False


def _is_drifting(bands: list[Floats], codes: Integers) -> bool:
    """Return whether values change with the rows, which stand in the order of their levels."""
    is_sorted = int(np.count_nonzero(np.diff(codes[codes >= 0]))) <= len(bands)
    return is_sorted and any(abs(drift(band)) > LEAST_DRIFT for band in bands)


def _is_more_than_chance(bands: list[Floats]) -> bool:
    """Return whether so many values would seldom lie apart."""
    if min(band.size for band in bands) < LEAST_ROWS:
        return False
    counts = [int(np.unique(band).size) for band in bands]
    rows = sum(band.size for band in bands)
    chance = sum((band.size / rows) ** 2 for band in bands)
    ways = lgamma(sum(counts) + 1) - sum(lgamma(count + 1) for count in counts) - lgamma(len(counts) + 1)
    return ways >= LEAST_BITS * log(2) or (rows - sum(counts)) * (1 - chance) >= LEAST_EVIDENCE
