"""DS646: an order, or an end of one, that is the other than the question says."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_node
from authoring.gate.alignment._ends import extremes, orders_of_columns, sorts
from authoring.gate.alignment.base import AlignmentSubject, calls

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
    for words, places in ((reading.orders, ordering), (subject.plain.extremes, taken)):
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
    for node, column, order in orders_of_columns(subject.tree):
        if {said for name, said in reading.column_orders if name == column} == {_OPPOSITE.get(order)}:
            yield node, f"the question says {column!r} {_OPPOSITE[order]}, the reference goes the other way"


def _is_sorted_anew(tree: ast.AST) -> bool:
    """Whether groups, which come in ascending order of themselves, are made behind the last sort."""
    groupings = (*calls(tree, "groupby", "pivot_table", "pivot", "crosstab", "unstack", "resample", "unique", "set"),)
    last = max((_end(call) for call, _ in sorts(tree)), default=(0, 0))
    return any(_end(call) > last for call in groupings)


def _end(node: ast.expr) -> tuple[int, int]:
    return node.end_lineno or 0, node.end_col_offset or 0
