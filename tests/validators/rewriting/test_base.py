"""What counts as a number, a table and a fitting operator."""

import numpy as np
import pandas as pd
import pytest

from authoring.validators.rewriting.base import ReferenceValue, is_missing, is_number, is_table, is_whole, right, wrong
from authoring.validators.rewriting.matters import AnswerForm, Matter


@pytest.mark.parametrize("value", [True, np.bool_(0), np.timedelta64(1, "D"), "1", None, 1j, pd.NA])
def test_what_is_no_number(value: object) -> None:
    """Truth values, spans, texts and complex numbers are not counted, although some belong to a class of numbers."""
    assert not is_number(value)
    assert not is_whole(value)


def test_numbers_are_whole_by_their_type() -> None:
    """A float is no whole number, whatever it says."""
    assert [is_whole(value) for value in (3, np.uint8(3), 3.0, np.float32(3))] == [True, True, False, False]
    assert all(is_number(value) for value in (3, np.uint8(3), 3.0, np.float32(3), float("nan")))


def test_missing_values_of_every_kind() -> None:
    """None, NaN, NaT and NA are missing; nothing and zero are there."""
    assert all(map(is_missing, [None, float("nan"), np.float32("nan"), pd.NaT, pd.NA, np.datetime64("NaT")]))
    assert not any(map(is_missing, [0, "", [], False, np.datetime64("2024")]))
    assert is_table(pd.Series([1]))
    assert not is_table(pd.Index([1]))


def test_operator_fits_by_question_and_place() -> None:
    """A right form needs its matters open, a wrong one those asked for that it violates, in places of its own."""
    form = AnswerForm(frozenset({Matter.TABLE}), frozenset({Matter.ROW_ORDER}))
    value = ReferenceValue([1], "value", form)
    operators = [
        right("a", "an open matter", lambda _: iter(()), Matter.TABLE),
        right("b", "a matter in doubt", lambda _: iter(()), Matter.CONTAINER),
        wrong("c", "an asked matter", lambda _: iter(()), settled=frozenset({Matter.ROW_ORDER})),
        wrong("d", "another place", lambda _: iter(()), roles=frozenset({"stream"})),
    ]

    assert [operator.fits(value) for operator in operators] == [True, False, True, False]
