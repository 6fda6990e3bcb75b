"""Worked examples of questions, run through their references."""

from typing import Literal

from authoring.records.base import Record


class ExampleTrial(Record):
    """What a question shows of a function, and what the reference gives there."""

    call: str
    expected: str
    """The literal that the question says the call gives."""
    outcome: Literal["same", "differs", "undecided"]
    """Undecided is an example that cannot be run by itself, or whose value has no literal."""
    actual: str = ""
    """What the reference gives, or the error that it raises, as short text."""
