"""DS753: another level in the place of one that the question quotes, or one of two that it joins by `or`."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, nodes, strings
from authoring.dseal.session import at_node
from authoring.gate.alignment._labels import texts_of
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS753",
    name="other-value",
    severity=Severity.WARNING,
    what="The question quotes a name that no code has, and the reference looks up or compares with another one that no "
    "question has; or it joins two values by `or`, and the reference compares with the first of them alone.",
    why="A solver takes the values that the question names, and is refused.",
    bad='# %%\n"""\nquestion: Which zone has most trips by `casual`?\n"""\n\nflows["member"].idxmax()\n',
    good='# %%\n"""\nquestion: Which zone has most trips by `casual`?\n"""\n\nflows["casual"].idxmax()\n',
)
_PAIR = r"(?<!must )\b(?:is|are|was|were|either|of type|equals?) [`'\"]?{}[`'\"]? or [`'\"]?(?P<next>\w+)"
_QUOTED = re.compile(r"`(?P<name>[^`\n]{1,40})`")
_CODE_LIKE = re.compile(r"[\W_]|\A\d|\A(?:True|False|None|NaN|NaT|int|float|str|bool|list|dict|tuple|set)\Z")
_NO_VALUES = frozenset((
    "a", "an", "any", "at", "equal", "empty", "exactly", "greater", "higher", "if", "in", "is", "it", "its", "larger",
    "less", "longer", "lower", "missing", "more", "nan", "no", "none", "not", "null", "on", "one", "other", "others",
    "over", "shorter", "smaller", "the", "unknown", "was", "were", "with", "without", "years", "days", "equals", "of",
    "under", "below", "above", "by", "another", "several", "both", "neither", "all", "even", "two", "three", "not_in",
    "there", "has", "have", "had", "are", "be", "to", "from", "for", "who", "whose", "that", "which", "where", "blank",
))  # fmt: skip
"""Words behind `or` that are no second value."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first level that stands in the place of another, and the first that stands without its partner."""
    # A question that asks for a function describes what the tables hold.
    if not any(isinstance(node, ast.FunctionDef) for node in subject.tree.body):
        yield from _exchanged(subject)
        yield from _alone(subject)


def _exchanged(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    number = subject.problem.number
    code = "\n".join(cell.code for cell in subject.problemset.runnable if cell.span.start <= subject.cell.span.start)
    unused = {match["name"] for match in _QUOTED.finditer(subject.problem.question)}
    unused = {name for name in unused if name not in code and not _CODE_LIKE.search(name)}
    spoken = "\n".join(problem.question for _, problem in subject.problemset.problems if problem.number <= number)
    untold = [text for text in _levels(subject.tree) if not re.search(rf"\b{re.escape(str(text.value))}\b", spoken)]
    if len(unused) == 1 and len({text.value for text in untold}) == 1:
        message = f"the question names {unused.pop()!r}, and the reference takes {untold[0].value!r}"
        yield at_node(subject.problemset, subject.cell, untold[0], INFO, message, "make the two say the same")


def _levels(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield plain words that code looks up or compares with."""
    for node in ast.walk(tree):
        places: list[ast.expr] = []
        match node:
            case ast.Subscript(slice=key, ctx=ast.Load()):
                places = [key]
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
                places = [left, right]
            case ast.Call(args=[argument, *_]) if called_name(node) in {"isin", "eq", "ne"}:
                places = [argument]
        yield from (text for place in places for text in texts_of(place) if not _CODE_LIKE.search(str(text.value)))


def _alone(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a value that is compared with alone, where the question says `is out or adjust`."""
    question = subject.line
    written = {str(text.value).casefold() for text in strings(subject.tree)}
    for node in nodes(subject.tree):
        match node:
            case ast.Compare(ops=[ast.Eq()], comparators=[ast.Constant(value=str(value)) as place]) if value:
                match = re.search(_PAIR.format(re.escape(value)), question, re.IGNORECASE)
                partner = match["next"] if match is not None else ""
                if partner and partner.casefold() not in _NO_VALUES | written and not partner.isdigit():
                    message = f"the question says {value!r} or {partner!r}, and the reference takes {value!r} alone"
                    yield at_node(subject.problemset, subject.cell, place, INFO, message, "make the two say the same")
                    return
