"""What an export of notebooks has to say, beside what lint says."""

from collections.abc import Mapping

from authoring.dseal.diagnostic import RuleInfo, Severity

FAILED_ANSWER = RuleInfo(
    code="DS751",
    name="failed-answer",
    severity=Severity.ERROR,
    what="A cell of an admitted set does not run to its end when the notebook with the answers is made.",
    why="The notebook would show an error in the place of an answer. Let pass, it shows just that, and cells that were "
    "never reached stand there without outputs.",
    bad="the environment has another version of pandas than the set was admitted with, and `df.append` is gone",
    good="authoring verify, with the environment that the set was admitted with",
)
CUT_ANSWER = RuleInfo(
    code="DS752",
    name="cut-answer",
    severity=Severity.NOTE,
    what="The text of an answer is longer than `limits.max_repr`, so the notebook shows its beginning only; or a "
    "picture has more than 3 million bytes, so it is not shown.",
    why="Whoever compares an answer with the notebook sees no more than that.",
    bad="df.to_dict()",
    good="df.head().to_dict()",
)
CODES: Mapping[str, RuleInfo] = {info.code: info for info in (FAILED_ANSWER, CUT_ANSWER)}
"""The kinds of finding of an export, by code."""
