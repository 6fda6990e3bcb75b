"""A refusal crosses from a session as two texts."""

import pickle

from authoring.errors import AuthoringError
from authoring.tables.refusal import RefusedData


def test_message_and_hint_are_kept_apart() -> None:
    """Its text is the message alone, so that a hint is shown on a line of its own; a hint may be missing."""
    refusal = RefusedData("t.csv: the file is empty", "give rows")

    assert (str(refusal), refusal.message, refusal.hint) == ("t.csv: the file is empty",) * 2 + ("give rows",)
    assert RefusedData("x").hint == ""


def test_it_is_no_error_of_the_tool() -> None:
    """Inside nothing of ours may be imported; outside it becomes a SeedError."""
    assert not issubclass(RefusedData, AuthoringError)
    assert pickle.loads(pickle.dumps(RefusedData("x"))).message == "x"  # noqa: S301 - our own bytes
