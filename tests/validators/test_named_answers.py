"""Answers of DABench are read and compared as InfiAgent's evaluator does it, whatever a response holds."""

from hypothesis import given
from hypothesis import strategies as st

from authoring.validators.named_answers import answers_in, is_right, wrong_names


@given(st.text(), st.one_of(st.text(), st.floats(), st.none(), st.lists(st.integers(), max_size=2)))
def test_no_text_and_no_label_break_the_judge(text: str, label: object) -> None:
    """Whatever a response and a label hold, there is an answer; a text that is the label is right."""
    assert is_right(text, label) in {True, False}
    assert is_right(text, text)
    assert all("\n" not in value for value in answers_in(text).values())


def test_the_last_of_two_answers_counts() -> None:
    """An answer ends at the first closing bracket, and numbers are compared to a millionth."""
    assert answers_in("@a[1] and @b[[2]] but @a[ 3 ]") == {"a": " 3 ", "b": "[2"}
    assert is_right(" 3 ", "3.0000005")
    assert not is_right(" x ", "x")
    assert wrong_names("@a[1.0] @b[no]", {"a": "1", "b": "yes", "c": ""}) == ("b", "c")
