"""DS768: a number that the question gives to two bands."""

import re
from collections.abc import Iterator
from itertools import pairwise

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_question
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS768",
    name="shared-bound",
    severity=Severity.WARNING,
    what="The question says between which numbers each of several labels stands, and gives the number at which two "
    "of them meet to both, as in `low` (up to 5), `high` (5 to 9), with no word of where it belongs.",
    why="A solver has to guess which of the two has it.",
    bad='# %%\n"""\nquestion: Cut a into `low` (up to 5) and `high` (from 5).\n"""\n\n'
    'pd.cut(df.a, [0, 5, 9], labels=["low", "high"])\n',
    good='# %%\n"""\nquestion: Cut a into `low` (up to 5) and `high` (above 5).\n"""\n\n'
    'pd.cut(df.a, [0, 5, 9], labels=["low", "high"])\n',
)
_NUMBER = r"(?P<{0}>\d{{1,9}}(?:\.\d{{1,6}})?)(?![\d.]*\d)"
_LABEL = re.compile(r"[\"'`“](?P<label>[^\"'`”\n]{1,40})[\"'`”] \((?P<clause>[^()\n]{1,60})\)")
_LOW = _NUMBER.format("low")
_HIGH = _NUMBER.format("high")
_CLAUSES = tuple(
    re.compile(rf"(?:values? |ages? |those )?{pattern}(?: [a-z%€$]+)?", re.IGNORECASE)
    for pattern in (
        rf"(?:from |between )?{_LOW} ?(?:to|until|through|and|-|\u2013) ?{_HIGH}",
        rf"(?:up to|until|at most|to|<=|≤) ?{_HIGH}",
        rf"(?:from|at least|>=|≥) ?{_LOW}(?: on| onwards| up| upwards)?",
        rf"{_LOW}(?: [a-z]+)? (?:and|or) (?:above|over|more|higher|up)",
        rf"{_LOW}\+",
        rf"{_HIGH}(?: [a-z]+)? (?:and|or) (?:below|under|less|lower)",
    )
)
_SETTLING = re.compile(
    r"\b(?:inclusive\w*|exclusive\w*|exclud\w+|includ\w+|\d belongs?|closed|open|bounds?|ends?|edges?|boundar\w+|"
    r"exactly|half-open|strict\w*|but not|itself)\b|[\[\]]|(?<![<>=])[<>]",
    re.IGNORECASE,
)
"""Words that may say where a number at a bound belongs."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first two neighbouring labels that have one number in common."""
    question = subject.line
    bands = [(match["label"], *_ends(match["clause"])) for match in _LABEL.finditer(question)]
    if _SETTLING.search(question):
        return
    for (label, _, high), (follower, low, _) in pairwise(bands):
        if high is not None and high == low:
            message = f"the question gives {high:g} to {label!r} and to {follower!r}"
            hint = "say which of the two has it: “up to 5” and “above 5”, or “below 5” and “from 5”"
            yield at_question(subject.problemset, subject.cell, follower, INFO, message, hint)
            return


def _ends(clause: str) -> tuple[float | None, float | None]:
    """Return the numbers from which and up to which a clause reaches, both taken in; None where it has none."""
    for pattern in _CLAUSES:
        if match := pattern.fullmatch(clause.strip()):
            ends = match.groupdict()
            low, high = (float(text) if (text := ends.get(name)) else None for name in ("low", "high"))
            return low, high
    return None, None
