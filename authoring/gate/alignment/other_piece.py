"""DS750: another piece of a text than the question says: three letters for the first one."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.duplicates.question_similarity import NUMBERS
from authoring.dseal.python_code import called_name, nodes
from authoring.dseal.python_code import calls as calls_in
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS750",
    name="other-piece",
    severity=Severity.WARNING,
    what="The question speaks of the first or last letter, character or digit of a text, or of so many, and the only "
    "piece that the reference takes of texts has another length, or is of the other end.",
    why="A solver who takes the piece that the question says is refused.",
    bad='# %%\n"""\nquestion: How many have each first letter of the code?\n"""\n\ndf["code"].str[:3].value_counts()\n',
    good='# %%\n"""\nquestion: How many have each first letter of the code?\n"""\n\ndf["code"].str[0].value_counts()\n',
)
_PIECE = re.compile(
    rf"\b(?P<end>first|last) (?:(?P<number>{'|'.join(NUMBERS)}|\d{{1,2}}) )?(?:letter|character|char|digit|symbol)s?\b",
    re.IGNORECASE,
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the only piece of texts that is taken, where it is not the only one that the question names."""
    named = {(match["end"].casefold(), _value(match["number"])) for match in _PIECE.finditer(subject.line)}
    pieces = [(node, piece) for node in nodes(subject.tree) if isinstance(node, ast.expr) if (piece := _piece_of(node))]
    if len(named) == 1 and len({piece for _, piece in pieces}) == 1 and pieces[0][1] not in named:
        (end, length), (taken_end, taken) = next(iter(named)), pieces[0][1]
        message = f"the question takes the {end} {length} of a text, and the reference the {taken_end} {taken}"
        yield at_node(subject.problemset, subject.cell, pieces[0][0], INFO, message, "make the two say the same")


_SPLITTING = frozenset({"split", "rsplit", "partition", "rpartition", "findall", "extractall"})


def _value(number: str | None) -> int:
    return 1 if number is None else int(NUMBERS.get(number.casefold(), number))


def _piece_of(node: ast.expr) -> tuple[str, int] | None:
    """Return which end of texts a place takes, and how many characters."""
    is_of_text = isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute) and node.value.attr == "str"
    # What was split has words, and no letters.
    if not is_of_text or any(called_name(call) in _SPLITTING for call in calls_in(node)):
        return None
    match node.slice if isinstance(node, ast.Subscript) else None:
        case ast.Constant(value=0):
            return "first", 1
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1)):
            return "last", 1
        case ast.Slice(lower=None | ast.Constant(value=0), upper=ast.Constant(value=int(length)), step=None):
            return "first", length
        case ast.Slice(
            lower=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(length))), upper=None, step=None
        ):
            return "last", length
    return None
