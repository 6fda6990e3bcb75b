"""DS232: characters in a question that were read under another encoding, or escapes that nobody resolved."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.prose import prose
from authoring.dseal.session import at_question

INFO = RuleInfo(
    code="DS232",
    name="garbled-text",
    severity=Severity.WARNING,
    what="A question holds what comes of reading text under another encoding, such as `Ã©` for `é`, the character that "
    "stands for one that could not be read, or an entity or escape such as `&gt;` or `\\u00e9`. Questions about markup "
    "or encodings, and code, are left alone.",
    why="Nobody can be sure what was written there, and a name in it is no name of the data.",
    bad='# %%\n"""\nquestion: How many rows have a weight &gt; 3?\n"""\n\n1 + 2\n',
    good='# %%\n"""\nquestion: How many rows have a weight > 3?\n"""\n\n1 + 2\n',
)
# UTF-8 that was read as Latin-1 or Windows-1252, or as GBK; entities; escapes.
_GARBLED = re.compile(
    r"Ã[\u0080-\u00bf\u0192\u2018-\u201e\u2020-\u2026\u2030\u2039\u203a\u20ac\u2122\u0152\u0153\u0160\u0161\u0178\u017d\u017e]"
    r"|Â[\u00a0-\u00bf](?!\w)|â(?:€[\u0080-\u00bf\u0153\u2013-\u2122\u02dc]|\u201a¬|€)|ï»¿|ä\u00b8[\u0080-\u00bf]|锟斤拷|\ufffd"
    r"|&(?:amp|lt|gt|quot|nbsp|apos|#\d{2,5}|#x[0-9a-fA-F]{2,5});"
    r"|(?<!\\)\\u[0-9a-fA-F]{4}|(?<!\\)\\x[0-9a-fA-F]{2}"
)
_ABOUT = re.compile(
    r"(?i)\bhtml|\bxml|\bmarkup|\bentit|encod|decod|unicode|utf-?8|latin-?1|escape|ascii|编码|转义|网页"
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first garbled piece of each question."""
    for cell, problem in problemset.problems:
        match = None if _ABOUT.search(problem.question) else _GARBLED.search(prose(problem.question))
        if match is not None:
            message = f"the question holds {match[0]!r}, which is no text as it was written"
            yield at_question(problemset, cell, match[0], INFO, message, "write the characters that belong there")
