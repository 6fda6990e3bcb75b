"""Run by another interpreter, one that has `dseval`: judges pairs of values as DSEval does, and as we do there.

Reads one JSON object a line, ``{"reference": ..., "submission": ..., "flags": {...}}``, and answers each with one line,
``{"theirs": [...], "ours": [...]}``: yes, partial or no, the kind of mismatch, and whether a part matched. The values
are Python expressions over the names of this file, which changes a value in small ways; what a change does not fit
comes back as it was.
"""

import copy
import datetime as dt
import decimal
import importlib
import json
import logging
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from scipy.sparse import csr_matrix

__all__ = ["copy", "csr_matrix", "decimal", "dt"]

TABLES = (pd.DataFrame, pd.Series)
Change = Callable[[Any], Any]


def change(function: Change) -> Change:
    """Return a change that leaves alone what it does not fit."""

    def changed(value: Any) -> Any:
        try:
            return function(copy.deepcopy(value))
        except Exception:  # noqa: BLE001 - changes are tried on anything
            return value

    return changed


def _like(value: Any, elements: list[Any]) -> Any:
    if isinstance(value, dict):
        return dict(elements)
    return pd.Index(elements, name=value.name) if isinstance(value, pd.Index) else type(value)(elements)


def _turned(value: Any) -> Any:
    if isinstance(value, dict):
        return dict(reversed(value.items()))
    return value.iloc[::-1] if isinstance(value, TABLES) else value[::-1]


def _nudged(amount: float) -> Change:
    def nudged(value: Any) -> Any:
        if isinstance(value, pd.DataFrame):
            column = next(c for c in value.columns if pd.api.types.is_numeric_dtype(value[c]))
            return value.assign(**{column: nudged(value[column])})
        if isinstance(value, pd.Series):
            shifts = np.zeros(len(value))
            shifts[0] = amount
            return value + shifts * value.iloc[0]
        if isinstance(value, pd.Index):
            return pd.Index(nudged(value.to_series().reset_index(drop=True)), name=value.name)
        if isinstance(value, list | tuple):
            return type(value)([nudged(value[0]), *value[1:]])
        if isinstance(value, dict):
            return {key: nudged(element) for key, element in value.items()}
        return value * (1 + amount)

    return nudged


def _renamed(value: Any) -> Any:
    if isinstance(value, pd.DataFrame):
        return value.rename(columns={value.columns[0]: "renamed"})
    if isinstance(value, dict):
        return {("renamed" if i == 0 else key): element for i, (key, element) in enumerate(value.items())}
    return value.rename("renamed")


def _other_label(value: Any) -> Any:
    labels = [*value.index.tolist()[:-1], "other"]
    return value.set_axis(pd.Index(labels, name=value.index.name), axis=0)


def _first_missing(value: Any) -> Any:
    if isinstance(value, pd.DataFrame):
        value.iloc[0, 0] = None
    elif isinstance(value, pd.Series):
        value.iloc[0] = None
    else:
        value[0] = np.nan if isinstance(value, np.ndarray) else None
    return value


def _rows_of_one(value: Any) -> Any:
    return value.iloc[:-1] if isinstance(value, TABLES) else _like(value, list(value)[:-1])


def _twice(value: Any) -> Any:
    return pd.concat([value, value.tail(1)]) if isinstance(value, TABLES) else _like(value, [*value, list(value)[-1]])


