"""DS667: rows sorted in descending order where the question asks for a sort and says no direction."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.prose import prose
from authoring.dseal.python_code import called_name
from authoring.dseal.session import at_node
from authoring.gate.alignment._ends import sorts
from authoring.gate.alignment._labels import compares
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS667",
    name="untold-direction",
    severity=Severity.WARNING,
    what="The question asks for a sorted answer and says no direction, and the reference sorts in descending order.",
    why="To sort is to sort in ascending order, in pandas and in SQL; such an answer is refused.",
    bad='# %%\n"""\nquestion: Sort `df` by `a`.\n"""\n\ndf.sort_values("a", ascending=False)\n',
    good='# %%\n"""\nquestion: Sort `df` by `a` in descending order.\n"""\n\ndf.sort_values("a", ascending=False)\n',
)
_SORTING = frozenset({"sort_values", "sort_index", "sorted", "sort"})
_SORTED = re.compile(
    r"\b(?:sort(?:ed)?|order(?:ed)?|arrange) (?:\S+ ){0,4}?by\b|按[^。\n]{0,20}排[序列]", re.IGNORECASE
)
_DIRECTION = re.compile(
    r"\b(?:ascending|descending|decreas\w*|increas\w*|revers\w*|rank\w*|top|best|worst|most|least|recent\w*|new\w*|"
    r"old\w*|early|earli\w*|late\w*|high\w*|low\w*|larg\w*|small\w*|big\w*|great\w*|max\w*|min\w*|fewest|alphabet\w*|"
    r"chronolog\w*|popular\w*|frequent\w*|common|desc|asc|a to z|a-z|z-a)\b|[升降]序|从|最|先",
    re.IGNORECASE,
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first descending sort of which the question says no more than that it is one."""
    question = subject.problem.question
    if not _SORTED.search(prose(question)) or _DIRECTION.search(question) or not compares(subject, "ignore_order"):
        return
    for node, direction in sorts(subject.tree):
        if direction == "descending" and called_name(node) in _SORTING:
            message = "the reference sorts in descending order, and the question says no direction"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, "say the direction in the question")
            return
