"""What a model was trained on is looked at for what gives its answers away."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from authoring.sandbox.programs.training_data import inspect_training

CHANCE = np.random.default_rng(1)
TABLE = pd.DataFrame({"age": CHANCE.normal(40, 9, 60), "rooms": CHANCE.integers(1, 9, 60)})
PRICE = 3 * TABLE["rooms"] + TABLE["age"]
GRADE = pd.Series(np.where(PRICE.median() < PRICE, "high", "low"))


def leaks(features: pd.DataFrame, label: Any, *tests: pd.DataFrame) -> list[tuple[str, str]]:
    """Return the kinds of what is given away, and the columns."""
    namespace = {"X": features, "y": label, **{f"T{place}": test for place, test in enumerate(tests)}}
    names = [f"T{place}" for place in range(len(tests))]
    answer = inspect_training(namespace, "X", "y", names, 7)
    return [(leak["kind"], leak.get("column", "")) for leak in answer["leaks"]]


@pytest.mark.parametrize(
    ("column", "label", "kind"),
    [
        (PRICE, PRICE, "label-among-features"),
        (PRICE * 2 + 1, PRICE, "perfect-feature"),
        ((GRADE == "high").astype(int), GRADE, "perfect-feature"),
        (GRADE, GRADE, "label-among-features"),
    ],
)
def test_feature_that_tells_all(column: Any, label: Any, kind: str) -> None:
    """The label itself, numbers made from it, and codes of its levels are told by the name of their column."""
    assert leaks(TABLE.assign(extra=column), label) == [(kind, "extra")]


def test_features_that_say_a_little() -> None:
    """Features from which much can be learnt are no leak."""
    assert leaks(TABLE, PRICE) == leaks(TABLE, GRADE) == []


def test_one_label_is_no_leak() -> None:
    """Where all rows have one label, every feature tells it, and nothing is said."""
    assert leaks(TABLE, pd.Series(["same"] * 60)) == []


def test_rows_that_were_seen() -> None:
    """Test rows that are a part of the training rows, by labels and values, are told; others are not."""
    assert leaks(TABLE, PRICE, TABLE.iloc[10:30]) == [("test-set-seen", "")]
    assert leaks(TABLE.iloc[30:], PRICE.iloc[30:], TABLE.iloc[10:30]) == []
    assert leaks(TABLE, PRICE, TABLE) == []
