"""Columns that follow from earlier rows, from all rows, or from a date: lags, changes, growth, ranks, parts of it."""

from typing import Any

import numpy as np
import pandas as pd

from authoring.tables.profile.kinds import words_of
from authoring.tables.profile.numbers import MAX_DECIMALS, Floats, Integers
from authoring.tables.profile.relations.formulas import MAX_OPERANDS
from authoring.tables.profile.relations.relation import CodedTable, Flags, TableRelation, is_number, is_whole
from authoring.tables.reader import Column

LAGS = (1, 2, 3, 4, 12)
_PROBES = 200
_MIN_ROWS = 10
_MIN_DISTINCT = 5
_AGREEMENT = 0.98
_BLUR = 0.1
"""What rounding may explain, as a share of how the result varies."""
_LEAST_CHANGE = 0.2
"""Share of rows whose value is another than that of the row before, from which a lag can be told from no lag."""
_PARTS = {"year": "year", "yr": "year", "month": "month", "day": "day", "hour": "hour", "minute": "minute"}
_PARTS |= {"quarter": "quarter", "qtr": "quarter", "mon": "month", "dayofyear": "dayofyear", "yday": "dayofyear"}


def find_lags(table: CodedTable, entity: Integers | None) -> list[TableRelation]:
    """Return columns that repeat an earlier row of another, or its change; of the same `entity` where there is one."""
    # Flags are lagged in panels only: in one series, one may well repeat another by accident.
    fewest = _MIN_DISTINCT if entity is None else 2
    numbers = [c for c in table.columns if c["distinct"] >= fewest and is_number(table.table, c)][:MAX_OPERANDS]
    if table.rows < _MIN_ROWS or len(numbers) < 2:  # noqa: PLR2004 - a column is no lag of itself
        return []
    relations: list[TableRelation] = []
    lagged: set[str] = set()
    values = (
        {column["name"]: table.floats(column["name"]) for column in numbers} if table.rows <= _PROBES * 100 else None
    )
    for lag in LAGS:
        if table.rows < 2 * lag + _MIN_ROWS:
            break
        inside = np.ones(table.rows - lag, dtype=np.bool_) if entity is None else entity[lag:] == entity[:-lag]
        places = np.flatnonzero(inside)
        if places.size < _MIN_ROWS:
            break
        probes = places[np.linspace(0, places.size - 1, min(_PROBES, places.size)).astype(np.int64)]
        names = [column["name"] for column in numbers]
        current = np.array([(values[name] if values else table.floats(name))[probes + lag] for name in names])
        previous = np.array([(values[name] if values else table.floats(name))[probes] for name in names])
        places = np.array([[_rounding(column)] for column in numbers])
        for source, column in enumerate(numbers):
            for text, result, error in _forms(current[source], previous[source], _rounding(column), names[source], lag):
                for target in map(int, np.flatnonzero(_share(current, result, error, places) >= _AGREEMENT)):
                    if target == source or lagged.intersection({names[target], names[source]}):
                        continue
                    exceptions = _exceptions(table, numbers[target], column, text, lag, inside)
                    if exceptions is not None and not _is_still(current[source], previous[source], current[target]):
                        lagged.add(names[target])
                        relations.append(
                            TableRelation(
                                "lag", (names[target],), (names[source],), formula=text, exceptions=exceptions
                            )
                        )
    return relations


def _forms(current: Floats, previous: Floats, error: float, name: str, lag: int) -> list[tuple[str, Floats, Floats]]:
    """Return what an earlier row may have been used for: text, result, and what rounding may have changed in it."""
    with np.errstate(all="ignore"):
        growth = np.log(current / previous)
        relative = 2 * error / np.abs(previous)
        zeros = np.zeros_like(current)
        return [
            (f"{name}.shift({lag})", previous, zeros),
            (f"{name}.diff({lag})", current - previous, zeros + 2 * error),
            *((f"{name}.pct_change({lag}){_factor(k)}", k * (current / previous - 1), k * relative) for k in (1, 100)),
            *((f"log({name}).diff({lag}){_factor(k)}", k * growth, k * relative) for k in (1, 100, 400, 1200)),
        ]


def _factor(factor: int) -> str:
    return "" if factor == 1 else f" * {factor}"


def _close(targets: Any, result: Floats, error: Floats, places: Any) -> tuple[Any, Any]:
    """Return in which rows each target is the result within what rounding explains, and in which both are there."""
    valid = np.isfinite(targets) & np.isfinite(result)
    with np.errstate(all="ignore"):
        return (np.abs(targets - result) <= 1e-9 + 1e-5 * np.abs(result) + error + places) & valid, valid


def _share(targets: Any, result: Floats, error: Floats, places: Any) -> Any:
    """Return the share of rows in which each target is the result; zero where rounding could explain any result."""
    close, valid = _close(targets, result, error, places)
    counts = valid.sum(axis=-1)
    filled = result[np.isfinite(result)]
    if not filled.size or float(np.median(error)) > _BLUR * float(np.std(filled)):
        return np.zeros(len(targets))
    return np.where(counts >= _MIN_ROWS, close.sum(axis=-1) / np.maximum(counts, 1), 0.0)


