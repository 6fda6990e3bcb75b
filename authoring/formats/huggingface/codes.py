"""What an export for the Hugging Face hub has to say, beside what lint says."""

from collections.abc import Mapping

from authoring.dseal.diagnostic import RuleInfo, Severity

UNPUBLISHABLE_DATA = RuleInfo(
    code="DS755",
    name="unpublishable-data",
    severity=Severity.ERROR,
    what="The licence of a set's data does not let copies be handed on, or is not known.",
    why="The hub is public. Let pass, the data are in the folder all the same, and the card names the licence as it "
    "is: that is for folders that stay private.",
    bad="licence: unknown",
    good="licence: CC-BY-4.0, in seeds/NAME/seed.yaml, after a look at the page that the data come from",
)
UNTOLD_ORIGIN = RuleInfo(
    code="DS756",
    name="untold-origin",
    severity=Severity.NOTE,
    what="Nothing is kept of where a set's data come from: its file in problemsets/_meta/ is missing or names none.",
    why="The card cannot name them, and whoever uses the data cannot look for more of them.",
    bad="problemsets/_meta/penguins.yaml is missing",
    good="seed:\n  source: package:palmerpenguins/penguins-raw",
)
CODES: Mapping[str, RuleInfo] = {info.code: info for info in (UNPUBLISHABLE_DATA, UNTOLD_ORIGIN)}
"""The kinds of finding of an export, by code."""
