"""Words that make an effect what was asked for are known in English and Chinese."""

import re

import pytest

from authoring.gate.probes import question_words as words


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (words.ORDER, "the first three rows"),
        (words.ORDER, "取第一行"),
        (words.TIES, "若有并列,取任意一个"),
        (words.COLUMNS, "the 3rd cell of Arizona"),
        (words.CHANCE, "Train a model"),
        (words.LEAVING_OUT, "删除该列"),
        (words.ABSENCE, "Are there missing values?"),
        (words.TRAINING, "the training accuracy"),
    ],
)
def test_word_is_known(pattern: re.Pattern[str], text: str) -> None:
    """The words stand in the question, and the matching probe is silent."""
    assert pattern.search(text)


@pytest.mark.parametrize("pattern", [words.ORDER, words.TIES, words.COLUMNS, words.CHANCE, words.LEAVING_OUT])
def test_plain_question_has_none_of_them(pattern: re.Pattern[str]) -> None:
    """A question without such words silences nothing."""
    assert not pattern.search("Which `city` occurs most often?")
