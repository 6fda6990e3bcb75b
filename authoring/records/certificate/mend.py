"""Mends: what was changed in a problem so that its certificate holds."""

from authoring.records.base import Record


class Mend(Record):
    """A change of one problem's validator or question, and what its certificate said before and after."""

    number: int
    """The problem's number."""
    what: tuple[str, ...]
    """What was changed, in words."""
    faults_before: int
    """Wrong answers that were accepted, right ones that were refused, and other readings that gave another answer."""
    faults_after: int = 0
    """The same with the change; a change that leaves any is no mend, and is not made."""
