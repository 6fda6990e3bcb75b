"""Flags that say on which side of a number another column lies, or whether it is there at all."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import ceil, comb, floor, log2, log10
from typing import Any

import numpy as np
import numpy.typing as npt

from authoring.tables.profile.numbers import Floats, Integers
from authoring.tables.profile.relations.relation import (
    FEW_LEVELS,
    CodedTable,
    Flags,
    TableRelation,
    is_countable,
    is_number,
    is_time,
    truth_of,
)

MAX_FLAGS = 100
MAX_OPERANDS = 200
"""Columns that flags are held against; of wider tables the first."""
MAX_SAMPLED = 2_000
"""Rows by which most comparisons are ruled out."""
MAX_VISITS = 20_000_000
"""Rows that are looked at on the whole table, all pairs together."""
LEAST_ROWS = 5
"""Rows on each side from which a side says something."""
_LEAST_VALUES = 3
_LEAST_FILLED = 0.9
LEAST_BITS = 30.0
"""How unlikely it is that values drawn at random lie on the sides by chance, as a power of two."""
LEAST_EVIDENCE = 12.0
"""Repetitions that would disagree by chance, as for columns that follow from another one."""
_SORTED_SWITCHES = 2
"""Changes of a flag from row to row up to which whatever grows with the rows has two sides as well."""
LEAST_DRIFT = 0.3
"""Correlation of values with their places from which they change with the rows."""


@dataclass(frozen=True, slots=True)
class FlagComparison:
    """A comparison that gives a flag."""

    operand: str
    formula: str
    rank: tuple[int, ...]
    """The smallest counts where a flag has several comparisons."""


def find_thresholds(table: CodedTable, settled: Collection[str], calculated: Collection[str]) -> list[TableRelation]:
    """Return for each flag at most one comparison that gives it in every row.

    Args:
        table: the table.
        settled: flags of which is filled what they follow from.
        calculated: columns that follow from others, which a flag is not led back to where there is a choice.
    """
    flags = [
        c for c in table.columns if c["kind"] == "flag" and c["name"] not in settled and is_countable(table.table, c)
    ]
    operands = [c for c in table.columns if c["distinct"] >= _LEAST_VALUES or c["missing"]][:MAX_OPERANDS]
    sample = _Sample.of(table, operands)
    relations, visits = [], 0
    for flag in flags[:MAX_FLAGS]:
        truth = truth_of(table.table.frame[flag["name"]])
        chosen: list[FlagComparison] = []
        for place in sample.candidates(truth):
            operand = operands[int(place)]
            if operand is flag or visits > MAX_VISITS:
                continue
            visits += table.rows
            chosen += _comparisons(table, operand, truth, (operand["name"] in calculated, int(place)))
        if chosen:
            best = min(chosen, key=lambda threshold: threshold.rank)
            relations.append(TableRelation("derived", (flag["name"],), (best.operand,), formula=best.formula))
    return relations


@dataclass(frozen=True, slots=True)
class _Sample:
    """A few rows of all operands side by side, which rule most comparisons out at once."""

    places: Integers
    values: npt.NDArray[np.float64]
    """A line for each operand; without numbers where it is not compared."""
    is_compared: Flags
    present: Flags
    """Where a value is there, a line for each operand."""
    has_gaps: Flags

    @classmethod
    def of(cls, table: CodedTable, operands: list[dict[str, Any]]) -> "_Sample":
        """Return the sample of a table."""
        places = table.sample(len(operands))
        places = places[:: max(places.size // MAX_SAMPLED, 1)]
        is_compared = np.array([_is_compared(table, operand) for operand in operands], dtype=np.bool_)
        values = np.full((len(operands), places.size), np.nan)
        present = np.ones(values.shape, dtype=np.bool_)
        for place, operand in enumerate(operands):
            column = table.table.frame[operand["name"]].iloc[places]
            if is_compared[place]:
                values[place] = column.to_numpy(dtype=np.float64, na_value=np.nan)
            if operand["missing"]:
                present[place] = column.notna().to_numpy()
        return cls(
            places, values, is_compared, present, np.array([bool(o["missing"]) for o in operands], dtype=np.bool_)
        )

    def candidates(self, truth: Floats) -> Integers:
        """Return the places of the operands that may give a flag."""
        flags = truth[self.places]
        finite = np.isfinite(self.values)
        lows, highs = np.where(finite, self.values, np.inf), np.where(finite, self.values, -np.inf)
        is_set, is_unset = flags == 1, flags == 0
        # Nothing lies above all of nothing, so that an empty side rules nothing out.
        low_set, high_set = (lows[:, is_set].min(axis=1, initial=np.inf), highs[:, is_set].max(axis=1, initial=-np.inf))
        low, high = lows[:, is_unset].min(axis=1, initial=np.inf), highs[:, is_unset].max(axis=1, initial=-np.inf)
        is_apart = self.is_compared & ((high < low_set) | (high_set < low))
        tells_presence = (self.present == is_set).all(axis=1) | (self.present == is_unset).all(axis=1)
        return np.flatnonzero(is_apart | (self.has_gaps & tells_presence))


def _is_compared(table: CodedTable, operand: dict[str, Any]) -> bool:
    return (
        operand["kind"] != "identifier"
        and operand["distinct"] >= _LEAST_VALUES
        and is_number(table.table, operand)
        and operand["missing"] <= (1 - _LEAST_FILLED) * table.rows
    )


def _gives_presence(present: Flags, truth: Floats) -> int:
    """Return 1 where a flag says that a value is there, -1 where it says that it is missing, else 0."""
    if np.isnan(truth).any():
        return 0
    if bool((present == (truth == 1)).all()):
        return 1
    return -1 if bool((present == (truth == 0)).all()) else 0


def _sides(values: Floats, truth: Floats) -> tuple[Floats, Floats, bool] | None:
    """Return the values on the lower side and on the upper one, and whether the flag is set on the upper; else None."""
    filled = np.isfinite(values) & np.isfinite(truth)
    set_values, other_values = values[filled & (truth == 1)], values[filled & (truth == 0)]
    if not set_values.size or not other_values.size:
        return np.empty(0), np.empty(0), True
    if other_values.max() < set_values.min():
        return other_values, set_values, True
    return (set_values, other_values, False) if set_values.max() < other_values.min() else None


def _comparisons(
    table: CodedTable, operand: dict[str, Any], truth: Floats, rank: tuple[int, ...]
) -> Iterator[FlagComparison]:
    """Yield the comparisons of a column that give a flag in every row, where that is more than chance."""
    name, column = operand["name"], table.table.frame[operand["name"]]
    present = column.notna().to_numpy()
    sign = _gives_presence(present, truth) if operand["missing"] else 0
    if sign and min(int(present.sum()), int((~present).sum())) >= LEAST_ROWS:
        yield FlagComparison(name, f"{name} is {'not ' if sign > 0 else ''}missing", (0, *rank))
    if not _is_compared(table, operand):
        return
    sides = _sides(column.to_numpy(dtype=np.float64, na_value=np.nan), truth)
    if sides is None or min(sides[0].size, sides[1].size) < LEAST_ROWS:
        return
    low, high, is_above = sides
    if _is_more_than_chance(table, operand, truth, sides):
        is_natural = float(low.max()) == 0 or is_time(table, operand)
        yield FlagComparison(
            name, _comparison(name, float(low.max()), float(high.min()), is_above), (not is_natural, *rank)
        )


def _is_more_than_chance(
    table: CodedTable, operand: dict[str, Any], truth: Floats, sides: tuple[Floats, Floats, bool]
) -> bool:
    low, high, is_above = sides
    levels = [int(np.unique(side).size) for side in (low, high)]
    rows = low.size + high.size
    share = low.size / rows
    evidence = (rows - sum(levels)) * 2 * share * (1 - share)
    # Zero is where amounts begin, and whole numbers that are few are classes: each value counts as often as it stands.
    is_class = operand["decimals"] == 0 and sum(levels) <= FEW_LEVELS
    if evidence >= LEAST_EVIDENCE and (float(low.max()) == 0 == float(low.min()) or is_class):
        return True
    filled = truth[np.isfinite(truth)]
    is_sorted = int(np.count_nonzero(np.diff(filled))) <= _SORTED_SWITCHES
    if is_sorted and not is_time(table, operand):
        rises = (filled[-1] == 1) == is_above
        # What changes with the rows has two sides wherever they are cut, but changes on each of them as well.
        if any(drift(side if rises else -side) > LEAST_DRIFT for side in (low, high)):
            return False
    return log2(comb(min(sum(levels), 2_000), min(*levels, 1_000))) >= LEAST_BITS


def drift(values: Floats) -> float:
    """Return the correlation of values with their places; 0 where they are equal."""
    return float(np.corrcoef(values, np.arange(values.size))[0, 1]) if np.ptp(values) > 0 else 0.0


def _comparison(name: str, low: float, high: float, is_above: bool) -> str:  # noqa: FBT001 - one of two sides
    """Return the comparison with the roundest number between two."""
    if low == 0:
        return f"{name} {'>' if is_above else '<='} 0"
    for exponent in range(floor(log10(max(abs(low), abs(high), 1e-9))) + 1, -10, -1):
        step = 10.0**exponent
        upward, downward = ceil(low / step - 1e-9) * step, floor(high / step + 1e-9) * step
        # Up to a number, or from a number on: whichever the flag is set for is told with the number itself.
        if is_above and downward > low:
            return f"{name} >= {downward:.10g}"
        if is_above and upward < high:
            return f"{name} > {upward:.10g}"
        if not is_above and upward < high:
            return f"{name} <= {upward:.10g}"
        if not is_above and downward > low:
            return f"{name} < {downward:.10g}"
    return f"{name} {'>=' if is_above else '<'} {high:.10g}"
