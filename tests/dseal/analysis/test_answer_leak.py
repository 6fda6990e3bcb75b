"""Whether a question tells its answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.dseal.analysis.answer_leak import answer_in_question


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which species? It is Gentoo.", "'Gentoo'"),
        ("Which species? It is GENTOO.", "Gentoo"),
        ("The mean is 12.345, find it.", "np.float64(12.345)"),
        ("The answer is 7.", "7"),
        ("Expected output: True", "True"),
        ("There are 344 penguins. How many?", "344"),
        ("Give [1, 2, 3].", "[1, 2, 3]"),
        ("Name Adelie, then Gentoo", "('Adelie', 'Gentoo')"),
    ],
)
def test_told(question: str, answer: str) -> None:
    """The answer stands there, in whatever case, type or quotes."""
    assert answer_in_question(question, answer)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Give the top 3 rows.", "3"),
        ("Is it true that 5 > 3?", "True"),
        ("Which species?", "'Gentoo'"),
        ("Use 1344 rows.", "344"),
        ("Round 344.5.", "344"),
        ("Name Adelie.", "['Adelie', 'Gentoo']"),
        ("", "''"),
        ("anything", ""),
    ],
)
def test_not_told(question: str, answer: str) -> None:
    """Small numbers and parts of other words stand in questions by chance."""
    assert not answer_in_question(question, answer)


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_texts(question: str, answer: str) -> None:
    """No question and no answer raises."""
    assert answer_in_question(question, answer) in {True, False}
