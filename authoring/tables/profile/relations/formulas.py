"""Formulas that may give a column from others of its row, tried on few rows for all columns at once.

Numbers are rounded where they are written, so a formula holds within what rounding its operands and its result can
explain.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from authoring.tables.profile.numbers import MAX_DECIMALS, Floats
from authoring.tables.profile.relations.relation import CodedTable, is_number

MAX_OPERANDS = 100
"""Columns of numbers that are combined with each other; of wider tables the first."""
MAX_COMPOUND_OPERANDS = 40
"""Columns of numbers up to which formulas of three operands are looked for."""
MIN_DISTINCT = 5
"""Distinct values of a column from which a formula for it says something."""
_PROBES = 24
_NEARLY_EQUAL = 0.03
"""What rounding moves the products of a column and its inverse by, as a share of them."""
_COMPOUND_DISTINCT = 20
_MIN_FILLED = 16
_LEAST_PROBES = 6
_LEAST_TELLING = 3
_PROBE_AGREEMENT = 0.85

Matrix = npt.NDArray[np.float64]
Calculation = Callable[[list[Floats], list[Floats]], tuple[Floats, Floats]]
"""Takes operands and their errors; gives the result and its error."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A calculation that may give a column."""

    result: int
    operands: tuple[int, ...]
    text: str
    """Python with a place for each operand."""
    calculate: Calculation
    exact: bool = False
    """Whether whole operands give a whole result, so that rounding explains nothing."""


@dataclass(slots=True)
class NumberColumns:
    """The columns of numbers of a table, with a few of their rows side by side."""

    table: CodedTable
    profiles: list[dict[str, Any]]
    probes: Matrix
    """One line for each column."""
    errors: Matrix

    @classmethod
    def of(cls, table: CodedTable) -> "NumberColumns":
        """Return the columns that can be calculated with: those that vary."""
        profiles = [
            column
            for column in table.columns
            if column["distinct"] > 1
            and is_number(table.table, column)
            and table.rows - column["missing"] >= _MIN_FILLED
        ][:MAX_OPERANDS]
        places = (
            np.unique(np.linspace(0, table.rows - 1, 40 * _PROBES).astype(np.int64)) if table.rows else np.arange(0)
        )
        values = [
            table.table.frame[p["name"]].iloc[places].to_numpy(dtype=np.float64, na_value=np.nan) for p in profiles
        ]
        sample = np.array(values).reshape(len(profiles), places.size)
        # Rows without gaps that differ say most; a fixed choice gives the same answer twice.
        gaps = np.isnan(sample).sum(axis=0)
        chosen = np.sort(np.argsort(gaps + np.random.default_rng(0).random(places.size))[: 2 * _PROBES])
        probes = np.where(np.isfinite(sample[:, chosen]), sample[:, chosen], np.nan)
        return cls(
            table,
            profiles,
            probes,
            np.array([rounding_errors(p, line) for p, line in zip(profiles, probes, strict=True)]).reshape(
                probes.shape
            ),
        )

    def name(self, index: int) -> str:
        """Return the name of a column."""
        return str(self.profiles[index]["name"])

    def is_measured(self, index: int) -> bool:
        """Whether a column has enough values for a formula to say something."""
        return int(self.profiles[index]["distinct"]) >= MIN_DISTINCT


def rounding_errors(profile: dict[str, Any], values: Floats, *, result: bool = False) -> Floats:
    """Return what rounding may have changed in values of a column; whole numbers are exact unless they are a result."""
    places = profile["decimals"] or 0
    if places >= MAX_DECIMALS:
        return np.abs(values) * 2e-6 + 1e-12
    if places == 0:
        return np.full(values.shape, 0.5001 if result else 0.0)
    # Many tables were written from numbers of seven digits.
    return 0.5001 * 10.0**-places + 4e-7 * np.abs(values)


def candidate_formulas(numbers: NumberColumns) -> Iterator[Formula]:
    """Yield formulas that hold on the probes, the simplest first."""
    yield from _unary(numbers)
    yield from _linear(numbers)
    yield from _distances(numbers)
    yield from _inverses(numbers)
    yield from _sums(numbers)
    yield from _runs(numbers)
    yield from _products(numbers)
    yield from _by_squares(numbers)
    yield from _compounds(numbers)


