"""The metrics of the `model` validator: scikit-learn's numbers, from scikit-learn where it is installed."""

from collections.abc import Callable
from typing import Any

import numpy as np

Metric = Callable[[Any, Any], float]


def accuracy(labels: Any, predictions: Any) -> float:
    """Return the share of predictions, rows for several outputs, that are right."""
    labels, predictions = _classes(labels, predictions)
    return float(np.mean(labels == predictions))


def precision(labels: Any, predictions: Any) -> float:
    """Return the share of predicted ones that are ones; 0 where none is predicted."""
    hits, predicted, _ = _binary_counts(labels, predictions)
    return hits / predicted if predicted else 0.0


def recall(labels: Any, predictions: Any) -> float:
    """Return the share of ones that are predicted; 0 where there is none."""
    hits, _, actual = _binary_counts(labels, predictions)
    return hits / actual if actual else 0.0


def f1(labels: Any, predictions: Any) -> float:
    """Return the harmonic mean of precision and recall; 0 where neither is defined."""
    hits, predicted, actual = _binary_counts(labels, predictions)
    return 2 * hits / (predicted + actual) if predicted + actual else 0.0


def roc_auc(labels: Any, predictions: Any) -> float:
    """Return the chance that a one is scored above a zero, ties counting half; NaN where one of them is lacking."""
    labels, scores = _column(labels), _column(predictions).astype(float)
    _same_length(labels, scores)
    classes = np.unique(labels)
    if len(classes) > 2:  # noqa: PLR2004 - two classes is what the metric is about
        raise ValueError("roc_auc needs two classes")
    ones = labels == classes[-1]
    # With one class there are no pairs to compare.
    if ones.all():
        return float("nan")
    ordered = np.sort(scores)
    # Tied scores share the mean of their ranks.
    ranks = (np.searchsorted(ordered, scores, "left") + np.searchsorted(ordered, scores, "right") + 1) / 2
    # Mann and Whitney's U: the pairs of a one and a zero in which the one is ahead.
    pairs_won = ranks[ones].sum() - ones.sum() * (ones.sum() + 1) / 2
    return float(pairs_won / (ones.sum() * (~ones).sum()))


def r2(labels: Any, predictions: Any) -> float:
    """Return the coefficient of determination, averaged over outputs; 1 or 0 where the labels are constant."""
    labels, predictions = _numbers(labels, predictions)
    if len(labels) < 2:  # noqa: PLR2004 - no variance in one value
        return float("nan")
    residual = ((labels - predictions) ** 2).sum(axis=0)
    total = ((labels - labels.mean(axis=0)) ** 2).sum(axis=0)
    # There scikit-learn gives 1 to predictions that are right, and 0 to all others.
    constant = total == 0
    shares = 1 - residual / np.where(constant, 1, total)
    return float(np.mean(np.where(constant, np.where(residual == 0, 1.0, 0.0), shares)))


def mse(labels: Any, predictions: Any) -> float:
    """Return the mean squared error."""
    labels, predictions = _numbers(labels, predictions)
    return float(np.mean((labels - predictions) ** 2))


OWN: dict[str, Metric] = {
    "accuracy": accuracy, "precision": precision, "recall": recall, "f1": f1, "roc_auc": roc_auc, "r2": r2, "mse": mse,
}  # fmt: skip
"""Our own, for an environment without scikit-learn."""

_SKLEARN = {
    "accuracy": "accuracy_score",
    "precision": "precision_score",
    "recall": "recall_score",
    "f1": "f1_score",
    "roc_auc": "roc_auc_score",
    "r2": "r2_score",
    "mse": "mean_squared_error",
}


def metric(name: str, labels: Any, predictions: Any) -> float:
    """Return a metric of predictions; `labels` has one value, or one row, for each.

    Raises:
        Exception: when the two do not fit together or not with the metric; scikit-learn's or a ValueError.
    """
    if name == "rmse":
        return float(np.sqrt(metric("mse", labels, predictions)))
    try:
        import sklearn.metrics  # noqa: PLC0415 - a target environment may lack it, and it is slow to import
    except ImportError:
        return OWN[name](labels, predictions)
    return float(getattr(sklearn.metrics, _SKLEARN[name])(labels, predictions))


def _column(values: Any) -> Any:
    array = np.asarray(values)
    if array.ndim == 2 and array.shape[1] == 1:  # noqa: PLR2004 - a matrix of one column
        array = array[:, 0]
    if array.ndim != 1:
        raise ValueError(f"expected one value for each row, got an array of shape {array.shape}")
    return array


def _same_length(labels: Any, predictions: Any) -> None:
    if len(labels) != len(predictions):
        raise ValueError(f"{len(predictions)} predictions for {len(labels)} labels")


def _classes(labels: Any, predictions: Any) -> tuple[Any, Any]:
    pair = _column(labels), _column(predictions)
    _same_length(*pair)
    for values in pair:
        # scikit-learn refuses fractions as classes, and takes 1.0 for a class.
        if values.dtype.kind == "f" and not np.array_equal(values, np.round(values)):
            raise ValueError("continuous values are no classes")
    return pair


def _binary_counts(labels: Any, predictions: Any) -> tuple[int, int, int]:
    """Return how many ones are predicted and right, predicted, and there."""
    labels, predictions = _classes(labels, predictions)
    classes = np.union1d(labels, predictions)
    # The class that counts is 1, scikit-learn's default; one class alone may be the other one.
    if len(classes) > 2 or (len(classes) == 2 and 1 not in classes):  # noqa: PLR2004 - a binary metric
        raise ValueError("the metric needs two classes, one of them 1")
    positive, predicted = labels == 1, predictions == 1
    return int((positive & predicted).sum()), int(predicted.sum()), int(positive.sum())


def _numbers(labels: Any, predictions: Any) -> tuple[Any, Any]:
    pair = [np.asarray(values, dtype=float) for values in (labels, predictions)]
    first, second = (values.reshape(-1, 1) if values.ndim == 1 else values for values in pair)
    if first.shape != second.shape:
        raise ValueError(f"predictions of shape {second.shape} for labels of shape {first.shape}")
    if not (np.isfinite(first).all() and np.isfinite(second).all()):
        raise ValueError("labels and predictions have to be finite numbers")
    return first, second
