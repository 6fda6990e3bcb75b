"""DS643: a mean where the median is asked for, or the reverse."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS643",
    name="other-average",
    severity=Severity.WARNING,
    what="The question speaks of the median only and the reference takes the mean only, or the reverse.",
    why="A solver who does what the question says is refused.",
    bad=('# %%\n"""\nquestion: Give the median of a.\n"""\n\ndf.a.mean()\n'),
    good=('# %%\n"""\nquestion: Give the median of a.\n"""\n\ndf.a.median()\n'),
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the other kind of average than the question names."""
    # What stands in quotes names a column more often than it asks for anything.
    reading = subject.plain if subject.plain.means or subject.plain.medians else subject.reading
    means, medians = reading.means, reading.medians
    words = {node.value for node in ast.walk(subject.tree) if isinstance(node, ast.Constant)}
    mean_calls = [*calls(subject.tree, "mean", "nanmean", "average")]
    median_calls = [*calls(subject.tree, "median", "nanmedian", "quantile")]
    if means == medians or words & {"mean", "median"}:
        return
    if medians and mean_calls and not median_calls:
        message = "the question asks for a median, the reference takes a mean"
        yield at_node(subject.problemset, subject.cell, mean_calls[0], INFO, message, "make the two say the same")
    if means and median_calls and not mean_calls and not [*calls(subject.tree, "quantile")]:
        message = "the question asks for a mean, the reference takes a median"
        yield at_node(subject.problemset, subject.cell, median_calls[0], INFO, message, "make the two say the same")
