"""DS654: a comparison that keeps the other side of the question's threshold."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS654",
    name="other-side",
    severity=Severity.WARNING,
    what="The question compares with a number, and the reference keeps what stands on the other side of it.",
    why="A solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: How many a are more than 30?\n"""\n\n(df.a < 30).sum()\n',
    good='# %%\n"""\nquestion: How many a are more than 30?\n"""\n\n(df.a > 30).sum()\n',
)
_UP, _DOWN = (ast.Gt, ast.GtE), (ast.Lt, ast.LtE)
_GREATEST = 2**53


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the only comparison with a number where it goes the other way, and nothing turns it."""
    if subject.reading.leaves_out or _turns(subject.tree):
        return
    compares = [node for node in ast.walk(subject.tree) if isinstance(node, ast.Compare)]
    for comparison in subject.reading.comparisons:
        phrases = [other for other in subject.reading.comparisons if other.threshold == comparison.threshold]
        nodes = [node for node in compares if comparison.threshold in map(_number, (node.left, *node.comparators))]
        is_up = comparison.operator in {">", ">="}
        if len(nodes) == len(phrases) == 1 and _goes(nodes[0], up=not is_up):
            message = f"the question says {comparison.phrase!r}, and the reference keeps the other side"
            yield at_node(subject.problemset, subject.cell, nodes[0], INFO, message, "make the two say the same")


def _turns(tree: ast.AST) -> bool:
    """Whether something keeps what a comparison refuses."""
    kinds = (ast.Invert, ast.Not, ast.If, ast.IfExp, ast.While)
    return any(isinstance(node, kinds) for node in ast.walk(tree)) or any(
        True for _ in calls(tree, "drop", "where", "mask", "select", "cut")
    )


def _goes(node: ast.Compare, *, up: bool) -> bool:
    """Whether a comparison with one number keeps what is above it."""
    if len(node.ops) != 1:
        return False
    number_first = _number(node.left) is not None
    return isinstance(node.ops[0], _UP if up != number_first else _DOWN)


def _number(node: ast.expr) -> float | None:
    value = node.value if isinstance(node, ast.Constant) else None
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > _GREATEST:
        return None
    return float(value)
