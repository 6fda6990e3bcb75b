"""DS653: the last pieces where the first are asked for, or the reverse."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import nodes
from authoring.dseal.session import at_node
from authoring.gate.alignment._ends import ends, sorts
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS653",
    name="other-end",
    severity=Severity.WARNING,
    what="The question asks for the first rows, words or the like, and the reference takes the last, or the reverse.",
    why="A solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: Show the last 5 rows.\n"""\n\ndf.head(5)\n',
    good='# %%\n"""\nquestion: Show the last 5 rows.\n"""\n\ndf.tail(5)\n',
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find pieces that all come from the other end, where nothing is sorted or turned."""
    for match in _LEFT_OUT.finditer(subject.problem.question):
        cuts = [(node, end) for node in nodes(subject.tree) if isinstance(node, ast.expr) for end in _cut_end(node)]
        if cuts and all(end != match[1].casefold() for _, end in cuts):
            message = f"the question leaves out the {match[1].casefold()}, the reference leaves out the {cuts[0][1]}"
            yield at_node(subject.problemset, subject.cell, cuts[0][0], INFO, message, "make the two say the same")
            return
    turning = [*sorts(subject.tree), *calls(subject.tree, "reversed", "flip", "value_counts")]
    if turning or any(_is_turned(node) for node in nodes(subject.tree)):
        return
    places, named = [*ends(subject.tree)], subject.plain.ends
    if len(named) == 1 and places and named.isdisjoint(end for _, end in places):
        message = f"the question asks for the {min(named)}, the reference takes the {places[0][1]}"
        yield at_node(subject.problemset, subject.cell, places[0][0], INFO, message, "make the two say the same")


_LEFT_OUT = re.compile(
    r"\b(?:drop|remov\w+|exclud\w+|omit|skip|discard|leav\w+ out|without|ignor\w+) the (first|last)\b",
    re.IGNORECASE,
)


def _cut_end(node: ast.expr) -> Iterator[str]:
    """Yield which end a slice leaves out by one place."""
    match node:
        case ast.Subscript(slice=ast.Slice(lower=ast.Constant(value=1), upper=None, step=None)):
            yield "first"
        case ast.Subscript(slice=ast.Slice(lower=None, upper=ast.UnaryOp(op=ast.USub()), step=None)):
            yield "last"


def _is_turned(node: ast.AST) -> bool:
    """Whether something goes backwards, or keeps an end by name."""
    if isinstance(node, ast.Slice):
        return node.step is not None
    return isinstance(node, ast.Constant) and node.value in ("first", "last")
