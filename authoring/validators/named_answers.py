"""Answers to questions of InfiAgent-DABench, named as in ``@name[answer]``, and whether they are right."""

import re
from collections.abc import Mapping
from typing import Any, Final

# As the evaluator reads it: an answer ends at the first closing bracket.
NAMED_ANSWER: Final = re.compile(r"@(\w+)\[(.*?)\]")
NEAR: Final = 1e-6


def answers_in(response: str) -> Mapping[str, str]:
    """Return the answers that a response names as ``@name[answer]``; of a name that stands twice the last counts."""
    return {match[1]: match[2] for match in NAMED_ANSWER.finditer(response)}


def is_right(answer: str | None, label: Any) -> bool:
    """Return whether an answer is the label to the letter, or both are numbers that are nearly the same."""
    # Compared as texts first, so that words and numbers alike are right to the letter.
    if answer == label:
        return True
    try:
        return answer is not None and abs(float(answer) - float(label)) < NEAR
    except (ValueError, TypeError, OverflowError):
        return False


def wrong_names(response: str, labels: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the labelled names whose answer is wrong or missing."""
    answers = answers_in(response)
    return tuple(name for name, label in labels.items() if not is_right(answers.get(name), label))
