"""DS746: a moving window of other rows than the question says."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.duplicates.question_similarity import NUMBERS
from authoring.dseal.python_code import keyword_of, nodes
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, calls, whole_number

INFO = RuleInfo(
    code="DS746",
    name="other-window",
    severity=Severity.WARNING,
    what="The question says how many rows a moving window has, as `this day and the four before it`, and the reference "
    "rolls over another number of them; or it says whether the row itself is one of them, and the reference does "
    "otherwise.",
    why="A solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: Give the mean of the current and the four previous days.\n"""\n\ns.rolling(4).mean()\n',
    good='# %%\n"""\nquestion: Give the mean of the current and the four previous days.\n"""\n\ns.rolling(5).mean()\n',
)
_NUMBER = rf"(?P<number>{'|'.join(NUMBERS)}|\d{{1,3}})"
_WITH_ITSELF = re.compile(
    rf"\b(?:current|this|that|each|same)(?: [`\w]+)? and (?:the |its )?{_NUMBER} "
    r"(?:(?:previous|preceding|prior|earlier)\b|\w+ (?:before|preceding)\b)"
    rf"|\b{_NUMBER.replace('number', 'before')} (?:previous|preceding|prior|earlier)(?: \w+)? and "
    r"(?:the )?(?:current|this)\b",
    re.IGNORECASE,
)
_IN_ALL = re.compile(
    rf"\b{_NUMBER}-(?:day|week|month|quarter|year|hour|row|period|point|step)s? (?:\w+ )?(?:moving|rolling|running)\b",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\b(?:centred|centered)\b(?! (?:log|ratio|on (?:the )?mean))|\bbefore\b[^.;?!]{0,20}\band\b[^.;?!]{0,20}\bafter\b|"
    r"\bon (?:both|either) sides?\b",
    re.IGNORECASE,
)
_WITHOUT_ITSELF = re.compile(
    r"\b(?:excluding|not (?:including|counting)|without|leaving out) (?:the )?(?:\w+ )?"
    r"(?:current|itself|that|this|same|own)\b|"
    rf"\bthe {_NUMBER} (?:rows|days|weeks|months|games|matches|values|readings) (?:right |immediately )?before "
    r"(?:it|each|the (?:row|day|current))\b(?! itself)",
    re.IGNORECASE,
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the only length of a window beside the only other one that the question says."""
    question = subject.line
    stated = {_value(match["number"] or match["before"]) + 1 for match in _WITH_ITSELF.finditer(question)}
    stated |= {_value(match["number"]) for match in _IN_ALL.finditer(question)}
    windows = [_window(call) for call in calls(subject.tree, "rolling")]
    shifted = [call for call in calls(subject.tree, "rolling") if any(calls(call.func, "shift"))]
    if _ABOUT.search(question) and windows and not any(calls(subject.tree, "shift")):
        trailing = [call for call in calls(subject.tree, "rolling") if keyword_of(call, "center") is None]
        if trailing:
            message = "the question takes rows before and after each, and the window of the reference ends with it"
            yield at_node(subject.problemset, subject.cell, trailing[0], INFO, message, "make the two say the same")
            return
    counts_itself = _WITH_ITSELF.search(question) is not None
    if counts_itself and shifted:
        message = "the question counts the row itself, and the reference moves its values on before the window"
        yield at_node(subject.problemset, subject.cell, shifted[0], INFO, message, "make the two say the same")
    elif not counts_itself and _WITHOUT_ITSELF.search(question) and windows and not _leaves_itself_out(subject.tree):
        message = "the question leaves the row itself out, and the window of the reference has it"
        yield from (
            at_node(subject.problemset, subject.cell, place, INFO, message, "make the two say the same")
            for place in windows[:1]
            if place is not None
        )
        return
    lengths = {whole_number(window) for window in windows}
    if len(stated) == len(lengths) == 1 and None not in lengths and stated != lengths:
        message = (
            f"the question says a window of {min(stated)}, and the reference takes one of {whole_number(windows[0])}"
        )
        place = windows[0]
        if place is not None:
            yield at_node(subject.problemset, subject.cell, place, INFO, message, "make the two say the same")


def _leaves_itself_out(tree: ast.Module) -> bool:
    """Return whether code moves values on, ends windows before the row, or takes the row out of them."""
    return (
        any(calls(tree, "shift"))
        or any(keyword_of(call, "closed") is not None for call in calls(tree, "rolling"))
        or any(isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) for node in nodes(tree))
    )


def _value(number: str) -> int:
    return int(NUMBERS.get(number.casefold(), number))


def _window(call: ast.Call) -> ast.expr | None:
    return keyword_of(call, "window") or (call.args[0] if call.args else None)
