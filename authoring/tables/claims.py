"""What is claimed of the columns of tables, held against all rows; computed inside the sandbox."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from authoring.tables.profile.column import countable_values
from authoring.tables.profile.numbers import as_text
from authoring.tables.reader import evaluate_table
from authoring.tables.refusal import RefusedData


def check_claims(arguments: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Count in how many rows claims do not hold.

    Args:
        arguments: ``tables``, as `profile_tables` takes them, and ``claims``, each with ``kind``, ``file``,
            ``columns``, ``others`` and ``values``: a ``key`` names rows by its columns; in ``nested`` each value of its
            column has one value of the others; of ``values`` each stands in the column.

    Returns:
        For each claim ``exceptions``, rows in which it does not hold, and ``absent``, values that are nowhere.

    Raises:
        RefusedData: when a reader does not read its file any more.
    """
    readers = {str(table["file"]): str(table["reader"]) for table in arguments["tables"]}
    frames: dict[str, pd.DataFrame] = {}
    try:
        answers = []
        for claim in arguments["claims"]:
            file = str(claim["file"])
            if file not in frames:
                # One table at a time: only one may be large.
                frames = {file: evaluate_table(readers[file], file)}
            answers.append(_answer(frames[file], claim))
    except MemoryError:
        raise RefusedData("checking these tables takes more memory than a session may use", "take fewer rows") from None
    return answers


def _answer(frame: pd.DataFrame, claim: Mapping[str, Any]) -> dict[str, Any]:
    columns = [str(name) for name in claim["columns"]]
    comparable = pd.DataFrame({name: countable_values(frame[name]) for name in columns})
    if claim["kind"] == "key":
        repeated = comparable.duplicated() | comparable.isna().any(axis=1)
        return {"exceptions": int(repeated.sum()), "absent": []}
    if claim["kind"] == "nested":
        related = pd.DataFrame({str(name): countable_values(frame[str(name)]) for name in claim["related"]})
        pairs = pd.DataFrame({"inner": _combined(comparable), "outer": _combined(related)})
        pairs = pairs[comparable.notna().all(axis=1) & related.notna().all(axis=1)]
        counts = pairs.value_counts().groupby(level="inner").max()
        return {"exceptions": int(len(pairs) - counts.sum()), "absent": []}
    present = {as_text(value) for value in comparable[columns[0]].dropna().unique()}
    return {"exceptions": 0, "absent": [str(value) for value in claim["values"] if str(value) not in present]}


def _combined(frame: pd.DataFrame) -> "pd.Series[int]":
    """Return one number for each combination of values."""
    return frame.groupby(list(frame.columns), dropna=False, sort=False).ngroup()
