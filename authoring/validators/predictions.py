"""Measuring predictions for rows whose labels are held out, by the metrics of Data Interpreter's ML-Benchmark.

The figure comes back as text, in which a validator's reason carries it out of the sandbox to whoever scores a run.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from authoring.validators.metrics import OWN

BOOLEAN, NUMERIC, TEXT = "b", "iuf", "UOS"
"""Kinds of numpy's dtypes."""


def measured(name: str, labels: Any, predictions: Any, positive: Any = 1) -> str:
    """Return the metric's name and its figure, such as ``accuracy 0.9333``, with all digits of the figure.

    Args:
        name: a key of `MEASURES`.
        labels: the right value of each row.
        predictions: a value for each row, in any form that numpy reads as one column.
        positive: the label that counts for F1 and the area under the curve.

    Raises:
        ValueError: they are no predictions for these rows, or the metric is not defined for them.
    """
    truth, guesses = _column(labels), _column(predictions)
    if guesses.shape != truth.shape:
        raise ValueError(f"{len(guesses)} predictions for {len(truth)} rows")
    figure = float(MEASURES[name](truth, guesses, positive))
    if not np.isfinite(figure):
        raise ValueError(f"{name} is {figure}, which is no figure")
    return f"{name} {figure!r}"


def accuracy(labels: Any, predictions: Any, positive: Any) -> float:
    """Return the share of rows whose class is right."""
    del positive
    if labels.dtype.kind in TEXT:
        return float(np.mean(labels.astype(str) == _texts(predictions)))
    return OWN["accuracy"](_numbers(labels), _numbers(predictions))


def f1(labels: Any, predictions: Any, positive: Any) -> float:
    """Return the harmonic mean of precision and recall of one class."""
    if labels.dtype.kind in TEXT:
        return OWN["f1"](_binary(labels.astype(str), str(positive)), _binary(_texts(predictions), str(positive)))
    return OWN["f1"](_binary(_numbers(labels), positive), _binary(_numbers(predictions), positive))


def roc_auc(labels: Any, predictions: Any, positive: Any) -> float:
    """Return the area under the ROC curve of scores for one class."""
    is_positive = _binary(labels.astype(str), str(positive)) if labels.dtype.kind in TEXT else _binary(labels, positive)
    return OWN["roc_auc"](is_positive, _numbers(predictions))


def mae(labels: Any, predictions: Any, positive: Any) -> float:
    """Return the mean absolute error."""
    del positive
    return float(np.mean(np.abs(_numbers(labels) - _numbers(predictions))))


def rmse(labels: Any, predictions: Any, positive: Any) -> float:
    """Return the root of the mean squared error."""
    del positive
    return float(np.sqrt(OWN["mse"](_numbers(labels), _numbers(predictions))))


def rmse_log(labels: Any, predictions: Any, positive: Any) -> float:
    """Return the root of the mean squared error of logarithms, which needs numbers above 0."""
    return rmse(_logarithms(labels, np.log, 0), _logarithms(predictions, np.log, 0), positive)


def rmsle(labels: Any, predictions: Any, positive: Any) -> float:
    """Return the root of the mean squared error of logarithms of one more, which needs numbers above -1."""
    return rmse(_logarithms(labels, np.log1p, -1), _logarithms(predictions, np.log1p, -1), positive)


MEASURES: dict[str, Callable[[Any, Any, Any], float]] = {
    "accuracy": accuracy, "f1": f1, "auc": roc_auc, "mae": mae, "rmse": rmse, "rmse_log": rmse_log, "rmsle": rmsle,
}  # fmt: skip
"""The metrics by name; all take labels, predictions and the label that counts."""


def _column(values: Any) -> Any:
    array = np.asarray(values)
    if array.ndim == 2 and array.shape[1] == 1:  # noqa: PLR2004 - a table of one column
        array = array[:, 0]
    if array.ndim != 1:
        raise ValueError(f"one value for each row is asked for, and not an array of shape {array.shape}")
    return array


def _texts(values: Any) -> Any:
    # A number is no name of a class; truth values are, as they stand in a CSV table.
    if values.dtype.kind in NUMERIC or (
        values.dtype.kind == "O" and not all(isinstance(value, str | bool) for value in values)
    ):
        raise ValueError("the classes are texts, and the predictions are not")
    return values.astype(str)


def _numbers(values: Any) -> Any:
    if values.dtype.kind in BOOLEAN + NUMERIC:
        return values.astype(float)
    if values.dtype.kind != "O" or any(isinstance(value, str) for value in values):
        raise ValueError("the labels are numbers, and the predictions are not")
    try:
        return values.astype(float)
    except (TypeError, ValueError):
        raise ValueError("the labels are numbers, and the predictions are not") from None


def _binary(values: Any, positive: Any) -> Any:
    return (values == positive).astype(int)


def _logarithms(values: Any, logarithm: Callable[[Any], Any], bound: int) -> Any:
    numbers = _numbers(values)
    if not (numbers > bound).all():
        raise ValueError(f"the metric takes logarithms, and not all numbers are above {bound}")
    return logarithm(numbers)
