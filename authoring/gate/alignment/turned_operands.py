"""DS749: a difference or a quotient the other way round than the question says."""

import ast
import re
from collections.abc import Iterator
from itertools import chain, islice

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import nodes
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, bound_value

INFO = RuleInfo(
    code="DS749",
    name="turned-operands",
    severity=Severity.WARNING,
    what="The question says `a minus b`, `a divided by b` or `in a but not in b` (or `missing from b`), "
    "and the only such operation of these "
    "two in the reference is the other way round; or it says what a quotient is divided by, and no divisor has it.",
    why="A solver who does what the question says has the other sign, or the inverse.",
    bad='# %%\n"""\nquestion: Give the mean of a minus b.\n"""\n\n(df["b"] - df["a"]).mean()\n',
    good='# %%\n"""\nquestion: Give the mean of a minus b.\n"""\n\n(df["a"] - df["b"]).mean()\n',
)
_WORD = r"[`\"'“]?(?P<{}>[A-Za-z][\w.-]{{0,60}})[`\"'”]?"
_OPERATION = re.compile(
    rf"(?<![\w`'\"]){_WORD.format('left')} (?:is )?(?P<sign>minus|divided by) (?:the |its |that of )?"
    rf"{_WORD.format('right')}"
)
_LEFT_OUT = re.compile(
    rf"\b(?:in|of|from) {_WORD.format('left')},? (?:(?:but|and|yet|that|which|who|whose \w+) )?"
    r"(?:(?:is|are|do|does|did|has|have|was|were) )?(?:not|never|no|missing|absent)\b"
    rf"(?: \w+){{0,3}}? (?:in|from) {_WORD.format('right')}"
)
_DIVISOR = re.compile(r"\b(?:divided by|relative to|as a (?:share|fraction) of)\b(?P<words>[^.;,:?!]{1,80})")
_QUOTED = re.compile(r"`(?P<name>[^`\n]{1,40})`")
_SIGNS: dict[str, type[ast.operator]] = {"minus": ast.Sub, "divided by": ast.Div}
_CALLS = {
    "sub": ast.Sub,
    "subtract": ast.Sub,
    "difference": ast.Sub,
    "setdiff1d": ast.Sub,
    "div": ast.Div,
    "truediv": ast.Div,
    "divide": ast.Div,
}
_STEM = 5
"""Letters by which a word of the question and one of a name are the same: `others` and `other_mean`."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first operation whose operands stand the other way round, where none stands as it is said."""
    question = subject.line
    yield from islice(chain(_turned(subject, question), _other_divisor(subject, question)), 1)


def _turned(subject: AlignmentSubject, question: str) -> Iterator[Diagnostic]:
    for match in (*_OPERATION.finditer(question), *_LEFT_OUT.finditer(question)):
        words = match.groupdict()
        sign = _SIGNS[words["sign"]] if "sign" in words else ast.Sub
        left, right = _stems(match["left"]), _stems(match["right"])
        if not left - right or not right - left:
            continue
        turned: list[ast.expr] = []
        for node, before, behind in _operations(subject.tree, sign):
            if _is_of(before, left, right) and _is_of(behind, right, left):
                turned = []
                break
            if _is_of(before, right, left) and _is_of(behind, left, right):
                turned.append(node)
        if turned:
            message = f"the question says “{match[0].strip()}”, and the reference takes it the other way round"
            yield at_node(subject.problemset, subject.cell, turned[0], INFO, message, "make the two say the same")
            return


def _other_divisor(subject: AlignmentSubject, question: str) -> Iterator[Diagnostic]:
    """Find a name that the question divides by and that stands in no divisor, but in what is divided."""
    quotients = [*_operations(subject.tree, ast.Div)]
    # An answer that calls functions may divide within them.
    if not quotients or any(isinstance(node, ast.FunctionDef | ast.Lambda) for node in nodes(subject.tree)):
        return
    for match in _DIVISOR.finditer(question):
        names = [quoted["name"] for quoted in _QUOTED.finditer(match["words"])]
        stems = _stems(names[-1]) if names else frozenset()
        divided = frozenset().union(*(before for _, before, _ in quotients))
        if stems and stems <= divided and not any(stems <= behind for _, _, behind in quotients):
            message = f"the question divides by {names[-1]!r}, and no divisor of the reference has it"
            yield at_node(subject.problemset, subject.cell, quotients[0][0], INFO, message, "make the two say the same")
            return


def _operations(
    tree: ast.Module, sign: type[ast.operator]
) -> Iterator[tuple[ast.expr, frozenset[str], frozenset[str]]]:
    """Yield differences or quotients with the stems of all names on their left and on their right."""
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(left=left, right=right, op=operator) if isinstance(operator, sign):
                yield node, _names(tree, left), _names(tree, right)
            case ast.Call(func=ast.Attribute(value=left, attr=name), args=[right, *_]) if _CALLS.get(name) is sign:
                yield node, _names(tree, left), _names(tree, right)
            # Rows of one table whose key is not in another one.
            case (
                ast.UnaryOp(
                    op=ast.Invert(), operand=ast.Call(func=ast.Attribute(value=left, attr="isin"), args=[right])
                ) as outside
            ) if sign is ast.Sub:
                yield outside, _names(tree, left), _names(tree, right)


def _names(tree: ast.Module, operand: ast.expr) -> frozenset[str]:
    """Return the stems of the names of an operand; of a variable, its own, and else those of what it is bound to."""
    stems: set[str] = set()
    for node in ast.walk(operand):
        match node:
            case ast.Name(id=text) | ast.Constant(value=str(text)) | ast.Attribute(attr=text):
                stems |= _stems(text)
    value = bound_value(tree, operand)
    if value is not operand:
        stems |= {
            stem for node in ast.walk(value) if isinstance(node, ast.Constant) for stem in _stems(str(node.value))
        }
    return frozenset(stems)


def _is_of(names: frozenset[str], own: frozenset[str], partner: frozenset[str]) -> bool:
    """Return whether an operand has all words that are its own alone, and none of its partner's."""
    return own - partner <= names and names.isdisjoint(partner - own)


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM].casefold() for word in re.findall(r"[A-Za-z]+|\d+", text))
