"""What an answer shows decides whether its question is worth asking."""

import pytest

from authoring.drafting.templates.worth import differs, is_worth, numbers, repeats, spread

TABLE = [["a", 3.0, "x", 10.0], ["b", 5.0, "y", 40.0], ["c", "nan", "z", 25.0]]


def test_spread_is_the_largest_difference_within_a_column() -> None:
    """Labels and missing values count for nothing, and columns may be chosen by their places."""
    assert spread(TABLE) == 30
    assert spread(TABLE, 1) == 2
    assert spread(TABLE, 2) == 0
    assert spread([]) == 0


def test_numbers_are_those_of_all_cells() -> None:
    """A label that is a number is no cell."""
    assert numbers([[2010, 1.0, "nan"], [2020, 3.0, 4.0]]) == [1.0, 3.0, 4.0]


def test_groups_differ_by_more_than_chance() -> None:
    """Of few rows many groups explain a large share by chance; of many rows a small share says something."""
    assert differs(0.06, 5, 1000)
    assert not differs(0.04, 2, 100_000)
    assert differs(0.25, 12, 98)
    assert not differs(0.2, 12, 98)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ([["no", 45.9], ["perhaps", 29.6], ["yes", 24.6]], True),
        ([["yes", 1229], ["perhaps", 1478], ["no", 2293]], True),
        ([["no", 45.9], ["perhaps", 33.6], ["yes", 20.6]], False),
        ([["no", 1], ["perhaps", 1], ["yes", 1]], False),
        ([["a", 1229], ["b", 1478], ["c", 2293]], False),
        ([["answer_no", 2293], ["answer_perhaps", 1478], ["answer_yes", 1229]], True),
        ([["answer_no", 2293], ["answer_perhaps", 1478], ["answer_maybe", 1229]], False),
        ([["yes", 2001.2], ["perhaps", 2001.4], ["no", 2002.0]], False),
        ([["yes", 1], ["perhaps", 2], ["no", 10**400]], False),
        ([["no", 2293], ["yes", 1478]], False),
        (1229, False),
    ],
)
def test_an_answer_may_repeat_another(answer: object, *, expected: bool) -> None:
    """Counts and their shares say the same, whatever their order; two numbers, or equal ones, are chance."""
    counts = [["yes", 1229, "a"], ["no", 2293, "b"], ["perhaps", 1478, "c"]]

    assert repeats(repr(answer), repr(counts)) is expected


@pytest.mark.parametrize(
    ("worth", "answer", "expected"),
    [
        ("spread(answer) >= 20", repr(TABLE), True),
        ("spread(answer) >= 31", repr(TABLE), False),
        ("answer[1] > 2", "(np.int64(6), 1)", False),
        ("answer[1] > 2", "(np.str_('a'), np.float64(2.5))", True),
        ("answer > 2", "[1]", False),
        ("answer > 2", "<no literal>", True),
    ],
)
def test_conditions_hold_of_answers(worth: str, answer: str, *, expected: bool) -> None:
    """Scalars of numpy are plain values; another form than expected is worth nothing, what cannot be read is let be."""
    assert is_worth(worth, answer, {}) is expected


@pytest.mark.parametrize(
    ("worth", "shown", "expected"),
    [
        ("shown >= 0.1", "np.float64(0.2)", True),
        ("shown >= 0.1", "0.05", False),
        ("answer[0] == 1 and shown >= 0.1", "0.2", True),
        ("answer[0] == 2 and shown >= 0.1", "0.2", False),
        ("shown >= 0.1", "", True),
    ],
)
def test_conditions_hold_of_what_the_data_show(worth: str, shown: str, *, expected: bool) -> None:
    """What is shown is weighed beside the answer; what nobody ran is let be."""
    assert is_worth(worth, "(1, 2)", {}, shown) is expected
