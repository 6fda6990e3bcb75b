"""A solver is to know what questions name and what context cells make, and no helper of a reference."""

import pytest

from authoring.evaluation.solvers.base import Task
from authoring.evaluation.solvers.dialogue.mentions import helper_names, mentioned_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Make `clean` of `df`.", {"clean", "df"}),
        ("How many rows of `df` are high?", {"df"}),
        ("How many rows of clean have a high `depth`?", {"clean"}),
        ("Give `df` to top_share.", {"df", "top_share"}),
        ("Which of clean are high?", {"clean", "high"}),
        ("Fit `df` as X.", {"df", "X"}),
    ],
)
def test_names_in_a_question(text: str, names: set[str]) -> None:
    """A plain word between words is a name only where nothing is marked as one, or where the sentence takes it so."""
    assert mentioned_names([text], {"clean", "df", "high", "top_share", "X"}) == names


def test_helpers_are_what_nobody_named() -> None:
    """What a reference bound on its way is no matter of a solver; context, and what any question names, is."""
    task = Task(
        problemset="s",
        index=3,
        question="How many of `kept` are there?",
        conventions=("Limits are those of `limits`.",),
        history=("limits = [1, 2]", "low, span = 1, 2\nkept = [3]\ndef near(a):\n    return a", "limits = low = 2"),
        questions=("", "Make `kept`.", "What is the smallest?"),
        outputs=("", "", ""),
    )

    assert helper_names(task) == {"low", "span", "near"}
