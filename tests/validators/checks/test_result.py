"""`result` beside its cases."""

from collections.abc import Callable

import pytest

from authoring.validators.base import Verdict


@pytest.mark.parametrize(
    ("submission", "reason"),
    [
        ("y = 7", "There is no value, but the answer 7 is written out in the code"),
        ("print(sum(x))", "There is no value; the value that was printed or assigned matches"),
        ("print(max(x))", "The value that was printed or assigned is wrong: 4 instead of 7"),
        ("pass", "There is no value, and none can be inferred"),
        ("print(z)", "There is no value, and none can be inferred: NameError: name 'z' is not defined"),
    ],
)
def test_reasons_without_a_value(judge: Callable[..., Verdict], submission: str, reason: str) -> None:
    """A person can read where the value came from, or why there is none."""
    verdict = judge("sum(x)", submission, {"template": "empty", "result": None}, "x = [3, 4]")

    assert verdict.parts[0].reason == reason


@pytest.mark.parametrize(
    ("reference", "submission", "how"),
    [
        ("sum(x)", "answer = 7", ("source",)),
        ("x + [7]", "print(x + [7])", ("inferred",)),
        ("x + [7]", "print(x[::-1] + [7])", ("inferred",)),
        ("x + [7]", "x[::-1] + [7]", ()),
        ("x + [7]", "pd.DataFrame({'a': x + [7], 'b': 1})", ("part",)),
        ("x + [7]", "table = pd.DataFrame({'a': x + [7], 'b': 1})", ("inferred", "part")),
    ],
)
def test_how_it_is_partly_right(
    judge: Callable[..., Verdict], reference: str, submission: str, how: tuple[str, ...]
) -> None:
    """What makes a value only partly right is told, and all of it where it is several."""
    block = {"template": "empty", "result": None}

    verdict = judge(reference, submission, block, "import pandas as pd\nx = [3, 4]").parts[0]

    assert (verdict.correct, verdict.how) == ("partial", how)