def _matches(numbers: NumberColumns, result: int, values: Matrix, errors: Matrix, *, exact: bool = False) -> Any:
    """Return for each line of values whether it is the result on the probes."""
    target = numbers.probes[result]
    own = numbers.errors[result] if exact else rounding_errors(numbers.profiles[result], target, result=True)
    valid = np.isfinite(values) & np.isfinite(target)
    close = (np.abs(values - target) <= errors + own + 1e-9 * np.abs(target)) & valid
    count = valid.sum(axis=-1)
    # That nothing gives nothing shows nothing.
    usual = np.median(target[np.isfinite(target)]) if np.isfinite(target).any() else 0.0
    informative = (close & (target != usual) & (target != 0)).sum(axis=-1)
    return (count >= _LEAST_PROBES) & (informative >= _LEAST_TELLING) & (close.sum(axis=-1) >= _PROBE_AGREEMENT * count)


def _unary(numbers: NumberColumns) -> Iterator[Formula]:
    for text, function, slope in _FUNCTIONS:
        values = function(numbers.probes)
        errors = np.abs(slope(numbers.probes)) * numbers.errors
        for result in range(len(numbers.profiles)):
            if not numbers.is_measured(result):
                continue
            scales = _scales(numbers.probes[result], values)
            for operand in np.flatnonzero(_matches(numbers, result, values * scales, errors * np.abs(scales))):
                if operand != result and numbers.is_measured(int(operand)):
                    scale = float(scales[operand, 0])
                    yield Formula(result, (int(operand),), _scaled(text, scale), _scaled_unary(function, slope, scale))


def _scaled_unary(function: Callable[[Any], Any], slope: Callable[[Any], Any], scale: float) -> Calculation:
    def calculate(values: list[Floats], errors: list[Floats]) -> tuple[Floats, Floats]:
        return scale * function(values[0]), np.abs(scale * slope(values[0])) * errors[0]

    return calculate


_FUNCTIONS: tuple[tuple[str, Callable[[Any], Any], Callable[[Any], Any]], ...] = (
    ("log({} / 100)", lambda a: np.log(a / 100), lambda a: 1 / a),
    ("log({})", np.log, lambda a: 1 / a),
    ("log10({})", np.log10, lambda a: 0.4343 / a),
    ("log2({})", np.log2, lambda a: 1.4427 / a),
    ("log1p({})", np.log1p, lambda a: 1 / (1 + a)),
    ("sqrt({})", np.sqrt, lambda a: 0.5 / np.sqrt(a)),
    ("{} ** 2", np.square, lambda a: 2 * a),
    ("{} ** 3", lambda a: a**3, lambda a: 3 * a * a),
    ("1 / {}", lambda a: 1 / a, lambda a: 1 / (a * a)),
)
"""Text, function, and how much an error of the operand changes the result."""


def _scales(target: Floats, values: Matrix) -> Matrix:
    """Return the power of ten that lies between a result and each line of values, 1 where none does.

    The rows in which the result is largest tell, because rounding changes these least.
    """
    rows = np.argsort(-np.nan_to_num(np.abs(target), posinf=0.0), kind="stable")[:3]
    ratios = target[rows] / values[..., rows]
    middle = np.median(np.where(np.isfinite(ratios), ratios, np.inf), axis=-1, keepdims=True)
    scale = np.sign(middle) * 10.0 ** np.round(np.log10(np.abs(middle)))
    return np.where(np.isfinite(scale) & (np.abs(middle / scale - 1) < 0.05), scale, 1.0)  # noqa: PLR2004 - rounding moves it a little


def _scaled(text: str, scale: float) -> str:
    return text if scale == 1.0 else f"{text} * {scale:g}" if abs(scale) >= 1 else f"{text} / {1 / scale:g}"


def _linear(numbers: NumberColumns) -> Iterator[Formula]:
    """Yield scales such as degrees of two kinds, and complements such as 100 less the other share."""
    probes = numbers.probes
    for operand in range(len(numbers.profiles)):
        line = probes[operand]
        if not numbers.is_measured(operand) or not np.isfinite(line).any():
            continue
        low, high = int(np.nanargmin(line)), int(np.nanargmax(line))
        slopes = (probes[:, high] - probes[:, low]) / (line[high] - line[low])
        shifts = probes[:, low] - slopes * line[low]
        for result in np.flatnonzero(np.isfinite(slopes) & (slopes != 0)):
            index = int(result)
            slope, shift = _snapped(float(slopes[index])), _snapped(float(shifts[index]))
            if index == operand or not numbers.is_measured(index) or (slope == 1 and abs(shift) < 1e-9):  # noqa: PLR2004 - the same column
                continue
            values, errors = (slope * line + shift)[None], (abs(slope) * numbers.errors[operand])[None]
            if _matches(numbers, index, values, errors)[0]:
                end = f" {'+' if shift > 0 else '-'} {_written(abs(shift))}" if shift else ""
                text = "{} + " + _written(shift) if slope == 1 else f"{_written(slope)} * {{}}{end}"
                yield Formula(index, (operand,), text, _line(slope, shift))


