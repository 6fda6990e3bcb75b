"""What the flags do to pandas objects before they are compared."""

import pandas as pd

from authoring.validators.flags import MatchOptions
from authoring.validators.matching.loosening import cast, with_category_order, with_names_of, without_index

STRICT = MatchOptions(ignore_order=True, dialect="strict")


def test_columns_are_put_in_order_by_label() -> None:
    """Labels that are truth values or repeat find their columns; the submission keeps its own."""
    truth = pd.DataFrame([[1, 2], [3, 4], [5, 6]], columns=[False, True])
    twice = pd.DataFrame([[1, 2, 3]], columns=["a", "b", "a"])

    assert with_names_of(truth[[True, False, True]].iloc[:, [1, 0]], truth, STRICT).shape == (3, 2)
    assert with_names_of(twice.iloc[:, [0, 2, 1]], twice, STRICT).to_numpy().tolist() == [[1, 3, 2]]
    assert twice.columns.tolist() == ["a", "b", "a"]


def test_rows_without_an_order_are_sorted_all_the_same() -> None:
    """In the strict dialect cells of any types are sorted alike on both sides."""
    frame = pd.DataFrame({"a": [1, "x", [2]], "b": [1, 2, 3]})

    one, other = without_index(frame, frame.iloc[::-1], STRICT)

    assert one["b"].tolist() == other["b"].tolist()


def test_a_cast_that_cuts_does_not_fit() -> None:
    """DSEval casts 1.9 to 1; the strict dialect leaves such a column alone."""
    reference, submission = pd.Series([1]), pd.Series([1.9])

    assert cast(reference, submission, MatchOptions()).tolist() == [1]
    assert cast(reference, submission, STRICT).tolist() == [1.9]
    assert cast(reference.to_frame(), submission.to_frame(), STRICT).to_numpy().tolist() == [[1.9]]
    assert cast(pd.Series([True]), pd.Series([5]), STRICT).tolist() == [5]


def test_categories_take_the_order_of_the_reference() -> None:
    """Where categories have no order, the order they are listed in does not count, in a frame either."""
    reference = pd.Series(pd.Categorical(["a", "b"]), name="c")
    submission = pd.Series(pd.Categorical(["a", "b"], categories=["b", "a"]), name="c")

    for one, other in ((reference, submission), (reference.to_frame(), submission.to_frame())):
        assert with_category_order(one, other).equals(one)
