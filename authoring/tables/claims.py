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
            ``columns``, ``related``, ``other_file`` and ``values``: a ``key`` names rows by its columns; in ``nested``
            each value of its column has one value of the related; of ``values`` each stands in the column; the texts
            of ``numbers`` are numbers or among its ``values``; a ``join`` leads from its columns to the related ones
            of the other file.

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
            needed = [file for file in (str(claim["file"]), str(claim.get("other_file", ""))) if file]
            # No more tables at a time than a claim is about: they may be large.
            frames = {file: frames[file] if file in frames else evaluate_table(readers[file], file) for file in needed}
            answers.append(_answer(*(frames[file] for file in needed), claim=claim))
    except MemoryError:
        raise RefusedData("checking these tables takes more memory than a session may use", "take fewer rows") from None
    return answers


def _answer(frame: pd.DataFrame, other: pd.DataFrame | None = None, *, claim: Mapping[str, Any]) -> dict[str, Any]:
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
    if other is not None:
        related = pd.DataFrame({str(name): countable_values(other[str(name)]) for name in claim["related"]})
        partners = set(_counts_of(related))
        lonely = sum(times for values, times in _counts_of(comparable).items() if values not in partners)
        return {"exceptions": lonely, "absent": []}
    if claim["kind"] == "numbers":
        texts = frame[columns[0]].dropna().astype(str).str.strip()
        texts = texts[~texts.isin([str(value).strip() for value in claim["values"]])]
        return {"exceptions": int(pd.to_numeric(texts, errors="coerce").isna().sum()), "absent": []}
    present = {as_text(value) for value in comparable[columns[0]].dropna().unique()}
    return {"exceptions": 0, "absent": [str(value) for value in claim["values"] if str(value) not in present]}


def _counts_of(frame: pd.DataFrame) -> dict[tuple[str, ...], int]:
    """Return how often each combination of values stands there, as texts: of two tables one may hold numbers."""
    counts = frame.dropna().value_counts()
    return {tuple(map(as_text, values)): int(times) for values, times in zip(counts.index, counts, strict=True)}


def _combined(frame: pd.DataFrame) -> "pd.Series[int]":
    """Return one number for each combination of values."""
    return frame.groupby(list(frame.columns), dropna=False, sort=False).ngroup()
