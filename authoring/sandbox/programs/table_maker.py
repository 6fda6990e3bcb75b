"""Runs in a session: draws a table from a plan of its fields. The same plan and seed give the same bytes."""

import csv
import datetime as dt
import io
from typing import Any

import numpy as np

LARGEST = 1e15
"""Of any number: sums of large terms stay finite."""
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
    lacking = {}
    TABLE.clear()
    for place, field in enumerate(fields):
        draw = np.random.default_rng([random_seed, place])
        values = _drawn(field, rows, draw, numbers)
        numbers[field["name"]] = values
        # Drawn last, so that the values that stay are those that would stand there without gaps.
        gone = _gaps(draw, rows, field["missing"])
        texts = _as_text(field, values)
        TABLE[field["name"]] = ["" if empty else text for empty, text in zip(gone, texts, strict=True)]
        lacking[field["name"]] = int(gone.sum())
    return lacking


def table_part(start: int, stop: int) -> str:
    """Return rows of the table that was drawn as CSV, from row `start` on, with the header before row 0."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if start == 0:
        writer.writerow(TABLE)
    columns = list(TABLE.values())
    writer.writerows(zip(*(column[start:stop] for column in columns), strict=True))
    return text.getvalue()


def _gaps(draw: Any, rows: int, share: float) -> Any:
    """Return which values are left out: exactly the share of the rows, to the nearest row."""
    gone = np.zeros(rows, dtype=bool)
    gone[draw.permutation(rows)[: round(rows * share)]] = True
    return gone


def _drawn(field: dict[str, Any], rows: int, draw: Any, before: dict[str, Any]) -> Any:
    """Return a field's values: numbers, days, or places among its levels."""
    family, at = field["family"], field["numbers"]
    if family == "sequence":
        return np.arange(rows) + int(at[0])
    if family == "levels":
        weights = np.asarray(at, dtype=float)
        return draw.choice(len(weights), size=rows, p=weights / weights.sum())
    if family == "flag":
        return (draw.random(rows) >= at[0]).astype(int)
    if family == "dates":
        return draw.integers(0, int(at[0]), size=rows, endpoint=True)
    return _bounded(field, _amounts(field, rows, draw, before))


def _amounts(field: dict[str, Any], rows: int, draw: Any, before: dict[str, Any]) -> Any:
    """Return the numbers of a field that measures or counts."""
    family, at = field["family"], field["numbers"]
    if family == "integers":
        return draw.integers(int(at[0]), int(at[1]), size=rows, endpoint=True)
    if family == "linear":
        values = np.full(rows, float(at[0]))
        for term in field["terms"]:
            values = values + term["factor"] * before[term["field"]]
        return values + draw.normal(0.0, at[1], size=rows)
    if family == "by_level":
        means = np.asarray(at[:-1], dtype=float)
        return means[before[field["of"]]] + draw.normal(0.0, at[-1], size=rows)
    return getattr(draw, family)(*at, size=rows)


def _bounded(field: dict[str, Any], values: Any) -> Any:
    """Clip and round numbers as the plan says."""
    low, high = field["minimum"], field["maximum"]
    values = np.clip(values, -LARGEST if low is None else low, LARGEST if high is None else high)
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
