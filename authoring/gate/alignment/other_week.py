"""DS754: weeks that are labelled by another day than the question says."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of, strings
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS754",
    name="other-week",
    severity=Severity.WARNING,
    what="The question names the day of the week by which weeks are labelled, and the reference labels them by another "
    "one; or it asks for weeks as timestamps and does not say by which of their days they are labelled.",
    why="The labels of a solver who does what the question says are others, and are refused.",
    bad='# %%\n"""\nquestion: Count the trips by week, indexed by the Monday it begins on.\n"""\n\n'
    'trips.resample("W-SUN", on="start").size()\n',
    good='# %%\n"""\nquestion: Count the trips by week, indexed by the Monday it begins on.\n"""\n\n'
    'trips.resample("W-MON", on="start", label="left", closed="left").size()\n',
)
_DAY = r"\b(?P<day>mon|tues|wednes|thurs|fri|satur|sun)days?\b"
_LABELLED = re.compile(rf"\b(?:index\w*|label\w*|keys?|dated|named)\b[^.;,]{{0,40}}?{_DAY}", re.IGNORECASE)
_UNTOLD = re.compile(r"(?=.*\bweek)(?=.*\btimestamps?\b)", re.IGNORECASE)
_BY_A_DAY = re.compile(
    r"\b(?:first|last) day\b|\b(?:ends?|begins?|starts?) on\b|\b(?:end|start|beginning) of (?:the|each|every) week\b",
    re.IGNORECASE,
)
_SHIFTING = ("Timedelta", "DateOffset", "Week", "to_period", "shift", "normalize", "day_name", "isocalendar")


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first weeks whose labels are days that the question does not name."""
    question = subject.line
    match = _LABELLED.search(question)
    if any(calls(subject.tree, *_SHIFTING)):
        return
    for call in calls(subject.tree, "resample", "Grouper"):
        anchor = _anchor(call)
        if anchor is None or keyword_of(call, "label", "closed", "offset") is not None:
            continue
        day = match["day"][:3].title() if match is not None else ""
        if day and day != anchor:
            message = f"the question labels weeks by {day}, and the reference by {anchor}"
            yield at_node(subject.problemset, subject.cell, call, INFO, message, "make the two say the same")
            return
        if not day and _UNTOLD.search(question) and not _BY_A_DAY.search(question):
            message = f"weeks are labelled by their last day, {anchor}, and the question does not say by which"
            yield at_node(subject.problemset, subject.cell, call, INFO, message, "say the day in the question")
            return


def _anchor(call: ast.Call) -> str | None:
    """Return the day that weeks end on and are labelled by; None for other periods."""
    places = [keyword_of(call, "rule", "freq"), *call.args[:1]]
    for text in (text for place in places if place is not None for text in strings(place)):
        match = re.fullmatch(r"W(?:-(\w{3}))?", str(text.value))
        if match is not None:
            return (match[1] or "sun").title()
    return None
