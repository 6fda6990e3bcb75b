"""DS764: the parts of a list or tuple in another order than the question names them."""

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, nodes
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, answer_scope, bound_value, last_value

INFO = RuleInfo(
    code="DS764",
    name="other-position",
    severity=Severity.WARNING,
    what="The question names the parts of a list or tuple one after the other, as the median and the mean, and the "
    "reference gives them in another order.",
    why="A solver who keeps to the order of the question is refused.",
    bad='# %%\n"""\nquestion: Return a tuple with the median and the mean of a.\n"""\n\n(df.a.mean(), df.a.median())\n',
    good='# %%\n"""\nquestion: Return a tuple with the median and the mean of a.\n"""\n\n'
    "(df.a.median(), df.a.mean())\n",
)
_WORDS = {
    "median": r"\bmedian\b",
    "mean": r"\b(?:mean|average)\b",
    "quantile": r"\b(?:percentile|quantile|quartile)\b",
    "sum": r"\b(?:sum|total)\b",
    "std": r"\bstandard deviation\b",
    "var": r"\bvariance\b",
    "max": r"\b(?:maximum|largest|highest|latest|longest|greatest)\b",
    "min": r"\b(?:minimum|smallest|lowest|earliest|shortest)\b",
    "nunique": r"\b(?:distinct|different|unique)\b|\b(?:number|count) of\b",
    "len": r"\b(?:number|count) of (?!distinct|different|unique)|\bhow many (?!distinct|different|unique)",
    "corr": r"\bcorrelation\b",
}
"""How a question names what a call gives."""
_TWINS = {"nanmedian": "median", "average": "mean", "nanmean": "mean", "percentile": "quantile", "size": "len"}
_ENDS = frozenset({"max", "min"})
_RETURNING = re.compile(r"\b(?:return|give|answer with|report|compute|provide|find|determine)\b", re.IGNORECASE)
_SEQUENCE = re.compile(r"\b(?:list|tuple|pair|triple|order)\b", re.IGNORECASE)
_MAX_PARTS = 6
_SHORTEST = 4
"""Letters of a text of the data that a question may say without quotes."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find an answer of several parts whose order is not that of the words for them."""
    scope, question = answer_scope(subject.tree), subject.line
    value = last_value(scope)
    if not isinstance(value, ast.List | ast.Tuple) or not 1 < len(value.elts) <= _MAX_PARTS:
        return
    starts = [match.end() for match in _RETURNING.finditer(question)]
    clause = question[starts[-1] :] if starts else question
    places = _places(scope, value.elts, clause) if _SEQUENCE.search(question) else []
    ends = [end for _, end in places]
    # Parts of which the words of one stand between those of another have no order.
    in_order = sorted(places)
    are_apart = all(end < start for (_, end), (start, _) in pairwise(in_order))
    if len(places) == len(value.elts) and are_apart and ends != sorted(ends):
        first = ends.index(min(ends))
        message = f"the question names what the reference gives at place {first + 1} first"
        yield at_node(subject.problemset, subject.cell, value, INFO, message, "make the two say the same")


def _places(tree: ast.Module, parts: Sequence[ast.expr], clause: str) -> list[tuple[int, int]]:
    """Return where a clause speaks of each part, by words that are its own; nothing where it does not of one."""
    marks = [_marks(tree, part) for part in parts]
    places: list[tuple[int, int]] = []
    for place, own in enumerate(marks):
        elsewhere = frozenset().union(*(twin for number, twin in enumerate(marks) if number != place))
        spans = [[*_pattern(mark).finditer(clause)] for mark in own - elsewhere]
        starts = [matches[0].start() for matches in spans if len(matches) == 1]
        if not starts:
            return []
        places.append((min(starts), max(starts)))
    own_marks = frozenset().union(*marks) & _WORDS.keys()
    # Both ends of an order are looked at elsewhere.
    return [] if own_marks and own_marks <= _ENDS else places


def _pattern(mark: str) -> re.Pattern[str]:
    quote = r"[`\"']" if len(mark) < _SHORTEST else r"\b"
    return re.compile(_WORDS.get(mark, f"{quote}{re.escape(mark)}{quote}"), re.IGNORECASE)


def _marks(tree: ast.Module, part: ast.expr) -> frozenset[str]:
    """Return what a part of the answer is computed by: names of calls, and texts that it looks up."""
    pieces = [part, *(bound_value(tree, name) for name in nodes(part) if isinstance(name, ast.Name))]
    marks: set[str] = set()
    for node in (inner for piece in pieces for inner in nodes(piece)):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Compare(), attr="sum")):
                marks.add("len")
            case ast.Call():
                name = _TWINS.get(called_name(node), called_name(node))
                marks |= {name} & _WORDS.keys()
            case ast.Constant(value=str(text)):
                marks.add(text)
    return frozenset(marks)
