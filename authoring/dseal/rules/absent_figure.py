"""DS234: a figure that a question points at, and that nobody sees."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.prose import prose
from authoring.dseal.session import at_question

INFO = RuleInfo(
    code="DS234",
    name="absent-figure",
    severity=Severity.WARNING,
    what="A question points at a chart, a plot or a picture above, below or shown, and neither it nor an earlier "
    "cell draws one or has a link to one; or it refers to a numbered exercise, section, chapter, figure or "
    "appendix.",
    why="The agent sees no figure, and what is to be read from it is missing from the question.",
    bad='# %%\n"""\nquestion: As you can see in the chart above, one clinic is slow. Which one?\n"""\n\n1 + 2\n',
    good='# %%\n"""\nquestion: Which clinic is the slowest?\n"""\n\n1 + 2\n',
)
_FIGURE = r"(?:chart|plot|graph|figure|picture|image|diagram|screenshot|histogram|scatter ?plot|heat ?map)"
_POINTING = re.compile(
    rf"\b(?:in|from|on|by) (?:the|this|our) (?:\w+ )?{_FIGURE} (?:above|below|(?:shown|attached) (?:above|below))\b"
    rf"|\bas (?:you can see|can be seen|you see|(?:is )?shown|seen|depicted|illustrated) (?:in|on|by) (?:the|this) "
    rf"(?:\w+ )?{_FIGURE}\b"
    rf"|\bthe (?:{_FIGURE} above|above {_FIGURE}|attached {_FIGURE})\b",
    re.IGNORECASE,
)
_DRAWING = re.compile(
    r"\bplt\b|\.plot\b|\.hist\(|boxplot|\bsns\b|seaborn|plotly|altair|bokeh|pyplot|imshow|savefig|\bpx\.|heatmap|PIL|imread"
)
_LINK = re.compile(r"!\[|https?://|<img|\.(?:png|jpe?g|gif|svg)\b", re.IGNORECASE)


_NUMBERED = re.compile(
    r"\b(?:of|in|from|see|by|to|as|per|like|following) (?:the )?"
    r"(?P<kind>exercise|section|chapter|figure|fig\.|appendix|listing|equation) \(?\d{1,2}(?:\.\d{1,2})?[a-z]?\b",
    re.IGNORECASE,
)
"""A part of a book or a course, which the question was taken from."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first figure of each question that is pointed at and not there."""
    for cell, problem in problemset.problems:
        reference = _NUMBERED.search(prose(problem.question))
        if reference is not None and f"`{reference['kind'].casefold()}" not in problem.question.casefold():
            message = f"the question refers to what is not there: '{reference[0]}'"
            yield at_question(problemset, cell, reference[0], INFO, message, "say in words what it holds")
            continue
        match = _POINTING.search(prose(problem.question))
        if match is None or _LINK.search(problem.question):
            continue
        codes = (earlier.code for earlier in problemset.runnable if earlier.span.start <= cell.span.start)
        if not any(map(_DRAWING.search, codes)):
            message = f"the question points at a figure that is not there: '{match[0]}'"
            yield at_question(problemset, cell, match[0], INFO, message, "say in words what it shows, or take it out")
