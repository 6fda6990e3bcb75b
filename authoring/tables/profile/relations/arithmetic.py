"""Columns that were calculated from others of the same row: sums, products, ratios, powers, logarithms, scales.

What fits few rows is tried on all of them. Where rounding explains a large part of how a column varies, nothing is
claimed.
"""

from collections.abc import Iterator
from itertools import combinations, islice, product

import numpy as np

from authoring.tables.profile.kinds import words_of
from authoring.tables.profile.numbers import Floats
from authoring.tables.profile.relations.formulas import (
    MAX_COMPOUND_OPERANDS,
    MIN_DISTINCT,
    Formula,
    NumberColumns,
    added_up,
    added_up_so_far,
    candidate_formulas,
    rounding_errors,
)
from authoring.tables.profile.relations.relation import CodedTable, Flags, TableRelation

MAX_CHECKS = 400
"""Formulas that are tried on all rows."""
_MIN_ROWS = 8
_MIN_COVERAGE = 0.5
_AGREEMENT = 0.97
"""Share of all rows that a formula has to hold in; the others are exceptions."""
_WHOLES = (1.0, 100.0)
_BLUR = 0.08
"""What rounding may explain, as a share of how a column varies."""
_RESULT_WORDS = {"total", "sum", "all", "rate", "ratio", "share", "per", "percent", "pct", "mean", "bmi", "diff", "net"}
_RESULT_WORDS |= {"log", "ln", "sq", "squared", "sqrt", "inverse", "gain", "capita", "revenue", "cost", "margin"}
_RESULT_WORDS |= {"change"}


def find_formulas(table: CodedTable) -> list[TableRelation]:
    """Return at most one formula for each column, the simplest that holds."""
    if table.rows < _MIN_ROWS:
        return []
    with np.errstate(all="ignore"):
        numbers = NumberColumns.of(table)
        if len(numbers.profiles) < 2:  # noqa: PLR2004 - nothing follows from nothing
            return []
        relations = _chosen(numbers, list(_verified(numbers, candidate_formulas(numbers))))
        relations += _unions(numbers)
        return relations + _compositions(numbers, {name for relation in relations for name in relation.columns})


def _unions(numbers: NumberColumns) -> list[TableRelation]:
    """Return flags that are set where one of two others is, or where both are."""
    flags = [index for index, profile in enumerate(numbers.profiles) if profile["kind"] == "flag"][
        :MAX_COMPOUND_OPERANDS
    ]
    values = {index: numbers.table.floats(numbers.name(index)) for index in flags}
    relations = []
    for (first, second), (sign, unite) in product(combinations(flags, 2), (("|", np.maximum), ("&", np.minimum))):
        united = unite(values[first], values[second])
        # Each of the two has to matter.
        if min(float(np.nansum(np.abs(united - values[index]))) for index in (first, second)) < MIN_DISTINCT:
            continue
        for result in flags:
            if result not in (first, second) and np.array_equal(united, values[result], equal_nan=True):
                names = (numbers.name(first), numbers.name(second))
                relations.append(
                    TableRelation("derived", (numbers.name(result),), names, formula=f" {sign} ".join(names))
                )
    return relations


def _verified(numbers: NumberColumns, formulas: Iterator[Formula]) -> Iterator[tuple[Formula, int]]:
    """Yield the formulas that hold on all rows, with the number of rows in which they do not."""
    for formula in islice(formulas, MAX_CHECKS):
        exceptions = _exceptions(numbers, formula)
        if exceptions is not None:
            yield formula, exceptions


def _exceptions(numbers: NumberColumns, formula: Formula) -> int | None:
    """Return how many rows a formula does not hold in; None where it holds in too few, or would say nothing."""
    values = [numbers.table.floats(numbers.name(index)) for index in formula.operands]
    errors = [rounding_errors(numbers.profiles[i], v) for i, v in zip(formula.operands, values, strict=True)]
    target = numbers.table.floats(numbers.name(formula.result))
    calculated, error = formula.calculate(values, errors)
    error = error + rounding_errors(numbers.profiles[formula.result], target, result=not formula.exact)
    valid = np.isfinite(calculated) & np.isfinite(target)
    count = int(valid.sum())
    # Of the rows that have a result, most must have what it is calculated from.
    if count < _MIN_ROWS or count < _MIN_COVERAGE * int(np.isfinite(target).sum()):
        return None
    difference = np.abs(calculated - target)[valid]
    mismatches = int((difference > error[valid] + 1e-9 * np.abs(target[valid])).sum())
    if mismatches > (1 - _AGREEMENT) * count:
        return None
    # One column times a number, to the last digit.
    if len(formula.operands) == 1 and not mismatches and bool((difference <= 1e-9 * np.abs(target[valid])).all()):
        return 0
    # Rounding must not explain the result by itself, nor may an operand do so that hardly varies.
    blur = float(np.median(error[valid]))
    if blur > _BLUR * float(np.std(target[valid])) or _is_idle(formula, values, valid, calculated, blur):
        return None
    return mismatches


