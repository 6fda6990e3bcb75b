"""DS654: a comparison that keeps the other side of the question's threshold."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.analysis.question_reading import read_question
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_node
from authoring.gate.alignment._thresholds import thresholds
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
_OTHER_SIDE = {">": ("<", "<="), ">=": ("<", "<="), "<": (">", ">="), "<=": (">", ">=")}


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the only comparison with a number where it goes the other way, and nothing turns it."""
    if _turns(subject.tree):
        return
    compared = [*thresholds(subject.tree)]
    for comparison in subject.reading.comparisons:
        if _leaves_out(subject.problem.question, comparison.phrase):
            continue
        phrases = [other for other in subject.reading.comparisons if other.thresholds & comparison.thresholds]
        found = [place for place in compared if place.number in comparison.thresholds]
        if len(found) == len(phrases) == 1 and found[0].operator in _OTHER_SIDE[comparison.operator]:
            message = f"the question says {comparison.phrase!r}, and the reference keeps the other side"
            yield at_node(subject.problemset, subject.cell, found[0].node, INFO, message, "make the two say the same")


def _leaves_out(question: str, phrase: str) -> bool:
    """Whether the sentence of a comparison speaks of what is dropped or not meant."""
    sentences = [" ".join(text.split()) for text in re.split(r"[.;\n](?!\d)|。", question)]
    return any(read_question(text).leaves_out for text in sentences if phrase in text) or not any(
        phrase in text for text in sentences
    )


def _turns(tree: ast.AST) -> bool:
    """Whether something keeps what a comparison refuses."""
    kinds = (ast.Invert, ast.Not, ast.If, ast.IfExp, ast.While)
    return any(isinstance(node, kinds) for node in ast.walk(tree)) or any(
        True for _ in calls(tree, "drop", "where", "mask", "select", "cut")
    )
