"""`answer_in_source` beside its cases."""

from collections.abc import Callable

import pytest

from authoring.validators.base import Verdict


@pytest.mark.parametrize(
    ("reference", "submission", "reason"),
    [
        ("40 + 2", "x = 42", "The answer 42 is written out in the code"),
        ("40 + 2", "x = 41", "The answer 42 is not written out in the code"),
        ("x = 42", "x = 41", "The reference has no value, so none is looked for"),
    ],
)
def test_reasons(judge: Callable[..., Verdict], reference: str, submission: str, reason: str) -> None:
    """A person can read which answer was looked for."""
    verdict = judge(reference, submission, {"template": "empty", "answer_in_source": None})

    assert verdict.parts[0].reason == reason
