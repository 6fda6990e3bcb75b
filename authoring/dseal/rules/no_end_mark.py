"""DS231: a question without a mark at its end, where the sentences around it have one."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.prose import MASK, prose
from authoring.dseal.session import at_question

INFO = RuleInfo(
    code="DS231",
    name="no-end-mark",
    severity=Severity.NOTE,
    what="The last sentence of a question has no mark at its end, though those before it, or nearly all other "
    "questions of "
    "the set, have one. Lists, code and tables at the end are left alone.",
    why="The end of the question may be missing, and with it the form in which the answer is expected.",
    bad='# %%\n"""\nquestion: Look at the weights. Leave out those below 3. Give the mean of the\n  other\n"""\n'
    "\n1 + 2\n",
    good='# %%\n"""\nquestion: Look at the weights. Leave out those below 3. Give the mean of the\n  others.\n'
    '"""\n\n1 + 2\n',
)

_ENDED = re.compile(r"[.?!:;\u2026)\]}\"'\u2019\u201d\u3002\uff01\uff09\uff1a\uff1b\uff1f\u3011\u300b]\s*\Z")
_SENTENCE_ENDS = re.compile(r"[.?!](?=\s+\S)|[\u3002\uff01\uff1f]")
_ITEM = re.compile(r"\s*(?:[-*\u2022\u2013+]|\(?\d{1,2}[.)]|\(?[a-z][.)]|#)\s")
_WORD = re.compile(r"[^\W\d_]{2,}")
_FEWEST_WORDS, _FEWEST_SENTENCES, _FEWEST_OTHERS = 3, 2, 3
_USUAL = 0.8
"""Share of the other questions that end with a mark where that is the custom of a set."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find questions that end without a mark against the custom of their set or their own."""
    texts = [prose(problem.question).rstrip() for _, problem in problemset.problems]
    # What ends with code or a quoted name tells nothing of the custom.
    ended = [_ENDED.search(text) is not None for text in texts if not text.endswith(MASK)]
    for (cell, problem), text in zip(problemset.problems, texts, strict=True):
        last = text.rpartition("\n")[2]
        is_left_alone = text.endswith(MASK) or _ITEM.match(last) or len(_WORD.findall(last)) < _FEWEST_WORDS
        if is_left_alone or _ENDED.search(text):
            continue
        is_custom = len(ended) > _FEWEST_OTHERS and sum(ended) >= _USUAL * (len(ended) - 1)
        if is_custom or len(_SENTENCE_ENDS.findall(text)) >= _FEWEST_SENTENCES:
            quoted = problem.question.rstrip().rpartition("\n")[2].strip()
            message = "the last sentence has no mark at its end, and those around it have one"
            yield at_question(problemset, cell, quoted, INFO, message, "see that it is whole, and end it")
