"""What an export to DSEval has to say, beside what lint says."""

from collections.abc import Mapping

from authoring.dseal.diagnostic import RuleInfo, Severity

FOREIGN_DIALECT = RuleInfo(
    code="DS701",
    name="foreign-dialect",
    severity=Severity.NOTE,
    what="A benchmark with `dialect: strict` is exported to DSEval, which knows its own rules only.",
    why="The key is passed over there, and submissions are judged with DSEval's bugs: verdicts may differ.",
    bad="dialect: strict",
    good="dialect: dseval",
)
UNKNOWN_TO_DSEVAL = RuleInfo(
    code="DS702",
    name="unknown-to-dseval",
    severity=Severity.ERROR,
    what="A problem is judged by `vis` or `answer_in_source`, which the released DSEval cannot carry out.",
    why="DSEval stops at such a validator, and so the whole benchmark. Let pass, the problem is not asked, and its "
    "code is context for those behind it; a set that asks nothing then is left out.",
    bad='question: Draw a histogram of "mass".\nvalidator:\n  template: intact\n  vis:',
    good="question: How many penguins weigh less than 4000 grams? Return an integer.\nvalidator:\n  result:",
)
CODES: Mapping[str, RuleInfo] = {info.code: info for info in (FOREIGN_DIALECT, UNKNOWN_TO_DSEVAL)}
"""By code."""
