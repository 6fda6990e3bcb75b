"""The strict dialect's own rules."""

import datetime as dt
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
import pytest

from authoring.validators.base import Difference
from authoring.validators.flags import MatchOptions
from authoring.validators.matching.dispatch import match_whole

STRICT = MatchOptions(dialect="strict")


@dataclass
class Holder:
    """Holds an array, and something that does not count."""

    array: Any
    note: str = field(default="", compare=False)


@pytest.mark.parametrize(
    ("reference", "submission", "same"),
    [
        (float("nan"), np.float32("nan"), True),
        (pd.NaT, np.datetime64("NaT"), True),
        (pd.NaT, float("nan"), False),
        (None, float("nan"), False),
        (float("inf"), float("inf"), True),
        (float("inf"), 1e308, False),
        (1.0, float("inf"), False),
        (10**400, 10**400, True),
        (10**400, 1.0, False),
        (np.uint8(1), np.uint8(2), False),
        (1 + 1j, 1 + 1.0000001j, True),
        (1 + 0j, 1, True),
        (True, 1, False),
        (np.array([1, 2]), np.array([1, 2.0000001]), True),
        (np.array(["a"]), np.array(["b"]), False),
        (np.array([1 + 1j]), np.array([1 + 1.0000001j]), True),
        (np.array([[1.0, None]], dtype=object), np.array([[1.0000001, None]], dtype=object), True),
        (np.ma.array([1.0, np.nan], mask=[False, True]), np.ma.array([1.0, 7.0], mask=[False, True]), True),
        (np.ma.array([1.0, 2.0], mask=[False, True]), np.array([1.0, 2.0]), False),
        (np.array([dt.date(2024, 1, 1)]), np.array([dt.date(2024, 1, 1)]), True),
        (Holder(np.ones(2)), Holder(np.ones(2), note="other"), True),
        (Holder(np.ones(2)), Holder(np.zeros(2)), False),
    ],
)
def test_scalars_and_arrays(reference: Any, submission: Any, same: bool) -> None:  # noqa: FBT001 - parametrized
    """What is missing equals its like, and tolerances reach every number."""
    assert match_whole(reference, submission, STRICT).match is same


def test_reasons_lead_inside() -> None:
    """A field of a record or a dataclass is named with its way."""
    one, other = (np.array([(1, x)], dtype=[("a", int), ("b", float)]) for x in (2.0, 3.0))

    assert match_whole(one, other, STRICT).reason.startswith("field 'b': 1 of 1 elements differ")
    assert match_whole(Holder(one), Holder(other), STRICT).differences == (
        Difference("field 'array', field 'b', element 0", "2.0", "3.0"),
    )


@pytest.mark.parametrize("reference", [0.5, -0.5])
def test_metric(reference: float) -> None:
    """A metric may be worse by its share, on either side of zero, and not more; NaN is never enough."""
    options = MatchOptions(metrictol=0.9, dialect="strict")

    assert match_whole(reference, reference - 0.04, options).match
    assert not match_whole(reference, reference - 0.06, options).match
    assert not match_whole(reference, float("nan"), options).match
