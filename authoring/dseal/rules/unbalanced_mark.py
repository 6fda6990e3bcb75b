"""DS219: a backtick, quote or bracket without its partner."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.prose import MASK, open_fence, prose, without_code
from authoring.dseal.session import at_question

INFO = RuleInfo(
    code="DS219",
    name="unbalanced-mark",
    severity=Severity.WARNING,
    what="A backtick, a double quote or a bracket of a question has no partner, or a comma stands right before the "
    "mark that ends the sentence. Apostrophes, inches, list labels such "
    "as `1)`, smileys, half-open intervals and code count for nothing.",
    why="A part of the question is missing, or nobody can see where a name ends.",
    bad='# %%\n"""\nquestion: Give the mean of the column `weight of the animals.\n"""\n\n1 + 2\n',
    good='# %%\n"""\nquestion: Give the mean of the column `weight` of the animals.\n"""\n\n1 + 2\n',
)

_PARTNERS = {")": "(", "]": "[", "}": "{", "》": "《", "】": "【", "”": "“", "」": "「", "』": "『"}
_OPENING = frozenset(_PARTNERS.values())
_LABELS = re.compile(r"(?:^|(?<=[\s,;:\uff0c\uff1b\uff1a]))(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})\)", re.MULTILINE)
"""Labels of items, whose bracket closes nothing: ``1)``, ``b)``, ``iv)``."""
_NO_BRACKETS = re.compile(
    r"(?<!\S)[:;]['-]?[()\[\]DPp](?!\w)|\[[^()\[\]\n]{1,40},[^()\[\]\n]{1,40}\)|\([^()\[\]\n]{1,40},[^()\[\]\n]{1,40}\]"
)
"""Smileys and half-open intervals."""
_STRAY = re.compile(r"[^\W\d]{2,}[ ]?(?P<mark>[,;\uff0c、\uff1b])[ ]?[?.!\uff1f。\uff01](?![\w.])")
# Neither a contraction nor a decade: 'em, '90s.
_OPENING_QUOTE = re.compile(r"(?<![^\s(])'(?=[^\W\d_])(?!(?:em|tis|twas|til|n|cause|round)\b)")
_INCHES = re.compile(r"\d(?:\"|”)")
_FULL_WIDTH = str.maketrans("\uff08\uff09\uff3b\uff3d\uff5b\uff5d\uff02", '()[]{}"')
"""Brackets and quotes of full width, as Chinese text has them."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first mark without a partner of each question."""
    for cell, problem in problemset.problems:
        offset = _lonely(problem.question)
        if offset is not None:
            mark = problem.question[offset]
            message = f"the mark {mark} has no partner"
            # A mark alone stands in many places; the words around it stand in one.
            quoted = problem.question[max(0, offset - 20) : offset + 1].rpartition("\n")[2]
            yield at_question(problemset, cell, quoted, INFO, message, "close what it opens, or take it out")
            continue
        stray = _STRAY.search(prose(problem.question))
        if stray is not None:
            message = f"the mark {stray['mark']} stands before the end of the sentence"
            yield at_question(problemset, cell, stray[0], INFO, message, "take it out, or write what is missing")


def _lonely(question: str) -> int | None:
    """Return the offset of the first mark without a partner."""
    if (fence := open_fence(question)) is not None:
        return fence
    text = without_code(question)
    if text.count("`") % 2:
        return text.index("`")
    text = prose(question)
    text = _NO_BRACKETS.sub(_masked, text.translate(_FULL_WIDTH))
    without_inches = _INCHES.sub(_masked, text)
    if without_inches.count('"') % 2:
        return without_inches.index('"')
    opening = _OPENING_QUOTE.search(text)
    if opening is not None and "'" not in text[opening.end() :]:
        return opening.start()
    return _lonely_bracket(text)


def _lonely_bracket(text: str) -> int | None:
    pending: list[tuple[str, int]] = []
    labels = {match.end() - 1 for match in _LABELS.finditer(text)}
    for offset, character in enumerate(text):
        if character in _OPENING:
            pending.append((character, offset))
        elif character in _PARTNERS:
            if pending and pending[-1][0] == _PARTNERS[character]:
                pending.pop()
            elif offset not in labels:
                return offset
    return pending[0][1] if pending else None


def _masked(match: re.Match[str]) -> str:
    return MASK * len(match[0])
