"""DS642: a threshold that is inclusive in the question and exclusive in the reference, or the reverse."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS642",
    name="other-strictness",
    severity=Severity.WARNING,
    what="The question compares with a number, and the reference treats equal values otherwise.",
    why="A solver who does what the question says is refused.",
    bad=('# %%\n"""\nquestion: How many a are more than 30?\n"""\n\n(df.a >= 30).sum()\n'),
    good=('# %%\n"""\nquestion: How many a are more than 30?\n"""\n\n(df.a > 30).sum()\n'),
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a comparison that treats equal values otherwise than the question says."""
    compares = [node for node in ast.walk(subject.tree) if isinstance(node, ast.Compare) and len(node.ops) == 1]
    for comparison in subject.reading.comparisons:
        nodes = [node for node in compares if _threshold(node) == comparison.threshold]
        phrases = [other for other in subject.reading.comparisons if other.threshold == comparison.threshold]
        # With two uses of one number it is not certain which belongs to which.
        if len(nodes) == len(phrases) == 1 and isinstance(nodes[0].ops[0], _OTHER[comparison.operator]):
            message = f"the question says {comparison.phrase!r}, and the reference treats an equal value otherwise"
            yield at_node(subject.problemset, subject.cell, nodes[0], INFO, message, "make the two say the same")


_OTHER = {">=": ast.Gt, ">": ast.GtE, "<=": ast.Lt, "<": ast.LtE}
"""The operator that differs from the one of the question for equal values only."""


_GREATEST = 2**53
"""The greatest number that is compared; whole numbers beyond any float raise on conversion."""


def _threshold(node: ast.Compare) -> float | None:
    right = node.comparators[0]
    if isinstance(right, ast.Constant) and isinstance(right.value, (int, float)):
        return float(right.value) if abs(right.value) <= _GREATEST else None
    return None
