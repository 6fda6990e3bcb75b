"""DS669: a bin that ends elsewhere than the question says of its label."""

import ast
import re
from collections.abc import Iterator, Mapping
from itertools import chain, islice, pairwise

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of
from authoring.dseal.session import at_node
from authoring.gate.alignment._ends import elements
from authoring.gate.alignment._thresholds import number_of
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS669",
    name="other-bins",
    severity=Severity.WARNING,
    what='The question says between which numbers a label stands, as in `"low": a <= 2`, and the reference cuts '
    "that label off at others; or a label such as `18-39` or `65+` says which numbers are its own, and the "
    "reference puts one of them into another bin; or the question says `below 5` or `up to 5` of a label, and "
    "the reference closes the bins on the other side.",
    why="A solver who cuts where the question says is refused.",
    bad='# %%\n"""\nquestion: |\n  Cut a into "low" (a <= 2), "high" (a > 3).\n"""\n\n'
    'pd.cut(df.a, [0, 2, 4], labels=["low", "high"])\n',
    good='# %%\n"""\nquestion: |\n  Cut a into "low" (a <= 2), "high" (a > 2).\n"""\n\n'
    'pd.cut(df.a, [0, 2, 4], labels=["low", "high"])\n',
)
_LABEL = re.compile(r"[\"'`“](?P<label>[^\"'`”\n]{1,60})[\"'`”] ?(?P<clause>\([^()\n]{0,80}\)|: ?[^\n;\"“`]{0,100})")
_COMPARISON = re.compile(r"[<>≤≥]=?")
_BOUND = re.compile(r"(?<![\w.])-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\w.])-?\d{1,12}(?:\.\d{1,6})?")
_UNITS = (1, 1e3, 1e6, 1e9, 1e-3, 1e-2, 1e2)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first label that code gives to other numbers than the question, or than the label itself says."""
    yield from islice(chain(_other_than_asked(subject), _other_than_labelled(subject), _closed_elsewhere(subject)), 1)


def _closed_elsewhere(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find bins that are closed on the other side than the question says of a label, as in `low` (below 1500)."""
    clauses = {match["label"]: match["clause"] for match in _LABEL.finditer(subject.problem.question)}
    for call in calls(subject.tree, "cut"):
        edges, names = _edges_and_labels(call)
        closed = keyword_of(call, "right")
        is_right = not (isinstance(closed, ast.Constant) and closed.value is False)
        inner = {edge for edge in edges[1:-1] if edge is not None}
        sides = [
            (name, phrase, side)
            for name in names
            for phrase, number, side in _sides(clauses.get(name, ""))
            if number in inner
        ]
        if sides and all(side != is_right for _, _, side in sides):
            name, phrase, _ = sides[0]
            message = f"the question says {phrase!r} of {name!r}, and the reference closes bins on the other side"
            yield at_node(subject.problemset, subject.cell, call, INFO, message, "make the two say the same")
            return


_CLOSED_LEFT = re.compile(
    r"\b(?:below|under|less than|before|lower than|from|at least) (?P<number>\d{1,9}(?:\.\d{1,6})?)(?![\d%.])|"
    r"(?<![\d.])(?P<least>\d{1,9}(?:\.\d{1,6})?) (?:and|or) (?:above|over|more|higher|later|up)\b",
    re.IGNORECASE,
)
_CLOSED_RIGHT = re.compile(
    r"\b(?:above|over|more than|higher than|up to|at most|no more than) (?P<number>\d{1,9}(?:\.\d{1,6})?)(?![\d%.])|"
    r"(?<![\d.])(?P<least>\d{1,9}(?:\.\d{1,6})?) (?:and|or) (?:below|under|less|lower|earlier)\b",
    re.IGNORECASE,
)


def _sides(clause: str) -> Iterator[tuple[str, float, bool]]:
    """Yield words that say which bin an edge belongs to, the edge, and whether bins then are closed on the right."""
    for pattern, is_right in ((_CLOSED_LEFT, False), (_CLOSED_RIGHT, True)):
        for match in pattern.finditer(clause):
            # "Not above 5" is at most 5.
            if not re.search(r"\bnot? $", clause[: match.start()]):
                yield match[0], float(match["number"] or match["least"]), is_right


