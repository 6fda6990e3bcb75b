"""DS235: left-overs of a page or a list of tasks in a question."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.prose import prose
from authoring.dseal.session import at_question

INFO = RuleInfo(
    code="DS235",
    name="markup-in-question",
    severity=Severity.WARNING,
    what="A question holds tags of HTML, such as `<br/>`, or begins with the heading of a list of tasks in bold, such "
    "as `**Question 2:**`. Questions about markup, and code, are left alone.",
    why="It was copied from a page and not read again; a number of another list sends the reader to another problem.",
    bad='# %%\n"""\nquestion: "**Question 2:** <br/>What is the mean weight?"\n"""\n\n1 + 2\n',
    good='# %%\n"""\nquestion: What is the mean weight?\n"""\n\n1 + 2\n',
)
_LEFT_OVER = re.compile(
    r"</?(?:br|p|div|span|b|i|u|em|strong|ul|ol|li|h[1-6]|hr|font|center|blockquote|sup|sub)"
    r"(?: \w+=[^<>\n]{0,80})?\s*/?>"
    r"|\A\s*\*\*\s*(?:question|problem|task|exercise|q)\s*\#?\d{0,3}\s*[.:)]?\s*\*\*\s*[.:)]?",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"\bhtml|\bxml|\bmarkup|\btags?\b|\bweb ?page|\bscrap|标签|网页", re.IGNORECASE)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first such piece of each question."""
    for cell, problem in problemset.problems:
        match = None if _ABOUT.search(problem.question) else _LEFT_OVER.search(prose(problem.question))
        if match is not None:
            message = f"the question holds {match[0].strip()!r}, which is no part of what it asks"
            yield at_question(problemset, cell, match[0].strip(), INFO, message, "take it out")
