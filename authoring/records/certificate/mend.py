"""Mends: what was changed in a problem so that its certificate holds."""

from typing import Literal

from authoring.records.base import Record

WrittenTo = Literal["file", "draft", "set", "draft of the set"]
"""Where mends went. The draft of an admitted set waits for a review where something else stands against it."""


class Mend(Record):
    """A change of one problem's validator, question or helpers' names, and how many faults it had before and after."""

    number: int
    """The problem's number."""
    what: tuple[str, ...]
    """What was changed, in words."""
    faults_before: int
    """Wrong answers that were accepted, right ones that were refused, other readings that gave another answer, and
    helpers in the way of later answers."""
    faults_after: int = 0
    """The same with the change; a change that leaves any is no mend, and is not made."""
