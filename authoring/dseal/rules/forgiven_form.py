"""DS326: a form that is asked for and not compared."""

import re
from collections.abc import Iterator, Mapping

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.session import at_key, comparisons

INFO = RuleInfo(
    code="DS326",
    name="forgiven-form",
    severity=Severity.WARNING,
    what="A question names the columns or the index of its answer, and the only comparison of the problem has "
    "`ignore_names` or `ignore_index`.",
    why="A part of the question is tested by nothing.",
    bad='# %%\n"""\nquestion: Give a table with the columns `a` and `b`.\n'
    'validator:\n  result:\n    ignore_names: true\n"""\n\n[1, 2]\n',
    good='# %%\n"""\nquestion: Give a table with the columns `a` and `b`.\nvalidator:\n  result:\n"""\n\n[1, 2]\n',
)

ASKING: Mapping[str, re.Pattern[str]] = {
    "ignore_names": re.compile(
        r"(?i)\b(?:with|has|have|having|hold|holds) (?:the |its |exactly |only |two |three |four "
        r"|\d )?columns?\b[^.\n]{0,40}[`\"'\u201c]\w"
        r"|[`\"'\u201d] as (?:the |its )?columns?\b|\bcolumns? (?:named|called|labell?ed)\b|\b(?:rename|name"
        r"|call) (?:the |its )columns?\b"
        r"|列名为|列命名为"
    ),
    "ignore_index": re.compile(
        r"(?i)[`\"'\u201d] as (?:the |its )?index\b|\bindexed by\b|\b(?:as|is|be) the index\b|\bset the index\b"
        r"|为索引|作为索引"
    ),
}
"""What a flag leaves aside, where a question asks for it."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find comparisons that leave aside what the question asks for."""
    for cell, problem in problemset.problems:
        compared = list(comparisons(problem))
        for flag, pattern in ASKING.items():
            is_left_aside = compared and all(flags.get(flag) is True for flags, _ in compared)
            if is_left_aside and pattern.search(problem.question):
                words = "names" if flag == "ignore_names" else "an index"
                message = f"the question says {words}, and the comparison has `{flag}`"
                hint = f"take `{flag}` out, or do not ask for it"
                yield at_key(problemset, cell, (*compared[0][1], flag), INFO, message, hint)
