"""DS652: another quantile than the question asks for."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of
from authoring.dseal.session import at_node
from authoring.gate.alignment._ends import elements
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS652",
    name="other-quantile",
    severity=Severity.WARNING,
    what="The question names a percentile, a quartile or an upper share, and the reference takes another instead.",
    why="A solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: What is the 90th percentile of a?\n"""\n\ndf.a.quantile(0.95)\n',
    good='# %%\n"""\nquestion: What is the 90th percentile of a?\n"""\n\ndf.a.quantile(0.9)\n',
)
_HUNDRED = 100
_HUNDREDTHS = ("percentile", "nanpercentile", "scoreatpercentile")
_PARTS = ("quantile", "nanquantile")


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a quantile that is not asked for, where one that is asked for is not taken."""
    quantile_calls: list[tuple[ast.Call, float]] = []
    for call in calls(subject.tree, *_HUNDREDTHS, *_PARTS):
        numbers = _numbers(call)
        if numbers is None:
            return
        quantile_calls.extend((call, number) for number in numbers)
    quantiles = subject.reading.quantiles
    # The median needs no name of its own.
    others = [(call, number) for call, number in quantile_calls if number not in quantiles | {0.5}]
    missing = quantiles - {number for _, number in quantile_calls}
    if others and missing:
        message = f"the question asks for the quantile {min(missing):g}, the reference takes {others[0][1]:g}"
        yield at_node(subject.problemset, subject.cell, others[0][0], INFO, message, "make the two say the same")


def _numbers(call: ast.Call) -> list[float] | None:
    """Return the quantiles of a call, from 0 to 1; None where the code does not show them."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    node = keyword_of(call, "q", "per")
    if node is None and call.args:
        # A table's own method is given nothing but the quantile; functions are given the values before it.
        node = call.args[min(1, len(call.args) - 1)] if name in _HUNDREDTHS or _is_function(call) else call.args[0]
    if node is None:
        return None if call.keywords or name in _HUNDREDTHS else [0.5]
    values = [item.value for item in elements(node) if isinstance(item, ast.Constant)]
    numbers = [float(value) for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if not numbers or len(numbers) != len(elements(node)) or not all(0 <= number <= _HUNDRED for number in numbers):
        return None
    return [round(number / (_HUNDRED if name in _HUNDREDTHS else 1), 6) for number in numbers]


def _is_function(call: ast.Call) -> bool:
    """Whether what the quantile is of stands among the arguments."""
    return len(call.args) > 1 and not isinstance(call.args[0], ast.Constant | ast.List | ast.Tuple)
