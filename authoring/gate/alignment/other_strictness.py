"""DS642: a threshold that is inclusive in the question and exclusive in the reference, or the reverse."""

import ast
import re
from collections.abc import Iterator
from itertools import chain, islice

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of, nodes
from authoring.dseal.session import at_node
from authoring.gate.alignment._thresholds import thresholds
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS642",
    name="other-strictness",
    severity=Severity.WARNING,
    what="The question compares with a number, or counts both ends of a range, and the reference treats equal values "
    "otherwise.",
    why="A solver who does what the question says is refused.",
    bad=('# %%\n"""\nquestion: How many a are more than 30?\n"""\n\n(df.a >= 30).sum()\n'),
    good=('# %%\n"""\nquestion: How many a are more than 30?\n"""\n\n(df.a > 30).sum()\n'),
)


_OTHER = {">=": ">", ">": ">=", "<=": "<", "<": "<="}
"""The operator that differs from the one of the question for equal values only."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a comparison that treats equal values otherwise than the question says."""
    yield from islice(
        chain(_other_ends(subject), _other_day(subject), _other_comparison(subject), _other_bound(subject)), 1
    )


def _other_comparison(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    compared = [*thresholds(subject.tree)]
    included = {
        float(match["before"] or match["behind"]): match[0] for match in _INCLUDED.finditer(subject.problem.question)
    }
    for comparison in subject.reading.comparisons:
        if comparison.thresholds & included.keys():
            continue
        found = [place for place in compared if place.number in comparison.thresholds]
        phrases = [other for other in subject.reading.comparisons if other.thresholds & comparison.thresholds]
        # With two uses of one number it is not certain which belongs to which.
        is_clear = len({phrase.operator for phrase in phrases}) == 1
        if len(found) == 1 and is_clear and found[0].operator == _OTHER[comparison.operator]:
            message = f"the question says {comparison.phrase!r}, and the reference has `{found[0].operator}`"
            hint = f"Write `{comparison.operator}` in the reference, or say in the question that an equal value "
            hint += "belongs to it." if "=" in found[0].operator else "does not belong to it."
            yield at_node(subject.problemset, subject.cell, found[0].node, INFO, message, hint)
            return
    for number, phrase in included.items():
        places = [place for place in compared if place.number == number]
        if places and all(place.operator in _STRICT for place in places):
            message = f"the question says {phrase!r}, and the reference leaves an equal value out"
            yield at_node(subject.problemset, subject.cell, places[0].node, INFO, message, "make the two say the same")
            return


def _other_day(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a column that the question says to be before or after some day, and that code compares otherwise."""
    question = subject.line
    stated: dict[str, set[str]] = {}
    for match in _DAY.finditer(question):
        stated.setdefault(match["column"], set()).add(_OPERATORS[match["side"].casefold()])
    for column, operators in stated.items():
        places = [
            (node, _SIGNS[type(node.ops[0])])
            for node in nodes(subject.tree)
            if isinstance(node, ast.Compare) and type(node.ops[0]) in _SIGNS and _is_column(node.left, column)
        ]
        written = {sign for _, sign in places}
        if len(operators) == 1 and len(written) == 1 and written == {_OTHER[min(operators)]}:
            sides = {sign: side for side, sign in _OPERATORS.items()}
            message = (
                f"the question says {column!r} is {sides[min(operators)]} it, and the reference has `{min(written)}`"
            )
            yield at_node(subject.problemset, subject.cell, places[0][0], INFO, message, "make the two say the same")
            return


def _other_bound(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a comparison with a variable, an argument or a column that treats equal values otherwise than is said."""
    if any(isinstance(node, ast.Not | ast.Invert) for node in nodes(subject.tree)):
        return
    said: dict[str, set[bool]] = {}
    phrases: dict[str, str] = {}
    for match in _BOUND.finditer(subject.line):
        said.setdefault(match["name"], set()).add(match["strict"] is not None)
        phrases.setdefault(match["name"], match[0])
    turned = {node.test for node in nodes(subject.tree) if isinstance(node, ast.If) and _turns_away(node)}
    compared = [
        (node, node.ops[0])
        for node in nodes(subject.tree)
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and node not in turned
    ]
    for name, strictness in said.items():
        places = [
            (node, _SIGNS[type(sign)])
            for node, sign in compared
            if type(sign) in _SIGNS and any(_speaks_of(side, name) for side in (node.left, *node.comparators))
        ]
        written = {sign in _STRICT for _, sign in places}
        if len(strictness) == len(written) == 1 and strictness != written:
            node, sign = places[0]
            message = f"the question says {phrases[name]!r}, and the reference has `{sign}`"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, "make the two say the same")
            return


def _turns_away(node: ast.If) -> bool:
    """Tell whether what a condition holds for is left out, so that it says the reverse of what is taken."""
    return isinstance(node.body[0], ast.Continue | ast.Break | ast.Return | ast.Raise)


def _speaks_of(side: ast.expr, name: str) -> bool:
    """Tell whether a side of a comparison is made with a variable or a column, and with nothing that is computed."""
    return any(
        (isinstance(node, ast.Name) and node.id == name) or _is_column(node, name)
        for node in nodes(side)
        if isinstance(node, ast.Name | ast.Subscript)
    )


def _is_column(node: ast.expr, column: str) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and node.slice.value == column


_OPERATORS = {"on or before": "<=", "before": "<", "on or after": ">=", "after": ">"}
_SIGNS: dict[type[ast.cmpop], str] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_DAY = re.compile(
    r"`(?P<column>[^`\n]+)` (?:is|lies|falls|was|being) (?:strictly )?"
    r"(?P<side>on or before|before|on or after|after)\b",
    re.IGNORECASE,
)


def _other_ends(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a range whose ends both count in the question, and not in the reference, or the reverse."""
    question = subject.line
    for call in calls(subject.tree, "between"):
        option = keyword_of(call, "inclusive") or (call.args[2] if len(call.args) > _BOUNDS else None)
        ends = option.value if isinstance(option, ast.Constant) else "both" if option is None else None
        if ends in {"left", "right", "neither"} and _BOTH_COUNT.search(question) and not _OPEN.search(question):
            message = f"the question counts both ends of a range, and the reference takes `inclusive={ends!r}`"
        elif ends == "both" and _NEITHER_COUNTS.search(question):
            message = "the question counts neither end of a range, and the reference counts both"
        else:
            continue
        yield at_node(subject.problemset, subject.cell, call, INFO, message, "make the two say the same")
        return
    if _BOTH_COUNT.search(question) and not _OPEN.search(question):
        for node in _half_open(subject.tree):
            message = f"the question counts both ends of a range, and `{ast.unparse(node)}` leaves one out"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, "make the two say the same")
            return


def _half_open(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield ranges between two variables that lack one of them, and that no step of one makes up for."""
    # An end that is computed may have the step in it.
    moved = {
        target.id
        for node in nodes(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in nodes(tree):
        match node:
            case ast.BinOp(left=ast.Name(id=name), right=ast.Constant(value=1)):
                moved.add(name)
    # Of days that are counted as differences, the last one is added.
    adds_one = any(isinstance(node, ast.Constant) and node.value == 1 for node in nodes(tree))
    for node in nodes(tree):
        match node:
            case ast.Attribute(value=ast.BinOp(left=ast.Name(), op=ast.Sub(), right=ast.Name()), attr="days") as days:
                yield from [] if adds_one else [days]
            case ast.Call(
                func=ast.Name(id="range") | ast.Attribute(attr="arange"), args=[ast.Name(), ast.Name(id=last)]
            ) if last not in moved:
                yield node
            case ast.Compare(
                left=ast.Name(),
                ops=[ast.LtE(), ast.Lt()] | [ast.Lt(), ast.LtE() | ast.Lt()],
                comparators=[ast.Name() | ast.Subscript(), end],
            ) if isinstance(end, ast.Name) and end.id not in moved:
                yield node


_BOUNDS = 2
_BOTH_COUNT = re.compile(
    r"\bincluding both\b|"
    r"\bboth (?:ends? |days? )?(?:inclusive|included?|count)|\binclusive of both|"
    r"\b(?:bounds|ends|limits|endpoints) (?:are )?"
    r"(?:included|inclusive)|\(inclusive\)|, inclusive\b|\bboth (?:ends|bounds|limits)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(r"\b(?:exclusive|excluded|excluding|not included)\b|half-?open", re.IGNORECASE)
_NEITHER_COUNTS = re.compile(
    r"\bboth (?:ends? )?(?:exclusive|excluded)|\(exclusive\)|\bstrictly between\b|"
    r"\b(?:bounds|ends|limits) (?:are )?excluded",
    re.IGNORECASE,
)
_INCLUDED = re.compile(
    r"(?<!not )(?<!n't )\b(?:up to and including|including|incl\.) (?P<before>\d{1,9}(?:\.\d{1,6})?)(?!\w| ?%|[.,]\d)|"
    r"(?<![\d.,])(?P<behind>\d{1,9}(?:\.\d{1,6})?) (?:is |are )?(?:included|inclusive)\b",
    re.IGNORECASE,
)
"""A number that belongs to what is taken: ``including 18``, ``18 included``."""
_BOUND = re.compile(
    r"(?<!not )(?<!n't )\b(?:(?P<strict>more than|over|above|exceed(?:s|ed|ing)?|(?:greater|longer|higher|larger|older|"
    r"later|heavier|shorter|smaller|lower|younger|earlier|fewer|less) than|below|under)|at least|at most|"
    r"no (?:more|less|fewer|longer|later|earlier) than)(?: the| its| their)? "
    r"`(?P<name>[^`\n]+)`(?! or (?:more|less|fewer|equal))",
    re.IGNORECASE,
)
"""A bound that has a name: ``more than `days` days``."""
_STRICT = frozenset({"<", ">"})
