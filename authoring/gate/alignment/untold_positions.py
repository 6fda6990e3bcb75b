"""DS710: places that the reference picks by numbers, of which the question says none."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, whole_number

INFO = RuleInfo(
    code="DS710",
    name="untold-positions",
    severity=Severity.WARNING,
    what="The reference takes or leaves out rows, columns or elements by a list of their positions, and the question "
    "has no number, no ordinal and no name for them.",
    why="A solver has to guess which are meant.",
    bad='# %%\n"""\nquestion: Which values are at these positions of `a`?\n"""\n\na[[1, 4]]\n',
    good='# %%\n"""\nquestion: Which values are at the positions 1 and 4 of `a`?\n"""\n\na[[1, 4]]\n',
)
_FEWEST = 2
_POSITION = re.compile(
    r"\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|fourth|fifth|sixth|last|both|half|"
    r"middle|outer|other|odd|even|diagonal|ends?|corners?|swap\w*|revers\w*|permut\w*|exchang\w*|reorder\w*|quartiles?)\b|"
    r"[一二三四五六七八九十首末前后]",
    re.IGNORECASE,
)
"""Words that may say which positions are meant."""
_NAME = re.compile(r"[`\"'“][^`\"'”\n]{1,60}[`\"'”]")
_SELECTING = frozenset({"take", "delete"})


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first list of positions that nothing in the question speaks of."""
    question = subject.problem.question
    if _POSITION.search(question):
        return
    names = len(_NAME.findall(question))
    for node, positions in _positions(subject.tree):
        # Columns that are named may be taken by their places.
        if names < len(positions):
            message = f"the reference takes the positions {', '.join(map(str, positions))}, and the question says none"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, "say the positions in the question")
            return


def _positions(tree: ast.Module) -> Iterator[tuple[ast.expr, list[int]]]:
    """Yield lists of whole numbers by which code takes or leaves out parts of something."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(slice=ast.Tuple(elts=parts), ctx=ast.Load()):
                lists = parts
            case ast.Subscript(slice=part, ctx=ast.Load()):
                lists = [part]
            case ast.Call(args=lists) if called_name(node) in _SELECTING:
                pass
            case _:
                continue
        for part in lists:
            numbers = [whole_number(item) for item in part.elts] if isinstance(part, ast.List) else []
            whole = [number for number in numbers if number is not None]
            if len(whole) == len(numbers) >= _FEWEST:
                yield node, whole
