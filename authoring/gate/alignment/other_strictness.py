"""DS642: a threshold that is inclusive in the question and exclusive in the reference, or the reverse."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_node
from authoring.gate.alignment._thresholds import thresholds
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS642",
    name="other-strictness",
    severity=Severity.WARNING,
    what="The question compares with a number, and the reference treats equal values otherwise.",
    why="A solver who does what the question says is refused.",
    bad=('# %%\n"""\nquestion: How many a are more than 30?\n"""\n\n(df.a >= 30).sum()\n'),
    good=('# %%\n"""\nquestion: How many a are more than 30?\n"""\n\n(df.a > 30).sum()\n'),
)


_OTHER = {">=": ">", ">": ">=", "<=": "<", "<": "<="}
"""The operator that differs from the one of the question for equal values only."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a comparison that treats equal values otherwise than the question says."""
    compared = [*thresholds(subject.tree)]
    included = {
        float(match["before"] or match["behind"]): match[0] for match in _INCLUDED.finditer(subject.problem.question)
    }
    for comparison in subject.reading.comparisons:
        if comparison.thresholds & included.keys():
            continue
        found = [place for place in compared if place.number in comparison.thresholds]
        phrases = [other for other in subject.reading.comparisons if other.thresholds & comparison.thresholds]
        # With two uses of one number it is not certain which belongs to which.
        if len(found) == len(phrases) == 1 and found[0].operator == _OTHER[comparison.operator]:
            message = f"the question says {comparison.phrase!r}, and the reference treats an equal value otherwise"
            yield at_node(subject.problemset, subject.cell, found[0].node, INFO, message, "make the two say the same")
            return
    for number, phrase in included.items():
        places = [place for place in compared if place.number == number]
        if places and all(place.operator in _STRICT for place in places):
            message = f"the question says {phrase!r}, and the reference leaves an equal value out"
            yield at_node(subject.problemset, subject.cell, places[0].node, INFO, message, "make the two say the same")
            return


_INCLUDED = re.compile(
    r"(?<!not )(?<!n't )\b(?:up to and including|including|incl\.) (?P<before>\d{1,9}(?:\.\d{1,6})?)(?!\w| ?%|[.,]\d)|"
    r"(?<![\d.,])(?P<behind>\d{1,9}(?:\.\d{1,6})?) (?:is |are )?(?:included|inclusive)\b",
    re.IGNORECASE,
)
"""A number that belongs to what is taken: ``including 18``, ``18 included``."""
_STRICT = frozenset({"<", ">"})
