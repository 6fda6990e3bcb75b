"""Where a question begins in Markdown, what of it is asked, and what is doubtful about it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.formats.base.exercises.questions import (
    blocks_of,
    code_in,
    doubts_about,
    is_request,
    is_solution,
    listed,
    marks_of,
    plain_question,
    quoted,
    with_sentence,
)


@pytest.mark.parametrize(
    ("markdown", "marks"),
    [
        ("### Step 4. Load it\nmore\n### Step 5. Count", ["4", "5"]),
        ("**Q2:** How many?", ["2"]),
        ("Exercise 7.1: sort", ["7.1"]),
        ("Intro\n\n# Bonus\nplot it", ["", "bonus"]),
        ("Do this:\n1. load\n2. count", [""]),
        ("```\n# Step 1. no question\n```", [""]),
        ("no mark at all", [""]),
    ],
)
def test_marks_begin_exercises(markdown: str, marks: list[str]) -> None:
    """Headings, bold words and numbers do, items of a list and lines of code do not."""
    assert [block.mark for block in blocks_of(markdown)] == marks


@given(st.lists(st.sampled_from(["# Step 1. a", "**Q2:** b", "text", "", "```", "3) c", "<b>x</b>"]), max_size=8))
def test_nothing_is_lost_between_blocks(lines: list[str]) -> None:
    """Every line of plain text stands in one block, in order."""
    text = "\n".join(block.text for block in blocks_of("\n".join(lines)))

    assert text.count("text") == lines.count("text")


def test_a_title_begins_no_exercise_where_deeper_headings_do() -> None:
    """Of headings at several depths those below the title count."""
    assert marks_of(["# Ex2 - Filtering", "### Step 1. a", "### Step 2. b"]) == 3
    assert marks_of(["# Ex2 - Filtering"]) == -1
    assert marks_of(["prose"]) == -1


@pytest.mark.parametrize(
    ("markdown", "announces"),
    [("**Solution:**", True), ("## Your answer", True), ("The solution is hard", False), ("# Code", True)],
)
def test_an_announced_answer_is_no_question(markdown: str, *, announces: bool) -> None:
    """Only a line that says nothing else announces one."""
    assert is_solution(markdown) is announces


def test_a_question_is_plain_text() -> None:
    """Signs of Markdown and HTML go, code and comparisons stay."""
    text = "### How <b>many</b> rows have x < 5? ![pic](a.png)\n---\n```\n# a comment\n---\n```"

    assert plain_question(text) == "How many rows have x < 5?\n```\n# a comment\n---\n```"
    assert list(code_in(plain_question(text))) == ["# a comment\n---\n"]


@pytest.mark.parametrize(
    ("question", "doubt"),
    [
        ("Plot it", "very short"),
        ("Use the table above to count all rows", "'above'"),
        ("Group by a column of your choice and count", "'of your choice'"),
        ("The data are about birds", "does not read like a question"),
    ],
)
def test_doubts_are_named(question: str, doubt: str) -> None:
    """A reviewer learns what an agent could not know."""
    assert any(doubt in text for text in doubts_about(question, question, marked=False))


def test_a_clear_question_has_no_doubts() -> None:
    """What asks for one thing in words of its own is asked as it is."""
    question = "How many rows has the table?"

    assert list(doubts_about(question, question, marked=False)) == []
    assert is_request(question)


def test_sentences_and_lists() -> None:
    """An added sentence stands behind one line, below several; names are listed as a person would."""
    assert with_sentence("Count them", "Keep it in `n`.") == "Count them. Keep it in `n`."
    assert with_sentence("Count:\n- a", "Keep it.") == "Count:\n- a\nKeep it."
    assert (listed(["a"]), listed(["a", "b", "c"])) == ("`a`", "`a`, `b` and `c`")
    assert len(quoted("x" * 500 + "\nmore")) == 60
