"""A set of templates states what several of its questions need, and nothing else."""

import re
from pathlib import Path

from authoring.drafting.templates.conventions import CONVENTIONS, worthwhile
from authoring.drafting.templates.language import conventions_named_in, render_question

TEMPLATES = Path(__file__).parents[3] / "templates"


def test_a_convention_is_worth_it_for_two_questions() -> None:
    """What one question relies on is said by that question."""
    assert worthwhile([("ties", "index"), ("ties",), ("types",)]) == ("ties",)


def test_a_question_says_what_no_convention_does() -> None:
    """A marked phrase stands in the question as it is, or is left out where the set states it."""
    text = "Give `x`[[index:, numbered from 0]], the highest first[[ties: and equal ones by name]]."

    assert conventions_named_in(text) == ("index", "ties")
    assert render_question(text, {}) == "Give `x`, numbered from 0, the highest first and equal ones by name."
    assert render_question(text, {}, agreed=("index", "ties")) == "Give `x`, the highest first."


def test_templates_name_conventions_that_there_are() -> None:
    """Every name that marks a phrase stands for a convention, and each is used; code that rounds relies on its own."""
    named = {name for path in TEMPLATES.glob("*.py") for name in conventions_named_in(path.read_text("utf-8"))}

    assert named | {"halves"} == set(CONVENTIONS)


def test_a_convention_takes_the_place_of_what_it_says() -> None:
    """What is marked for an order says the order of the convention, and not that of a list or of the table."""
    for path in sorted(TEMPLATES.glob("*.py")):
        for name, text in re.findall(r"\[\[(order|ties):([^\]]*)\]\]", path.read_text()):
            words = set(re.findall("[a-z]+", text))
            assert name != "order" or "ascending" in words, path.name
            assert not words & {"list", "table"}, path.name
