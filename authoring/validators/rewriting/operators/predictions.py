"""What a model predicts: always the same, as if turned round, or the right figures in another container."""

from collections import Counter
from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.rewriting.base import ReferenceValue, Variants, is_number, right, wrong

PREDICTIONS: dict[str, Any] = {"roles": frozenset({"predictions"})}


def _column(subject: ReferenceValue) -> list[Any]:
    value = subject.value
    if isinstance(value, (np.ndarray, pd.Series)) and value.ndim == 1:
        return list(value.tolist())
    return list(value) if isinstance(value, list) else []


def _constant(subject: ReferenceValue) -> Variants:
    elements = _column(subject)
    if len(set(map(repr, elements))) > 1:
        is_numeric = all(map(is_number, elements)) and any(isinstance(element, float) for element in elements)
        constant = sum(elements) / len(elements) if is_numeric else Counter(elements).most_common(1)[0][0]
        yield "the same for every row", np.array([constant] * len(elements))


def _least_frequent(subject: ReferenceValue) -> Variants:
    elements = _column(subject)
    if len(set(map(repr, elements))) > 1:
        yield "the least frequent for every row", np.array([Counter(elements).most_common()[-1][0]] * len(elements))


def _turned(subject: ReferenceValue) -> Variants:
    elements = _column(subject)
    if len(elements) > 1:
        yield "the predictions in reverse order", np.array(elements[::-1])


def _shifted(subject: ReferenceValue) -> Variants:
    elements = _column(subject)
    if len(elements) > 1:
        yield "every row's prediction for the next", np.array([elements[-1], *elements[:-1]])


def _too_few(subject: ReferenceValue) -> Variants:
    elements = _column(subject)
    if len(elements) > 1:
        yield "one prediction too few", np.array(elements[:-1])


def _list(subject: ReferenceValue) -> Variants:
    if isinstance(subject.value, np.ndarray) and subject.value.ndim == 1:
        yield "a list", subject.value.tolist()


def _series(subject: ReferenceValue) -> Variants:
    if isinstance(subject.value, np.ndarray) and subject.value.ndim == 1:
        yield "a series", pd.Series(subject.value)


def _array(subject: ReferenceValue) -> Variants:
    if isinstance(subject.value, pd.Series):
        yield "an array", subject.value.to_numpy()


# What is predicted is never left to chance alone, so an unsettled value does not excuse a model that learned nothing.
UNTRAINED: dict[str, Any] = {**PREDICTIONS, "unless": frozenset()}
OPERATORS = (
    wrong("constant-prediction", "the same for every row", _constant, rank=1, **UNTRAINED),
    wrong("rare-prediction", "the least frequent value for every row", _least_frequent, rank=2, **UNTRAINED),
    wrong("predictions-reversed", "predictions in reverse order", _turned, rank=1, **UNTRAINED),
    wrong("predictions-shifted", "predictions moved on by a row", _shifted, rank=2, **UNTRAINED),
    wrong("prediction-lost", "one prediction too few", _too_few, rank=3, **UNTRAINED),
    right("predictions-as-list", "predictions as a list", _list, rank=2, **PREDICTIONS),
    right("predictions-as-series", "predictions as a series", _series, rank=2, **PREDICTIONS),
    right("predictions-as-array", "predictions as an array", _array, rank=2, **PREDICTIONS),
)
