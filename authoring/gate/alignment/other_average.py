"""DS643: a mean where the median is asked for, or the reverse."""

import ast
from collections.abc import Iterator
from typing import TypeGuard

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import nodes
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS643",
    name="other-average",
    severity=Severity.WARNING,
    what="The question speaks of the median and the reference takes no median but the mean, or the reverse.",
    why="A solver who does what the question says is refused.",
    bad=('# %%\n"""\nquestion: Give the median of a.\n"""\n\ndf.a.mean()\n'),
    good=('# %%\n"""\nquestion: Give the median of a.\n"""\n\ndf.a.median()\n'),
)


_MEANS, _MEDIANS = ("mean", "nanmean", "average"), ("median", "nanmedian")
_NAMING = ("agg", "aggregate", "transform", "pivot_table", "apply", "fillna")
"""Calls that take an aggregate by its name."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the other kind of average than the question names."""
    # What stands in quotes names a column more often than it asks for anything.
    reading = subject.plain if subject.plain.means or subject.plain.medians else subject.reading
    named = [node for call in calls(subject.tree, *_NAMING) for node in ast.walk(call)]
    means = [*calls(subject.tree, *_MEANS), *(node for node in named if _is_text(node, "mean"))]
    medians = [*calls(subject.tree, *_MEDIANS), *(node for node in named if _is_text(node, "median"))]
    # A column that is written under such a name is no aggregate that some call takes by its name.
    labels = [node.slice for node in nodes(subject.tree) if _is_stored(node)]
    # What is renamed by its name is no aggregate either, and may not even be there.
    labels += [key for call in calls(subject.tree, "rename") for node in ast.walk(call) for key in _keys(node)]
    loose = [
        node
        for node in nodes(subject.tree)
        if _is_text(node, "mean", "median") and node not in named and node not in labels
    ]
    settled = calls(subject.tree, "quantile", "describe", "percentile", "nanpercentile")
    if not (reading.means or reading.medians) or loose or any(True for _ in settled):
        return
    # Where the question speaks of both, and the reference takes one of them, the other one is missing.
    if reading.medians and means and not medians:
        message = "the question asks for a median, the reference takes a mean"
        yield at_node(subject.problemset, subject.cell, means[0], INFO, message, "make the two say the same")
    if reading.means and not reading.medians and medians and not means:
        message = "the question asks for a mean, the reference takes a median"
        yield at_node(subject.problemset, subject.cell, medians[0], INFO, message, "make the two say the same")


def _keys(node: ast.AST) -> list[ast.expr]:
    return [key for key in node.keys if key is not None] if isinstance(node, ast.Dict) else []


def _is_stored(node: ast.AST) -> TypeGuard[ast.Subscript]:
    return isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)


def _is_text(node: ast.AST, *texts: str) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and node.value in texts
