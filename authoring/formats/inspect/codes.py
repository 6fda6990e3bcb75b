"""What an export to Inspect AI has to say."""

from collections.abc import Mapping

from authoring.dseal.diagnostic import RuleInfo, Severity

UNREADABLE_SAMPLE = RuleInfo(
    code="DS741",
    name="unreadable-sample",
    severity=Severity.ERROR,
    what="An export meets a cell that is meant as a problem and cannot be read as one.",
    why="There is nothing to ask. Let pass, the cell is left out, and its code runs nowhere.",
    bad='"""\nvalidator:\n  result:\n"""\nlen(df)',
    good='"""\nquestion: How many rows has `df`?\nvalidator:\n  result:\n"""\nlen(df)',
)
UNJUDGEABLE_SAMPLE = RuleInfo(
    code="DS742",
    name="unjudgeable-sample",
    severity=Severity.ERROR,
    what="An export meets a validator block that names what no validator here knows.",
    why="The scorer would fail on every answer. Let pass, the problem is not asked, and its code runs before those "
    "behind it.",
    bad="validator:\n  results:",
    good="validator:\n  result:",
)
UNPINNED_PACKAGE = RuleInfo(
    code="DS743",
    name="unpinned-package",
    severity=Severity.NOTE,
    what="A set imports a package whose version could not be told where the references run.",
    why="The image of the export takes the newest version then, whose answers may differ.",
    bad="import left_out_here",
    good="import pandas",
)
UNPLAYED_REFERENCE = RuleInfo(
    code="DS744",
    name="unplayed-reference",
    severity=Severity.ERROR,
    what="A reference, or a cell before it, did not run to its end when the set was exported.",
    why="Nothing could be judged by it, nor in the state that it should have left. Let pass, the problem and all "
    "behind it are left out.",
    bad="1 / 0",
    good="1 / 2",
)
CODES: Mapping[str, RuleInfo] = {
    info.code: info for info in (UNREADABLE_SAMPLE, UNJUDGEABLE_SAMPLE, UNPINNED_PACKAGE, UNPLAYED_REFERENCE)
}
"""The kinds of finding of an export, by code."""