CHANGES: dict[str, Change] = {
    "turned": change(_turned),
    "renamed": change(_renamed),
    "index_renamed": change(lambda value: value.rename_axis("ix", axis=0)),
    "columns_renamed": change(lambda value: value.rename_axis("cx", axis=1)),
    "columns_turned": change(lambda value: value[value.columns[::-1]]),
    "column_added": change(lambda value: value.assign(added=1)),
    "column_dropped": change(lambda value: value.iloc[:, 1:]),
    "column_doubled": change(lambda value: pd.concat([value, value.iloc[:, :1]], axis=1)),
    "first_column": change(lambda value: value.iloc[:, 0]),
    "index_reset": change(lambda value: value.reset_index()),
    "index_dropped": change(lambda value: value.reset_index(drop=True)),
    "index_set": change(lambda value: value.set_index(value.columns[0])),
    "other_label": change(_other_label),
    "index_as_text": change(lambda value: value.set_axis(value.index.astype(str), axis=0)),
    "index_as_float": change(lambda value: value.set_axis(value.index.astype(float), axis=0)),
    "columns_as_text": change(lambda value: value.set_axis(value.columns.astype(str), axis=1)),
    "as_float": change(lambda value: value.astype(float)),
    "as_int": change(lambda value: value.astype(int)),
    "as_text": change(lambda value: value.astype(str)),
    "as_object": change(lambda value: value.astype(object)),
    "as_category": change(lambda value: value.astype("category")),
    "as_nullable": change(lambda value: value.convert_dtypes()),
    "hardly": change(_nudged(1e-9)),
    "within": change(_nudged(4e-6)),
    "beyond": change(_nudged(1e-3)),
    "doubled": change(_nudged(1.0)),
    "first_missing": change(_first_missing),
    "row_dropped": change(_rows_of_one),
    "row_added": change(_twice),
    "transposed": change(lambda value: value.T),
    "listed": change(lambda value: value.tolist() if hasattr(value, "tolist") else list(value)),
    "tupled": change(tuple),
    "arrayed": change(np.asarray),
    "in_series": change(pd.Series),
    "in_frame": change(lambda value: value.to_frame() if isinstance(value, pd.Series) else pd.DataFrame(value)),
    "in_index": change(pd.Index),
    "values_of": change(lambda value: value.to_numpy()),
    "index_of": change(lambda value: value.index),
    "in_set": change(set),
    "in_list": change(lambda value: [value]),
    "in_dict": change(lambda value: {"k": value}),
    "first_of": change(lambda value: value[0]),
    "dense": change(lambda value: value.toarray()),
    "sparse": change(csr_matrix),
    "texted": change(str),
}


def evaluate(expression: str) -> Any:
    """Return the value of an expression over the names of this file."""
    return eval(expression, {**globals(), **CHANGES})  # noqa: S307 - the test wrote it


def our_verdict(question: dict[str, Any]) -> list[Any]:
    """Return how we judge two values."""
    from authoring.validators.comparison import Comparison  # noqa: PLC0415 - found where the harness says

    reference, submission = evaluate(question["reference"]), evaluate(question["submission"])
    verdict = Comparison.read(question["flags"], "values").judge(reference, submission, "result")
    return [verdict.correct, verdict.kind, verdict.correct == "partial" and "part" in verdict.how]


def their_verdict(question: dict[str, Any]) -> list[Any]:
    """Return how DSEval judges two values."""
    peer: Any = importlib.import_module("dseval.validator")
    strict = peer._compare_fn_from_config(dict(question["flags"]))  # noqa: SLF001 - the peer's own two steps
    loose = peer._compare_fn_from_config(dict(question["flags"]), loose=True)  # noqa: SLF001 - as above
    reference, submission = evaluate(question["reference"]), evaluate(question["submission"])
    verdict = peer._run_compare_fn(strict, loose, reference, submission, "result")  # noqa: SLF001 - as above
    kind = ""
    if verdict["correct"] == "no":
        word = peer.categorize_comparison_failure(verdict["reason"]).value
        kind = {"UNCATEGORIZED": "", "UNEXPECTED_TYPE": "type"}.get(word, word.removesuffix("_MISMATCH").lower())
    part = verdict["correct"] == "partial" and "Partial match on" in verdict["reason"]
    return [verdict["correct"], kind, part]


def main() -> None:
    """Answer line by line until there are no more."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    for line in sys.stdin:
        question = json.loads(line)
        answer = {"theirs": their_verdict(question), "ours": our_verdict(question)}
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