def _rounding(column: dict[str, Any]) -> float:
    """Return what rounding may have changed in a value of a column."""
    places = column.get("decimals") or 0
    return 0.5001 * 10.0**-places if 0 < places < MAX_DECIMALS else 0.0


def _is_still(current: Floats, previous: Floats, target: Floats) -> bool:
    """Whether the earlier row hardly differs from the later one, or from what it should give."""
    filled = np.isfinite(current) & np.isfinite(previous)
    changes = float(np.mean(current[filled] != previous[filled])) if filled.any() else 0.0
    return changes < _LEAST_CHANGE or float(np.mean(current != target)) < _LEAST_CHANGE


def _exceptions(
    table: CodedTable, target: dict[str, Any], source: dict[str, Any], text: str, lag: int, inside: Flags
) -> int | None:
    """Return in how many rows a calculation does not hold; None where it holds in too few."""
    values, results = table.floats(source["name"]), table.floats(target["name"])[lag:][inside]
    forms = _forms(values[lag:][inside], values[:-lag][inside], _rounding(source), source["name"], lag)
    calculated, error = next((result, noise) for form, result, noise in forms if form == text)
    close, valid = _close(results, calculated, error, _rounding(target))
    count, right = int(valid.sum()), int(close.sum())
    enough = count >= _MIN_ROWS and len(np.unique(calculated[valid])) > 1
    return count - right if enough and count - right <= (1 - _AGREEMENT) * count else None


def find_ranks(table: CodedTable) -> list[TableRelation]:
    """Return columns that say which place each value of another one has among all of them, from either end."""
    numbers = [c for c in table.columns if c["distinct"] >= _MIN_DISTINCT and is_number(table.table, c)][:MAX_OPERANDS]
    relations = []
    for column in numbers:
        # A look at the ends spares nearly all columns the count of their values.
        if not (column["minimum"] or 0) >= 1 or not column["maximum"] <= table.rows <= 2 * column["maximum"] + 1:
            continue
        places = table.floats(column["name"])
        if not _are_places(places):
            continue
        # Equal values have one place, and each place has one value.
        twins = (c for c in numbers if c is not column and c["distinct"] == column["distinct"])
        for source in twins:
            values = table.floats(source["name"])
            if not _are_places(values) and _is_in_order(places, values):
                formula = f"rank({source['name']})"
                relations.append(TableRelation("derived", (column["name"],), (source["name"],), formula=formula))
                break
    return relations


def _are_places(values: Floats) -> bool:
    """Whether numbers are places from 1 on, of which equal ones leave out as many; and not those of the rows."""
    filled = values[np.isfinite(values)]
    if filled.size < _MIN_ROWS or bool((np.abs(np.diff(filled)) == 1).all()):
        return False
    distinct, counts = np.unique(filled, return_counts=True)
    first = np.cumsum(counts) - counts + 1
    return any(np.array_equal(distinct, first + shift) for shift in (0, (counts - 1) / 2, counts - 1))


def _is_in_order(places: Floats, values: Floats) -> bool:
    """Whether values rise, or fall, with their places, and are missing where these are."""
    filled = np.isfinite(values)
    if not np.array_equal(filled, np.isfinite(places)):
        return False
    order = np.argsort(places[filled], kind="stable")
    steps, moves = (np.sign(np.diff(numbers[filled][order])) for numbers in (values, places))
    return any(np.array_equal(steps, sign * moves) for sign in (1, -1))


def find_date_parts(table: CodedTable) -> list[TableRelation]:
    """Return columns that repeat a part of a date of their row, such as its year."""
    dates = [column for column in table.columns if column["kind"] == "date"]
    numbers = [column for column in table.columns if is_whole(column) and is_number(table.table, column)]
    relations: list[TableRelation] = []
    for column in numbers:
        part = next((_PARTS[word] for word in reversed(words_of(column["name"])) if word in _PARTS), "")
        if not part or any(relation.columns == (column["name"],) for relation in relations):
            continue
        for date in dates:
            read = _dates(table, date)
            if read is None:
                continue
            parts = getattr(read.dt, part).to_numpy(dtype=np.float64, na_value=np.nan)
            values = table.floats(column["name"])
            valid = np.isfinite(parts) & np.isfinite(values)
            mismatches = int((parts[valid] != values[valid]).sum())
            if valid.sum() >= _MIN_ROWS and mismatches <= (1 - _AGREEMENT) * int(valid.sum()):
                relations.append(
                    TableRelation(
                        "derived",
                        (column["name"],),
                        (date["name"],),
                        formula=f"{date['name']}.dt.{part}",
                        exceptions=mismatches,
                    )
                )
                break
    return relations


def _dates(table: CodedTable, column: dict[str, Any]) -> Column | None:
    values = table.table.frame[column["name"]]
    if pd.api.types.is_datetime64_any_dtype(values.dtype):
        return pd.Series(values)
    if not column.get("date_format"):
        return None
    codes, levels = pd.factorize(values)
    read = pd.Series(pd.to_datetime(pd.Series(levels), format=column["date_format"], errors="coerce"))
    if not pd.api.types.is_datetime64_any_dtype(read.dtype):
        return None
    return pd.Series(read.reindex(codes).to_numpy())