def _is_idle(formula: Formula, values: list[Floats], valid: Flags, calculated: Floats, blur: float) -> bool:
    """Whether an operand could be any constant without anybody noticing."""
    zeros = [np.zeros_like(value) for value in values]
    for place, value in enumerate(values):
        if len(values) == 1:
            return False
        changed = [np.full_like(v, np.median(v[valid])) if index == place else v for index, v in enumerate(values)]
        moved = np.abs(formula.calculate(changed, zeros)[0] - calculated)[valid]
        if float(np.mean(moved > 2 * blur + 1e-12)) < 0.05 or not np.any(value[valid] != 0):  # noqa: PLR2004 - it matters in fewer than a row of twenty
            return True
    return False


def _chosen(numbers: NumberColumns, verified: list[tuple[Formula, int]]) -> list[TableRelation]:
    """Return one formula a column, none that says again of its operands what another says of its result."""
    results: dict[int, list[TableRelation]] = {}
    operands: dict[int, tuple[int, ...]] = {}
    groups: set[frozenset[int]] = set()
    simple = {formula.result for formula, _ in verified if len(formula.operands) == 1}

    # A name that says what was calculated decides, then the place: what is calculated comes last.
    def order(pair: tuple[Formula, int]) -> tuple[int, bool, int, int, int]:
        formula, exceptions = pair
        late = sum(2 * (index > formula.result) + (index in simple) for index in formula.operands)
        return len(formula.operands), not _is_named_result(numbers, formula), -formula.result, late, exceptions

    for formula, exceptions in sorted(verified, key=order):
        group = frozenset((formula.result, *formula.operands))
        if group in groups or _rests_on(formula, operands):
            continue
        # A total may be divided in two ways, by other columns each.
        if formula.result in results and (
            formula.calculate not in {added_up, added_up_so_far} or not _is_further_total(formula, operands)
        ):
            continue
        groups.add(group)
        operands[formula.result] = (*operands.get(formula.result, ()), *formula.operands)
        names = [numbers.name(index) for index in formula.operands]
        text = formula.text if _has_braces(names) else formula.text.format(*names)
        results.setdefault(formula.result, []).append(
            TableRelation("derived", (numbers.name(formula.result),), tuple(names), formula=text, exceptions=exceptions)
        )
    return [relation for index in sorted(results) for relation in results[index]]


def _is_further_total(formula: Formula, operands: dict[int, tuple[int, ...]]) -> bool:
    return not set(formula.operands).intersection(operands[formula.result])


def _has_braces(names: list[str]) -> bool:
    return any("{" in name or "}" in name for name in names)


def _is_named_result(numbers: NumberColumns, formula: Formula) -> bool:
    name = numbers.name(formula.result)
    own = set(words_of(name))
    related = {word for index in formula.operands for word in words_of(numbers.name(index))}
    return bool((own - related) & _RESULT_WORDS) or any(
        name.lower().removeprefix("l") == numbers.name(i).lower() for i in formula.operands
    )


def _rests_on(formula: Formula, operands: dict[int, tuple[int, ...]]) -> bool:
    """Whether an operand was itself calculated from the result, by way of others or not."""
    reached, front = set[int](), set(formula.operands)
    while front:
        reached |= front
        front = {operand for index in front for operand in operands.get(index, ())} - reached
    return formula.result in reached


def _compositions(numbers: NumberColumns, derived: set[str]) -> list[TableRelation]:
    """Return columns side by side that make a whole in every row: shares of 100, or one of several flags."""
    count = len(numbers.profiles)
    relations: list[TableRelation] = []
    start = 0
    while start < count - 2:
        for end in range(count, start + 2, -1):
            names = [numbers.name(index) for index in range(start, end)]
            whole = _whole(numbers, start, end)
            if whole and not derived.intersection(names) and _is_whole_everywhere(numbers, start, end, whole):
                relations.append(TableRelation("composition", tuple(names), formula=f"{whole:g}"))
                start = end - 1
                break
        start += 1
    return relations


def _whole(numbers: NumberColumns, start: int, end: int) -> float:
    """Return what columns make on all probes, 1 or 100; 0 where they make neither."""
    values, errors = numbers.probes[start:end].sum(axis=0), numbers.errors[start:end].sum(axis=0)
    finite = np.isfinite(values)
    if int(finite.sum()) < _MIN_ROWS:
        return 0.0
    for whole in _WHOLES:
        if bool((np.abs(values - whole) <= errors + 1e-9)[finite].all()):
            return whole
    return 0.0


def _is_whole_everywhere(numbers: NumberColumns, start: int, end: int, whole: float) -> bool:
    columns = [numbers.table.floats(numbers.name(index)) for index in range(start, end)]
    errors = [rounding_errors(numbers.profiles[start + place], values) for place, values in enumerate(columns)]
    total = np.sum(columns, axis=0)
    return bool((np.abs(total - whole) <= np.sum(errors, axis=0) + 1e-9)[np.isfinite(total)].all())
