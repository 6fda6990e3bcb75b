"""A value that repeats predictions is known as such, and follows when they change."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.validators.rewriting.equality import is_same
from authoring.validators.rewriting.repetition import elements_of, repetition_of

FIGURES = np.array([0.125, 1.26, 2.0, 3.75])
LABELS = np.array(["a", "b", "b", "a"])
ELEMENTS = st.one_of(st.integers(-3, 3), st.floats(), st.text(max_size=2), st.booleans(), st.none())


@pytest.mark.parametrize(
    ("value", "predictions", "new", "expected"),
    [
        (LABELS.tolist(), LABELS, ["b", "b", "b", "b"], ["b", "b", "b", "b"]),
        (tuple(LABELS), LABELS, np.array(["b", "b", "b", "b"]), ("b", "b", "b", "b")),
        (pd.Series(LABELS, index=[5, 6, 7, 8], name="y"), LABELS, LABELS[::-1], None),
        (FIGURES, FIGURES, [1.5] * 4, np.array([1.5] * 4)),
        ([0.1, 1.3, 2.0, 3.8], FIGURES, [1.26] * 4, [1.3] * 4),
        ([0.12, 1.26, 2.0], FIGURES, [7.777] * 4, [7.78] * 3),
    ],
)
def test_repetitions_follow(value: Any, predictions: Any, new: Any, expected: Any) -> None:
    """New predictions stand in the same container, rounded likewise, and as many of them."""
    repetition = repetition_of("result.value", value, predictions)

    assert repetition is not None
    rewritten = repetition.rewritten(new)
    if isinstance(value, pd.Series):
        assert rewritten.tolist() == list(new)
        assert (rewritten.index.tolist(), rewritten.name) == ([5, 6, 7, 8], "y")
    else:
        assert is_same(rewritten, expected)


@pytest.mark.parametrize(
    ("value", "predictions"),
    [
        (["a", "b"], LABELS),
        ([0, 1, 1], np.array([0, 1, 1, 0])),
        ([0.125, 1.26], FIGURES),
        ([0.125, 1.26, 2.0, 3.0], FIGURES),
        (FIGURES.reshape(2, 2), FIGURES.reshape(2, 2)),
        ([FIGURES, FIGURES], FIGURES),
        (4, FIGURES),
        (pd.DataFrame({"a": FIGURES}), FIGURES),
        ([1.0], np.array([1.0])),
        ([1, 2], [10**400, 2]),
    ],
)
def test_other_values_repeat_nothing(value: Any, predictions: Any) -> None:
    """Labels at the beginning may be all that there are, and what only resembles the predictions is something else."""
    assert repetition_of("result.value", value, predictions) is None


def test_too_few_predictions_fit_no_index() -> None:
    """A series keeps its index, so that other lengths have no place in it."""
    repetition = repetition_of("result.value", pd.Series(LABELS), LABELS)

    assert repetition is not None
    assert repetition.rewritten(LABELS[:2]) is None
    assert repetition.rewritten(None) is None


@given(st.lists(ELEMENTS, max_size=5), st.lists(ELEMENTS, max_size=5), st.lists(ELEMENTS, max_size=5))
def test_any_values_are_compared(value: list[Any], predictions: list[Any], new: list[Any]) -> None:
    """Nothing raises, whatever stands in an answer and what a model predicts."""
    repetition = repetition_of("result.value", value, predictions)
    assert elements_of(value) is None or len(value) == len(elements_of(value) or [])
    if repetition is not None:
        repetition.rewritten(new)
