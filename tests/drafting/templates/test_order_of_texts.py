"""Whether texts stand in the order of what they say."""

import pytest

from authoring.drafting.templates.order_of_texts import is_unordered
from tests.drafting.templates.test_roles import text


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        (("0-5yrs", "6-11yrs", "12+ yrs"), True),
        (("9/2", "9/10", "9/29"), True),
        (("<5", "10-20", "5-10"), True),
        (("1-2", "3-4", "5+"), False),
        (("2019-Q1", "2019-Q2", "2020-Q1"), False),
        (("c1850BC", "c200BC", "c3300BC", "c4000BC", "cAD150"), True),
        (("a1", "a2", "a3"), False),
        (("Mazda RX4", "Fiat 128", "Datsun 710"), False),
        (("[0, 10)", "[10, 20)", "[100, Inf)", "[20, 30)"), True),
        (("Fri", "Mon", "Sat", "Thu", "Tue"), True),
        (("Apr-2018", "Feb-2018", "Jan-2018", "Mar-2018", "May-2018"), True),
        (("Monte Carlo", "Sunny", "Apricot", "Mayor", "Harbour"), False),
        (("Pressure 103.4", "Pressure17.2", "Pressure34.4"), True),
        (("week 10", "week 2", "week 9"), True),
        (("Type1", "Type2", "Type3"), False),
        (("April", "Aug", "July", "March", "Sept", "Thurs"), True),
        (("4-8am", "4-8pm", "8-Mid", "8-Noon", "Noon-4pm"), True),
        (("11 a.m.", "9 a.m."), True),
        (("Mid Devon", "Mid Kent", "Mid Wales"), False),
        (("15-19", "20-24", "under 15"), True),
        (("$105Kplus", "$10K-$11K", "$3K-$5K", "$3Kminus"), True),
        (("less than 10", "10 to 20", "more than 20"), True),
        (("11-20", "21-30", "31 and over"), False),
        (("22-06-05", "23-02-05", "24-05-05"), True),
        (("2005-06-22", "2005-07-02"), False),
        (("fourth", "second", "third"), True),
        (("one child", "two children", "three children"), True),
        (("first", "second"), False),
        (("none", "one", "three", "two"), True),
        (("Grade One", "Grade Three", "Grade Two"), True),
        (("second", "minute", "hour"), False),
    ],
)
def test_texts_in_another_order_than_their_numbers_are_no_subject(levels: tuple[str, ...], *, expected: bool) -> None:
    """Of ``12+ yrs`` and ``6-11yrs`` nobody can say which comes first in ascending order."""
    assert is_unordered(text("years", *levels), ()) is expected


def test_texts_with_blanks_at_their_ends_are_no_subject() -> None:
    """Of `` TRUE`` and ``FALSE`` nobody can say which comes first once blanks are stripped."""
    assert is_unordered(text("college", "FALSE", " TRUE"), ())
    assert not is_unordered(text("college", "FALSE", "TRUE"), ())


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        (tuple(f"{hour}h {minute}m" for hour in (1, 2) for minute in range(10, 60, 7)), True),
        (tuple(f"{size}.5 oz" for size in range(10, 30)), True),
        (("1st", "2nd", "3rd"), False),
        (tuple(f"{model}i" for model in range(116, 136)), False),
        (tuple(f"ward {number}" for number in range(10, 30)), False),
    ],
)
def test_measures_with_units_are_no_classes(entries: tuple[str, ...], *, expected: bool) -> None:
    """Times of hours and minutes are measures, however they are written; three ranks are classes."""
    assert is_unordered(text("run_time", *entries), ()) is expected