def _other_than_labelled(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a label as `18-39` or `65+` one of whose ends falls into another bin."""
    for call in calls(subject.tree, "cut"):
        edges, names = _edges_and_labels(call)
        closed = keyword_of(call, "right")
        is_right = not (isinstance(closed, ast.Constant) and closed.value is False)
        spans = [_whole_span(name) for name in names]
        # Labels that share their ends, as 0-10 and 10-20, leave open where these belong.
        if any(low is None or low == high for (_, high), (low, _) in pairwise(spans)):
            continue
        for name, span, low, high in zip(names, spans, edges, edges[1:], strict=False):
            for end in span:
                is_inside = end is None or (
                    (low is None or (low < end if is_right else low <= end))
                    and (high is None or (end <= high if is_right else end < high))
                )
                # Whether the first bin has its lower edge is another question.
                if not is_inside and end != edges[0]:
                    message = f"the reference puts {end:g} into another bin than the one labelled {name!r}"
                    yield at_node(subject.problemset, subject.cell, call, INFO, message, "make the two say the same")
                    return


def _whole_span(label: str) -> tuple[float | None, float | None]:
    """Return the whole numbers that a label says a bin begins and ends with, each None where it says none."""
    if match := _SPAN.fullmatch(label.strip()):
        return float(match["low"]), float(match["high"])
    if match := _OPEN_SPAN.fullmatch(label.strip()):
        return float(match["low"] or match["least"]), None
    return None, None


_SPAN = re.compile(r"(?P<low>\d{1,6}) ?(?:-|\u2013|to) ?(?P<high>\d{1,6})(?: [a-z]+)?")
_OPEN_SPAN = re.compile(r"(?P<low>\d{1,6}) ?(?:\+|(?:and|or) (?:over|more|older|above))|(?:>=|≥) ?(?P<least>\d{1,6})")


def _other_than_asked(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a label whose interval in the code has none of the numbers that the question gives it."""
    intervals = dict(_intervals(subject.problem.question))
    for call in calls(subject.tree, "cut"):
        bins = _bins(call)
        labels = intervals.keys() & bins.keys()
        units = [unit for unit in _UNITS if any(_fits(intervals[label], bins[label], unit) for label in labels)]
        for label in sorted(labels) if units else ():
            if not any(_fits(intervals[label], bins[label], unit) for unit in units[:1]):
                numbers = " and ".join(f"{number:g}" for number in sorted(intervals[label]))
                message = f"the question cuts {label!r} off at {numbers}, and the reference elsewhere"
                yield at_node(subject.problemset, subject.cell, call, INFO, message, "make the two say the same")
                return


def _intervals(question: str) -> Iterator[tuple[str, frozenset[float]]]:
    for match in _LABEL.finditer(question):
        if _COMPARISON.search(match["clause"]):
            numbers = frozenset(float(text.replace(",", "")) for text in _BOUND.findall(match["clause"]))
            if 1 <= len(numbers) <= 2:  # noqa: PLR2004 - the ends of an interval
                yield match["label"], numbers


def _edges_and_labels(call: ast.Call) -> tuple[list[float | None], list[str]]:
    """Return the edges of bins, the first and last None where they are no numbers, and their labels; else nothing."""
    edges = keyword_of(call, "bins") or (call.args[1] if len(call.args) > 1 else None)
    labels = keyword_of(call, "labels")
    if edges is None or labels is None:
        return [], []
    numbers = [number_of(edge) for edge in elements(edges)]
    names = [item.value for item in elements(labels) if isinstance(item, ast.Constant) and isinstance(item.value, str)]
    if len(numbers) != len(names) + 1 or any(number is None for number in numbers[1:-1]):
        return [], []
    return numbers, names


def _bins(call: ast.Call) -> Mapping[str, frozenset[float]]:
    """Return the numbers between which each label stands; open ends and the first and last edge may be any number."""
    numbers, names = _edges_and_labels(call)
    return {
        name: frozenset(number for number in numbers[place : place + 2] if number is not None)
        for place, name in enumerate(names)
    }


def _fits(intervals: frozenset[float], edges: frozenset[float], unit: float) -> bool:
    """Return whether all that is said of a label are ends of its bin."""
    return all(any(abs(number * unit - edge) <= 1e-9 * max(1.0, abs(edge)) for edge in edges) for number in intervals)
