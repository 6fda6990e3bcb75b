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
        ("It is about 12.35 all in all.", "np.float64(12.3456789)"),
        ("As you know, 37.5 % of them are female. What is their share?", "0.3748"),
        ("有37.5%的人吗?", "0.3748"),
        ("Check that 1,344 rows are left.", "1344"),
        ("Sales come to 12,345.68 dollars.", "12345.678901"),
        ("The answer is seven.", "7"),
        ("共有344行,对吗?", "344"),
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
        ("Of the top 25 %, which share is female?", "0.2512"),
        ("Give seven rows.", "7"),
        ('Output "rising" or "falling".', "'rising'"),
        ('Output "rising" or "falling".', "'falling'"),
        ("回答上升或下降。", "'上升'"),
        ("The answer should be one number.", "1"),
        ("Take those above 12.", "12.3456789"),
        ("Use the seed 1,344,000.", "1344"),
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
