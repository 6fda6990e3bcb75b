"""`stream` beside its cases."""

from collections.abc import Callable

import pytest

from authoring.validators.base import Verdict


@pytest.mark.parametrize(
    ("reference", "submission", "words"),
    [
        ("print('a\\nb')", "print('a\\nc')", r"line 2 is 'c\n' instead of 'b\n'"),
        ("print('a\\nb')", "print('a')", r"it ends before line 2, 'b\n'"),
        ("print('a')", "print('a\\nb')", r"line 2, 'b\n', is too much"),
    ],
)
def test_reason_names_the_line(judge: Callable[..., Verdict], reference: str, submission: str, words: str) -> None:
    """The first line that differs is shown, from both sides."""
    verdict = judge(reference, submission, {"template": "empty", "stream": None})

    assert verdict.parts[0].reason == f"The output is wrong: {words}"
