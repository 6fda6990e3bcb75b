"""DS680: a question that asks for the same end, or the same average, twice over."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_question
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS680",
    name="repeated-end",
    severity=Severity.WARNING,
    what="The question asks for the same end of an order, the same side or the same average on both sides of an `and`, "
    "an `or` or a `to`, as in `the highest and the maximum`.",
    why="One of the two was to be the other, and nobody can tell which.",
    bad='# %%\n"""\nquestion: Give the lowest and the minimum value of a.\n"""\n\ndf.a.agg(["min", "max"])\n',
    good='# %%\n"""\nquestion: Give the lowest and the highest value of a.\n"""\n\ndf.a.agg(["min", "max"])\n',
)
_GROUPS = (
    r"highest|maximum|largest|biggest|greatest|max",
    r"lowest|minimum|smallest|least|min",
    r"first",
    r"last",
    r"averages?|means?|avg",
    r"medians?",
    r"ascending",
    r"descending",
)
_LINK = r"(?:,? and|,? or|,| to)(?: the| of the)?"
_REPETITIONS = tuple(
    re.compile(rf"\b(?P<first>{group})(?: value)?{_LINK} ?(?P<second>{group})\b(?![-\w])", re.IGNORECASE)
    for group in _GROUPS
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first pair of words that name the same."""
    for pattern in _REPETITIONS:
        match = pattern.search(subject.problem.question)
        if match is not None:
            message = f"the question says {match['first']!r} and {match['second']!r}, which are the same"
            yield at_question(subject.problemset, subject.cell, match[0], INFO, message, "name the other one")
            return
