"""DS321: an order that is asked for and not compared."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.prose import prose
from authoring.dseal.session import at_key, comparisons

INFO = RuleInfo(
    code="DS321",
    name="forgiven-order",
    severity=Severity.WARNING,
    what="A question asks for a sorted result, and the only comparison of the problem has `ignore_order`.",
    why="An answer that is not sorted is accepted, so that a part of the question is tested by nothing.",
    bad='# %%\n"""\nquestion: Give the list 2, 1, 3 in ascending order.\n'
    'validator:\n  result:\n    ignore_order: true\n"""\n\n'
    "sorted([2, 1, 3])\n",
    good='# %%\n"""\nquestion: Give the list 2, 1, 3 in any order.\n'
    'validator:\n  result:\n    ignore_order: true\n"""\n\n'
    "[1, 2, 3]\n",
)

_ASKS = re.compile(
    r"(?i)\b(?:sort|sorts|sorted|ordered by|rank(?:ed)? (?:them|by|from))\b"
    r"|\b(?:ascending|descending|alphabetical|chronological|increasing|decreasing|numerical) order\b"
    r"|\bin (?:the )?order of\b|\border (?:them|it|the \w{1,30}) by\b|\b(?:ascending|descending)\b"
    r"|\bfrom (?:the )?(?:highest|largest|most|smallest|lowest|least|oldest|newest|earliest|latest)\b[^.\n]{0,40}? to\b"
    r"|排序|升序|降序|从[高大多低小少早晚新旧]\w{0,2}到|按\w{0,20}顺序"
)
_ANY_ORDER = re.compile(
    r"(?i)\bany order\b|\border (?:of \w{1,30} )?(?:does|do|is|will)(?: not|n't)\b"
    r"|\b(?:regardless|irrespective|independent) of (?:the |their )?order\b|\bno (?:particular|specific) order\b"
    r"|任意顺序|顺序不限|不考虑顺序|without sorting|unsorted"
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find comparisons that leave an order aside which the question asks for."""
    for cell, problem in problemset.problems:
        phrase = _ASKS.search(prose(problem.question))
        if phrase is None or _ANY_ORDER.search(problem.question):
            continue
        compared = list(comparisons(problem))
        if compared and all(flags.get("ignore_order") is True for flags, _ in compared):
            message = f"the question says '{phrase[0]}', and the comparison ignores the order"
            hint = "take `ignore_order` out, or say that the order is free"
            yield at_key(problemset, cell, (*compared[0][1], "ignore_order"), INFO, message, hint)