def _snapped(number: float) -> float:
    """Return a number as a person would write it, where that is near: 1.8 for 1.79998."""
    for digits in (1, 2, 3, 4):
        short = float(f"{number:.{digits}g}")
        if abs(short - number) <= 2e-4 * abs(number):
            return short
    return 0.0 if abs(number) < 1e-9 else number  # noqa: PLR2004 - noise


def _written(number: float) -> str:
    """Return a number as Python reads it again, without an end of zeros."""
    short = f"{number:g}"
    return short if float(short) == number else repr(number).removesuffix(".0")


def _line(slope: float, shift: float) -> Calculation:
    return lambda values, errors: (slope * values[0] + shift, abs(slope) * errors[0])


def _distances(numbers: NumberColumns) -> Iterator[Formula]:
    """Yield distances from a number within the range of another column, such as how far guesses are off."""
    probes = numbers.probes
    for operand in range(len(numbers.profiles)):
        line = probes[operand]
        if not numbers.is_measured(operand) or not np.isfinite(line).any():
            continue
        # The largest value lies above that number.
        high = int(np.nanargmax(line))
        for result in np.flatnonzero(np.isfinite(probes[:, high])):
            index, center = int(result), _snapped(float(line[high] - probes[result, high]))
            inside = np.nanmin(line) < center < np.nanmax(line)
            if index == operand or not inside or not center or not numbers.is_measured(index):
                continue
            values, errors = np.abs(line - center)[None], numbers.errors[operand][None]
            if _matches(numbers, index, values, errors, exact=True)[0]:
                yield Formula(index, (operand,), f"abs({{}} - {_written(center)})", _distance(center), exact=True)


def _distance(center: float) -> Calculation:
    return lambda values, errors: (np.abs(values[0] - center), errors[0])


def _inverses(numbers: NumberColumns) -> Iterator[Formula]:
    """Yield a number divided by a column, such as the factor that brings all heads to one size."""
    probes = numbers.probes
    for operand in range(len(numbers.profiles)):
        line = probes[operand]
        if not numbers.is_measured(operand) or not (line[np.isfinite(line)] > 0).all():
            continue
        products = np.where(np.isfinite(probes * line), probes * line, 0.0)
        dividends = np.median(products, axis=1)
        # A column of noise is told by how far its products lie from their middle, which is quickly seen of all.
        apart = np.median(np.abs(products - dividends[:, None]), axis=1)
        for result in np.flatnonzero(apart < _NEARLY_EQUAL * np.abs(dividends)):
            index, dividend = int(result), _snapped(float(dividends[result]))
            if index == operand or not numbers.is_measured(index):
                continue
            values, errors = (dividend / line)[None], (abs(dividend) / line**2 * numbers.errors[operand])[None]
            if _matches(numbers, index, values, errors)[0]:
                yield Formula(index, (operand,), f"{_written(dividend)} / {{}}", _divided(dividend))


def _divided(dividend: float) -> Calculation:
    return lambda values, errors: (dividend / values[0], abs(dividend) / values[0] ** 2 * errors[0])


def _sums(numbers: NumberColumns) -> Iterator[Formula]:
    """Yield sums and means of two columns, and differences, with a constant beside them where there is one."""
    pairs = np.array(list(combinations(range(len(numbers.profiles)), 2)))
    values = numbers.probes[pairs[:, 0]] + numbers.probes[pairs[:, 1]]
    errors = numbers.errors[pairs[:, 0]] + numbers.errors[pairs[:, 1]]
    for result in range(len(numbers.profiles)):
        if not numbers.is_measured(result):
            continue
        for index in np.flatnonzero(_matches(numbers, result, values / 2, errors / 2)):
            first, second = int(pairs[index, 0]), int(pairs[index, 1])
            if result not in (first, second):
                yield Formula(result, (first, second), "({} + {}) / 2", _halved)
        shifts = np.nan_to_num(np.median(numbers.probes[result][:5] - values[:, :5], axis=-1, keepdims=True))
        # Only whole constants: others are what rounding leaves.
        shifts = np.where(np.abs(shifts - np.round(shifts)) < 1e-6, np.round(shifts), 0.0)  # noqa: PLR2004 - noise
        for index in np.flatnonzero(_matches(numbers, result, values + shifts, errors, exact=True)):
            first, second = int(pairs[index, 0]), int(pairs[index, 1])
            if result not in (first, second):
                yield _oriented(numbers, result, first, second, float(shifts[index, 0]))


