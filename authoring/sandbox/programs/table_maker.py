"""A program for a session: it draws a table from a plan of its fields. Equal plans and seeds give equal bytes."""

import csv
import datetime as dt
import io
from typing import Any

import numpy as np

MAX_ABSOLUTE = 1e15
"""The largest absolute value of any number, so that sums of large terms stay finite."""
TABLE: dict[str, list[str]] = {}
"""The columns that were drawn, as text; missing values are empty."""


def draw_table(fields: list[dict[str, Any]], rows: int, random_seed: int) -> dict[str, int]:
    """Draw every field, in order; return how many values each lacks.

    Args:
        fields: as in `authoring.drafting.synthetic_tables.FieldPlan`, checked there.
        rows: how many.
        random_seed: each field draws from a stream of its own, made of this and the field's number.
    """
    numbers: dict[str, Any] = {}
    missing_counts = {}
    TABLE.clear()
    for place, field in enumerate(fields):
        generator = np.random.default_rng([random_seed, place])
        values = _draw_values(field, rows, generator, numbers)
        numbers[field["name"]] = values
        # Drawn last, so that the values that stay are those that would stand there without gaps.
        is_missing = _draw_gaps(generator, rows, field["missing"])
        texts = _as_text(field, values)
        TABLE[field["name"]] = ["" if empty else text for empty, text in zip(is_missing, texts, strict=True)]
        missing_counts[field["name"]] = int(is_missing.sum())
    return missing_counts


def table_part(start: int, stop: int) -> str:
    """Return rows of the table that was drawn as CSV, from row `start` on, with the header before row 0."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if start == 0:
        writer.writerow(TABLE)
    columns = list(TABLE.values())
    writer.writerows(zip(*(column[start:stop] for column in columns), strict=True))
    return text.getvalue()


def _draw_gaps(generator: Any, rows: int, share: float) -> Any:
    """Return which values are left out: exactly the share of the rows, to the nearest row."""
    is_missing = np.zeros(rows, dtype=bool)
    is_missing[generator.permutation(rows)[: round(rows * share)]] = True
    return is_missing


def _draw_values(field: dict[str, Any], rows: int, generator: Any, earlier_values: dict[str, Any]) -> Any:
    """Return a field's values: numbers, days, or places among its levels."""
    family, parameters = field["family"], field["numbers"]
    if family == "sequence":
        return np.arange(rows) + int(parameters[0])
    if family == "levels":
        weights = np.asarray(parameters, dtype=float)
        return generator.choice(len(weights), size=rows, p=weights / weights.sum())
    if family == "flag":
        return (generator.random(rows) >= parameters[0]).astype(int)
    if family == "dates":
        return generator.integers(0, int(parameters[0]), size=rows, endpoint=True)
    return _clip_and_round(field, _amounts(field, rows, generator, earlier_values))


def _amounts(field: dict[str, Any], rows: int, generator: Any, earlier_values: dict[str, Any]) -> Any:
    """Return the numbers of a field that measures or counts."""
    family, parameters = field["family"], field["numbers"]
    if family == "integers":
        return generator.integers(int(parameters[0]), int(parameters[1]), size=rows, endpoint=True)
    if family == "linear":
        values = np.full(rows, float(parameters[0]))
        for term in field["terms"]:
            values = values + term["factor"] * earlier_values[term["field"]]
        return values + generator.normal(0.0, parameters[1], size=rows)
    if family == "by_level":
        means = np.asarray(parameters[:-1], dtype=float)
        return means[earlier_values[field["of"]]] + generator.normal(0.0, parameters[-1], size=rows)
    return getattr(generator, family)(*parameters, size=rows)


def _clip_and_round(field: dict[str, Any], values: Any) -> Any:
    """Clip and round numbers as the plan says."""
    low, high = field["minimum"], field["maximum"]
    values = np.clip(values, -MAX_ABSOLUTE if low is None else low, MAX_ABSOLUTE if high is None else high)
    return np.round(values, field["decimals"]) if field["decimals"] is not None else values


def _as_text(field: dict[str, Any], values: Any) -> list[str]:
    """Return values as they stand in the file."""
    family = field["family"]
    if family == "sequence":
        return [f"{field['prefix']}{number}" for number in values.tolist()]
    if family in {"levels", "flag"}:
        levels = field["levels"] or ["True", "False"]
        return [levels[place] for place in values.tolist()]
    if family == "dates":
        first = dt.date.fromisoformat(field["start"])
        return [(first + dt.timedelta(days=days)).isoformat() for days in values.tolist()]
    places = field["decimals"]
    if family in {"integers", "poisson"} or places == 0:
        return [str(round(value)) for value in values.tolist()]
    return [f"{value:.{places}f}" if places is not None else repr(value) for value in values.tolist()]
