"""DS646: an order, or an end of one, that is the other than the question says."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.analysis.question_reading import read_question, without_names
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of, nodes
from authoring.dseal.session import at_node
from authoring.gate.alignment._ends import end_of, ends, extremes, orders_of_columns, sorts
from authoring.gate.alignment.base import AlignmentSubject, answer_scope, calls, last_value

INFO = RuleInfo(
    code="DS646",
    name="other-direction",
    severity=Severity.WARNING,
    what=(
        "The question says ascending or descending, or asks for the largest or the smallest, and every sort and every "
        "extreme of the reference goes the other way; or one side speaks of both ends and the other of one."
    ),
    why="A solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: Sort df by a in descending order.\n"""\n\ndf.sort_values("a")\n',
    good='# %%\n"""\nquestion: Sort df by a in descending order.\n"""\n\ndf.sort_values("a", ascending=False)\n',
)
_LARGE = r"(?:highest|largest|biggest|greatest|maximum|max|best|longest|latest|most)"
_SMALL = r"(?:lowest|smallest|least|minimum|min|worst|shortest|earliest|fewest)"
_BOTH = frozenset({"largest", "smallest"})
_OPPOSITE = {"ascending": "descending", "descending": "ascending", "largest": "smallest", "smallest": "largest"}


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find orders and extremes that go the other way; the first one is enough."""
    finding = next(_findings(subject), None)
    if finding is not None:
        yield at_node(subject.problemset, subject.cell, finding[0], INFO, finding[1], "make the two say the same")


def _findings(subject: AlignmentSubject) -> Iterator[tuple[ast.expr, str]]:
    reading, taken = subject.reading, extremes(subject.tree)
    ordering = sorts(subject.tree) if not _is_sorted_anew(subject.tree) else ()
    named = subject.plain.extremes
    if taken and named and _TIES.search(subject.problem.question):
        # What is taken of equal rows is no end of the order that is asked for.
        named = read_question(without_names(_TIES.sub(" ", subject.problem.question))).extremes
    for words, places in ((reading.orders, ordering), (named, taken)):
        directions = {direction for _, direction in places}
        if len(words) == 1 and directions == {_OPPOSITE[next(iter(words))]}:
            yield places[0][0], f"the question says {next(iter(words))}, the reference goes the other way"
    sides = {side for _, side in taken}
    if reading.extremes >= _BOTH and len(taken) > 1 and len(sides) == 1 and sides < _BOTH:
        yield taken[0][0], f"the question asks for both ends of an order, the reference takes the {min(sides)} only"
    high, low = [*calls(subject.tree, "idxmax")], [*calls(subject.tree, "idxmin")]
    if len(subject.plain.extremes) == 1 and high and low:
        yield (
            (low if "largest" in subject.plain.extremes else high)[0],
            f"the question asks for the {min(subject.plain.extremes)} only, the reference takes both ends of an order",
        )
    yield from _other_end(subject)
    yield from _mixed(subject)
    yield from _exchanged(subject)
    for node, column, order in orders_of_columns(subject.tree):
        if {said for name, said in reading.column_orders if name == column} == {_OPPOSITE.get(order)}:
            yield node, f"the question says {column!r} {_OPPOSITE[order]}, the reference goes the other way"


def _other_end(subject: AlignmentSubject) -> Iterator[tuple[ast.expr, str]]:
    """Yield a sort behind which the first rows are taken, with a column at the other end than the question says."""
    sides: dict[str, set[str]] = {}
    for match in _END_OF_COLUMN.finditer(subject.line):
        sides.setdefault(match["column"], set()).add("largest" if match["large"] else "smallest")
    cuts = {end for _, end in ends(subject.tree)} | {
        _end_of_duplicates(call) for call in calls(subject.tree, "drop_duplicates")
    }
    if cuts != {"first"} or not sides or len(sorts(subject.tree)) != 1:
        return
    for node, column, order in orders_of_columns(subject.tree):
        if sides.get(column) == {_OPPOSITE.get(_FIRST_ROWS.get(order, order))}:
            yield node, f"the question asks for the {min(sides[column])} {column!r}, the reference goes the other way"


def _end_of_duplicates(call: ast.Call) -> str:
    """Return which of equal rows stays: the first one unless it is said."""
    option = keyword_of(call, "keep")
    return "first" if option is None else str(getattr(option, "value", ""))


_FIRST_ROWS = {"ascending": "smallest", "descending": "largest"}
_END_OF_COLUMN = re.compile(rf"\b(?:(?P<large>{_LARGE})|{_SMALL}) (?:value of )?`(?P<column>[^`]+)`", re.IGNORECASE)
_TIES = re.compile(
    r"\b(?:if|where|when|should|in case)\b[^.;?!]*\b(?:several|ties?|tied|same|equal\w*|share|more than one)\b[^.;?!]*"
    r"(?:[.;?!]|\Z)",
    re.IGNORECASE,
)
"""A sentence about equal rows."""


def _is_sorted_anew(tree: ast.AST) -> bool:
    """Whether groups, which come in ascending order of themselves, are made behind the last sort."""
    groupings = (*calls(tree, "groupby", "pivot_table", "pivot", "crosstab", "unstack", "resample", "unique", "set"),)
    last = max((end_of(call) for call, _ in sorts(tree)), default=(0, 0))
    return any(end_of(call) > last for call in groupings)


_PAIRS = {
    ("largest", "smallest"): re.compile(rf"\b{_LARGE}(?: and(?: the)?|, then(?: the)?) {_SMALL}\b", re.IGNORECASE),
    ("smallest", "largest"): re.compile(rf"\b{_SMALL}(?: and(?: the)?|, then(?: the)?) {_LARGE}\b", re.IGNORECASE),
}
"""How a question names both ends of an order, by which end it names first."""


_SPANS = ("period_range", "date_range", "bdate_range", "interval_range", "arange", "linspace", "range", "between")
"""Calls that take everything between two ends, of which a question need not speak."""
_CALLS = {"largest": ("idxmax", "max"), "smallest": ("idxmin", "min")}


def _mixed(subject: AlignmentSubject) -> Iterator[tuple[ast.expr, str]]:
    """Yield an extreme at the other end than the only one of the question, of what both ends are taken of."""
    sides = subject.plain.extremes
    if len(sides) != 1:
        return
    spans = {id(node) for call in calls(subject.tree, *_SPANS) for node in ast.walk(call)}
    ends = {
        side: [call for call in calls(subject.tree, *names) if not call.args and id(call) not in spans]
        for side, names in _CALLS.items()
    }
    (side,) = sides
    receivers = {_receiver(call) for call in ends[side]} - {""}
    # The range of values is what lies between its ends.
    is_range = any(isinstance(node, ast.BinOp) for node in nodes(subject.tree))
    for call in ends[_OPPOSITE[side]] if not is_range else ():
        if _receiver(call) in receivers:
            yield call, f"the question asks for the {side} only, the reference takes both ends of an order"


def _receiver(call: ast.expr) -> str:
    """Return the code that a method is called on; empty for what is no call of a method."""
    function = call.func if isinstance(call, ast.Call) else None
    return ast.unparse(function.value) if isinstance(function, ast.Attribute) else ""


_TUPLE = re.compile(r"`\(\w+(?:, \w+)+\)`")


def _exchanged(subject: AlignmentSubject) -> Iterator[tuple[ast.expr, str]]:
    """Yield a pair of both ends that stand the other way round than the question names them."""
    value = last_value(answer_scope(subject.tree))
    if not isinstance(value, ast.Tuple):
        return
    names = [part.id for part in value.elts if isinstance(part, ast.Name)]
    for match in _TUPLE.finditer(subject.problem.question):
        listed = re.findall(r"\w+", match[0])
        if len(names) == len(value.elts) and names != listed and sorted(names) == sorted(listed):
            yield value, f"the question lists {listed[0]!r} first, the reference gives {names[0]!r} first"
            return
    if len(value.elts) != len(_BOTH):
        return
    sides = tuple(side for part in value.elts for side in sorted({side for _, side in extremes(ast.Expr(part))}))
    orders = [order for order, pattern in _PAIRS.items() if pattern.search(subject.problem.question)]
    if len(orders) == 1 and sides == orders[0][::-1]:
        yield value, f"the question names the {sides[1]} first, the reference gives the {sides[0]} first"