def _oriented(numbers: NumberColumns, whole: int, first: int, second: int, shift: float) -> Formula:
    """Return ``whole = first + second + shift`` as people write it: amounts add up, else the last is the result."""
    amounts = all((numbers.profiles[index]["minimum"] or 0) >= 0 for index in (whole, first, second))
    last = max(whole, first, second)
    end = f" {'-' if shift < 0 else '+'} {abs(shift):g}" if shift else ""
    if last == whole or (amounts and not shift):
        calculate = _combination((1, 1), shift) if shift else added_up
        return Formula(whole, (first, second), "{} + {}" + end, calculate, exact=True)
    operand = first if last == second else second
    end = f" {'+' if shift < 0 else '-'} {abs(shift):g}" if shift else ""
    return Formula(last, (whole, operand), "{} - {}" + end, _combination((1, -1), -shift), exact=True)


def _combination(signs: tuple[int, int], shift: float) -> Calculation:
    def calculate(values: list[Floats], errors: list[Floats]) -> tuple[Floats, Floats]:
        return signs[0] * values[0] + signs[1] * values[1] + shift, errors[0] + errors[1]

    return calculate


def added_up(values: list[Floats], errors: list[Floats]) -> tuple[Floats, Floats]:
    """Return the sum of operands, and of what rounding may have changed in them."""
    return np.sum(values, axis=0), np.sum(errors, axis=0)


def added_up_so_far(values: list[Floats], errors: list[Floats]) -> tuple[Floats, Floats]:
    """Return the sum of those operands that are not missing, as that of yearly growth up to the age of a fish."""
    present = np.isfinite(values)
    total = np.where(present, values, 0.0).sum(axis=0)
    return np.where(present.any(axis=0), total, np.nan), np.where(present, errors, 0.0).sum(axis=0)


def _halved(values: list[Floats], errors: list[Floats]) -> tuple[Floats, Floats]:
    return (values[0] + values[1]) / 2, (errors[0] + errors[1]) / 2


def _runs(numbers: NumberColumns) -> Iterator[Formula]:
    """Yield totals of three and more columns that stand side by side."""
    count = len(numbers.profiles)
    sums = np.concatenate([np.zeros((1, numbers.probes.shape[1])), np.cumsum(numbers.probes, axis=0)])
    errors = np.concatenate([np.zeros((1, numbers.probes.shape[1])), np.cumsum(numbers.errors, axis=0)])
    runs = np.array([(i, j) for i in range(count) for j in range(i + 3, count + 1)]).reshape(-1, 2)
    if not runs.size:
        return
    values, noise = sums[runs[:, 1]] - sums[runs[:, 0]], errors[runs[:, 1]] - errors[runs[:, 0]]
    for result in range(count):
        if numbers.is_measured(result):
            for index in np.flatnonzero(_matches(numbers, result, values, noise, exact=True)):
                start, end = int(runs[index, 0]), int(runs[index, 1])
                if not start <= result < end:
                    operands, text = tuple(range(start, end)), " + ".join(["{}"] * (end - start))
                    has_gaps = any(numbers.profiles[operand]["missing"] for operand in operands)
                    yield Formula(result, operands, text, added_up_so_far if has_gaps else added_up, exact=True)


def _products(numbers: NumberColumns) -> Iterator[Formula]:
    """Yield products and ratios, a power of ten apart from their result at most."""
    count = len(numbers.profiles)
    pairs = np.array([(i, j) for i in range(count) for j in range(count) if i != j])
    whole = [profile["decimals"] == 0 for profile in numbers.profiles]
    left, right = numbers.probes[pairs[:, 0]], numbers.probes[pairs[:, 1]]
    e_left, e_right = numbers.errors[pairs[:, 0]], numbers.errors[pairs[:, 1]]
    halves = pairs[:, 0] < pairs[:, 1]
    forms = (
        (
            "{} * {}",
            _product,
            pairs[halves],
            *_product([left[halves], right[halves]], [e_left[halves], e_right[halves]]),
        ),
        ("{} / {}", _ratio, pairs, *_ratio([left, right], [e_left, e_right])),
    )
    for text, function, operands, values, errors in forms:
        for result in range(count):
            if not numbers.is_measured(result):
                continue
            scales = _scales(numbers.probes[result], values)
            for index in np.flatnonzero(_matches(numbers, result, values * scales, errors * np.abs(scales))):
                first, second = int(operands[index, 0]), int(operands[index, 1])
                if result not in (first, second):
                    scale = float(scales[index, 0])
                    exact = function is _product and scale == 1 and whole[first] and whole[second]
                    yield Formula(result, (first, second), _scaled(text, scale), _times(function, scale), exact=exact)


