"""The answer of our own function is its value; refusals, want of memory and silence are faults of data."""

import pytest

from authoring.errors import SandboxError, SeedError
from authoring.records.evidence import Limits
from authoring.sandbox.client.function_call import answer_of_function
from authoring.sandbox.inside.protocol import Frame


def test_a_value_comes_out() -> None:
    """The body is JSON."""
    assert answer_of_function(Frame({}, b'{"rows": 3}'), Limits()) == {"rows": 3}


@pytest.mark.parametrize(
    ("frame", "error", "message"),
    [
        (Frame({"refused": "no table", "hint": "Name one."}), SeedError, "no table"),
        (Frame({"out_of_memory": True}), SeedError, "max_memory"),
        (Frame({}, b"{"), SeedError, "no answer"),
        (Frame({"failed": "a fault of ours"}), SandboxError, "a fault of ours"),
    ],
)
def test_what_went_wrong_is_said(frame: Frame, error: type[Exception], message: str) -> None:
    """Each with its own error."""
    with pytest.raises(error, match=message):
        answer_of_function(frame, Limits())
