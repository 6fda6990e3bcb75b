"""Predictions for held-out rows are measured as scikit-learn measures them, in any form, and never by half."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sklearn_metrics

from authoring.validators.predictions import MEASURES, measured

ABOVE_ZERO = st.floats(0.5, 1e6)
PAIRS = st.lists(st.tuples(ABOVE_ZERO, ABOVE_ZERO), min_size=2, max_size=30)
CLASSES = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=30)


def figure(name: str, labels: Any, predictions: Any, positive: Any = 1) -> float:
    """Return the figure of a metric."""
    metric, _, text = measured(name, labels, predictions, positive).partition(" ")
    assert metric == name
    return float(text)


@given(pairs=PAIRS)
def test_losses_are_those_of_scikit_learn(pairs: list[tuple[float, float]]) -> None:
    """Absolute, squared and logarithmic errors."""
    labels, predictions = np.array(pairs).T

    root = sklearn_metrics.root_mean_squared_error
    assert figure("mae", labels, predictions) == pytest.approx(sklearn_metrics.mean_absolute_error(labels, predictions))
    assert figure("rmse", labels, predictions) == pytest.approx(root(labels, predictions))
    assert figure("rmse_log", labels, predictions) == pytest.approx(root(np.log(labels), np.log(predictions)))
    expected = sklearn_metrics.root_mean_squared_log_error(labels, predictions)
    assert figure("rmsle", labels, predictions) == pytest.approx(expected)


@given(pairs=CLASSES)
def test_classes_are_measured_as_by_scikit_learn(pairs: list[tuple[bool, bool]]) -> None:
    """Accuracy and F1 of numbers and of texts, which a class is the positive one of."""
    labels, predictions = np.array(pairs).T.astype(int)
    names = np.array(["ill", "well"])

    accuracy = sklearn_metrics.accuracy_score(labels, predictions)
    f1 = sklearn_metrics.f1_score(labels, predictions, zero_division=0)
    assert figure("accuracy", labels, predictions) == figure("accuracy", names[labels], names[predictions]) == accuracy
    assert figure("f1", labels, predictions) == pytest.approx(f1)
    assert figure("f1", names[labels], names[predictions], "well") == pytest.approx(f1)


def test_area_under_the_curve() -> None:
    """By hand: of the four pairs of a one and a zero three are in order."""
    assert figure("auc", [0, 1, 0, 1], [0.1, 0.3, 0.4, 0.8]) == 0.75
    assert figure("auc", ["no", "yes", "no", "yes"], [0.1, 0.3, 0.4, 0.8], "yes") == 0.75


@pytest.mark.parametrize(
    "predictions",
    [
        ["a", "b", "a"],
        np.array(["a", "b", "a"]),
        pd.Series(["a", "b", "a"], index=[7, 8, 9]),
        pd.Series(["a", "b", "a"], dtype="category"),
        pd.DataFrame({"class": ["a", "b", "a"]}),
        np.array([["a"], ["b"], ["a"]]),
    ],
)
def test_any_column_is_taken(predictions: Any) -> None:
    """Lists, arrays, series and tables of one column are the same answer."""
    assert measured("accuracy", ["a", "b", "b"], predictions) == f"accuracy {2 / 3!r}"


def test_truth_values_are_classes_as_a_table_spells_them() -> None:
    """A table's True and False are read as truth values by pandas, and stand as texts among the labels."""
    assert figure("accuracy", ["True", "False"], [True, True]) == 0.5
    assert figure("accuracy", [1, 0], np.array([True, True])) == 0.5


@pytest.mark.parametrize(
    ("name", "labels", "predictions", "reason"),
    [
        ("accuracy", [1, 0], [1], "1 predictions for 2 rows"),
        ("accuracy", [1, 0], [[1, 0], [0, 1]], "not an array of shape"),
        ("accuracy", ["a", "b"], [1, 2], "the classes are texts"),
        ("accuracy", [1, 0], ["1", "0"], "the labels are numbers"),
        ("accuracy", [1, 0], [0.4, 0.6], "continuous values are no classes"),
        ("rmse", [1.0, 2.0], [1.0, float("nan")], "finite numbers"),
        ("rmse_log", [1.0, 2.0], [1.0, -2.0], "not all numbers are above 0"),
        ("rmsle", [1.0, 2.0], [1.0, -1.0], "not all numbers are above -1"),
        ("auc", [1, 1], [0.1, 0.2], "auc is nan, which is no figure"),
        ("mae", [1, 2], [object(), object()], "the labels are numbers"),
    ],
)
def test_what_is_no_prediction_is_refused_in_words(name: str, labels: Any, predictions: Any, reason: str) -> None:
    """No figure is given for what does not fit: neither nan, nor a part of the rows."""
    with pytest.raises(ValueError, match=reason):
        measured(name, labels, predictions)


@given(name=st.sampled_from(sorted(MEASURES)))
def test_the_labels_themselves_are_the_best_answer(name: str) -> None:
    """The oracle: 1 for a gain, 0 for a loss."""
    assert figure(name, [1, 2, 1, 2], [1, 2, 1, 2], 2) == (1 if name in {"accuracy", "f1", "auc"} else 0)