def _by_squares(numbers: NumberColumns) -> Iterator[Formula]:
    """Yield ``a / b ** 2``, a power of ten apart, such as the body mass index, for tables of few columns."""
    count = len(numbers.profiles)
    if count > MAX_COMPOUND_OPERANDS:
        return
    for divisor in range(count):
        squares = [numbers.probes, numbers.probes[divisor]], [numbers.errors, numbers.errors[divisor]]
        values, errors = _ratio_to_square(*squares)
        for result in range(count):
            if result == divisor or numbers.profiles[result]["distinct"] < _COMPOUND_DISTINCT:
                continue
            scales = _scales(numbers.probes[result], values)
            for operand in np.flatnonzero(_matches(numbers, result, values * scales, errors * np.abs(scales))):
                if operand not in (result, divisor):
                    scale = float(scales[operand, 0])
                    text = _scaled("{} / {} ** 2", scale)
                    yield Formula(result, (int(operand), divisor), text, _times(_ratio_to_square, scale))


def _compounds(numbers: NumberColumns) -> Iterator[Formula]:
    """Yield ``(a + b) / c`` and ``a - b * c``, a power of ten apart, for tables of few columns."""
    count = len(numbers.profiles)
    if count > MAX_COMPOUND_OPERANDS:
        return
    probes, noise = numbers.probes[:count], numbers.errors[:count]
    pairs = np.array(list(combinations(range(count), 2)))
    left, right = probes[pairs[:, 0]], probes[pairs[:, 1]]
    e_left, e_right = noise[pairs[:, 0]], noise[pairs[:, 1]]
    for third in range(count):
        forms = (
            ("({} + {}) / {}", _quotient, *_quotient([left, right, probes[third]], [e_left, e_right, noise[third]])),
            (
                "({2} - {0} * {1})",
                _remainder,
                *_remainder([left, right, probes[third]], [e_left, e_right, noise[third]]),
            ),
        )
        for text, function, values, errors in forms:
            for result in range(count):
                if result == third or numbers.profiles[result]["distinct"] < _COMPOUND_DISTINCT:
                    continue
                scales = _scales(probes[result], values)
                for index in np.flatnonzero(_matches(numbers, result, values * scales, errors * np.abs(scales))):
                    operands = (int(pairs[index, 0]), int(pairs[index, 1]), third)
                    if len({result, *operands}) == 4:  # noqa: PLR2004 - four columns
                        scale = float(scales[index, 0])
                        yield Formula(result, operands, _scaled(text, scale), _times(function, scale))


def _quotient(values: list[Any], errors: list[Any]) -> tuple[Any, Any]:
    first, second, divisor = values
    return _ratio([first + second, divisor], [errors[0] + errors[1], errors[2]])


def _remainder(values: list[Any], errors: list[Any]) -> tuple[Any, Any]:
    product, error = _product(values[:2], errors[:2])
    return values[2] - product, error + errors[2]


def _product(values: list[Any], errors: list[Any]) -> tuple[Any, Any]:
    left, right = values
    return left * right, np.abs(left) * errors[1] + np.abs(right) * errors[0]


def _ratio(values: list[Any], errors: list[Any]) -> tuple[Any, Any]:
    left, right = values
    return left / right, errors[0] / np.abs(right) + np.abs(left) * errors[1] / (right * right)


def _ratio_to_square(values: list[Any], errors: list[Any]) -> tuple[Any, Any]:
    left, right = values
    return _ratio([left, right * right], [errors[0], 2 * np.abs(right) * errors[1]])


def _times(function: Calculation, scale: float) -> Calculation:
    def calculate(values: list[Floats], errors: list[Floats]) -> tuple[Floats, Floats]:
        value, error = function(values, errors)
        return scale * value, abs(scale) * error

    return calculate
