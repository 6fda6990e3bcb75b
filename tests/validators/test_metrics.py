"""Metrics: our own are scikit-learn's."""

import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.validators.metrics import OWN, metric

LABELS = st.integers(1, 12).flatmap(
    lambda size: st.tuples(*(st.lists(st.integers(0, 1), min_size=size, max_size=size) for _ in range(2)))
)
NUMBERS = st.integers(1, 12).flatmap(
    lambda size: st.tuples(*(st.lists(st.integers(-50, 50), min_size=size, max_size=size) for _ in range(2)))
)


def _pair(name: str, labels: Any, predictions: Any) -> tuple[float, float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return OWN[name](labels, predictions), metric(name, labels, predictions)


@given(LABELS, st.sampled_from(["accuracy", "precision", "recall", "f1", "roc_auc"]))
@settings(deadline=None)
def test_classes(pair: tuple[list[int], list[int]], name: str) -> None:
    """For two classes each metric is scikit-learn's number."""
    ours, theirs = _pair(name, *pair)

    assert ours == pytest.approx(theirs, nan_ok=True)


@given(NUMBERS, st.sampled_from(["r2", "mse"]))
@settings(deadline=None)
def test_numbers(pair: tuple[list[int], list[int]], name: str) -> None:
    """For numbers each metric is scikit-learn's number, constant labels and single values included."""
    ours, theirs = _pair(name, np.array(pair[0]) / 7, np.array(pair[1]) / 7)

    assert ours == pytest.approx(theirs, nan_ok=True)


def test_several_classes_and_outputs() -> None:
    """Accuracy takes any classes, errors any number of outputs, roc_auc scores."""
    assert _pair("accuracy", ["a", "b", "c"], ["a", "c", "c"]) == pytest.approx((2 / 3, 2 / 3))
    matrix = np.arange(6.0).reshape(3, 2)
    for name in ("r2", "mse"):
        ours, theirs = _pair(name, matrix, matrix[::-1])
        assert ours == pytest.approx(theirs)
    ours, theirs = _pair("roc_auc", [0, 1, 1, 0], [0.2, 0.2, 0.9, 0.1])
    assert ours == pytest.approx(theirs)


def test_rmse() -> None:
    """The root of the mean squared error."""
    assert metric("rmse", [0.0, 0.0], [3.0, 3.0]) == pytest.approx(3)


@pytest.mark.parametrize(
    ("name", "labels", "predictions"),
    [
        ("accuracy", [0, 1], [0, 1, 1]),
        ("accuracy", [0, 1], [0.5, 1.0]),
        ("precision", [0, 1, 2], [0, 1, 2]),
        ("f1", ["a", "b"], ["a", "b"]),
        ("mse", [1.0], [1.0, 2.0]),
        ("r2", [1.0, np.nan], [1.0, 2.0]),
        ("roc_auc", [0, 1, 2], [0, 1, 2]),
        ("accuracy", np.zeros((2, 2, 2)), [0, 1]),
    ],
)
def test_what_does_not_fit(name: str, labels: Any, predictions: Any) -> None:
    """What scikit-learn refuses we refuse."""
    with pytest.raises(ValueError, match=r"\w"):
        metric(name, labels, predictions)
    with pytest.raises(ValueError, match=r"\w"):
        OWN[name](labels, predictions)


def test_without_sklearn() -> None:
    """An environment that lacks scikit-learn is judged by our own numbers."""
    code = (
        "import sys; sys.modules['sklearn'] = None; "
        "from authoring.validators.metrics import metric; print(metric('f1', [0, 1, 1], [1, 1, 0]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "0.5"
