"""What of a value was there before its cell is told by labels and dtypes of pandas' own classes."""

from typing import Any

import pandas as pd
import pytest

from authoring.validators.rewriting.base import ReferenceValue
from authoring.validators.rewriting.origins import MAX_LABELS, Origins, labels_of, origins_of

TABLE = pd.DataFrame({"a": [1], "b": ["x"]}, index=pd.Index([2024], name="year"))


def test_labels_are_those_of_columns_series_and_indexes() -> None:
    """Every named label stands beside its dtype; values that are no tables have none."""
    series = pd.Series([1.5], name="share")
    labels = labels_of([TABLE, series, 3, None, {"a": TABLE}])

    text = str(TABLE["b"].dtype)
    assert labels == {("a", "int64"), ("b", text), ("index year", "int64"), ("share", "float64")}


def test_classes_of_the_session_are_not_looked_at() -> None:
    """A subclass may run code of its own when it is looked at, so it is passed over."""

    class Table(pd.DataFrame):
        @property
        def dtypes(self) -> Any:
            raise AssertionError

    assert labels_of([Table({"a": [1]})]) == frozenset()


def test_labels_are_bounded() -> None:
    """A session with very many columns costs no more than one with some."""
    tables = [pd.DataFrame([[0] * 1_500], columns=[f"{number} {i}" for i in range(1_500)]) for number in range(5)]

    assert MAX_LABELS <= len(labels_of(tables)) < 2 * MAX_LABELS


def test_value_of_an_earlier_variable_is_known() -> None:
    """A cell that ends with an earlier variable has no value of its own; small plain values say nothing."""
    namespace = {"df": TABLE, "n": 3, "new": [1]}

    assert origins_of(TABLE, namespace, {}, frozenset()).has_old_value
    assert not origins_of(namespace["new"], namespace, {"new": "added"}, frozenset()).has_old_value
    assert not origins_of(3, namespace, {}, frozenset()).has_old_value
    assert not origins_of(None, {"x": None}, {}, frozenset()).has_old_value


def test_origins_survive_the_wire() -> None:
    """What was told comes back from plain lists."""
    origins = Origins(frozenset({("a", "int64")}), frozenset({"new"}), has_old_value=True)

    assert Origins.read(origins.as_plain()) == origins


@pytest.mark.parametrize("plain", [None, [], [1, 2, 3], {"a": 1}, [[], [], 0], "abc"])
def test_forged_origins_claim_nothing(plain: object) -> None:
    """What is no answer of ours counts as a value that was there before, of which little is rewritten."""
    assert Origins.read(plain) == Origins(has_old_value=True)


def test_merged_labels_are_carried() -> None:
    """The suffixes of a merge do not make a column another."""
    subject = ReferenceValue(TABLE, carried=frozenset({("a", "int64")}))

    assert subject.is_carried("a_x", "int64")
    assert not subject.is_carried("a", "float64")
    assert not ReferenceValue(TABLE.reset_index(), carried=subject.carried).derives
    assert ReferenceValue(TABLE).derives


def test_groups_make_a_value_new() -> None:
    """A sum by group is computed, whatever it is called; rows that were chosen are not."""
    carried = labels_of([TABLE.reset_index()])
    sums = TABLE.groupby("b")["a"].sum()

    assert ReferenceValue(sums, carried=carried).derives
    assert ReferenceValue(sums, carried=carried).is_carried("a", "int64")
    assert not ReferenceValue(TABLE.reset_index(), carried=carried).derives
    assert not ReferenceValue(TABLE, carried=labels_of([TABLE])).derives
